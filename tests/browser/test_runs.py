"""Runs of three games in the player, each stepped forward and back by keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from teachkit.core.game.game import run
from teachkit.core.language.program import Program
from teachkit.draw.replay_data import replay_data
from teachkit.games import algoracing, game, roborally
from teachkit.play.match import Match
from teachkit.play.strategies import at_random
from teachkit.widgets.player import Player
from teachkit.widgets.table.opening import replay
from teachkit.widgets.workbench.lesson_calls import watch

from .bare import show_bare
from .conftest import Shot
from .labpage import LAPTOP, axe, settle
from .playerpage import PLAYER, at_stop, control

FLOOR = """
. . . . . .
. O . . . .
. . . . . .
. . . . O .
. . . . . .
. . . . . ."""
BELTS = """
.  >> >> vv f1
.  ^^ .  vv .
gr >  >  v  .
.  .  w  .  .
"""


def a_round() -> Player:
    return watch(
        "calamitron", floor=FLOOR, retros={"red": "tread b2 east", "green": "nano d5 west"},
        rogues={"servo-1": "c2 north", "vise-1": "c5 north", "laser-1": "f6 south",
                "flame-1": "a6 south"},
        programs={"green": "program vise-1, left, forward-2"},
        before=["flame-1", "laser-1"], after=["servo"],
        program="forward, shove left, u-turn, forward-2",
    )  # fmt: skip


def a_register() -> Player:
    laid = "left 90, right 80"
    start = roborally.Setup(
        floor=BELTS, walls=["a4 west", "c1 south"], lasers=["a4 east 2"],
        robots={"red": "b4 east", "green": "a2 east", "blue": "d1 north", "yellow": "e3 west"},
        programs={"green": "move-1 500", "blue": "u-turn 10", "yellow": "move-1 660"},
    ).state()  # fmt: skip
    return Player(replay_data(run(roborally.GAME, start, laid), roborally.GAME, Program.read(laid)))


def rover(program: str, start: str) -> Player:
    setup = algoracing.Setup(edition="sensors", board="two-hills", rovers={"red": start})
    trace = run(algoracing.GAME, setup.state(), program)
    return Player(replay_data(trace, algoracing.GAME, Program.read(program)))


RUNS: dict[str, tuple[Callable[[], Player], tuple[str, ...]]] = {
    "calamitron": (a_round, (
        "The red retro is hit and is now on its back.",
        "Laserbot 1 fires its laser",
        "Red, card 1: forward.",
        "Red, card 2: shove left.",
        "Red, card 3: u-turn.",
        "Red: skipped because the retro runs only 3 instructions after standing up.",
        "Green now programs Visebot 1.",
        "Green turns Visebot 1 to face west.",
        "Green drives Visebot 1 to b5.",
        "Servobot 1 drives to d4.",
    )),
    "roborally": (a_register, (
        "Register 1, highest priority first: yellow, green, red, blue.",
        "Yellow, card 1: move-1 660.",
        "Green, card 1: move-1 500.",
        "Red, card 1: left 90.",
        "Blue, card 1: u-turn 10.",
        "Express belts carry",
        "The belts carry",
        "The laser on a4 hits the red robot",
    )),
    "an if that says no": (lambda: rover("if blocked(jump, jump)", "a1 east"), (
        'The answer to "if blocked" is no.', "The program is over.",
    )),
    "a loop that goes on": (lambda: rover("while not blocked(forward)", "d1 west"), (
        'The answer to "while not blocked" is yes.', "Next is a question: while not blocked?",
        'The answer to "while not blocked" is yes.', "Next is a question: while not blocked?",
    )),
}  # fmt: skip


@pytest.mark.parametrize("name", RUNS)
def test_a_run_is_stepped_on_and_back(page: Page, shot: Shot, name: str) -> None:
    player, sentences = RUNS[name]
    show_bare(page, player())
    page.locator(PLAYER).focus()
    for number, says in enumerate(sentences, 1):
        page.keyboard.press("ArrowRight")
        at_stop(page, number)
        expect(page.locator(".tk-run-caption")).to_contain_text(says)
        for kind in ("express", "belts"):
            lit = page.locator(f"{PLAYER} [data-piece='{kind}-lit']")
            if lit.count():
                carries = says.lower().removeprefix("the ").startswith(f"{kind} ")
                expect(lit).to_have_css("opacity", str(int(carries)))
    settle(page)
    shot(page, f"run-{name}")
    assert axe(page, PLAYER) == []
    for number in reversed(range(len(sentences))):
        page.keyboard.press("ArrowLeft")
        at_stop(page, number)


def test_a_saved_match_goes_to_its_end_and_back(page: Page, shot: Shot, tmp_path: Path) -> None:
    """A match from a tournament."""
    module = game("roborally")
    setup = module.opening.match(2)
    match = Match(module, setup, 4, {each: at_random(each) for each in setup.players})
    seats = [["red", "ada"], ["green", "house greedy"]]
    file = tmp_path / "0001-ada.json"
    file.write_text(json.dumps({"seats": seats, "match": match.save()}), encoding="utf-8")
    page.set_viewport_size(LAPTOP)
    show_bare(page, replay(file))
    caption = page.locator(".tk-run-caption")
    scores = page.locator(".tk-run-scores > li")
    expect(scores).to_contain_text(["ada", "house greedy"])
    control(page, "To the end")
    expect(caption).to_contain_text(str(match.outcome))
    shot(page, "replay-end")
    control(page, "To the start")
    at_stop(page, 0)
    for part in (".tk-run-board", ".tk-run-transport", ".tk-run-chapters"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
