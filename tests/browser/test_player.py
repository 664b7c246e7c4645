"""The player in a browser, alone on a page: what is seen, pressed, typed and spoken."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from teachkit.widgets.player import Player
from teachkit.widgets.workbench.lesson import watch

from .bare import show_bare, told
from .conftest import Shot
from .labpage import axe, settle
from .playerpage import PLAYER, at_stop, control, run_of, to_the_skipped_card

STOPS = run_of().scene["stops"]
THIRTY = "5x(2x(forward, left), forward, right)"


@pytest.fixture
def player(page: Page) -> Page:
    """The square dance, nine steps long; the eighth is a card that does nothing."""
    show_bare(page, run_of())
    return page


def caption(page: Page) -> str:
    return page.locator(".tk-run-caption").inner_text()


def test_buttons(player: Page) -> None:
    """Steps, ends and the card that did nothing: in words, spoken, and on the cards."""
    cards = player.locator(".tk-run-card")
    control(player, "To the next card that did nothing")
    at_stop(player, 0)  # nobody is told whether there will be one
    control(player, "One step")
    at_stop(player, 1)
    expect(player.get_by_role("status")).to_have_text(
        "Card 1: forward. The red rover drives to b1."
        " The red rover is on b1, faces east and carries 0 samples."
    )
    for number, name in enumerate(("1: Forward, just ran", "2: Left, is next", "3: Forward")):
        expect(cards.nth(number)).to_have_accessible_name(f"Card {name}")
    expect(player.get_by_role("group", name="Repeat 3 times")).to_contain_text("round 1 of 3")
    control(player, "One step")
    at_stop(player, 2)
    control(player, "One step back")
    at_stop(player, 1)
    assert "The red rover drives to b1." in caption(player)
    assert "Next is card 2: Left, round 1 of 3" in caption(player)
    control(player, "To the end")
    at_stop(player, 9)
    assert "The program is over." in caption(player)
    control(player, "One step")
    at_stop(player, 9)
    control(player, "To the start")
    control(player, "One step back")
    at_stop(player, 0)
    expect(player.get_by_role("button", name="One step back")).to_be_focused()
    for _ in range(2):
        control(player, "To the next card that did nothing")
        at_stop(player, 8)
    assert "Nothing happens: the board ends ahead of a1." in caption(player)
    expect(player.locator(".tk-run-badge.tk-run-now")).to_have_count(1)
    expect(cards.nth(3)).to_have_accessible_name("Card 4: Forward, did nothing")


def test_nothing_in_the_page_tells_the_future(player: Page) -> None:
    """At each stop: its own text board, and no sentence that is to come, seen or unseen."""
    root, board = player.locator(PLAYER), player.get_by_role("region", name="Board as text")
    for position, stop in enumerate(STOPS):
        at_stop(player, position)
        assert board.inner_text() == stop["board"]
        known = {says for each in STOPS[: position + 1] for says in each["says"]}
        future = {says for each in STOPS[position + 1 :] for says in each["says"]} - known
        page = root.evaluate("root => root.outerHTML")
        assert [says for says in future if says in page] == []
        assert ("9 / 9" in page) is (position == 9)
        root.press("ArrowRight")


WATCH_POSITIONS = """() => {
  const player = document.querySelector('.tk-player');
  window.seen = [];
  new MutationObserver(() => window.seen.push(Number(player.dataset.position)))
    .observe(player, { attributeFilter: ['data-position'] });
}"""


def test_play(page: Page) -> None:
    """The clock is the test's own: play shows every stop, pauses, and waits at a breakpoint."""
    page.clock.install()
    show_bare(page, run_of(THIRTY))
    page.clock.pause_at("2100-01-01")
    page.evaluate(WATCH_POSITIONS)
    page.clock.run_for(10_000)
    root, speed = page.locator(PLAYER), page.get_by_role("slider", name="Speed")
    expect(root).to_have_attribute("data-position", "0")  # it never starts by itself
    speed.press("End")
    root.press(" ")
    page.clock.run_for(6000)
    assert page.evaluate("window.seen") == list(range(31))
    play = page.get_by_role("button", name="Play", exact=True)
    expect(play).to_be_visible()

    show_bare(page, run_of())
    speed.press("Home")
    for key, milliseconds, position in (("End", 20, 9), (" ", 20, 0), (" ", 20, 0)):
        root.press(key)
        page.clock.run_for(milliseconds)
        expect(root).to_have_attribute("data-position", str(position))
    page.clock.run_for(10_000)
    at_stop(page, 0)  # paused
    root.press(" ")
    page.clock.run_for(2100)
    at_stop(page, 1)
    control(page, "Pause")
    third = page.locator(".tk-run-card").nth(2)
    third.focus()
    page.keyboard.press("Enter")
    root.press("Home")
    speed.press("End")
    for position in (2, 4, 6, 9):
        root.press(" ")
        page.clock.run_for(3000)
        at_stop(page, position)
        assert ("Play stopped before card 3." in caption(page)) is (position < 9)
    expect(third).to_have_attribute("aria-pressed", "true")
    assert told(page, "breakpoints") == [3]
    third.click()
    page.clock.run_for(20)
    expect(third).to_have_attribute("aria-pressed", "false")


