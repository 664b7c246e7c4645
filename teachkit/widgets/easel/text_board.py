"""Starts of exercises as text that can be edited line by line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable

from teachkit.core.data import Table
from teachkit.errors import DataError, TeachkitError
from teachkit.exercises.authoring.files import toml_text
from teachkit.words import say

HEAD = "[[starts]]\n"

Check = Callable[[Table], object]
"""A function that raises `TeachkitError` if a start is impossible."""


def written(start: Table) -> str:
    """Return `start` as the lines of its table in an exercise file.

    >>> print(written({"rovers": {"red": "a1 east"}}).replace(" ", ""), end="")
    rovers={red="a1east"}
    """
    return toml_text({"starts": [start]}).partition(HEAD)[2]


def read(text: str, check: Check) -> Table:
    """Return the start that `text` describes.

    Raise `DataError`, with the number of the line, if it is not TOML or if `check` refuses it.
    """
    try:
        start: Table = tomllib.loads(HEAD + text)["starts"][-1]
    except (ValueError, RecursionError) as error:
        at = re.search(r"line (\d+)", str(error))
        line = int(at[1]) - 1 if at else len(text.rstrip().split("\n"))
        says = say("Line {line} cannot be read. Check its quotes, brackets and commas.", line=line)
        raise DataError(says) from None
    if not (says := _fault(start, check)):
        return start
    line = _line(text, start, says, check)
    raise DataError(say("Line {line}: {reason}", line=line, reason=says) if line else says)


def _fault(start: Table, check: Check, without: str = "") -> str:
    """Return the reason why `check` refuses `start`, perhaps `without` a key, or ""."""
    try:
        check({key: value for key, value in start.items() if key != without})
    except TeachkitError as error:
        return error.says
    return ""


def _line(text: str, start: Table, says: str, check: Check) -> int:
    """Return the number of the line in `text` that causes the fault `says`, or 0 if none does.

    It is in the key without which the start is possible, or at least has another fault.
    """
    others = {key: other for key in start if (other := _fault(start, check, key)) != says}
    if not others:
        return 0
    key, lines = min(others, key=lambda key: bool(others[key])), text.split("\n")
    place = rf'\s*"?{re.escape(key)}\b'
    first = next((at for at, line in enumerate(lines, 1) if re.match(place, line)), 1)
    named = [f"{quoted}{square}" for quoted, square in re.findall(r'"(.+?)"|\b([a-z]\d+)\b', says)]
    inside = enumerate(lines[first - 1 :], first)
    return next((at for at, line in inside if any(each in line for each in named)), first)
