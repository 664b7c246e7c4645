"""The player in a browser, alone on a page: pictures, presses, keys and speech."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from teachkit.widgets.player import Player
from teachkit.widgets.workbench.lesson_calls import watch

from .bare import show_bare
from .conftest import Shot
from .labpage import axe, settle
from .playerpage import PLAYER, at_stop, control, run_of, to_the_skipped_card

THIRTY = "5x(2x(forward, left), forward, right)"


def test_buttons_and_sliders(page: Page) -> None:
    """A button without a use keeps the focus; the slider covers the stops seen so far."""
    show_bare(page, run_of())
    for label, position in (
        ("One step forward", 1), ("One step forward", 2), ("One step back", 1), ("To the end", 9),
        ("To the start", 0), ("To the next skipped card", 8), ("To the start", 0),
        ("One step back", 0),
    ):  # fmt: skip
        control(page, label)
        at_stop(page, position)
    expect(page.get_by_role("button", name="One step back")).to_be_focused()
    slider, says = page.get_by_role("slider", name="Step"), "Card 3: forward (round 2 of 3)."
    page.get_by_role("button", name=says).click()
    at_stop(page, 5)
    slider.fill("4")
    at_stop(page, 4)
    slider.press("ArrowRight")
    at_stop(page, 5)
    expect(page.get_by_role("status")).to_contain_text(says)
    control(page, "What happened")
    expect(page.locator(".tk-run-line:visible")).to_have_count(0)


def test_keys(page: Page) -> None:
    """They move the run; Tab reaches everything, with a visible focus."""
    show_bare(page, run_of())
    root, board = page.locator(PLAYER), page.get_by_role("group", name="Board as text")
    seen: list[str] = []
    root.focus()
    while page.evaluate("document.activeElement !== document.body") and len(seen) < 40:
        seen.append(page.evaluate("getComputedStyle(document.activeElement).outlineWidth"))
        page.keyboard.press("Tab")
    assert len(seen) == 15  # root, 2 sliders, 10 buttons, a card, a line of the log
    assert set(seen) == {"3px"}
    for key, position in (("n", 0), ("End", 9), ("Home", 0), ("n", 8), ("ArrowLeft", 7)):
        root.press(key)
        at_stop(page, position)
    for key, is_open in (("t", True), ("T", False)):
        root.press(key)
        assert board.evaluate("board => board.offsetHeight > 50") is is_open
    card = page.locator(".tk-run-card").nth(2)
    card.focus()
    page.keyboard.press("Enter")
    expect(card).to_have_attribute("aria-pressed", "true")


WATCH_POSITIONS = """() => {
  const player = document.querySelector('.tk-player');
  window.seen = [];
  new MutationObserver(() => window.seen.push(Number(player.dataset.position)))
    .observe(player, { attributeFilter: ['data-position'] });
}"""


def test_play(page: Page) -> None:
    """With the test's own clock: play never starts by itself, and shows every stop."""
    page.clock.install()
    show_bare(page, run_of(THIRTY))
    page.clock.pause_at("2100-01-01")
    page.evaluate(WATCH_POSITIONS)
    page.clock.run_for(10_000)
    page.get_by_role("slider", name="Speed").press("End")
    page.locator(PLAYER).press(" ")
    page.clock.run_for(6000)
    assert page.evaluate("window.seen") == list(range(31))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


UPRIGHT = """image => { const { a, b } = new DOMMatrix(getComputedStyle(image).transform);
  const own = parseFloat(getComputedStyle(image).rotate) || 0;
  const sheet = new DOMMatrix(getComputedStyle(image.parentElement).transform);
  const turn = ({ a, b }) => Math.atan2(b, a) * 180 / Math.PI;
  return Math.round(turn({ a, b }) + own + turn(sheet)) + 0; }"""


def test_views(page: Page, shot: Shot) -> None:
    """The rover's own view, in which labels stay upright; and a large board."""
    page.emulate_media(reduced_motion="reduce")
    show_bare(page, watch("algoracing", floor=". . . .\n. # . .", rovers={"red": "a2 east"},
                          samples={"d1": "blue"}, program="left"))  # fmt: skip
    upright = page.locator(".tk-run-sign, .tk-run-piece[data-upright]")
    expect(upright).to_have_count(6 + 2)
    assert page.evaluate("""() => [...document.querySelectorAll('.tk-run-sheet img')].every(
      (image) => image.complete && image.naturalWidth)"""), "each picture can be read"
    page.get_by_role("button", name="Turn the board with the rover").click()
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


GLIDE = """async () => {
  const piece = document.querySelector('.tk-run-piece');
  for (let frames = 2; frames > 0; frames -= 1) {  // nothing glides that was never painted
    await new Promise(requestAnimationFrame);
    piece.getBoundingClientRect();
  }
  document.querySelector('.tk-player').dispatchEvent(
    new KeyboardEvent('keydown', { key: 'ArrowRight' }));
  const glides = piece.getAnimations();
  return [0, 0.5, 1].map((share) => {
    for (const glide of glides) {
      glide.pause();
      glide.currentTime = share * glide.effect.getComputedTiming().duration;
    }
    return piece.getBoundingClientRect().x;
  });
}"""


def test_pieces_glide_unless_motion_is_unwelcome(page: Page) -> None:
    show_bare(page, run_of())
    start, middle, end = page.evaluate(GLIDE)
    assert start < middle < end
    page.emulate_media(reduced_motion="reduce")
    show_bare(page, run_of())
    assert len(set(page.evaluate(GLIDE))) == 1


def test_axe_at_two_widths_in_both_themes(page: Page, shot: Shot) -> None:
    for dark in (False, True):
        for width in (1100, 420):
            page.set_viewport_size({"width": width, "height": 1300})
            show_bare(page, Player(run_of().scene, position=4, breakpoints=[2]), dark=dark)
            to_the_skipped_card(page)
            page.locator(PLAYER).press("t")
            settle(page)
            name = f"player-{'dark' if dark else 'light'}-{width}"
            assert axe(page, PLAYER) == [], name
            shot(page, name)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
