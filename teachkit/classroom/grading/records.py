"""What a learner's file says of each exercise, read with suspicion: no part spoils another."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NamedTuple

from teachkit.classroom.answers import VERSION
from teachkit.errors import DataError
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
    troubles = tuple(say('"{key}" is there twice; the last one counts.',
                         key=_readable(key[:LONGEST_KEY]))
                     for key in sorted(twice)[:5])  # fmt: skip
    return Records({_readable(key): _record(value) for key, value in answers.items()}, troubles)


def _noticed(pairs: list[tuple[str, Any]], twice: set[str]) -> dict[str, Any]:
    twice |= {key for key, times in Counter(key for key, _ in pairs).items() if times > 1}
    return dict(pairs)


def _record(data: Any) -> Record:
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


def _text(data: dict[str, Any], key: str, most: int, odd: list[str]) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        odd.append(say('"{key}" is not as it should be.', key=key))
        return ""
    if len(value) > most:
        odd.append(say('"{key}" is longer than {most} letters; it is not read.',
                       key=key, most=most))  # fmt: skip
        return ""
    return _readable(value)


def _number(data: dict[str, Any], key: str, odd: list[str]) -> int | None:
    if key not in data:
        return None
    value = data[key]
    if type(value) is int and 0 <= value <= MOST_SAID:
        return value
    odd.append(say('"{key}" is not as it should be.', key=key))
    return None


def _first_mark(data: dict[str, Any], odd: list[str]) -> int | None:
    """The card that was marked first in a bug hunt."""
    marks = data.get("marks", [])
    if not isinstance(marks, list):
        odd.append(say('"{key}" is not as it should be.', key="marks"))
        return None
    return _number({"marks": marks[0]}, "marks", odd) if marks else None


def _readable(text: str) -> str:
    """Without the halves of letters that JSON can say and nothing can write."""
    return text.encode("utf-8", "replace").decode("utf-8")
