"""The saved answer to one exercise: its entry in the answers file, updated with every change."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakSet

from teachkit.classroom.answers import Answers
from teachkit.errors import FolderError, TeachkitError
from teachkit.exercises.model.exercise import Exercise
from teachkit.widgets.common.widget import Data
from teachkit.widgets.workbench.verdict import Verdict
from teachkit.words import say_many

_open: WeakSet[SavedAnswer] = WeakSet()


class SavedAnswer:
    """One exercise's entry in the answers file; the verdict explains any failure to store it.

    `came_back()` is called when another record was brought back from a copy of the file.
    """

    def __init__(
        self,
        exercise: Exercise,
        answers: Answers,
        verdict: Verdict,
        came_back: Callable[[], None],
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
