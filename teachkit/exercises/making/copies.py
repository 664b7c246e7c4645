"""Comparison of boards, so that a teacher can notice a board that was copied.

Two boards are alike if one is the other, turned by quarter turns or mirrored. The names of the
pieces, such as the colours of rovers, make no difference.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import fields
from typing import Any

from teachkit.core.board.squares import read_place
from teachkit.core.data import Table
from teachkit.core.game.game import Game
from teachkit.core.game.palette import Mark, Place

FEWEST = 4
"""The fewest things on a board that are compared; smaller boards are often alike by chance."""


def board_key(game: Game[Any], start: Table) -> Hashable | None:
    """Return a key that boards share if they are alike, or `None` if there is little on the board.

    `start` is a `[[starts]]` table.
    """
    if len(game.palette.marks(start)) < FEWEST:
        return None
    known = {field.name for field in fields(game.setup)}
    setup = game.setup(**{key: value for key, value in start.items() if key in known})
    return min(_views(game, start, {*game.players(setup.state())}))


def placed(game: Game[Any], mark: Mark) -> Mark:
    """Return `mark` with the same place for all names of one edge, such as `c3 north`."""
    if game.palette.thing(mark.thing).place is not Place.EDGE:
        return mark
    square, facing = read_place(mark.where)
    other = f"{square.ahead(facing)} {facing.back.value}"
    return mark._replace(where=min(f"{square} {facing.value}", other))


def _views(
    game: Game[Any], start: Table, names: set[str]
) -> Iterator[tuple[tuple[str, ...], tuple[tuple[str, str, str], ...]]]:
    """Yield the squares and the things of a board from all eight sides; `names` are left out."""
    palette = game.palette
    for _ in range(2):
        for _ in range(4):
            marks = [
                (" ".join(word for word in mark.thing.split() if word not in names), *mark[1:])
                for mark in (placed(game, each) for each in palette.marks(start))
            ]
            yield tuple(palette.spots(start)), tuple(sorted(marks))
            start = palette.turned(start)
        start = palette.mirrored(start)
