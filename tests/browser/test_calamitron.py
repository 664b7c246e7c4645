"""A round of Calamitron in a real JupyterLab, stepped forward and back by keyboard."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import OpenNotebook, Shot
from .labpage import axe, cell_errors
from .playerpage import PLAYER, at_stop

ROUND = '''import teachkit as tk
tk.watch("calamitron", floor="""
. . . . . .
. O . . . .
. . . . . .
. . . . O .
. . . . . .
. . . . . .""", retros={"red": "tread b2 east", "green": "nano d5 west"},
    rogues={"servo-1": "c2 north", "vise-1": "c5 north", "laser-1": "f6 south",
            "flame-1": "a6 south"},
    programs={"green": "program vise-1, left, forward-2"},
    before=["flame-1", "laser-1"], after=["servo"],
    program="forward, shove left, u-turn, forward-2")'''


def test_a_round_of_two_retros_and_four_rogues_goes_forward_and_back(
    open_notebook: OpenNotebook, shot: Shot
) -> None:
    """A stop for each card and for each rogue's move; who drives whom is said and seen."""
    page = open_notebook([ROUND])
    player, caption = page.locator(PLAYER), page.locator(".tk-run-caption")
    stops = (
        "The red retro is hit and lies on its back.",
        "Laserbot 1 fires its laser",
        "Red, card 1: forward.",
        "Red, card 2: shove left.",
        "Red, card 3: u-turn.",
        "Red: nothing happens, after standing up only 3 instructions run.",
        "Green now programs Visebot 1.",
        "Green turns Visebot 1 to the west.",
        "Green drives Visebot 1 to b5.",
        "Servobot 1 drives to d4.",
    )
    player.focus()
    for number, says in enumerate(stops, 1):
        page.keyboard.press("ArrowRight")
        at_stop(page, number)
        expect(caption).to_contain_text(says)
        shot(page, f"calamitron-{number}")
    for number in reversed(range(len(stops))):
        page.keyboard.press("ArrowLeft")
        at_stop(page, number)
    assert axe(page, PLAYER) == []
    assert cell_errors(page) == []
