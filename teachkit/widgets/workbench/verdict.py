"""The verdict on an answer, the answer as it is saved, and the progress in a lesson."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from weakref import WeakSet

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import exercises_of
from teachkit.classroom.score import points_of
from teachkit.errors import FolderError, TeachkitError
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import Badge
from teachkit.widgets.common.widget import Data
from teachkit.widgets.feedback import Feedback
from teachkit.widgets.finish import Progress
from teachkit.words import say_many

_open: WeakSet[SavedAnswer] = WeakSet()


class Verdict:
    """The sentences and points that the feedback of one exercise shows.

    `handed()` returns the current answer; a verdict on a different answer is stale.
    """

    def __init__(
        self, exercise: Exercise, answers: Answers, feedback: Feedback, handed: Callable[[], str]
    ) -> None:
        self._exercise, self._answers = exercise, answers
        self._feedback, self._handed = feedback, handed
        self._about: str | None = None
        self.say(answers.notice)
        self.show_score()

    @property
    def is_current(self) -> bool:
        """Whether the last verdict was about the current answer."""
        return self._about == self._handed()

    def say(self, *says: str, mood: str = "look", about: str | None = None) -> None:
        """Show the nonempty sentences in `says`; `about` is the answer that they judge."""
        shown = [line for line in says if line]
        self._feedback.says, self._feedback.mood = shown, mood if says else ""
        self._about = about
        self.show_stale()

    def show_stale(self) -> None:
        """Mark the sentences as stale if they are about a different answer, or else as current."""
        self._feedback.stale = self._about is not None and not self.is_current

    def show_badges(self, earned: Iterable[Badge]) -> None:
        """Show all badges in `earned`, and for each badge whether the learner has earned it."""
        self._feedback.badges = [{"says": str(each.par), "earned": each.earned} for each in earned]

    def show_score(self) -> None:
        """Show the points of the exercise and of its lesson."""
        self._feedback.points = points_of(self._exercise, self._answers)
        self._feedback.progress = dict(progress(self._exercise.lesson, self._answers))

    def __repr__(self) -> str:
        points, possible = self._feedback.points, self._exercise.possible
        noun = "point" if possible == 1 else "points"  # in English: `release` looks for it
        return f"Workbench({self._exercise.id!r}, {points} of {possible} {noun})"


class SavedAnswer:
    """One exercise's entry in the answers file; the verdict explains any failure to store it.

    `came_back()` is called when another record was brought back from a copy of the file.
    """

    def __init__(
        self, exercise: Exercise, answers: Answers, verdict: Verdict, came_back: Callable[[], None]
    ) -> None:
        self._exercise, self._answers, self._verdict = exercise, answers, verdict
        self._came_back = came_back
        _open.add(self)

    @property
    def record(self) -> Data:
        """The exercise's record in the answers file."""
        return self._answers.record(self._exercise.id)

    def note(self, **facts: object) -> None:
        """Store `facts`, such as `hints=2`, in the record beside the answer."""
        self._try(lambda: self._answers.note(self._exercise, **facts))

    def save(self, answer: str) -> None:
        """Store `answer` as the current answer."""
        self._try(lambda: self._answers.save(self._exercise, answer))

    def reset(self) -> None:
        """Remove the current answer; earned points are kept."""
        self._try(lambda: self._answers.reset(self._exercise))

    def copy(self) -> dict[str, str]:
        """Return the answers file's `name` and `content`, for a download."""
        content = self._answers.download().decode("utf-8")
        return {"name": self._answers.path.name, "content": content}

    def bring_back(self, content: str) -> None:
        """Merge `content`, a copy of an answers file, and say how much of it every exercise shows.

        If it cannot be read, nothing changes, and the verdict says why.
        """
        before = [(entry, entry.record) for entry in _open]
        try:
            taken = self._answers.restore(content.encode("utf-8"))
        except TeachkitError as error:
            return self._verdict.say(error.says)
        for entry, record in before:
            if entry.record != record:
                entry._came_back()
        says = say_many(
            "{number} exercise was restored.", "{number} exercises were restored.", taken
        )
        return self._verdict.say(says, mood="seen")

    def _try(self, write: Callable[[], None]) -> None:
        try:
            write()
        except FolderError as error:
            self._verdict.say(error.says)


def progress(lesson: str, answers: Answers) -> Progress:
    """Return the learner's progress in `lesson`, computed from `answers`."""
    exercises = exercises_of(lesson)
    points = {exercise.id: points_of(exercise, answers) for exercise in exercises}
    possible, earned = sum(exercise.possible for exercise in exercises), sum(points.values())
    waiting = [exercise.id for exercise in exercises if points[exercise.id] < exercise.possible]
    says = say_many(
        "This lesson: {earned} of {number} point",
        "This lesson: {earned} of {number} points",
        possible,
        earned=earned,
    )
    part = earned / possible if possible else 0.0
    return {"says": says if exercises else "", "part": part, "waiting": waiting}
