"""Boards to begin with: random ones, and those that come with teachkit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from teachkit.classroom.library import exercise_files
from teachkit.core.data import Table, read_toml
from teachkit.core.game.game import Game
from teachkit.core.game.level_generator import Order
from teachkit.core.run.chance import Chance
from teachkit.errors import DataError
from teachkit.words import say, translate

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
