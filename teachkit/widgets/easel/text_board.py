"""Starts of exercises as text that can be edited line by line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator

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
    if says := fault(start, check):
        faulty = _line(text, start, says, check)
        raise DataError(say("Line {line}: {reason}", line=faulty, reason=says) if faulty else says)
    return start


def fault(start: Table, check: Check) -> str:
    """Return the reason why `check` refuses `start`, or "" if it does not."""
    try:
        check(start)
    except TeachkitError as error:
        return error.says
    return ""


def _line(text: str, start: Table, says: str, check: Check) -> int:
    """Return the number of the line in `text` that causes the fault `says`, or 0 if none does."""
    key = next(_keys_at_fault(start, says, check), "")
    lines = text.split("\n")
    begins = [at for at, line in enumerate(lines) if re.match(rf'\s*"?{re.escape(key)}\b', line)]
    if not key or not begins:
        return 0
    named = [f"{quoted}{square}" for quoted, square in re.findall(r'"(.+?)"|\b([a-z]\d+)\b', says)]
    rest = range(begins[0], len(lines))
    return 1 + next((at for at in rest if any(each in lines[at] for each in named)), begins[0])


def _keys_at_fault(start: Table, says: str, check: Check) -> Iterator[str]:
    """Yield keys of `start` without which it is possible, then those whose absence matters."""
    faults = {
        key: fault({name: start[name] for name in start if name != key}, check) for key in start
    }
    yield from (key for key, other in faults.items() if not other)
    yield from (key for key, other in faults.items() if other != says)
