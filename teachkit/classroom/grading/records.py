"""What a learner's file says of each exercise, read with suspicion: no part spoils another."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from teachkit.classroom.answers import VERSION
from teachkit.classroom.grading.learners import upload
from teachkit.classroom.sandbox.process import SandboxError
from teachkit.core.data import Table
from teachkit.errors import DataError
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.running.results import Execute
from teachkit.words import say

LONGEST_ANSWER = 20_000
LONGEST_SAID = 200
LONGEST_KEY = 80
MOST_SAID = 1_000_000
MOST_THINGS = 50_000  # numbers, texts, lists and so on: each takes far more memory than letters
MOST_ANSWERS = 1_000


class Said(NamedTuple):
    """What only the learner's own file says; nobody can check it."""

    attempts: int | None = None
    hints: int | None = None
    prediction: str = ""
    changed: str = ""
    first_mark: int | None = None


class Record(NamedTuple):
    """One exercise in a learner's file. `answers` are the last one and the best one."""

    answers: tuple[str, ...] = ()
    version: str = ""
    said: Said = Said()
    troubles: tuple[str, ...] = ()


class Records(NamedTuple):
    """A file: its records by the id of the exercise, and what is odd about all of it."""

    by_exercise: dict[str, Record]
    troubles: tuple[str, ...] = ()


def read_records(text: str) -> Records:
    """The records of an answers file. Raises `DataError` for a file that is none.

    >>> file = '{"teachkit": 1, "answers": {"01-01": {"answer": "2: c2 north", "hints": "no"}}}'
    >>> read_records(file).by_exercise["01-01"]
    Record(answers=('2: c2 north',), version='', said=Said(attempts=None, hints=None, \
prediction='', changed='', first_mark=None), troubles=('"hints" is not as it should be.',))
    """
    if sum(map(text.count, "[{,")) > MOST_THINGS:  # never fewer than there are, strings included
        raise DataError(say("this holds more than {most} things", most=MOST_THINGS))
    twice: set[str] = set()
    try:
        data = json.loads(
            text,
            object_pairs_hook=lambda pairs: _noticed(pairs, twice),
            parse_constant=lambda name: None,
            parse_int=lambda digits: int(digits) if len(digits) < 20 else None,
        )
    except (ValueError, RecursionError):
        raise DataError(say("this is no JSON, or only a part of it")) from None
    if not isinstance(data, dict) or data.get("teachkit") != VERSION:
        raise DataError(say("this is no answers file"))
    answers = data.get("answers")
    if not isinstance(answers, dict):
        raise DataError(say("this answers file has no answers"))
    if len(answers) > MOST_ANSWERS:
        raise DataError(say("this holds more than {most} answers", most=MOST_ANSWERS))
    troubles = tuple(
        say('"{key}" is there twice; the last one counts.', key=_readable(key[:LONGEST_KEY]))
        for key in sorted(twice)[:5]
    )
    return Records({_readable(key): _record(value) for key, value in answers.items()}, troubles)


def _noticed(pairs: list[tuple[str, Any]], twice: set[str]) -> Table:
    twice |= {key for key, times in Counter(key for key, _ in pairs).items() if times > 1}
    return dict(pairs)


def _record(data: object) -> Record:
    if not isinstance(data, dict):
        return Record(troubles=(say("This answer is not as it should be."),))
    odd: list[str] = []
    answers = [_text(data, key, LONGEST_ANSWER, odd) for key in ("answer", "best")]
    version = _text(data, "exercise", LONGEST_SAID, odd)
    said = Said(
        _number(data, "attempts", odd),
        _number(data, "hints", odd),
        _text(data, "prediction", LONGEST_SAID, odd),
        _text(data, "changed", LONGEST_SAID, odd),
        _first_mark(data, odd),
    )
    given = tuple(dict.fromkeys(answer for answer in answers if answer.strip()))
    return Record(given, version, said, tuple(odd))


def _text(data: Table, key: str, most: int, odd: list[str]) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        odd.append(say('"{key}" is not as it should be.', key=key))
        return ""
    if len(value) > most:
        odd.append(
            say('"{key}" is longer than {most} letters; it is not read.', key=key, most=most)
        )
        return ""
    return _readable(value)


def _number(data: Table, key: str, odd: list[str]) -> int | None:
    if key not in data:
        return None
    value = data[key]
    if type(value) is int and 0 <= value <= MOST_SAID:
        return value
    odd.append(say('"{key}" is not as it should be.', key=key))
    return None


def _first_mark(data: Table, odd: list[str]) -> int | None:
    """The card that was marked first in a bug hunt."""
    marks = data.get("marks", [])
    if not isinstance(marks, list):
        odd.append(say('"{key}" is not as it should be.', key="marks"))
        return None
    return _number({"marks": marks[0]}, "marks", odd) if marks else None


def _readable(text: str) -> str:
    """Without the halves of letters that JSON can say and nothing can write."""
    return text.encode("utf-8", "replace").decode("utf-8")


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
            yield say(
                "{file} has another answer; the newest counts, from {newest}.",
                file=file.place,
                newest=counts.place,
            )


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
