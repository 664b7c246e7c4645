"""`ProgramPage`: a builder for one of a level's programs, which changes with the level."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets

from teachkit.exercises.model.exercise import Exercise
from teachkit.widgets.common.widget import entitle
from teachkit.widgets.workbench.desk import Desk
from teachkit.widgets.workbench.tray import tray_of


class ProgramPage(ipywidgets.Box):
    """A builder below its `heading`, with the cards that a level offers.

    `on_text` is called with the program as text after each change.
    """

    def __init__(self, heading: str, on_text: Callable[[str], None]) -> None:
        super().__init__()
        self.heading, self.on_text = heading, on_text
        self._known: object = None

    @property
    def builder(self) -> Any:
        """The builder, or `None` if the level has no such program."""
        return self.children[1] if self.children else None

    def show(self, exercise: Exercise | None, program: str) -> None:
        """Show the program of an exercise, or nothing if there is none to build."""
        known = exercise and (exercise.kind, exercise.learners, tray_of(exercise))
        if exercise is None:
            self.children = []
        elif self.builder is None or (known, program) != (self._known, self.builder.text):
            builder: Any = Desk(exercise, {"answer": program}, exercise.starts[0]).builder
            entitle(builder, self.heading)
            builder.observe(lambda change: self.on_text(change["new"]), "text")
            self.children = [ipywidgets.HTML(f"<b>{escape(self.heading)}</b>"), builder]
        self._known = known
