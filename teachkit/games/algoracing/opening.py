"""How a match of Algoracing is opened."""

from teachkit.core.game.openings import Opening
from teachkit.games.algoracing.boards import board_names, load_board
from teachkit.games.algoracing.editions import COLOURS, EDITIONS
from teachkit.games.algoracing.setup import Setup


def boards(edition: str) -> list[str]:
    """The boards as large as this edition wants them."""
    side = EDITIONS[edition].side
    return [name for name in board_names() if load_board(name).width == side]


OPENING = Opening(
    editions=("basic", "complete"),
    pieces=COLOURS,
    seats=range(2, 5),
    boards=boards,
    setup=lambda edition, board, pieces: Setup(edition=edition, board=board, players=pieces),
)
