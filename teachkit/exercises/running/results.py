"""Results of calls as plain data, whose types survive JSON.

Code may run in one process and be judged in another. So results are converted (`plain`), compared
(`is_same`) and shown (`shown`) without running any of the learner's code.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.strings import cut

MOST_ITEMS = 10_000
MOST_DEEP = 20
MOST_BITS = 3_000
LONGEST_SHOWN = 60

Plain: TypeAlias = Any
"""None, bool, int, float, str, a list of plain values, or a dictionary keyed by a type's name."""


class Result(NamedTuple):
    """The result of a call: a plain value, or an error code and the line of the error.

    Codes: `unreadable` (a syntax error), `missing` (no such function), `arguments` (the function
    takes other arguments), `raised` (an `error` with its `reason`), `endless` (a loop that never
    ends), `slow`, `recursion`, `asks` (for input), `exits`, `stopped` (by the learner), `memory`,
    `refused` (something unavailable, for the given `reason`). Only from a separate process:
    `timeout`, `flooded` (too much output), `died`, `garbled` (invalid output). `loading` is true
    for an error before the first call. `column` and `end_column` enclose the faulty part of the
    line, in the units in which browsers count characters, from 0. Both are 0 for the whole line.
    """

    value: Plain = None
    trouble: str = ""
    error: str = ""
    reason: str = ""
    line: int = 0
    column: int = 0
    end_column: int = 0
    printed: str = ""
    loading: bool = False


Calls: TypeAlias = Sequence[Sequence[Plain]]  # the arguments of each call

Execute: TypeAlias = Callable[[str, str, Calls], list[Result]]
"""A function `(source, name, calls)` that runs a source, and then each call of its function `name`.

A call is a list of arguments. For a driving source, `name` is `execution.DRIVE`, each call is a
course, and the value of each result is the row of performed instructions. One `Execute` is
`execution.execute_in_process`, another is a sandbox. Expected results are never passed in.
"""


class _TooLargeError(Exception):
    """Raised when a value is too large to convert."""


def plain(value: object) -> Plain:
    """Return a value as JSON data that keeps its type.

    An object of an unsupported type is replaced by the type's name. If a value or a part of it is
    too large, the whole value is replaced in the same way.

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
    """Return the Python value of plain data, as a new copy that can be changed safely.

    >>> value_of({"tuple": [1, [2, {"dict": [["a", True]]}]]})
    (1, [2, {'a': True}])
    """
    match thing:
        case list():
            return [value_of(item) for item in thing]
        case {"tuple": items}:
            return tuple(value_of(item) for item in items)
        case {"dict": pairs}:
            return {_key_of(key): value_of(item) for key, item in pairs}
        case {"float": text}:
            return float(text)
    return thing


def _key_of(thing: Plain) -> Any:
    """Return a plain value as a dictionary key, or as text if it cannot be hashed."""
    key = value_of(thing)
    try:
        hash(key)
    except TypeError:
        return shown(thing)
    return key


def type_of(thing: Plain) -> str:
    """Return the name of a plain value's type.

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
    """Return whether two plain values are equal; floats are compared to nine digits.

    A number never equals a bool, but an int may equal a float. A list is equal to a tuple of equal
    items, because no lesson teaches the difference.

    >>> is_same(True, 1), is_same(5.0, 5), is_same(0.1 + 0.2, 0.3), is_same([1], {"tuple": [1]})
    (False, True, True, True)
    """
    match one, other:
        case {"tuple": items}, _:
            return is_same(items, other)
        case _, {"tuple": items}:
            return is_same(one, items)
        case bool(), bool():
            return one is other
        case (bool(), _) | (_, bool()):
            return False
        case (float(), float() | int()) | (int(), float()):
            return _is_close(one, other)
        case list(), list():
            return len(one) == len(other) and all(map(is_same, one, other))
        case {"dict": mine}, {"dict": theirs}:
            values, others = _by_key(mine), _by_key(theirs)
            return values.keys() == others.keys() and all(
                is_same(values[key], others[key]) for key in values
            )
        case {"object": _} | {"large": _}, _:
            return False
    return type_of(one) == type_of(other) and bool(one == other)


def _is_close(one: float, other: float) -> bool:
    with suppress(OverflowError):  # an int may be larger than any float
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    return False


def _by_key(pairs: Plain) -> dict[str, Plain]:
    """Return the pairs as a dictionary keyed by JSON text, so that 1 and True stay distinct."""
    return {json.dumps(key): item for key, item in pairs}


def shown(thing: Plain) -> str:
    """Return a plain value as Python text, shortened if it is too long to read.

    >>> shown({"tuple": [7, "b", {"object": "set"}]})
    "(7, 'b', <set>)"
    """
    return cut(_shown(thing), LONGEST_SHOWN)


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
