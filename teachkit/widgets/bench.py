"""`Bench`: what every exercise has beside its task. Hints, points, and nothing gets lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import exercises_of
from teachkit.classroom.score import points_of
from teachkit.errors import FolderError, TeachkitError
from teachkit.exercises.exercise import Exercise
from teachkit.widgets.feedback import Feedback
from teachkit.words import say, say_many, translate


class Bench:
    """The buttons that are the same everywhere; to be mixed into the box that holds them.

    What brings an exercise back to its beginning (`reset`) and what shows an answer that came
    from elsewhere (`_take_up`) each bench knows itself.
    """

    exercise: Exercise
    answers: Answers
    feedback: Feedback

    def hint(self) -> None:
        """Show the next of the author's hints; that it was asked for is kept."""
        self.feedback.hints = self._hints(len(self.feedback.hints) + 1)
        self._keep(hints=len(self.feedback.hints))
        self._show_score()

    def reset(self) -> None:
        raise NotImplementedError

    def _take_up(self, record: dict[str, Any]) -> None:
        raise NotImplementedError

    def _hints(self, count: int) -> list[str]:
        return [translate(hint) for hint in self.exercise.file.hints[:count]]

    def _press(self, button: str, fact: Any) -> None:
        match button:
            case "hint":
                self.hint()
            case "reset":
                self.reset()
            case "save":
                name, content = self.answers.path.name, self.answers.download().decode("utf-8")
                self.feedback.file = {"name": name, "content": content}
            case "bring":
                self._bring(str(fact))

    def _keep(self, **facts: Any) -> None:
        self._try(lambda: self.answers.note(self.exercise, **facts))

    def _try(self, write: Callable[[], None]) -> None:
        try:
            write()
        except FolderError as error:
            self._say([error.says], "look")

    def _bring(self, text: str) -> None:
        try:
            taken = self.answers.restore(text.encode("utf-8"))
        except TeachkitError as error:
            self._say([error.says], "look")
            return
        self._take_up(self.answers.record(self.exercise.id))
        says = say_many("{number} exercise came back.", "{number} exercises came back.", taken)
        self._say([says], "good")
        self._show_score()

    def _say(self, says: list[str], mood: str) -> None:
        self.feedback.says, self.feedback.mood = says, mood

    def _show_score(self) -> None:
        exercise = self.exercise
        self.feedback.points = points_of(exercise, self.answers)
        self.feedback.hints_left = len(exercise.file.hints) - len(self.feedback.hints)
        self.feedback.progress = progress(exercise.lesson, self.answers)

    def __repr__(self) -> str:
        points, possible = self.feedback.points, self.exercise.possible
        return f"Workbench({self.exercise.id!r}, {points} of {possible} points)"


def progress(lesson: str, answers: Answers) -> dict[str, Any]:
    """How far the lesson is: points so far of all points."""
    exercises = exercises_of(lesson)
    possible = sum(exercise.possible for exercise in exercises)
    earned = sum(points_of(exercise, answers) for exercise in exercises)
    says = say("This lesson: {earned} of {possible} points", earned=earned, possible=possible)
    return {"says": says, "part": earned / possible if possible else 0.0}
