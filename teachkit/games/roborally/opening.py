"""How a match of RoboRally is opened."""

from teachkit.core.game.openings import Opening
from teachkit.games.roborally.boards import factory_floors
from teachkit.games.roborally.rules import COLOURS
from teachkit.games.roborally.setup import Setup

DOCK = "dock"

OPENING = Opening(
    editions=("base", "variant"),
    pieces=COLOURS,
    seats=range(2, 9),
    boards=lambda edition: factory_floors(),
    setup=lambda edition, board, pieces: Setup(
        edition=edition, board=board, dock=DOCK, players=pieces
    ),
)
