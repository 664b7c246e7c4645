"""`if` and `while` are steps that one can see: the question, its answer, and a loop without end."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from teachkit.core.game import run
from teachkit.core.program import Program
from teachkit.draw.replay import replay
from teachkit.games import algoracing
from teachkit.widgets.player import Player

from .bare import show_bare
from .conftest import Shot
from .labpage import axe
from .playerpage import PLAYER, at_stop


def show(page: Page, program: str, rover: str = "a1 east") -> None:
    setup = algoracing.Setup(edition="sensors", board="two-hills", rovers={"red": rover})
    trace = run(algoracing, setup.state(), program)
    show_bare(page, Player(replay(trace, algoracing, Program.read(program))))


def step(page: Page) -> None:
    page.locator(PLAYER).press("ArrowRight")


def test_questions_are_steps(page: Page, shot: Shot) -> None:
    """Of an `if` that says no, of a loop that goes on, and of one that never ends."""
    show(page, "if blocked(jump, jump)")
    caption, bracket = page.locator(".tk-run-caption"), page.locator(".tk-run-bracket")
    expect(caption).to_contain_text("Next is a question: if blocked?")
    expect(bracket).to_have_attribute("data-asks", "")
    expect(page.locator(".tk-run-card[data-next]")).to_have_count(0)
    step(page)
    at_stop(page, 1)
    expect(caption).to_contain_text("If blocked? No.")
    expect(bracket).to_have_attribute("data-asked", "")
    expect(bracket).to_contain_text("no")
    expect(page.get_by_role("status")).to_contain_text("If blocked? No.")
    shot(page, "question")
    step(page)
    at_stop(page, 2)
    expect(caption).to_contain_text("No card is left to run.")
    expect(caption).to_contain_text("The program is over.")
    assert axe(page, PLAYER) == []

    show(page, "while not blocked(forward)", "d1 west")
    for position in range(1, 4, 2):
        step(page)
        at_stop(page, position)
        expect(caption).to_contain_text("While not blocked? Yes.")
        expect(caption).to_contain_text("Next is card 1: Forward")
        step(page)
        at_stop(page, position + 1)
        expect(caption).to_contain_text("Next is a question: while not blocked?")

    show(page, "while not blocked(u-turn)", "b2 north")
    page.locator(PLAYER).press("End")
    expect(caption).to_contain_text("Card 1 repeats for ever from step 1.")
    expect(caption).to_contain_text("It never ends: round 3 begins like an earlier one.")
    expect(caption).not_to_contain_text("The program is over.")
    expect(page.get_by_role("status")).to_contain_text("It never ends")
