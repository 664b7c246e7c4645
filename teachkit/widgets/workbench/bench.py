"""`Bench`: what every exercise has beside its task. Hints, points, and nothing gets lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import exercises_of
from teachkit.classroom.score import points_of
from teachkit.errors import FolderError, TeachkitError
from teachkit.exercises.explaining.ladder import Asked, hint, shown_hints
from teachkit.exercises.model.exercise import Exercise, Hint
from teachkit.widgets.feedback import Feedback
from teachkit.words import say, say_many


class Bench:
    """The buttons that are the same everywhere; to be mixed into the box that holds them.

    What brings an exercise back to its beginning (`reset`), what shows an answer that came from
    elsewhere (`_take_up`) and what hints are about (`_handed`) each bench knows itself.
    """

    exercise: Exercise
    answers: Answers
    feedback: Feedback
    _asked: Asked
    _judged: str | None = None

    def hint(self) -> None:
        """Show what comes next on the ladder of help; that it was asked for is kept.

        A solution is shown only if it is asked for twice.
        """
        new = hint(self.exercise, self._asked, self._handed)
        if new and new.rung == "solution" and not self.feedback.sure:
            self.feedback.sure = True
        elif new:
            self._tell(new)

    def _tell(self, new: Hint) -> None:
        self._asked = self._asked.after(new)
        self._keep(**self._asked.facts())
        self._show_hints()

    def reset(self) -> None:
        raise NotImplementedError

    def _take_up(self, record: dict[str, Any]) -> None:
        raise NotImplementedError

    @property
    def _handed(self) -> str:
        """The whole answer that hints are about, as it would be handed in."""
        raise NotImplementedError

    def _show_hints(self) -> tuple[Hint, ...]:
        """Show what was told of the answer that is there now, and what can be asked for next."""
        shown = shown_hints(self.exercise, self._asked, self._handed)
        following = hint(self.exercise, self._asked, self._handed)
        with self.feedback.hold_sync():
            self.feedback.hints = [each.says for each in shown if each.rung != "astray"]
            self.feedback.astray_says = "".join(
                each.says for each in shown if each.rung == "astray"
            )
            self.feedback.hints_left = max(0, len(self.exercise.file.hints) - self._asked.hints)
            self.feedback.help = following.rung if following else ""
            self.feedback.sure = False
        return shown

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
        record = self.answers.record(self.exercise.id)
        self._asked = Asked.read(record)
        self._take_up(record)
        self._show_hints()
        says = say_many("{number} exercise came back.", "{number} exercises came back.", taken)
        self._say([says], "good")
        self._show_score()

    def _say(self, says: list[str], mood: str, about: str | None = None) -> None:
        """Say this. A verdict is `about` an answer: of another one it is no longer true."""
        self.feedback.says, self.feedback.mood = says, mood
        self._judged = about
        self._show_stale()

    def _show_stale(self) -> None:
        self.feedback.stale = self._judged not in (None, self._handed)

    def _show_score(self) -> None:
        self.feedback.points = points_of(self.exercise, self.answers)
        self.feedback.progress = progress(self.exercise.lesson, self.answers)

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
