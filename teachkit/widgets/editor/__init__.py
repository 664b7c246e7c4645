"""The code editor beside the board of a Python exercise."""

from teachkit.widgets.editor.editor import Editor

__all__ = ["Editor"]
