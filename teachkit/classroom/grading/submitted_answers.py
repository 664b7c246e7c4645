"""Submitted answers files, which are untrusted and may be partly damaged."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from teachkit.classroom.answers import VERSION
from teachkit.classroom.grading.learners import upload
from teachkit.core.data import Table
from teachkit.errors import DataError
from teachkit.words import say

LONGEST_ANSWER = 20_000
LONGEST_SAID = 200
LONGEST_KEY = 80
MOST_SAID = 1_000_000
MOST_THINGS = 50_000  # numbers, texts, lists and so on, which need more memory than their text
MOST_ANSWERS = 1_000

_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)


class SelfReport(NamedTuple):
    """Values from the learner's own file that cannot be verified, such as the number of hints."""

    attempts: int | None = None
    hints: int | None = None
    prediction: str = ""
    changed: str = ""
    first_mark: int | None = None

    @property
    def date(self) -> str:
        """The time at which the answer was changed, or "" if the file does not give one."""
        return self.changed if _DATE.fullmatch(self.changed) else ""


class Record(NamedTuple):
    """The record of one exercise in a learner's file.

    `answers` are the last and the best answer. `version` is the hash of the exercise that the
    learner worked on.
    """

    answers: tuple[str, ...] = ()
    version: str = ""
    self_report: SelfReport = SelfReport()
    troubles: tuple[str, ...] = ()


class Records(NamedTuple):
    """The records in an answers file by exercise id, with notes on faults of the whole file.

    `place` is the file's path in the submission.
    """

    by_exercise: dict[str, Record]
    troubles: tuple[str, ...] = ()
    place: str = ""

    def under(self, names: Mapping[str, str]) -> Records:
        """Return the records under the present ids of the exercises; `names` are by earlier ids.

        If there are answers under both ids, all of them are graded, and the best one counts.
        """
        found = dict(self.by_exercise)
        for old in sorted(found.keys() & names.keys()):
            record, now = found.pop(old), found.get(names[old], Record())
            main = now if now.answers else record
            answers = tuple(dict.fromkeys((*record.answers, *now.answers)))
            found[names[old]] = main._replace(answers=answers)
        return self._replace(by_exercise=found)

    def at(self, exercise: str) -> Record:
        return self.by_exercise.get(exercise, Record())

    def age(self, exercise: str) -> tuple[str, int]:
        """Return a sort key that is greater for newer answers: the date, then the upload number."""
        date = self.at(exercise).self_report.date
        return date, upload(self.place.rpartition("/")[2])


def read_records(text: str) -> Records:
    """Parse an answers file. Raise `DataError` if it is not one.

    >>> file = '{"teachkit": 1, "answers": {"01-01": {"answer": "2: c2 north", "hints": "no"}}}'
    >>> read_records(file).by_exercise["01-01"]
    Record(answers=('2: c2 north',), version='', self_report=SelfReport(attempts=None, hints=None, \
prediction='', changed='', first_mark=None), troubles=('"hints" has an unexpected value.',))
    """
    # This count may be too high but never too low, since it includes characters inside strings.
    if sum(map(text.count, "[{,")) > MOST_THINGS:
        raise DataError(say("this file contains more than {most} values", most=MOST_THINGS))
    twice: set[str] = set()
    try:
        data = json.loads(
            text,
            object_pairs_hook=lambda pairs: _noticed(pairs, twice),
            parse_constant=lambda name: None,
            parse_int=lambda digits: int(digits) if len(digits) < 20 else None,
        )
    except (ValueError, RecursionError):
        raise DataError(say("this file is not JSON, or a part of it is missing")) from None
    if not isinstance(data, dict) or data.get("teachkit") != VERSION:
        raise DataError(say("this is not an answers file"))
    answers = data.get("answers")
    if not isinstance(answers, dict):
        raise DataError(say("this answers file contains no answers"))
    if len(answers) > MOST_ANSWERS:
        raise DataError(say("this file contains more than {most} answers", most=MOST_ANSWERS))
    troubles = tuple(
        say('"{key}" occurs twice. The last one counts.', key=_readable(key[:LONGEST_KEY]))
        for key in sorted(twice)[:5]
    )
    return Records({_readable(key): _record(value) for key, value in answers.items()}, troubles)


def _noticed(pairs: list[tuple[str, Any]], twice: set[str]) -> Table:
    twice |= {key for key, times in Counter(key for key, _ in pairs).items() if times > 1}
    return dict(pairs)


def _record(data: object) -> Record:
    if not isinstance(data, dict):
        return Record(troubles=(say("This answer has an unexpected form."),))
    odd: list[str] = []
    answers = [_text(data, key, LONGEST_ANSWER, odd) for key in ("answer", "best")]
    version = _text(data, "exercise", LONGEST_SAID, odd)
    attempts, hints = (_number(data, key, odd) for key in ("attempts", "hints"))
    expected, date = (_text(data, key, LONGEST_SAID, odd) for key in ("prediction", "changed"))
    self_report = SelfReport(attempts, hints, expected, date, _first_mark(data, odd))
    given = tuple(dict.fromkeys(answer for answer in answers if answer.strip()))
    return Record(given, version, self_report, tuple(odd))


def _value(
    data: Table, key: str, usual: object, fits: Callable[[Any], bool], odd: list[str]
) -> Any:
    """Return the value of `key`, or the `usual` one if it is missing or does not fit."""
    if key in data and not fits(data[key]):
        odd.append(say('"{key}" has an unexpected value.', key=key))
        return usual
    return data.get(key, usual)


def _text(data: Table, key: str, most: int, odd: list[str]) -> str:
    value: str = _value(data, key, "", lambda it: isinstance(it, str), odd)
    if len(value) > most:
        says = say('"{key}" is longer than {most} letters, so it is ignored.', key=key, most=most)
        odd.append(says)
        return ""
    return _readable(value)


def _number(data: Table, key: str, odd: list[str]) -> int | None:
    fits = lambda it: type(it) is int and 0 <= it <= MOST_SAID
    number: int | None = _value(data, key, None, fits, odd)
    return number


def _first_mark(data: Table, odd: list[str]) -> int | None:
    """Return the number of the card that the learner first picked as the bug, or `None`."""
    marks = _value(data, "marks", [], lambda it: isinstance(it, list), odd)
    return _number({"marks": marks[0]}, "marks", odd) if marks else None


def _readable(text: str) -> str:
    """Return `text` with each lone surrogate, which UTF-8 cannot encode, replaced by `?`."""
    return text.encode("utf-8", "replace").decode("utf-8")


def newest(files: Sequence[Records], exercise: str) -> Records:
    """Return the file with the newest answer to `exercise`.

    If no file has an answer, return the file with the newest record of the exercise; if there is no
    record either, return empty records.
    """
    there = [file for file in files if exercise in file.by_exercise]
    given = [file for file in there if file.at(exercise).answers] or there
    return max(given, key=lambda file: file.age(exercise), default=Records({}))


def others(files: Sequence[Records], exercise: str, counts: Records) -> Iterator[str]:
    """Yield a sentence for each file with an answer that is not in `counts`, the newest file."""
    for file in files:
        if set(file.at(exercise).answers) - set(counts.at(exercise).answers):
            yield say("{file} has a different answer. The newest answer, from {newest}, is the one "
                      "that counts.", file=file.place, newest=counts.place)  # fmt: skip
