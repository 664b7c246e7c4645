"""What is said around a match, of those who sit down to play it, and of the file that keeps it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from teachkit.core.run.decisions import WriteProgram
from teachkit.games import NAMES, algoracing, game, lovelace
from teachkit.play.json_view import answer_from
from teachkit.play.sitting import Sitting
from teachkit.play.strategies import STRENGTHS, house

BOARDS = {
    board
    for name in NAMES
    for edition in game(name).opening.editions
    for board in game(name).opening.boards(edition)
}
SETUP = algoracing.GAME.opening.match(2)
FACTS = {*STRENGTHS} | BOARDS | {word for board in BOARDS for word in board.split("-")}


def refusals() -> Iterator[Callable[[], object]]:
    """Matches that cannot be opened, plain data that is no answer, players that there are not."""
    opening = algoracing.GAME.opening
    yield partial(opening.match, 9)
    yield partial(opening.match, ("red", "puce"))
    yield partial(opening.match, 2, "bsic")
    yield partial(opening.match, 2, "basic", "no-such")
    yield partial(lovelace.GAME.opening.match, 2, "english", "two-hills")
    yield partial(answer_from, WriteProgram("red", "", (), lambda program: ()), 7)
    yield partial(house, algoracing.GAME, "strong")


def wrong_people(folder: Path) -> Iterator[Callable[[], object]]:
    """People who cannot sit down, or who answer what nobody asked."""
    for names in (("Ada", "Ada"), ("Ada", ""), ("random", "random")):
        yield partial(Sitting, algoracing.GAME, SETUP, names)
    yield partial(Sitting, algoracing.GAME, SETUP, ("Ada", "Bo"), file=folder)
    yield Sitting(algoracing.GAME, SETUP, ("Ada", "Bo")).take_back
    yield partial(Sitting(algoracing.GAME, SETUP, ("Ada", "Bo")).answer, "a1")
    yield partial(Sitting(algoracing.GAME, SETUP, ("ada", "bo")).sit, "red")


def notices(folder: Path) -> Iterator[str]:
    """What is said of damaged files."""
    seats = '"seats": [["red", "a"], ["green", "b"]]'
    file = folder / "broken"
    for content in ("{", '{"teachkit": 1}', f'{{"teachkit": 1, {seats}}}'):
        file.write_text(content, encoding="utf-8")
        yield Sitting(algoracing.GAME, SETUP, ("a", "b"), file=file).notice
