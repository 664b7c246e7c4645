"""`Editor`: the place beside the board where JupyterLab shows the code of an exercise's cell."""

from __future__ import annotations

import traitlets

from teachkit.widgets.common.widget import Wording


class Editor(Wording, script="editor/editor.js"):
    """A code editor for the `%%exercise` cell of the exercise with the id `exercise`.

    The JupyterLab extension provides the editor. Without the extension, the widget shows nothing,
    and learners write in the cell. `given` is the given code, and `text` is the last answer that
    was handed in. A cell that contains only the given code gets `text` when the editor opens;
    `write` always replaces the code. `calls` are the functions that can be called, each with a
    `name`, a `signature`, and the sentence `says`.

    >>> Editor(exercise="12-02-the-units", given="def units(n):")
    Editor('12-02-the-units')
    """

    exercise = traitlets.Unicode().tag(sync=True)
    given = traitlets.Unicode().tag(sync=True)
    text = traitlets.Unicode().tag(sync=True)
    writes = traitlets.Int(0).tag(sync=True)
    calls = traitlets.List(traitlets.Dict()).tag(sync=True)

    def write(self, text: str) -> None:
        """Replace the code in the editor; the learner can undo this."""
        with self.hold_sync():
            self.text = text
            self.writes += 1

    def __repr__(self) -> str:
        return f"Editor({self.exercise!r})"
