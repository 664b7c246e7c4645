"""A parser for the output of a process that ran a learner's code.

The output is untrusted: its form is validated, and its values are graded. A forged line can contain
only what an honest line could, and earns points only for the right value, which the process never
received.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any, NoReturn

from teachkit.core.strings import readable
from teachkit.exercises.running.results import MOST_BITS, MOST_DEEP, MOST_ITEMS, Plain, Result
from teachkit.exercises.running.runs import LONGEST_TOLD, MOST_COLUMNS, MOST_PRINTED

LONGEST_NAME = 100  # characters in the name of a type or an exception
MOST_LINES = 1_000_000

TROUBLES = {
    "", "unreadable", "missing", "arguments", "raised", "endless", "slow", "recursion", "asks",
    "exits", "stopped", "memory", "refused",
}  # fmt: skip


class BrokeError(Exception):
    """Raised when a process gives no valid result; `trouble` is the error code."""

    def __init__(self, trouble: str) -> None:
        super().__init__(trouble)
        self.trouble = trouble


class GarbledError(BrokeError):
    """Raised when a process wrote a line that no honest process would write."""

    def __init__(self) -> None:
        super().__init__("garbled")


def result_in(line: bytes) -> Result:
    """Parse `line` as a result. Raise `GarbledError` if no honest process would write `line`.

    >>> result_in(json.dumps(Result(7)._asdict()).encode()).value
    7
    >>> result_in(b'{"value": NaN}')
    Traceback (most recent call last):
    teachkit.classroom.sandbox.sandbox_protocol.GarbledError: garbled
    """
    try:
        data = json.loads(line.decode("utf-8"), parse_constant=_refuse)
    # The line is nested too deeply, has too long a number, or is not JSON or not UTF-8.
    except (ValueError, RecursionError):
        raise GarbledError from None
    if type(data) is not dict or data.keys() != set(Result._fields):
        raise GarbledError
    if not (
        all(_fits(data[name], *form) for name, form in _FORMS.items())
        and data["trouble"] in TROUBLES
        and is_plain(data["value"])
    ):
        raise GarbledError
    shown = {name: readable(data[name]) for name in ("error", "reason", "printed")}
    return Result(**data | shown)


_FORMS: dict[str, tuple[type, int]] = {
    "trouble": (str, LONGEST_NAME),
    "error": (str, LONGEST_NAME),
    "reason": (str, LONGEST_TOLD),
    "line": (int, MOST_LINES),
    "column": (int, MOST_COLUMNS),
    "end_column": (int, MOST_COLUMNS),
    "printed": (str, MOST_PRINTED),
    "loading": (bool, 1),
}


def _fits(value: Any, kind: type[Any], most: int) -> bool:
    if type(value) is not kind:
        return False
    size = len(value) if isinstance(value, str) else value
    return 0 <= size <= most


def _refuse(constant: str) -> NoReturn:
    raise GarbledError


def is_plain(thing: Plain) -> bool:
    """Return whether `thing` is a value that `results.plain` could have produced.

    >>> is_plain([1, {"tuple": ["a"]}]), is_plain({"tuple": "a"}), is_plain({"set": []})
    (True, False, False)
    """
    return _is_plain(thing, MOST_DEEP, iter(range(MOST_ITEMS)))


def _is_plain(thing: Plain, deep: int, room: Iterator[int]) -> bool:
    def are_plain(things: list[Plain]) -> bool:
        return all(_is_plain(each, deep - 1, room) for each in things)

    if deep == 0 or next(room, None) is None or (type(thing) is dict and len(thing) != 1):
        return False
    match thing:
        case list(items) | {"tuple": list(items)}:
            return are_plain(items)
        case {"dict": list(pairs)}:
            return all(type(pair) is list and len(pair) == 2 and are_plain(pair) for pair in pairs)
        case {"object": str(name)} | {"large": str(name)}:
            return name.isidentifier() and len(name) <= LONGEST_NAME
        case {"float": "inf" | "-inf" | "nan"}:
            return True
    return _is_single(thing)


def _is_single(thing: Plain) -> bool:
    match thing:
        case None | bool():
            return True
        case int():
            return thing.bit_length() <= MOST_BITS
        case float():
            return math.isfinite(thing)
        case str():
            return len(thing) <= MOST_ITEMS
    return False
