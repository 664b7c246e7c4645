"""`Task`: what an exercise asks, and answers that are chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import traitlets

from teachkit.widgets.common.scripts import script, styles
from teachkit.widgets.common.widget import Saving
from teachkit.words import translate


def task_words() -> dict[str, str]:
    """What the task says of itself, in the learner's language."""
    return {
        "task": translate("Your task"),
        "choose": translate("Choose one. Think first: the last letter that is left earns nothing."),
        "struck": translate("It is not this one."),
        "cell": translate("Write it in the box that begins like this:"),
        "copy": translate("A copy of the code"),
    }


class Task(Saving):
    """A title, a text with **bold** and `code`, and perhaps a form to fill in.

    `form` is empty or has a `kind`: `choice` (one of `choices`, each a `letter` and what it
    `says`, perhaps `struck` out). `answer` is the letter. `cell` is code to be copied into a cell.

    >>> choices = [{"letter": "a", "says": "It stops."}, {"letter": "b", "says": "It drives on."}]
    >>> task = Task("First", "What **happens**?", {"kind": "choice", "choices": choices})
    >>> task.answer = "b"
    >>> task
    Task('First', answer='b')
    """

    _esm = script("task/task.js")
    _css = styles("common/common.css", "task/task.css", "workbench/bench.css")

    title = traitlets.Unicode().tag(sync=True)
    text = traitlets.Unicode().tag(sync=True)
    labels = traitlets.List(traitlets.Dict()).tag(sync=True)
    form = traitlets.Dict().tag(sync=True)
    cell = traitlets.Unicode().tag(sync=True)
    answer = traitlets.Unicode().tag(sync=True)
    locked = traitlets.Bool(False).tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    def __init__(
        self, title: str, text: str, form: Mapping[str, Any] | None = None, **traits: Any
    ) -> None:
        super().__init__(
            title=title, text=text, form=dict(form or {}), words=task_words(), **traits
        )

    @property
    def asks(self) -> str:
        """What is asked, for a page that runs no script: the code itself stands in its cell."""
        cell = f"{self.words['cell']} `{self.cell.splitlines()[0]}`" if self.cell else ""
        return "\n\n".join(filter(None, (self.text, cell)))

    def __repr__(self) -> str:
        return f"Task({self.title!r}, answer={self.answer!r})"
