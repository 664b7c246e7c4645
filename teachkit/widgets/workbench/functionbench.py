"""`FunctionBench`: an exercise that is answered in a cell of its own, under `%%exercise`."""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

import ipywidgets

from teachkit.classroom.answers import Answers
from teachkit.exercises.explaining.ladder import Asked
from teachkit.exercises.model.exercise import Exercise
from teachkit.widgets.common.still import Still, show_with_still
from teachkit.widgets.feedback import Feedback
from teachkit.widgets.task import Task
from teachkit.widgets.workbench.bench import Bench
from teachkit.words import translate

_STACKED = ipywidgets.Layout(flex_flow="column", align_items="stretch")

_on_show: WeakSet[FunctionBench] = WeakSet()


class FunctionBench(Bench, ipywidgets.Box):
    """The task, the cell to copy, hints and points. It is run in the cell, not here."""

    def __init__(self, exercise: Exercise, answers: Answers | None = None) -> None:
        self.exercise = exercise
        self.answers = answers or Answers()
        record = self.answers.record(exercise.id)
        title, text = translate(exercise.title), translate(exercise.text)
        self.task = Task(title, text, cell=self._cell(record))
        self.feedback = Feedback(run="", possible=exercise.possible)
        self._asked = Asked.read(record)
        self.feedback.on_press = self._press
        super().__init__([self.task, self.feedback], layout=_STACKED)
        self._show_hints()
        self._show_score()
        self._say([self.answers.notice] if self.answers.notice else [], "look")
        _on_show.add(self)

    def refresh(self) -> None:
        """Show what the answers file says now."""
        self._take_up(self.answers.record(self.exercise.id))
        self._show_hints()
        self._show_score()

    def reset(self) -> None:
        """Offer the cell as it was at the beginning. Earned points stay."""
        self._try(lambda: self.answers.reset(self.exercise))
        self._say([], "")
        self.refresh()

    def _take_up(self, record: dict[str, Any]) -> None:
        self.task.cell = self._cell(record)

    @property
    def _handed(self) -> str:
        return self._source(self.answers.record(self.exercise.id))

    def _source(self, record: dict[str, Any]) -> str:
        """The last answer, or what is given."""
        return str(record.get("answer") or self.exercise.file.given)

    def _cell(self, record: dict[str, Any]) -> str:
        """What to copy."""
        return f"%%exercise {self.exercise.id}\n" + self._source(record).strip("\n")

    def still(self) -> Still:
        """The exercise for a notebook without a kernel."""
        return Still(b"", "", "", title=self.task.title, task=self.task.asks)

    def _ipython_display_(self) -> None:
        show_with_still(self, self.still())


def benches_of(exercise: str) -> list[FunctionBench]:
    """The benches of this exercise: what is to be told that a cell was handed in."""
    return [bench for bench in _on_show if bench.exercise.id == exercise]
