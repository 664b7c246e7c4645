"""`Task`: the text of an exercise, and answers to choose from."""

from __future__ import annotations

import traitlets

from teachkit.widgets.common.widget import Saving


class Task(Saving, script="task/task.js", styles=["task/task.css", "workbench/bench.css"]):
    """A widget with a title, a text with **bold** and `code`, and perhaps a form to fill in.

    If `form` has the `kind` `choice`, the learner chooses one of its `choices`. Each has a `letter`
    and the text `says`, and may be `struck` out. `answer` is the chosen letter. `cell` is the
    first line of the cell to write in, if the answer is code.

    >>> choices = [{"letter": "a", "says": "It stops."}, {"letter": "b", "says": "It drives on."}]
    >>> task = Task(title="First", form={"kind": "choice", "choices": choices})
    >>> task.answer = "b"
    >>> task
    Task('First', answer='b')
    """

    title = traitlets.Unicode().tag(sync=True)
    text = traitlets.Unicode().tag(sync=True)
    labels = traitlets.List(traitlets.Dict()).tag(sync=True)
    form = traitlets.Dict().tag(sync=True)
    cell = traitlets.Unicode().tag(sync=True)
    answer = traitlets.Unicode().tag(sync=True)
    locked = traitlets.Bool(False).tag(sync=True)

    @property
    def asks(self) -> str:
        """The task's text for a page without scripts, with any `cell` quoted."""
        cell = f"{self.words['cell']} `{self.cell}`" if self.cell else ""
        return "\n\n".join(filter(None, (self.text, cell)))

    def __repr__(self) -> str:
        return f"Task({self.title!r}, answer={self.answer!r})"
