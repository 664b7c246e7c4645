"""Playing a game, by people or functions, and looking ahead. A game is always handed in."""
