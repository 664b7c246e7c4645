"""`ProgramPage`: a builder for one of a level's programs, which changes with the level."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import ipywidgets

from teachkit.exercises.model.exercise import Exercise
from teachkit.widgets.workbench.desk import Desk
from teachkit.widgets.workbench.tray import tray_of


class ProgramPage(ipywidgets.Box):
    """A builder below its `heading`, with the cards that a level offers.

    `on_text` is called with the program as text after each change.
    """

    def __init__(self, heading: str, on_text: Callable[[str], None]) -> None:
        super().__init__()
        self.add_class("tk-studio-program")
        self._heading = ipywidgets.HTML(f"<b>{escape(heading)}</b>")
        self._on_text, self._cards = on_text, ""
        self.desk: Desk | None = None

    def show(self, exercise: Exercise | None, program: str) -> None:
        """Show the program of an exercise, or nothing if the level has no such program."""
        if exercise is None:
            self.desk, self._cards, self.children = None, "", []
            return
        cards = repr((exercise.kind, exercise.learners, exercise.learners and tray_of(exercise)))
        if self.desk is None or self._cards != cards:
            self.desk, self._cards = Desk(exercise, {"answer": program}, exercise.starts[0]), cards
            assert self.desk.builder
            self.desk.builder.observe(lambda change: self._on_text(change["new"]), "text")
            self.children = [self._heading, self.desk.builder]
        elif self.desk.builder and self.desk.builder.text != program:
            self.desk.lay(program)
