"""Of all that a learner answered to an exercise, what counts: one guess at what is hidden."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from teachkit.classroom.grading.names import upload
from teachkit.classroom.grading.records import Record, Records
from teachkit.classroom.sandbox.sandbox import SandboxError
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.running.results import Execute
from teachkit.words import say

_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)


class Read(NamedTuple):
    """An answers file that could be read, and where it lay."""

    place: str
    records: Records

    def at(self, exercise: str) -> Record:
        return self.records.by_exercise.get(exercise, Record())

    def age(self, exercise: str) -> tuple[str, int]:
        """Sorts by how new the answer is: as the file says, else as uploads are numbered."""
        changed = self.at(exercise).said.changed
        return (changed if _DATE.fullmatch(changed) else "", upload(self.place.rpartition("/")[2]))


def newest(files: Sequence[Read], exercise: str) -> Read | None:
    """The file with the newest answer; where there is none, with the newest word about it."""
    there = [file for file in files if exercise in file.records.by_exercise]
    given = [file for file in there if file.at(exercise).answers] or there
    return max(given, key=lambda file: file.age(exercise), default=None)


def others(files: Sequence[Read], exercise: str, counts: Read | None) -> Iterator[str]:
    """In which files another answer lies."""
    for file in files:
        if counts and set(file.at(exercise).answers) - set(counts.at(exercise).answers):
            yield say("{file} has another answer; the newest counts, from {newest}.",
                      file=file.place, newest=counts.place)  # fmt: skip


def counting(
    exercise: Exercise, answers: Sequence[str], execute: Execute, solves: Callable[[str], bool]
) -> Sequence[str]:
    """Of the last and the best answer the one that counts, or both where nothing is hidden.

    What a learner sees, earns the same at home. Of what is hidden nobody has two guesses: there
    counts what does better at what is shown, or else the last. One that solves it all needs no
    comparing.
    """
    shown = _shown(exercise)
    if len(answers) < 2 or (shown.starts, shown.cases) == (exercise.starts, exercise.cases):
        return answers
    if solves(answers[0]):
        return answers[:1]
    return [max(answers, key=lambda answer: _earns(exercise, answer, execute))]


def _shown(exercise: Exercise) -> Exercise:
    """As much of it as its learners see."""
    cases = tuple(case for case in exercise.cases if not case.hidden)
    return replace(exercise, starts=exercise.shown_starts, cases=cases)


@lru_cache(maxsize=8192)
def _earns(exercise: Exercise, answer: str, execute: Execute) -> int:
    """Points where everything is shown. Remembered: a whole class makes the same mistakes."""
    try:
        return grade(_shown(exercise), answer, execute).points
    except SandboxError:
        raise
    except Exception:  # nobody's answer may end the grading of the others'
        return 0
