"""The data that the browser needs to let a learner answer by pointing at a board."""

from __future__ import annotations

from teachkit.core.board.squares import FACINGS
from teachkit.core.game.game import Game, player_of
from teachkit.core.game.whereabouts import Shape
from teachkit.draw.scene import Scene, scene
from teachkit.draw.svg import sprite
from teachkit.widgets.common.widget import Data
from teachkit.words import say


def pointing(game: Game, state: object, player: str = "") -> Data:
    """Return data for the form in which the learner enters a prediction from `state`.

    The form has a `shape`, the `start` and an `example`. For a board of squares, it also has the
    middle of each square, as fractions of the board's width and height from the top left.

    >>> from teachkit.games import lovelace
    >>> pointing(lovelace.GAME, lovelace.Setup(edition="machine", value=8).state())
    {'shape': 'number', 'start': '8', 'example': 'like: 8'}
    """
    player = player_of(game, state, player or None)
    shape, start = game.predictions(state).shape, game.whereabouts(state, player)
    form = {"shape": str(shape), "start": start, "example": say("like: {example}", example=start)}
    return form | _board(state, player) if shape is Shape.STAND else form


def _board(state: object, player: str) -> Data:
    """Return data on the board: its squares, the facings, and the piece to show as a ghost."""
    seen = scene(state)
    piece = seen.piece(player)
    return {
        **squares_of(seen),
        "headings": [
            {"name": each.value, "says": each.says, "degrees": each.degrees} for each in FACINGS
        ],
        "piece": sprite(piece.layer, piece.size) if piece else b"",
        "label": piece.label if piece else "",
    }


def squares_of(seen: Scene) -> Data:
    """Return data on the squares of `seen`: the middle of each, and the size of one.

    All are fractions of the picture's width and height, from the top left.
    """
    return {
        "squares": {
            name: [round(x / seen.width, 4), round(1 - y / seen.height, 4)]
            for name, (x, y) in seen.background.spots.items()
        },
        "width": round(1 / seen.width, 4),
        "height": round(1 / seen.height, 4),
    }
