"""A learner's answers, in one JSON file beside the notebooks, always written as a whole.

The file is read, merged and replaced under a lock, because two lessons may be open at once. A
damaged file is renamed and reported; it is never overwritten.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path

from teachkit.classroom.library import renamed
from teachkit.core.data import Table, set_aside, write_whole, writing_in
from teachkit.errors import DataError, FolderError
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Grade
from teachkit.exercises.running.execution import execute_in_process
from teachkit.exercises.running.results import Execute
from teachkit.words import say

VERSION = 1


def answers_folder() -> Path:
    """Return the folder named in `TEACHKIT_ANSWERS`, or else the working folder."""
    return Path(os.environ.get("TEACHKIT_ANSWERS") or Path.cwd())


def learner_name(folder: Path | None = None) -> str:
    """Return the learner's name from `TEACHKIT_LEARNER` or from the folder's name file, or ""."""
    if "TEACHKIT_LEARNER" in os.environ:
        return os.environ["TEACHKIT_LEARNER"]
    try:
        return name_file(folder or answers_folder()).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def name_file(folder: Path) -> Path:
    """Return the path of the file in `folder` that stores the learner's name."""
    return folder / ".learner"


def answers_file(folder: Path, learner: str) -> Path:
    """Return the path of `answers.json`, or of `answers-NAME.json` for a learner with a name."""
    name = re.sub(r"[^\w-]+", "-", unicodedata.normalize("NFC", learner)).strip("-")[:50]
    return folder / (f"answers-{name}.json" if name else "answers.json")


class Answers:
    """The answers of one learner. Every change is saved to disk immediately.

    `notice` is a sentence about a damaged file that was renamed, or "".
    """

    def __init__(self, folder: Path | None = None, learner: str | None = None) -> None:
        self.folder = folder or answers_folder()
        self.learner = learner_name(self.folder) if learner is None else learner
        self.path = answers_file(self.folder, self.learner)
        self.notice = ""

    def record(self, exercise: str) -> Table:
        """Return the stored record of an exercise, or an empty dictionary."""
        return dict(self.read()["answers"].get(exercise, {}))

    def read(self) -> Table:
        """Return the content of the answers file, or empty content if there is none.

        A damaged file is renamed, and `notice` gives its new name.
        """
        try:
            return self._kept()
        except DataError:
            with self._lock():
                return self._mended()

    def save(self, exercise: Exercise, answer: str) -> None:
        """Store an answer that the learner is still working on, without counting an attempt."""
        self._change(exercise, lambda record: record | {"answer": answer})

    def hand_in(
        self, exercise: Exercise, answer: str, execute: Execute = execute_in_process
    ) -> Grade:
        """Grade `answer` and return the grade.

        Store `answer` as the last answer and, if no earlier answer was better, as the best.

        An answer that cannot be read does not count as an attempt. Such an answer is stored only if
        it contains a letter or a digit and no answer is stored yet.
        """
        result = grade(exercise, answer, execute)
        if result.unread:
            if _says_something(answer) and not self.record(exercise.id).get("answer"):
                self.save(exercise, answer)
            return result

        def attempted(record: Table) -> Table:
            record["attempts"] = record.get("attempts", 0) + 1
            if "best" not in record or result.points >= record.get("points", 0):
                record |= {"best": answer, "points": result.points}
            return record | {"answer": answer, "ran": answer, "possible": result.possible}

        self._change(exercise, attempted)
        return result

    def note(self, exercise: Exercise, **facts: object) -> None:
        """Add `facts`, such as `hints=2` or `prediction="b4 north"`, to an exercise's record."""
        self._change(exercise, lambda record: record | facts)

    def watched(self, run: str) -> dict[str, str]:
        """Return a dictionary from step numbers (as text) to the learner's answers during `run`."""
        return dict(self.read().get("watched", {}).get(run, {}))

    def keep_watched(self, run: str, step: int, said: str) -> None:
        """Store `said` as the learner's answer to the question asked before `step` of `run`."""

        def update(data: Table) -> None:
            data.setdefault("watched", {}).setdefault(run, {})[str(step)] = said

        self._update(update)

    def reset(self, exercise: Exercise) -> None:
        """Clear the answer of one exercise; the best answer and its points stay."""
        self._change(exercise, lambda record: record | {"answer": ""})

    def download(self) -> bytes:
        """Return the content of the answers file as bytes, for use on another computer."""
        return _text(self.read()).encode("utf-8")

    def restore(self, content: bytes) -> int:
        """Merge a downloaded file, keeping the better answer to each exercise.

        Return the number of exercises whose answer was taken from the file. Raise `DataError` if
        `content` is not an answers file.
        """
        copy, taken = _answers_in(content), 0
        theirs = copy["answers"]

        def merge(data: Table) -> None:
            nonlocal taken
            if watched := copy.get("watched", {}) | data.get("watched", {}):
                data["watched"] = watched
            for name, record in theirs.items():
                mine = data["answers"].get(name, {})
                data["answers"][name] = _merged(record, mine)
                taken += _is_better(record, mine)

        self._update(merge)
        return taken

    def _change(self, exercise: Exercise, change: Callable[[Table], Table]) -> None:
        def update(data: Table) -> None:
            record = change(dict(data["answers"].get(exercise.id, {})))
            record |= {"exercise": exercise.hash, "changed": date_text(datetime.now(UTC))}
            data["answers"][exercise.id] = record

        self._update(update)

    def _update(self, change: Callable[[Table], None]) -> None:
        with self._lock():
            data = self._mended()
            change(data)
            write_whole(self.path, _text(data))

    def _lock(self) -> AbstractContextManager[object]:
        """Lock the answers file, and return a context manager that releases the lock.

        Raise `FolderError` if the folder cannot be written to or another lesson holds the lock.
        """
        from filelock import FileLock, Timeout

        lock = FileLock(self.path.with_name(f".{self.path.name}.lock"), timeout=10)
        with writing_in(self.folder):
            if not os.access(self.folder, os.W_OK):
                raise PermissionError
            try:
                return lock.acquire()
            except Timeout:
                says = say("Another lesson is using your answers file. Try again.")
                raise FolderError(says) from None

    def _kept(self) -> Table:
        """Return the content of the file, or empty content if there is none.

        Raise `DataError` if the file is damaged, and `FolderError` if it cannot be read.
        """
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return self._empty()
        except OSError:
            raise FolderError(say('"{file}" cannot be read.', file=self.path)) from None
        return _answers_in(content)

    def _mended(self) -> Table:
        """Return the content of the file; if it is damaged, rename it and return empty content."""
        try:
            return self._kept()
        except DataError:
            now = set_aside(self.path, "damaged").name
            self.notice = say("Your answers file was damaged. It is now called {file}.", file=now)
            return self._empty()

    def _empty(self) -> Table:
        return {"teachkit": VERSION, "learner": self.learner, "answers": {}}


