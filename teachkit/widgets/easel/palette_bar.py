"""The data of the palette bar: a button with a picture for each thing that can be painted."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from teachkit.core.game.game import Game
from teachkit.core.game.palette import Mark, Place, Thing
from teachkit.draw.scene import canvas
from teachkit.draw.svg import picture_svg
from teachkit.errors import TeachkitError
from teachkit.widgets.common.widget import Data

SIDE = 3  # squares of the board on which a thing is drawn, and the middle of the side
AROUND = 1.1  # the width of the picture, in squares


def tiles(game: Game, edition: str, things: Collection[str] | None = None) -> list[Data]:
    """Return a tile for each of `things`, by default for everything in the palette of `game`.

    The picture of a thing shows its first detail.
    """
    known = game.palette.things
    return [_tile(game, edition, each) for each in known if things is None or each.name in things]


@lru_cache(maxsize=512)
def _tile(game: Game, edition: str, thing: Thing) -> Data:
    palette = game.palette
    blank = palette.blank(edition, SIDE, SIDE)
    spots = palette.spots(blank)
    where = spots[len(spots) // 2]
    side = "" if thing.place is Place.SQUARE else " north"
    try:
        start = palette.painted(blank, Mark(thing.name, where + side))
        seen = canvas(game.setup(**{"edition": edition} | start).state())
        x, y = seen.background.spots[where]
        up = 0.5 if thing.place is Place.EDGE else 0
        picture = picture_svg(seen, (x, y + up, AROUND))
    except TeachkitError:
        picture = b""
    return {
        "name": thing.name,
        "says": thing.says,
        "letter": thing.letter,
        "place": thing.place.value,
        "details": list(thing.details),
        "single": thing.single or thing.numbered,
        "numbered": thing.numbered,
        "hangs": bool(thing.needs),
        "group": _group(game, thing),
        "picture": picture,
    }


def _group(game: Game, thing: Thing) -> str:
    """Return the name of the group in which a thing is shown: its field's, if that has several."""
    if thing.place is Place.EDGE:
        return "edges"
    alone = sum(each.key == thing.key for each in game.palette.things) < 2
    return "others" if alone else thing.key
