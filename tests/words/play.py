"""Sentences about matches, people who play them, and files that store them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from teachkit.core.data import set_aside
from teachkit.core.run.decisions import WriteProgram
from teachkit.games import NAMES, algoracing, game, lovelace
from teachkit.play.countdown import Countdown
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
    """Yield calls with invalid matches, invalid saved answers and unknown players."""
    opening = algoracing.GAME.opening
    yield partial(opening.match, 9)
    yield partial(opening.match, ("red", "puce"))
    yield partial(opening.match, 2, "bsic")
    yield partial(opening.match, 2, "basic", "no-such")
    yield partial(lovelace.GAME.opening.match, 2, "english", "two-hills")
    yield partial(answer_from, WriteProgram("red", "", (), lambda program: ()), 7)
    yield partial(house, algoracing.GAME, "strong")
    yield partial(Countdown, -1, None)


def wrong_people(folder: Path) -> Iterator[Callable[[], object]]:
    """Yield calls of people who cannot sit down, or who answer without a question."""
    for names in (("Ada", "Ada"), ("Ada", ""), ("Ada", 7), ("Ada", "B" * 41)):
        yield partial(Sitting, algoracing.GAME, SETUP, names)
    yield partial(Sitting, algoracing.GAME, SETUP, ("Ada", "Bo"), file=folder)
    yield partial(set_aside, folder / "missing.json", "damaged")
    yield Sitting(algoracing.GAME, SETUP, ("Ada", "Bo")).take_back
    yield partial(Sitting(algoracing.GAME, SETUP, ("Ada", "Bo")).answer, "a1")
    yield partial(Sitting(algoracing.GAME, SETUP, ("ada", "bo")).sit, "red")


def notices(folder: Path) -> Iterator[str]:
    """Yield the notices about damaged files."""
    seats = '"seats": [["red", "a"], ["green", "b"]]'
    file = folder / "broken"
    for content in ("{", '{"teachkit": 1}', f'{{"teachkit": 1, {seats}}}'):
        file.write_text(content, encoding="utf-8")
        yield Sitting(algoracing.GAME, SETUP, ("a", "b"), file=file).notice
