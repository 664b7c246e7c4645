"""The row editor, in which a learner changes a given row of cards by edits."""

from teachkit.widgets.row_editor.row_editor import RowEditor

__all__ = ["RowEditor"]
