"""The player with several programs: a strip for each, and a table of the rounds."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from teachkit.core.game.game import run
from teachkit.core.language.program import Program
from teachkit.draw.replay_data import replay_data
from teachkit.games import algoracing
from teachkit.widgets.player import Player

from .bare import show_bare
from .conftest import Shot
from .labpage import axe
from .playerpage import PLAYER, at_stop, control

ROVERS = {"red": "a1 east", "green": "b1 north"}
RED = "3x(forward)"
GREEN = "forward, right, forward"


def test_rounds_by_mouse_and_keys(page: Page, shot: Shot) -> None:
    """Red waits for green in the first round; the table of the rounds leads to each moment."""
    setup = algoracing.Setup(
        edition="turns", floor=". . . .\n. . . .", rovers=ROVERS, programs={"green": GREEN}
    )
    trace = run(algoracing.GAME, setup.state(), RED)
    show_bare(page, Player(replay_data(trace, algoracing.GAME, Program.read(RED))))
    rounds, caption = page.get_by_role("table", name="Rounds"), page.locator(".tk-run-caption")
    control(page, "One step forward")
    expect(caption).to_contain_text("Red: skipped because the green rover is in the way.")
    badge = page.locator(".tk-run-badge").bounding_box()
    board = page.locator(".tk-run-board").bounding_box()
    assert badge
    assert board
    assert badge["x"] < board["x"] + board["width"] / 2, "the badge is at the wrong rover"
    shot(page, "player-of-several")
    assert axe(page, PLAYER) == []
    control(page, "To the end")
    rounds.get_by_role("button", name="Card 2: Right").click()
    at_stop(page, 4)
    rounds.locator("[tabindex='0']").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    at_stop(page, 2)
