"""`if` and `while` are steps that one can see: the question, its answer, and a loop without end."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from teachkit.core.game import run
from teachkit.core.program import Program
from teachkit.draw.replay import replay
from teachkit.games import algoracing
from teachkit.widgets.player import Player

from .bare import show_bare
from .conftest import OpenNotebook, Shot
from .labpage import axe
from .playerpage import PLAYER, at_stop

BENCH = """import teachkit as tk
from teachkit.widgets.workbench.builders import lay
bench = tk.exercise("05-08-turn-if-you-must")
lay(bench.builder, bench.exercise, "if blocked(left), forward, forward")
bench"""


def show(page: Page, program: str, rover: str = "a1 east") -> None:
    setup = algoracing.Setup(edition="sensors", board="two-hills", rovers={"red": rover})
    trace = run(algoracing, setup.state(), program)
    show_bare(page, Player(replay(trace, algoracing, Program.read(program))))


def step(page: Page) -> None:
    page.locator(PLAYER).press("ArrowRight")


def test_a_program_whose_if_says_no_runs_in_three_visible_steps(page: Page, shot: Shot) -> None:
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


def test_whether_a_loop_goes_on_is_told_only_once_it_has_asked(page: Page) -> None:
    show(page, "while not blocked(forward)", "d1 west")
    caption = page.locator(".tk-run-caption")
    for position in range(1, 4, 2):
        step(page)
        at_stop(page, position)
        expect(caption).to_contain_text("While not blocked? Yes.")
        expect(caption).to_contain_text("Next is card 1: Forward")
        step(page)
        at_stop(page, position + 1)
        expect(caption).to_contain_text("Next is a question: while not blocked?")


def test_an_endless_loop_ends_as_one(page: Page) -> None:
    show(page, "while not blocked(u-turn)", "b2 north")
    page.locator(PLAYER).press("End")
    caption = page.locator(".tk-run-caption")
    expect(caption).to_contain_text("Card 1 repeats for ever from step 1.")
    expect(caption).to_contain_text("It never ends: round 3 begins like an earlier one.")
    expect(caption).not_to_contain_text("The program is over.")
    expect(page.get_by_role("status")).to_contain_text("It never ends")


def test_the_learners_own_brackets_light_up(open_notebook: OpenNotebook, shot: Shot) -> None:
    page = open_notebook([BENCH])
    page.emulate_media(reduced_motion="reduce")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".tk-says")).not_to_be_empty()
    page.locator(PLAYER).press("Home")
    at_stop(page, 0)
    question = page.locator(".tk-lay-bracket")
    expect(question).to_have_attribute("data-asks", "")
    step(page)
    at_stop(page, 1)
    expect(question).to_have_attribute("data-asked", "")
    expect(question.locator(".tk-lay-answer")).to_have_text("no")
    shot(page, "question-lights")
    assert axe(page, ".tk-bench") == []
