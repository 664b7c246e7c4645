"""The table, a widget at which people play a whole game."""

from teachkit.widgets.table.table import Table

__all__ = ["Table"]
