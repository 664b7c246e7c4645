"""The table: a whole game is played."""

from teachkit.widgets.table.table import Table

__all__ = ["Table"]
