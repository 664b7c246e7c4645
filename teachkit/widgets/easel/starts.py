"""Starts of exercises: as text to edit line by line, at random, and those that come along."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress

from teachkit.classroom.library import exercise_files
from teachkit.core.data import Table, read_toml
from teachkit.core.game.game import Game
from teachkit.core.game.level_generator import Order
from teachkit.core.run.chance import Chance
from teachkit.errors import DataError, TeachkitError
from teachkit.exercises.authoring.files import toml_text
from teachkit.words import say, translate

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


STOPS, MOST_CARDS = 2, 8  # of the programs for random boards


def random_start(game: Game, edition: str, size: tuple[int, int], seed: str) -> Table:
    """Return the table of a random start on a board of `size`.

    A machine without squares gets the usual size. Raise `BoardError` if there are no random boards
    of this size.

    >>> from teachkit.games import algoracing
    >>> sorted(random_start(algoracing.GAME, "basic", (4, 3), "1"))
    ['floor', 'rovers', 'samples', 'walls']
    """
    levels = game.levels
    edition = edition if edition in levels.editions else levels.editions[0]
    cards = frozenset(game.editions[edition].instructions)
    written = "{}x{}".format(*size) if any(size) else levels.size
    order = Order(edition, written, STOPS, MOST_CARDS, cards)
    return next(levels.draw(order, Chance(seed).pick))


def shipped_starts(game: Game, edition: str) -> Iterator[tuple[str, str, Table]]:
    """Yield a group, a title and a table for each board and each exercise of a game."""
    editions = game.opening.editions
    for name in game.opening.boards(edition if edition in editions else editions[0]):
        yield say("Boards"), name, {"board": name}
    for name, path in exercise_files().items():
        with suppress(DataError):  # a file of the learner's own, half written
            data = read_toml(path)
            starts = data.get("starts", ()) if data.get("game") == game.name else ()
            for number, start in enumerate(starts, 1):
                title = f"{name[:5]} {translate(str(data.get('title', '')))}"
                yield say("Exercises"), f"{title}, {number}" if number > 1 else title, start
