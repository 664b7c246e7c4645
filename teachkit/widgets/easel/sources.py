"""Boards to begin with: random ones, and those that come with teachkit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from teachkit.classroom.library import exercise_files
from teachkit.core.data import Table, read_toml
from teachkit.core.game.game import Game
from teachkit.core.game.level_generator import Order
from teachkit.core.run.chance import Chance
from teachkit.errors import BoardError, DataError
from teachkit.words import say, translate

MOST_CARDS = 8  # in a program for a random board
FEWEST, MOST = 2, 12  # components on a random machine


def random_start(game: Game, edition: str, size: tuple[int, int], count: int, seed: str) -> Table:
    """Return the table of a random start on a board of `size`.

    A machine without squares gets about `count` components. Raise `BoardError` if there are no
    random boards of this size.

    >>> from teachkit.games import algoracing
    >>> sorted(random_start(algoracing.GAME, "basic", (4, 3), 0, "1"))
    ['floor', 'rovers', 'samples', 'walls']
    """
    levels, squares = game.levels, "{}x{}".format(*size)
    edition = edition if edition in levels.editions else levels.editions[0]
    cards = frozenset(game.editions[edition].instructions)
    written = squares if any(size) else str(max(FEWEST, min(MOST, count)))
    for stops in (3, 2, 1):
        try:
            order = Order(edition, written, stops, MOST_CARDS, cards)
            return next(levels.draw(order, Chance(seed).pick))
        except BoardError:
            continue
    raise BoardError(say("There are no random boards of this size. Try a larger one."))


class Shipped(NamedTuple):
    """A board that comes with teachkit: its name, its group, its title, and its table."""

    name: str
    group: str
    title: str
    start: Table


def shipped_starts(game: Game, edition: str) -> Iterator[Shipped]:
    """Yield the boards of an edition, then all starts of the exercises of a game."""
    editions = game.opening.editions
    for name in game.opening.boards(edition if edition in editions else editions[0]):
        yield Shipped(name, say("Boards"), name, {"board": name})
    for path in exercise_files().values():
        try:
            data = read_toml(path)
        except DataError:
            continue  # a learner's own file, half written
        starts = data.get("starts", []) if data.get("game") == game.name else []
        for number, start in enumerate(starts, 1):
            title = f"{path.stem[:5]} {translate(str(data.get('title', '')))}"
            says = f"{title} ({number})" if len(starts) > 1 else title
            yield Shipped(f"{path.stem} {number}", say("Exercises"), says, start)
