"""How a match of Lovelace & Babbage is opened."""

from teachkit.core.game.openings import Opening
from teachkit.games.lovelace.editions import CHARACTERS
from teachkit.games.lovelace.setup import Setup

OPENING = Opening(
    editions=("japanese", "english"),
    pieces=CHARACTERS,
    seats=range(2, 5),
    boards=lambda edition: (),
    setup=lambda edition, board, pieces: Setup(edition=edition, players=pieces),
)
