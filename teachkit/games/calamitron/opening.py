"""How a match of Calamitron is opened."""

from teachkit.core.game.openings import Opening
from teachkit.games.calamitron.boards import board_names
from teachkit.games.calamitron.editions import COLOURS
from teachkit.games.calamitron.setup import Setup

EASIEST = "training-hall"


def boards(edition: str) -> list[str]:
    """The scenarios, the easiest first."""
    return sorted(board_names(), key=lambda name: (name != EASIEST, name))


OPENING = Opening(
    editions=("standard",),
    pieces=COLOURS,
    seats=range(1, 5),
    boards=boards,
    setup=lambda edition, board, pieces: Setup(edition=edition, board=board, players=pieces),
)
