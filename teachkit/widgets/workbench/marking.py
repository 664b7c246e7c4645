"""A bug hunt at a workbench: a card is marked before any is changed, and the mark is answered."""

from __future__ import annotations

from typing import Any

from teachkit.classroom.score import points_of
from teachkit.exercises.explaining.marking import answered, is_asked, is_found
from teachkit.widgets.workbench.showing import Showing
from teachkit.words import say


class Marking(Showing):
    """A bench whose cards wait for a mark, where the exercise asks for one.

    It is never asked of who has solved it, or has begun to change cards: what was kept before
    there were marks still counts. `marks` are all of this learner's, in their order.
    """

    marks: list[int]

    def mark(self, card: int) -> None:
        """Take this card for the first wrong one."""
        if self._waits_for_a_mark:
            self.marks = [*self.marks, card]
            self._keep(marks=self.marks)
            self._show_marks()

    def _read_marks(self, record: dict[str, Any]) -> None:
        self.marks = [card for card in record.get("marks", []) if isinstance(card, int)]

    @property
    def _lies_as_given(self) -> bool:
        return is_asked(self.exercise) and self._program() == self.exercise.given

    @property
    def _waits_for_a_mark(self) -> bool:
        if not self._lies_as_given or is_found(self.exercise, self.marks):
            return False
        return points_of(self.exercise, self.answers) < self.exercise.possible

    def _show_marks(self) -> None:
        """What is asked or answered stands above the cards for as long as they lie as given."""
        if not is_asked(self.exercise):
            return
        waits = self._waits_for_a_mark
        last = self.marks[-1] if self.marks and self._lies_as_given else 0
        says = answered(self.exercise, self.marks) if last else ""
        if waits and not says:
            says = say("Run it. Then mark the first card that goes wrong.")
        with self.builder.hold_sync():
            self.builder.marking, self.builder.mark, self.builder.mark_says = waits, last, says
