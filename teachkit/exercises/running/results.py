"""What calls of a function gave, as plain data: JSON carries it and changes no type.

The code runs in one place and is judged in another, perhaps in another process. So what a call
gave is written down here (`plain`), compared (`is_same`) and shown (`shown`) without being run.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

MOST_ITEMS = 10_000
MOST_DEEP = 20
MOST_BITS = 3_000
LONGEST_SHOWN = 60

Plain: TypeAlias = Any
"""None, bool, int, float, str, a list of these, or a dictionary with one key that says the type."""


class Result(NamedTuple):
    """What one call gave: a plain value, or a trouble and the line where it arose.

    Troubles: `unreadable` (no Python), `missing` (no such function), `arguments` (it takes others),
    `raised` (an `error` with its `reason`), `endless` (a loop), `slow`, `recursion`, `asks`
    (for input), `exits`, `stopped` (by the learner), `memory` (it needs too much), `refused` (it is
    not on offer; the `reason` says so).
    Of a process of its own only: `timeout`, `flooded` (it gave too much), `died`, `garbled` (what
    it gave has no meaning). `loading`: before anything could be called.
    """

    value: Plain = None
    trouble: str = ""
    error: str = ""
    reason: str = ""
    line: int = 0
    printed: str = ""
    loading: bool = False

    def to_json(self) -> dict[str, Any]:
        return self._asdict()

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Result:
        """The same result again, types and all.

        >>> result = Result(plain((7, 7.0, True)))
        >>> Result.from_json(json.loads(json.dumps(result.to_json()))) == result
        True
        """
        return cls(**data)


Execute: TypeAlias = Callable[[str, str, Sequence[Sequence[Plain]]], list[Result]]
"""Runs a source and calls its function with each of these arguments: `(source, name, calls)`.

A source that drives has no function that is called: its name is `execution.DRIVE`, each call is a
start, and a result's value is the row of instructions that came out. `execution.execute_here` is
an `Execute`; a sandbox is another. What is expected is never handed to it.
"""


class _TooLargeError(Exception):
    """A value that nobody could read."""


def plain(value: object) -> Plain:
    """A value as JSON can carry it. Its exact type is kept; what has no such form is only named.

    >>> plain([True, 5.0, (1, None), {"a": {2}}])
    [True, 5.0, {'tuple': [1, None]}, {'dict': [['a', {'object': 'set'}]]}]
    >>> plain("x" * 20_000)
    {'large': 'str'}
    """
    try:
        return _plain(value, MOST_DEEP, iter(range(MOST_ITEMS)))
    except _TooLargeError:
        return {"large": type(value).__name__}


def _plain(value: Any, deep: int, room: Any) -> Plain:
    kind = type(value)
    large = (kind is int and value.bit_length() > MOST_BITS) or (
        kind is str and len(value) > MOST_ITEMS
    )
    if large or deep == 0 or next(room, None) is None:
        raise _TooLargeError
    if value is None or kind in (bool, int, str) or (kind is float and math.isfinite(value)):
        return value
    if kind is float:
        return {"float": str(value)}
    if kind is list:
        return [_plain(item, deep - 1, room) for item in value]
    if kind is tuple:
        return {"tuple": [_plain(item, deep - 1, room) for item in value]}
    if kind is dict:
        pairs = [[_plain(part, deep - 1, room) for part in pair] for pair in value.items()]
        return {"dict": pairs}
    return {"object": kind.__name__}


def value_of(thing: Plain) -> Any:
    """The value itself, made anew at each call, so that no one can spoil it for another.

    >>> value_of({"tuple": [1, [2, {"dict": [["a", True]]}]]})
    (1, [2, {'a': True}])
    """
    match thing:
        case list():
            return [value_of(item) for item in thing]
        case {"tuple": items}:
            return tuple(value_of(item) for item in items)
        case {"dict": pairs}:
            return {value_of(key): value_of(item) for key, item in pairs}
        case {"float": text}:
            return float(text)
    return thing


def type_of(thing: Plain) -> str:
    """The name of a plain value's type.

    >>> [type_of(plain(value)) for value in (True, 1, (), None, {1})]
    ['bool', 'int', 'tuple', 'NoneType', 'set']
    """
    match thing:
        case {"object": name} | {"large": name}:
            return str(name)
        case dict():
            return str(next(iter(thing)))
    return type(thing).__name__


def is_same(one: Plain, other: Plain) -> bool:
    """Equal in value and in exact type; numbers with a point are compared to nine digits.

    >>> is_same(True, 1), is_same(5.0, 5), is_same(0.1 + 0.2, 0.3), is_same([1], [1])
    (False, False, True, True)
    """
    if type_of(one) != type_of(other):
        return False
    match one, other:
        case float(), float():
            return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
        case list(), list():
            return len(one) == len(other) and all(map(is_same, one, other))
        case {"tuple": mine}, {"tuple": theirs}:
            return is_same(mine, theirs)
        case {"dict": mine}, {"dict": theirs}:
            values, others = _by_key(mine), _by_key(theirs)
            return values.keys() == others.keys() and all(
                is_same(values[key], others[key]) for key in values
            )
        case {"object": _} | {"large": _}, _:
            return False
    return bool(one == other)


def _by_key(pairs: Plain) -> dict[str, Plain]:
    """A dictionary by what its keys look like, so that 1 and True stay two keys."""
    return {json.dumps(key): item for key, item in pairs}


def shown(thing: Plain) -> str:
    """As Python would write it, cut off where it gets too long to read.

    >>> shown({"tuple": [7, "b", {"object": "set"}]})
    "(7, 'b', <set>)"
    """
    return cut(_shown(thing), LONGEST_SHOWN)


def cut(text: str, most: int) -> str:
    """Return a text, cut off where it is longer than `most` letters.

    >>> cut("forward", 7), cut("forward", 6)
    ('forward', 'forwa…')
    """
    return text if len(text) <= most else text[: most - 1] + "…"


def _shown(thing: Plain) -> str:
    match thing:
        case list():
            return f"[{', '.join(map(_shown, thing))}]"
        case {"tuple": [only]}:
            return f"({_shown(only)},)"
        case {"tuple": items}:
            return f"({', '.join(map(_shown, items))})"
        case {"dict": pairs}:
            return f"{{{', '.join(f'{_shown(key)}: {_shown(item)}' for key, item in pairs)}}}"
        case {"float": text}:
            return str(text)
        case {"object": name} | {"large": name}:
            return f"<{name}>"
    return repr(thing)
