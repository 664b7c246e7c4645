"""Sentences about matches, people who play them, and files that store them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from teachkit.core.data import set_aside
from teachkit.core.run.decisions import WriteProgram
from teachkit.games import NAMES, algoracing, calamitron, game, lovelace
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
WORDED: dict[str, tuple[object, ...]] = {
    "algoracing": ("run", "pass", "north"),
    "lovelace": (14, "maps", "none", "A1", lovelace.cards.patrons()[0]),
    "calamitron": ("crate", "tread", "armour", "none", "nobody"),
    "roborally": (
        *("none", "keep", "credits", "bug", "credit", "owe", "damage"),
        *("nothing", "major", "minor", "recharge Ablative Coat", "Ablative Coat"),
    ),
}


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
    guest = Sitting(algoracing.GAME, SETUP, ("Ada", "Bo"))
    guest.step_aside()
    yield guest.take_back
    yield partial(Sitting(algoracing.GAME, SETUP, ("Ada", "Bo")).answer, "a1")
    yield partial(Sitting(algoracing.GAME, SETUP, ("ada", "bo")).sit, "red")


def worded() -> Iterator[str]:
    """Yield the options of questions, and the things that questions are about, in words."""
    for name, options in WORDED.items():
        rules = game(name)
        view = rules.opening.match(2).state()
        yield from (rules.worded(view, rules.opening.pieces[0], option) for option in options)


def notices(folder: Path) -> Iterator[str]:
    """Yield the notices about damaged files."""
    file = folder / "broken"
    others = '{"teachkit": 1, "seats": [["red", "c"]], "match": {}, "seen": {}}'
    for content in ("{", '{"teachkit": 1}', others):
        file.write_text(content, encoding="utf-8")
        yield Sitting(algoracing.GAME, SETUP, ("a", "b"), file=file).notice
    yield ran_out().late


def ran_out() -> Sitting:
    """Return a sitting in which a player's time ran out."""
    setup, now = calamitron.GAME.opening.match(1), [0.0]
    sitting = Sitting(calamitron.GAME, setup, ("7",), seconds=1, clock=lambda: now[0])
    while sitting.decision and not sitting.decision.takes_time:
        sitting.answer(sitting.decision.compose(lambda options: options[0]))
        sitting.stop_watching()
    now[0] += 2
    sitting.time_up()
    return sitting
