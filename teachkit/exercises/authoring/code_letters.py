"""Numbers spelled as codes, in letters and digits that are not mistaken for each other.

A code is a row of groups of five, such as `K7QN4-3MWXH`. The last sign of each group is a check
digit, which depends on the number of the group and tells which group is damaged. Three signs of the
whole code are a checksum.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from zlib import crc32

from teachkit.core.strings import cut
from teachkit.errors import TeachkitError
from teachkit.words import say

SIGNS = "34679ACDEFGHJKMNPQRTWXY"
"""The signs of codes. Without 0 O, 1 I L, 2 Z, 5 S, 8 B and U V, no two of them look alike."""

MOST = 160
"""The largest number of characters in a code, with its hyphens."""

_BASE = len(SIGNS)  # a prime number, so that a check digit finds each wrong or swapped sign
_GROUP = 5
_CHECKSUM = _BASE**3
_LAST = 7  # makes the last group different from all others, so that no end can be lost
_LONGEST_TEXT = 400
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
_LIKE_A_CODE = re.compile(r"[0-9A-Za-z]+(?:[\s-]+[0-9A-Za-z]+)*")


class CodeError(TeachkitError, ValueError):
    """Raised when a code cannot be read, or when something does not fit into a code."""


def spelled(number: int) -> str:
    """Return `number` as a code. Raise `CodeError` if it would be too long.

    >>> spelled(34), number_in(spelled(34))
    ('T3XHD-4333C', 34)
    """
    left, signs = number * _CHECKSUM + _checksum(number), list[int]()
    while left or len(signs) % (_GROUP - 1):
        left, sign = divmod(left, _BASE)
        signs.append(sign)
    starts = range(0, len(signs), _GROUP - 1)
    rows = [signs[start : start + _GROUP - 1] for start in starts]
    groups = [_with_check_digit(row, at, at + 1 == len(rows)) for at, row in enumerate(rows)]
    code = "-".join(groups)
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
    joined = "".join(given)
    groups = [joined[start : start + _GROUP] for start in range(0, len(joined), _GROUP)]
    if len(given) > 1 and _damage(groups):
        groups = given
    if says := _damage(groups):
        raise CodeError(says)
    number = 0
    for group in reversed(groups):
        for sign in reversed(group[:-1]):
            number = number * _BASE + SIGNS.index(sign)
    number, checksum = divmod(number, _CHECKSUM)
    if checksum != _checksum(number):
        raise CodeError(say("These groups do not belong to one code. Copy it again."))
    return number


def is_code(text: str) -> bool:
    """Return whether `text` looks like a code, even a damaged one, and not like an exercise's id.

    >>> is_code("k7qn4 3mwxh"), is_code("02-04-round-the-wall"), is_code("forward")
    (True, False, False)
    """
    if len(text) > _LONGEST_TEXT or not _LIKE_A_CODE.fullmatch(text.translate(_DASHES).strip()):
        return False
    parts = _parts(text)
    whole = [part for part in parts if len(part) == _GROUP]
    return 2 * len(whole) > len(parts) or (len(parts) == 1 and len(parts[0]) >= 2 * _GROUP)


def _parts(text: str) -> list[str]:
    return re.split(r"[\s-]+", text.translate(_DASHES).strip().upper())


def _checksum(number: int) -> int:
    return crc32(number.to_bytes(number.bit_length() // 8 + 1, "big")) % _CHECKSUM


def _with_check_digit(row: Sequence[int], at: int, is_last: bool) -> str:
    here = sum(weight * sign for weight, sign in enumerate(row, 1))
    digit = (_place(at, is_last) - here) * pow(_GROUP, -1, _BASE) % _BASE
    return "".join(SIGNS[sign] for sign in (*row, digit))


def _place(at: int, is_last: bool) -> int:
    """Return the value that the check digit gives to the group with index `at`."""
    return (at + _LAST * is_last) % _BASE


def _value(group: str) -> int | None:
    """Return the value of `group` according to its check digit, or `None` if it is no group."""
    if len(group) != _GROUP or not set(group) <= set(SIGNS):
        return None
    return sum(weight * SIGNS.index(sign) for weight, sign in enumerate(group, 1)) % _BASE


def _damage(groups: Sequence[str]) -> str:
    """Return a sentence that says which of `groups` is damaged, missing or repeated, or ""."""
    values, last = [*map(_value, groups)], len(groups) - 1

    def fits(moved: int, start: int) -> bool:
        """Return whether all groups from `start` belong `moved` places behind where they are."""
        places = [_place(at + moved, at == last) for at in range(start, last + 1)]
        return values[start:] == places

    wrong = [at for at, value in enumerate(values) if value != _place(at, at == last)]
    if not wrong:
        return ""
    at = wrong[0]
    facts = {"number": at + 1, "group": cut(groups[at], 2 * _GROUP)}
    if unknown := next((sign for sign in groups[at] if sign not in SIGNS), ""):
        return say(
            "Group {number}, {group}, is not right: no code has {sign}.", sign=unknown, **facts
        )
    if at == last and values[at] in (_place(at, False), _place(at + 1, True)):
        return say("Group {number}, {group}, is not right, or a group is missing there.", **facts)
    if at < last and fits(1, at):
        return say("Group {number} is missing, in front of {group}.", **facts)
    if groups[at] in (*groups[:at][-1:], *groups[at + 1 :][:1]):
        return say("Group {number}, {group}, is there twice. Remove one.", **facts)
    return say("Group {number}, {group}, is not right.", **facts)
