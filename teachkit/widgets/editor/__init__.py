"""The editor: a given row of cards is changed by edits."""

from teachkit.widgets.editor.editor import RowEditor, Seen, looker

__all__ = ["RowEditor", "Seen", "looker"]