def test_log_and_sliders(player: Page) -> None:
    """What was played can be gone back to; what will be is nowhere."""
    lines, slider = player.locator(".tk-run-line"), player.get_by_role("slider", name="Step")
    expect(lines).to_have_count(1)
    slider.press("ArrowRight")
    at_stop(player, 1)
    expect(slider).to_have_attribute("max", "1")
    expect(lines).to_have_count(2)
    control(player, "One step back")
    expect(lines).to_have_count(2)
    control(player, "To the end")
    expect(lines).to_have_count(10)
    says = "Card 3: forward (round 2 of 3). The red rover drives to a2"
    player.get_by_role("button", name=says).click()
    at_stop(player, 5)
    current = player.locator('.tk-run-log [aria-current="step"]')
    expect(current).to_have_count(1)
    expect(current).to_contain_text("drives to a2")
    slider.fill("4")
    at_stop(player, 4)
    slider.press("ArrowRight")
    at_stop(player, 5)
    expect(slider).to_have_attribute("aria-valuetext", f"step 5 of 9: {says}.")
    control(player, "What happened")
    expect(player.locator(".tk-run-line:visible")).to_have_count(0)


def test_keys(player: Page) -> None:
    """They move the run, or among cards and lines; Tab reaches everything, and it is seen."""
    root, board = player.locator(PLAYER), player.get_by_role("region", name="Board as text")
    seen: list[str] = []
    root.focus()
    while player.evaluate("document.activeElement !== document.body") and len(seen) < 40:
        seen.append(player.evaluate("getComputedStyle(document.activeElement).outlineWidth"))
        player.keyboard.press("Tab")
    assert len(seen) == 15  # root, 2 sliders, 10 buttons, a card, a line of the log
    assert set(seen) == {"3px"}
    for key, position in (
        ("n", 0), ("End", 9), ("Home", 0), ("ArrowRight", 1), ("ArrowLeft", 0), ("n", 8),
        ("Home", 0),
    ):  # fmt: skip
        root.press(key)
        at_stop(player, position)
    for kind in (".tk-run-card", ".tk-run-line"):
        player.locator(kind).nth(0).focus()
        for key, number in (("ArrowDown", 1), ("ArrowUp", 0)):
            player.keyboard.press(key)
            expect(player.locator(kind).nth(number)).to_be_focused()
    at_stop(player, 0)
    switch = player.get_by_role("button", name="Board as text")
    for key, is_open in (("t", True), ("T", False)):
        root.press(key)
        expect(switch).to_have_attribute("aria-pressed", str(is_open).lower())
        assert board.evaluate("board => board.offsetHeight > 50") is is_open


UPRIGHT = """image => { const { a, b } = new DOMMatrix(getComputedStyle(image).transform);
  const own = parseFloat(getComputedStyle(image).rotate) || 0;
  const sheet = new DOMMatrix(getComputedStyle(image.parentElement).transform);
  const turn = ({ a, b }) => Math.atan2(b, a) * 180 / Math.PI;
  return Math.round(turn({ a, b }) + own + turn(sheet)) + 0; }"""


def test_views(page: Page, shot: Shot) -> None:
    """The rover's own view, in which labels stay upright; a large board; turns the short way."""
    page.emulate_media(reduced_motion="reduce")
    show_bare(page, watch("algoracing", floor=". . . .\n. # . .", rovers={"red": "a2 east"},
                          samples={"d1": "blue"}, program="left"))  # fmt: skip
    upright = page.locator(".tk-run-sign, .tk-run-piece[data-upright]")
    expect(upright).to_have_count(12 + 1 + 2)
    page.get_by_role("button", name="Look along with the rover").click()
    settle(page)
    shot(page, "player-upright")
    assert {label.evaluate(UPRIGHT) % 360 for label in upright.all()} == {0}
    board = page.locator(".tk-run-board").bounding_box()
    assert board is not None
    for label in page.locator(".tk-run-sign").all():
        box = label.bounding_box()
        assert box is not None
        assert board["y"] - 1 <= box["y"]
        assert box["y"] + box["height"] <= board["y"] + board["height"] + 1

    show_bare(page, run_of())
    root = page.locator(PLAYER)
    small = page.locator(".tk-run-board").bounding_box()
    root.press("l")
    large = page.locator(".tk-run-board").bounding_box()
    words = page.locator(".tk-run-caption").bounding_box()
    assert small
    assert large
    assert words
    assert large["width"] > 1.3 * small["width"]
    assert words["y"] + words["height"] < 1000
    root.press("Escape")
    assert page.locator(".tk-run-board").bounding_box() == small
    root.press("r")
    root.press("ArrowRight")
    expect(page.locator(".tk-run-sheet")).to_have_attribute("style", re.compile("--turned: -90deg"))

    show_bare(page, run_of("right, right, right, right, left"))
    for position, angle in enumerate((90, 180, 270, 360, 450, 360)):
        at_stop(page, position)
        expect(page.locator(".tk-run-piece").first).to_have_attribute("data-angle", str(angle))
        page.locator(PLAYER).press("ArrowRight")


