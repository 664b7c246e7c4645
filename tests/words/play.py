"""What is said around a match, and of those who play it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from teachkit.core.flow import WriteProgram
from teachkit.games import NAMES, algoracing, game, lovelace
from teachkit.play.plainly import answer_from
from teachkit.play.strategies import STRENGTHS, house

BOARDS = {
    board
    for name in NAMES
    for edition in game(name).OPENING.editions
    for board in game(name).OPENING.boards(edition)
}
FACTS = {*STRENGTHS} | BOARDS | {word for board in BOARDS for word in board.split("-")}


def refusals() -> Iterator[Callable[[], object]]:
    """Matches that cannot be opened, plain data that is no answer, players that there are not."""
    opening = algoracing.OPENING
    yield partial(opening.match, 9)
    yield partial(opening.match, ("red", "puce"))
    yield partial(opening.match, 2, "bsic")
    yield partial(opening.match, 2, "basic", "no-such")
    yield partial(lovelace.OPENING.match, 2, "english", "two-hills")
    yield partial(answer_from, WriteProgram("red", "", (), lambda program: ()), 7)
    yield partial(house, algoracing, "strong")
