"""The learner's own cards are highlighted during the run; the verdict waits for its end."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from .builderpage import card
from .conftest import OpenNotebook, Shot
from .labpage import axe, shut_kernel_down
from .playerpage import PLAYER, at_stop, control

BENCH = """import teachkit as tk
bench = tk.exercise("06-07-which-loop")
bench.lay("jump, left, 3x(forward)")
bench"""
END = 'tk.finish("06")'
SAW = """() => {  // each result, and whether the player had reached its end by then
  const [says, player] = ['.tk-says', '.tk-player'].map(part => document.querySelector(part));
  window.saw = [];
  new MutationObserver(() => window.saw.push([says.firstChild.textContent, player.dataset.over]))
    .observe(says, { childList: true }); }"""
VERDICT = "You picked up the sample in 4 cards."
PARTS = ".tk-bench :is(.tk-lay-card, h3, .tk-run-board)"
WHERE = f"""bench => [...document.querySelectorAll({PARTS!r})].map(part => {{
  const {{ x, y, width, height }} = part.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join(); }})"""


def are_lit(on: Locator, sign: str, *numbers: int) -> None:
    """Assert that exactly these cards carry this sign."""
    marked = on.locator(f".tk-lay-strip .tk-lay-card[data-{sign}] .tk-lay-number")
    expect(marked).to_have_text([str(number) for number in numbers])


def cheer(on: Locator) -> str:
    """Return the animation of the piece that celebrates."""
    piece = on.locator(".tk-run-piece[data-cheers]")
    return str(piece.evaluate("piece => getComputedStyle(piece).animationName"))


def choosing_a_card_moves_nothing(on: Locator) -> None:
    before = on.evaluate(WHERE)
    card(on, 1).click()
    expect(card(on, 1)).to_have_attribute("aria-selected", "true")
    assert on.evaluate(WHERE) == before
    card(on, 1).press("Escape")


def test_cards_light_up_and_the_verdict_waits(open_notebook: OpenNotebook, shot: Shot) -> None:
    """Five steps to drive; skipped, changed, stepped, and played without a kernel."""
    page = open_notebook([BENCH, END])
    bench = page.locator(".tk-bench")
    speed, says = bench.get_by_role("slider", name="Speed"), bench.locator(".tk-says")
    run = bench.get_by_role("button", name="Run", exact=True)
    choosing_a_card_moves_nothing(bench)
    speed.press("Home")
    run.click()
    expect(says).to_contain_text("Your program is running.")
    expect(says).not_to_contain_text(VERDICT)
    expect(bench.locator(".tk-points")).to_have_text(re.compile("^0 of"))
    shot(page, "verdict-waits")
    bench.get_by_role("button", name="Skip to the end").click()
    at_stop(page, 5)
    expect(says).to_contain_text(VERDICT)
    expect(bench.locator(".tk-points")).not_to_have_text(re.compile("^0 of"))

    card(bench, 1).click()
    page.keyboard.press("Delete")
    expect(says).to_contain_text("This is about your previous program.")
    are_lit(bench, "ran")
    shot(page, "verdict-stale")
    assert axe(page, ".tk-bench") == []
    page.keyboard.press("Control+z")
    expect(says).not_to_contain_text("This is about your previous program.")
    control(bench, "To the start")
    for position, (ran, following, turn) in enumerate(
        [(1, 2, ""), (2, 3, "1 of 3"), (3, 3, "2 of 3")], 1
    ):
        control(bench, "One step forward")
        at_stop(page, position)
        are_lit(bench, "ran", ran)
        are_lit(bench, "next", following)
        expect(bench.locator(".tk-lay-turn")).to_have_text([re.compile(f"{turn}$")] if turn else [])
    shot(page, "lights")
    assert axe(page, ".tk-bench") == []

    page.emulate_media(reduced_motion="reduce")
    speed.press("End")
    expect(says).to_contain_text(VERDICT)
    page.evaluate(SAW)
    run.click()  # the run is stepped through, but does not glide
    page.wait_for_function("window.saw.length > 1")
    (running, _), *_, last = page.evaluate("window.saw")
    assert running.startswith("Your program is running.")
    assert last == [VERDICT, "true"]
    expect(bench.locator(".tk-run-star")).to_be_visible()
    assert cheer(bench) == "none"
    page.emulate_media(reduced_motion="no-preference")
    assert cheer(bench) == "tk-hop"
    bench.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(".tk-finish")).to_be_focused()
    expect(page.locator(".tk-finish")).to_contain_text("exercises are still waiting for you.")

    shut_kernel_down(page)
    control(bench, "To the start")
    card(bench, 2).click()
    stop = bench.get_by_role("button", name="Pause here")
    stop.click()
    expect(stop).to_have_attribute("aria-pressed", "true")
    are_lit(bench, "stop", 2)
    speed.press("End")
    bench.locator(PLAYER).press(" ")
    expect(bench.locator(".tk-run-caption")).to_contain_text("Play stopped before card 2.")
    are_lit(bench, "next", 2)
