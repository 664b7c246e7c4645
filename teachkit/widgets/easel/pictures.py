"""The pictures of an easel: the board, and a tile for each thing that can be painted."""

from __future__ import annotations

from functools import lru_cache

from teachkit.core.game.game import Game
from teachkit.core.game.palette import Mark, Place, Thing
from teachkit.draw.scene import canvas
from teachkit.draw.svg import picture_svg
from teachkit.errors import TeachkitError
from teachkit.widgets.common.widget import Data
from teachkit.widgets.prediction.pointing import squares_of

SENT = ("name", "says", "letter", "key", "details", "numbered", "needs")
SIDE = 3  # squares of the board on which a thing is drawn, and the middle of the side
AROUND = 1.1  # the width of the picture of a thing, in squares


def board(state: object) -> Data:
    """Return the picture of `state`, and the places of its squares."""
    seen = canvas(state)
    facts = {"alt": seen.alt, "ratio": round(seen.width / seen.height, 4)}
    return {"picture": picture_svg(seen), **facts, **squares_of(seen)}


@lru_cache(maxsize=512)
def tile(game: Game, edition: str, thing: Thing) -> Data:
    """Return data on `thing`, with a picture of its first detail if it can be drawn alone."""
    palette = game.palette
    blank = palette.blank(edition, SIDE, SIDE)
    spots = palette.spots(blank)
    where = spots[len(spots) // 2]
    side = "" if thing.place is Place.SQUARE else " north"
    try:
        start = palette.painted(blank, Mark(thing.name, where + side))
        seen = canvas(game.setup(**{"edition": edition} | start).state())
        x, y = seen.background.spots[where]
        top = seen.height - y - (0.5 if thing.place is Place.EDGE else 0) - AROUND / 2
        picture = picture_svg(seen, (x - AROUND / 2, top, AROUND, AROUND))
    except TeachkitError:
        picture = b""
    facts = {name: getattr(thing, name) for name in SENT}
    single = thing.single or thing.numbered
    return {**facts, "place": thing.place.value, "single": single, "picture": picture}
