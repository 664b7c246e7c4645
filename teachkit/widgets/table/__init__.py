"""The table, a widget at which people play a whole game."""
