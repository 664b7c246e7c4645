"""The bug hunt at a workbench: the learner marks a wrong card before changing any cards."""

from __future__ import annotations

from teachkit.classroom.answers import Answers
from teachkit.classroom.score import points_of
from teachkit.exercises.explaining.bughunt import answered, is_asked, is_found
from teachkit.widgets.builder import ProgramBuilder
from teachkit.widgets.workbench.desk import Desk
from teachkit.widgets.workbench.verdict import SavedAnswer
from teachkit.words import say


class BugHunt:
    """The bug hunt of one exercise, with the learner's marks in order.

    Learners who have solved the exercise or have begun to change cards are not asked for a mark, so
    answers from older versions, which have no marks, still count.
    """

    def __init__(self, desk: Desk, answers: Answers, entry: SavedAnswer) -> None:
        self._exercise, self._desk = desk.exercise, desk
        self._answers, self._entry = answers, entry
        self._builder = desk.builder if is_asked(desk.exercise) else None
        if isinstance(self._builder, ProgramBuilder):
            self._builder.on_mark = self.mark
        self.read()

    def read(self) -> None:
        """Read the stored marks, and show the last one."""
        stored = self._entry.record.get("marks", [])
        self.marks = [card for card in stored if isinstance(card, int)]
        self.show()

    def mark(self, card: int) -> None:
        """Record `card` as the learner's guess for the first wrong one."""
        if self.waits:
            self.marks = [*self.marks, card]
            self._entry.note(marks=self.marks)
            self.show()

    @property
    def waits(self) -> bool:
        """Whether the learner should mark a card now."""
        if not self._is_as_given or is_found(self._exercise, self.marks):
            return False
        return points_of(self._exercise, self._answers) < self._exercise.possible

    def show(self) -> None:
        """Show the question or the reply to a mark, as long as the cards are unchanged."""
        if not self._builder:
            return
        waits = self.waits
        last = self.marks[-1] if self.marks and self._is_as_given else 0
        says = answered(self._exercise, self.marks) if last else ""
        if waits and not says:
            says = say("Run it. Then mark the first card that goes wrong.")
        with self._builder.hold_sync():
            self._builder.marking, self._builder.mark, self._builder.mark_says = waits, last, says

    @property
    def _is_as_given(self) -> bool:
        return bool(self._builder) and self._desk.program == self._exercise.given