def _answers_in(content: bytes) -> Table:
    """Return the data of the answers file `content`, with the present ids of the exercises.

    If there are answers under an earlier id as well, the better one counts. Raise `DataError` for
    any other content.
    """
    try:
        data = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError):
        data = None
    if (
        not isinstance(data, dict)
        or data.get("teachkit") != VERSION
        or not isinstance(data.get("answers"), dict)
        or not all(map(_is_record, data["answers"].values()))
        or not _are_watched(data.get("watched", {}))
    ):
        raise DataError(say("This is not an answers file. Choose a file that you downloaded."))
    answers, names = data["answers"], renamed()
    for old in sorted(answers.keys() & names.keys()):
        record = answers.pop(old)
        answers[names[old]] = _merged(record, answers.get(names[old], {}))
    return data


_KINDS = {
    **dict.fromkeys(("exercise", "answer", "best", "ran", "prediction", "changed"), str),
    **dict.fromkeys(("points", "possible"), int | float),
    **dict.fromkeys(("attempts", "hints", "fewest", "medals", "badges"), int),
    "marks": list,
}


def _is_record(record: object) -> bool:
    """Return whether `record` is a dictionary whose values have the right types."""
    return isinstance(record, dict) and all(
        isinstance(value, _KINDS.get(key, object)) for key, value in record.items()
    )


def _are_watched(runs: object) -> bool:
    """Return whether `runs` is a dictionary of dictionaries that contain only text."""
    return isinstance(runs, dict) and all(
        isinstance(said, dict) and all(isinstance(text, str) for text in said.values())
        for said in runs.values()
    )


def _says_something(answer: str) -> bool:
    """Return whether an answer contains a letter or a digit."""
    return any(map(str.isalnum, answer))


def _is_better(theirs: Table, mine: Table) -> bool:
    """Return whether the answer in the record `theirs` counts; `mine` is empty if there is none."""

    def rank(record: Table) -> tuple[float, bool, str]:
        said = any(_says_something(record.get(key, "")) for key in ("answer", "best"))
        return record.get("points", 0), said, record.get("changed", "")

    return not mine or rank(theirs) > rank(mine)


def _merged(theirs: Table, mine: Table) -> Table:
    """Return the better record, with the fewest cards and the most medals and badges of both."""
    merged = {**(theirs if _is_better(theirs, mine) else mine)}
    for field, best in (("fewest", min), ("medals", max), ("badges", max)):
        if known := [record[field] for record in (theirs, mine) if field in record]:
            merged[field] = best(known)
    return merged


def _text(data: Table) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def date_text(date: datetime) -> str:
    """Return `date` as answers files write it, such as "2026-12-01T17:00:00Z"."""
    return date.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
