"""Where a row of cards that lies there is edited."""

from teachkit.widgets.editor.editor import RowEditor, Seen

__all__ = ["RowEditor", "Seen"]
