"""Many small choices packed into one whole number, and numbers spelled as codes.

Codes are made of letters and digits that are not mistaken for each other. A code is a row of groups
of five, such as `K7QN4-3MWXH`. The last sign of each group is a check digit, which depends on the
number of the group and tells which group is damaged. Three signs of the whole code are a checksum.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import accumulate
from typing import Any, TypeVar, cast
from zlib import crc32

from teachkit.errors import TeachkitError
from teachkit.words import say, shown

SIGNS = "34679ACDEFGHJKMNPQRTWXY"
"""The signs of codes. Without 0 O, 1 I L, 2 Z, 5 S, 8 B and U V, no two of them look alike."""

MOST = 160
"""The largest number of characters in a code, with its hyphens."""

_BASE = len(SIGNS)  # a prime number, so that a check digit finds each wrong or swapped sign
_GROUP = 5
_CHECKSUM = _BASE**3
_LAST = 7  # makes the last group different from all others, so that no end can be lost
_LONGEST_TEXT = 400
_BETWEEN = r"[\s\u2010-\u2015-]+"  # spaces, hyphens and what keyboards make of hyphens
_LIKE_A_CODE = re.compile(rf"[0-9A-Z]+(?:{_BETWEEN}[0-9A-Z]+)*")


class CodeError(TeachkitError, ValueError):
    """Raised when a code cannot be read, or when something does not fit into a code."""


def spelled(number: int) -> str:
    """Return `number` as a code. Raise `CodeError` if it would be too long.

    >>> spelled(34), number_in(spelled(34))
    ('T3XHD-4333C', 34)
    """
    left, signs = number * _CHECKSUM + _checksum(number), ""
    while left or len(signs) % (_GROUP - 1):
        left, sign = divmod(left, _BASE)
        signs += SIGNS[sign]
    rows = _split(signs, _GROUP - 1)
    code = "-".join(
        next(row + sign for sign in SIGNS if _value(row + sign) == _right_value(at, len(rows)))
        for at, row in enumerate(rows)
    )
    if len(code) > MOST:
        facts = {"length": len(code), "most": MOST}
        raise CodeError(say("This is too much for a code: {length} of {most} signs.", **facts))
    return code


def number_in(code: str) -> int:
    """Return the number that `code` spells. Raise `CodeError`, with the damaged group, if need be.

    Lower case letters and missing or additional spaces and hyphens are accepted.
    """
    if not is_code(code):
        raise CodeError(say("This is not a code. Copy it again from start to end."))
    given = _parts(code)
    groups = _split("".join(given), _GROUP)
    if says := _damage(groups) and _damage(given if len(given) > 1 else groups):
        raise CodeError(says)
    signs = "".join(group[:-1] for group in groups)
    number: int = sum(SIGNS.index(sign) * _BASE**at for at, sign in enumerate(signs))
    number, checksum = divmod(number, _CHECKSUM)
    if checksum != _checksum(number):
        raise CodeError(say("These groups do not belong to one code. Copy it again."))
    return number


def is_code(text: str) -> bool:
    """Return whether `text` looks like a code, even a damaged one, and not like an exercise's id.

    >>> is_code("k7qn4 3mwxh"), is_code("02-04-round-the-wall"), is_code("forward")
    (True, False, False)
    """
    if len(text) > _LONGEST_TEXT or not _LIKE_A_CODE.fullmatch(text.strip().upper()):
        return False
    parts = _parts(text)
    whole = [part for part in parts if len(part) == _GROUP]
    return len("".join(parts)) >= 2 * _GROUP and (2 * len(whole) > len(parts) or len(parts) == 1)


def _parts(text: str) -> list[str]:
    return re.split(_BETWEEN, text.strip().upper())


def _split(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def _checksum(number: int) -> int:
    return crc32(number.to_bytes(number.bit_length() // 8 + 1, "big")) % _CHECKSUM


def _right_value(at: int, count: int) -> int:
    """Return the value that the check digit gives to the group with index `at` of `count`."""
    return (at + _LAST * (at + 1 == count)) % _BASE


def _value(group: str) -> int | None:
    """Return the value of `group` with its check digit, or `None` if it is no group."""
    if len(group) != _GROUP or not {*group} <= {*SIGNS}:
        return None
    return sum(weight * SIGNS.index(sign) for weight, sign in enumerate(group, 1)) % _BASE


def _damage(groups: Sequence[str]) -> str:
    """Return a sentence that says which of `groups` is damaged, missing or repeated, or ""."""
    values, count = [*map(_value, groups)], len(groups)
    wrong = [at for at, value in enumerate(values) if value != _right_value(at, count)]
    if not wrong:
        return ""
    at, group = wrong[0], groups[wrong[0]]
    facts = {"number": at + 1, "group": group[: 2 * _GROUP]}
    if unknown := "".join(sign for sign in group if sign not in SIGNS)[:1]:
        says = say(
            "Group {number}, {group}, is not right: no code has {sign}.", sign=unknown, **facts
        )
    elif values[at:] == [_right_value(each, count + 1) for each in range(at + 1, count + 1)]:
        says = say("Group {number} is missing, or {group} is not right.", **facts)
    elif at + 1 == count and values[at] == _right_value(at, count + 1):
        says = say("The code goes on after {group}, or {group} is not right.", **facts)
    elif group in (*groups[:at][-1:], *groups[at + 1 :][:1]):
        says = say("Group {number}, {group}, is there twice. Remove one.", **facts)
    else:
        says = say("Group {number}, {group}, is not right.", **facts)
    return says


T = TypeVar("T")

_MOST_CHOICES = 20_000  # no board needs more, and no code keeps its reader busy for longer
_LEARNED = 4  # what each choice adds to the weight of the same choice later


class Packed:
    """A whole number that holds a series of choices; the likely ones take the least room.

    A choice with weight w out of a total of W multiplies the number by W/w. Choices with the same
    `key` become more likely each time they are made. The same calls write a number and read it:
    with a number, they return what it holds, and ignore the value that they are given.

    >>> def point(packed, across=None, name=None):
    ...     return packed.whole(across, "across"), packed.one_of("abc", name)
    >>> written = Packed()
    >>> point(written, 6, "c")
    (6, 'c')
    >>> point(Packed(written.number))
    (6, 'c')
    """

    def __init__(self, number: int | None = None) -> None:
        self.is_read = number is not None
        self._left = number or 0
        self._slices: list[tuple[int, int, int]] = []
        self._made: defaultdict[Hashable, Counter[int]] = defaultdict(Counter)
        self._count = 0

    @property
    def number(self) -> int:
        """The number that holds all choices written so far."""
        number = 0
        for start, size, total in reversed(self._slices):
            number = number // size * total + start + number % size
        return number

    def check_end(self) -> None:
        """Raise `CodeError` if the number holds more choices than were read."""
        if self._left:
            raise absurd()

    def one_of(
        self, options: Sequence[T], value: T | None = None, key: Hashable = None, *first: int
    ) -> T:
        """Write or read one of `options`; `first` are their weights at first, by default equal.

        Raise `CodeError` if `value` is not one of them.
        """
        self._count += 1
        if not options or self._count > _MOST_CHOICES:
            raise absurd()
        if not self.is_read and value not in options:
            raise CodeError(say("A code cannot hold {value}.", value=shown(value)))
        ends: Sequence[int] = range(1, len(options) + 1)
        made = self._made[key]
        if key is not None:
            weights = enumerate(first or [1] * len(options))
            ends = [*accumulate(weight + _LEARNED * made[at] for at, weight in weights)]
        total = ends[-1]
        left = self._left % total
        index = bisect_right(ends, left) if self.is_read else options.index(cast(T, value))
        made[index] += 1
        start = ends[index - 1] if index else 0
        size = ends[index] - start
        if self.is_read:
            self._left = size * (self._left // total) + left - start
        self._slices.append((start, size, total))
        return options[index]

    def flag(self, value: bool | None, key: Hashable, no: int = 1) -> bool:
        """Write or read a yes or no; at first, a no is `no` times as likely as a yes."""
        return self.one_of((False, True), value, key, no, 1)

    def whole(self, value: int | None, key: Hashable, most: int = 9_999) -> int:
        """Write or read a whole number from 0 to `most`, of which small ones take less room."""
        value = 0 if self.is_read else value
        if not isinstance(value, int) or not 0 <= value <= most:
            raise CodeError(say("A code cannot hold {value}.", value=shown(value)))
        sizes = range(most.bit_length() + 1)
        weights = (max(1, 8 - size) for size in sizes)
        size = self.one_of(sizes, value.bit_length(), (key, "size"), *weights)
        start, learned = 1 << size >> 1, (key, size) if size < 4 else None
        value = start + self.one_of(range(start or 1), value - start, learned)
        if value > most:
            raise absurd()
        return value

    def each(
        self, values: Iterable[Any] | None, item: Callable[[Any], T], key: Hashable, most: int = 99
    ) -> list[T]:
        """Write or read a list of at most `most` values: its length, and `item(value)` for each."""
        there = list(values or ())
        count = self.whole(len(there), key, most)
        return [item(value) for value in ([None] * count if self.is_read else there)]


def absurd() -> CodeError:
    """Return the error about a code whose signs are right, but whose content is not."""
    return CodeError(say("This code does not hold an exercise. Ask for it again."))