GLIDE = """() => {
  document.querySelector('.tk-player').dispatchEvent(
    new KeyboardEvent('keydown', { key: 'ArrowRight' }));
  const piece = document.querySelector('.tk-run-piece');
  const glides = piece.getAnimations();
  return [0, 0.5, 1].map((share) => {
    for (const glide of glides) {
      glide.pause();
      glide.currentTime = share * glide.effect.getComputedTiming().duration;
    }
    return piece.getBoundingClientRect().x;
  });
}"""


def test_pieces_glide_unless_motion_is_unwelcome(player: Page) -> None:
    start, middle, end = player.evaluate(GLIDE)
    assert start < middle < end
    player.emulate_media(reduced_motion="reduce")
    show_bare(player, run_of())
    assert len(set(player.evaluate(GLIDE))) == 1


def test_python_and_browser_agree_on_the_stop(player: Page) -> None:
    """One message for all of a move; what Python sets, marks or sends anew is seen at once."""
    player.locator(PLAYER).press("End")
    player.wait_for_function("model.saves.length > 0")
    assert told(player, "position") == 9
    assert player.evaluate("model.saves.length") == 1
    player.evaluate("model.set('position', 3)")
    at_stop(player, 3)
    player.evaluate("model.set('scene', { ...model.get('scene'), alt: 'Another.' })")
    at_stop(player, 3)
    expect(player.locator(".tk-run-background")).to_have_attribute("alt", "Another.")
    player.evaluate("model.set('mark', 3)")
    at_stop(player, 2)
    line = player.locator(".tk-run-log li").filter(has_text="look here")
    expect(line.locator(".tk-run-number")).to_have_text("3")
    expect(player.locator(".tk-run-tick[data-mark]")).to_be_visible()
    player.evaluate("model.set('mark', 0)")
    expect(line).to_have_count(0)
    expect(player.locator(".tk-run-tick[data-mark]")).to_be_hidden()
    at_stop(player, 2)


def test_unusual_runs(page: Page) -> None:
    """Nothing in it at all; then each kind of bracket, with its cards in reading order."""
    nothing = run_of("").scene
    nothing["cards"]["shove"] = {"symbol": "⇥", "label": "Shove"}
    show_bare(page, Player(nothing | {"pieces": [], "program": []}))
    page.locator(PLAYER).press(" ")
    to_the_skipped_card(page)
    at_stop(page, 0)
    assert "Nothing has run yet." in caption(page)
    assert axe(page, PLAYER) == []

    branches = {"if": "blocked", "then": ["left"], "else": ["right", "forward"]}
    program = ["forward", {"while": "not blocked", "body": [branches]}, ["shove", "left"]]
    show_bare(page, Player(nothing | {"program": program}))
    names = ["1: Forward", "2: Left", "3: Right", "4: Forward", "5: Shove left"]
    for number, name in enumerate(names):
        expect(page.locator(".tk-run-card").nth(number)).to_have_accessible_name(f"Card {name}")
    titles = page.locator(".tk-run-bracket-title").all_inner_texts()
    assert titles == ["While not blocked", "If blocked", "Otherwise"]
    expect(page.locator(".tk-run-source")).to_have_count(0)  # nothing drives here


def test_axe_at_two_widths_in_both_themes(page: Page, shot: Shot) -> None:
    for dark in (False, True):
        for width in (1100, 420):
            page.set_viewport_size({"width": width, "height": 1300})
            show_bare(page, Player(run_of().scene, position=4, breakpoints=[2]), dark=dark)
            name = f"player-{'dark' if dark else 'light'}-{width}"
            assert axe(page, PLAYER) == [], name
            to_the_skipped_card(page)
            page.locator(PLAYER).press("t")
            settle(page)
            assert axe(page, PLAYER) == [], f"{name}, skipped"
            shot(page, f"{name}-skipped")
            assert page.evaluate("document.documentElement.scrollWidth") <= width
