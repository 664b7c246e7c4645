"""The player in a browser, alone on a page: what is seen, pressed, typed and spoken."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from teachkit.widgets.player import Player
from teachkit.widgets.workbench.lesson import watch

from .bare import show_bare, told
from .conftest import Shot
from .fake_run import CARDS, SQUARE_DANCE, THIRTY, fake_run
from .labpage import axe
from .playerpage import PLAYER, at_stop, to_the_skipped_card

WATCH_POSITIONS = """() => {
  const player = document.querySelector('.tk-player');
  window.seen = [];
  new MutationObserver(() => window.seen.push(Number(player.dataset.position)))
    .observe(player, { attributeFilter: ['data-position'] });
}"""


@pytest.fixture
def player(page: Page) -> Page:
    """The square dance, nine steps long; the eighth is a card that does nothing."""
    show_bare(page, Player(fake_run(SQUARE_DANCE)))
    return page


def press(page: Page, label: str) -> None:
    # forced: a button with nothing to do is `aria-disabled`, and may be pressed all the same
    page.get_by_role("button", name=label, exact=True).click(force=True)


def text_board(page: Page) -> str:
    return page.get_by_role("region", name="Board as text").inner_text()


def caption(page: Page) -> str:
    return page.locator(".tk-run-caption").inner_text()


def test_stepping_forward_and_back(player: Page) -> None:
    press(player, "One step")
    press(player, "One step")
    at_stop(player, 2)
    press(player, "One step back")
    at_stop(player, 1)
    assert "The red rover moves from a1 to b1." in caption(player)
    assert "Next is card 2: Forward, turn 1 of 3" in caption(player)


def test_the_ends_are_the_ends(player: Page) -> None:
    press(player, "To the end")
    at_stop(player, 9)
    assert "The program is over." in caption(player)
    press(player, "One step")
    at_stop(player, 9)
    press(player, "To the start")
    press(player, "One step back")
    at_stop(player, 0)
    expect(player.get_by_role("button", name="One step back")).to_be_focused()


def test_every_stop_has_its_text_board(player: Page) -> None:
    for position, stop in enumerate(fake_run(SQUARE_DANCE)["stops"]):
        at_stop(player, position)
        assert text_board(player) == stop["board"]
        player.locator(PLAYER).press("ArrowRight")


def test_every_step_is_spoken(player: Page) -> None:
    player.locator(PLAYER).press("ArrowRight")
    expect(player.get_by_role("status")).to_have_text(
        "Card 1: forward. The red rover moves from a1 to b1. The red rover on b1 looks east."
    )


def test_the_cards_show_what_ran_and_what_is_next(player: Page) -> None:
    names = [
        f"Card {card}: {CARDS[name]['label']}"
        for card, name in enumerate(["forward", "forward", "left"], 1)
    ]
    player.locator(PLAYER).press("ArrowRight")
    cards = player.locator(".tk-run-card")
    expect(cards.nth(0)).to_have_accessible_name(f"{names[0]}, just ran")
    expect(cards.nth(1)).to_have_accessible_name(f"{names[1]}, is next")
    expect(cards.nth(2)).to_have_accessible_name(names[2])
    expect(player.get_by_role("group", name="Repeat 3 times")).to_contain_text("turn 1 of 3")


def test_cards_are_numbered_in_reading_order(page: Page) -> None:
    branches = {"if": "blocked", "then": ["left"], "else": ["right", "forward"]}
    program = ["forward", {"while": "not blocked", "body": [branches]}, ["shove", "left"]]
    show_bare(page, Player(fake_run([]) | {"program": program}))
    cards = page.locator(".tk-run-card")
    names = ["1: Forward", "2: Left", "3: Right", "4: Forward", "5: Shove left"]
    for i, name in enumerate(names):
        expect(cards.nth(i)).to_have_accessible_name(f"Card {name}")
    assert page.locator(".tk-run-bracket-title").all_inner_texts() == [
        "While not blocked",
        "If blocked",
        "Otherwise",
    ]


def test_next_skipped_goes_to_the_card_that_did_nothing(player: Page) -> None:
    press(player, "To the next card that did nothing")
    at_stop(player, 0)  # nobody is told whether there will be one
    press(player, "To the end")
    press(player, "To the start")
    press(player, "To the next card that did nothing")
    at_stop(player, 8)
    assert "Something is in the way" in caption(player)
    expect(player.locator(".tk-run-badge.tk-run-now")).to_have_count(1)
    expect(player.locator(".tk-run-card").nth(3)).to_have_accessible_name(
        "Card 4: Shove left, did nothing"
    )
    press(player, "To the next card that did nothing")
    at_stop(player, 8)


def test_play_shows_all_thirty_steps_in_order(page: Page) -> None:
    show_bare(page, Player(fake_run(THIRTY)))
    page.evaluate(WATCH_POSITIONS)
    page.get_by_role("slider", name="Speed").press("End")
    page.locator(PLAYER).press(" ")
    page.wait_for_selector('[data-position="30"]', timeout=20_000)
    assert page.evaluate("window.seen") == list(range(31))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_play_from_the_end_starts_again_and_pauses(player: Page) -> None:
    root = player.locator(PLAYER)
    player.get_by_role("slider", name="Speed").press("Home")  # so that each stop can be seen
    root.press("End")
    root.press(" ")
    at_stop(player, 0)
    at_stop(player, 1)
    press(player, "Pause")
    player.wait_for_timeout(3000)
    at_stop(player, 1)


def test_play_never_starts_by_itself(player: Page) -> None:
    player.wait_for_timeout(1200)
    at_stop(player, 0)


def test_play_stops_before_a_breakpoint_and_goes_on_from_it(player: Page) -> None:
    third = player.locator(".tk-run-card").nth(2)
    third.focus()
    player.keyboard.press("Enter")
    expect(third).to_have_attribute("aria-pressed", "true")
    player.get_by_role("slider", name="Speed").press("End")
    for stopped_at in (2, 4, 6, 9):
        press(player, "Play")
        at_stop(player, stopped_at)
        player.wait_for_timeout(250)
        at_stop(player, stopped_at)
        assert ("Play stopped before card 3." in caption(player)) is (stopped_at < 9)
    assert told(player, "breakpoints") == [3]
    third.click()
    expect(third).to_have_attribute("aria-pressed", "false")


def test_the_list_tells_what_was_played_and_never_what_will_be(player: Page) -> None:
    lines = player.locator(".tk-run-line")
    expect(lines).to_have_count(1)
    press(player, "One step")
    expect(lines).to_have_count(2)
    press(player, "One step back")
    expect(lines).to_have_count(2)
    press(player, "To the end")
    expect(lines).to_have_count(10)
    press(player, "What happened")
    expect(player.locator(".tk-run-line:visible")).to_have_count(0)


def test_nothing_in_the_page_tells_the_future(player: Page) -> None:
    """At each stop: no sentence that is still to come, not even where the eye does not see it."""
    root = player.locator(PLAYER)
    stops = fake_run(SQUARE_DANCE)["stops"]
    for position in range(len(stops)):
        at_stop(player, position)
        known = {says for stop in stops[: position + 1] for says in stop["says"]}
        future = {says for stop in stops[position + 1 :] for says in stop["says"]} - known
        page = root.evaluate("root => root.outerHTML")
        assert [says for says in future if says in page] == []
        is_over = position == len(stops) - 1
        expect(player.locator(".tk-run-counter")).to_have_text(
            "9 / 9" if is_over else f"{position}"
        )
        root.press("ArrowRight")


def test_a_board_is_made_large_and_small_again(player: Page) -> None:
    root, board = player.locator(PLAYER), player.locator(".tk-run-board")
    small = board.bounding_box()
    root.press("l")
    large, caption_box = board.bounding_box(), player.locator(".tk-run-caption").bounding_box()
    assert small is not None
    assert large is not None
    assert caption_box is not None
    assert large["width"] > 1.3 * small["width"]
    assert caption_box["y"] + caption_box["height"] < 1000
    press(player, "One step")
    at_stop(player, 1)
    root.press("Escape")
    assert board.bounding_box() == small


def test_a_line_of_the_log_leads_to_its_moment(player: Page) -> None:
    press(player, "To the end")
    player.get_by_role(
        "button", name="Card 3: left. The red rover turns left and looks west"
    ).click()
    at_stop(player, 5)
    current = player.locator('.tk-run-log [aria-current="step"]')
    expect(current).to_have_count(1)
    expect(current).to_contain_text("looks west")


def test_the_slider_scrubs_and_speaks(player: Page) -> None:
    slider = player.get_by_role("slider", name="Step")
    slider.press("ArrowRight")
    at_stop(player, 1)
    expect(slider).to_have_attribute("max", "1")
    press(player, "To the end")
    slider.fill("5")
    at_stop(player, 5)
    expect(slider).to_have_attribute(
        "aria-valuetext", "step 5 of 9: Card 3: left. The red rover turns left and looks west."
    )
    slider.press("ArrowRight")
    at_stop(player, 6)


def test_labels_stay_upright_in_the_view_from_the_rover(page: Page, shot: Shot) -> None:
    """Letters, numbers, storeys, the rover's letter; a wide board shrinks, nothing is cut."""
    page.emulate_media(reduced_motion="reduce")
    show_bare(page, watch("algoracing", floor=". . . .\n. # . .", rovers={"red": "a2 east"},
                          samples={"d1": "blue"}, program="left"))  # fmt: skip
    angle = """image => { const { a, b } = new DOMMatrix(getComputedStyle(image).transform);
      const own = parseFloat(getComputedStyle(image).rotate) || 0;
      const sheet = new DOMMatrix(getComputedStyle(image.parentElement).transform);
      const turn = ({ a, b }) => Math.atan2(b, a) * 180 / Math.PI;
      return Math.round(turn({ a, b }) + own + turn(sheet)) + 0; }"""
    upright = page.locator(".tk-run-sign, .tk-run-piece[data-upright]")
    expect(upright).to_have_count(12 + 1 + 2)
    page.get_by_role("button", name="Look along with the rover").click()
    shot(page, "player-upright")
    assert {label.evaluate(angle) % 360 for label in upright.all()} == {0}
    board = page.locator(".tk-run-board").bounding_box()
    assert board is not None
    for label in page.locator(".tk-run-sign").all():
        box = label.bounding_box()
        assert box is not None
        assert board["y"] - 1 <= box["y"]
        assert box["y"] + box["height"] <= board["y"] + board["height"] + 1


def test_keys(player: Page) -> None:
    root = player.locator(PLAYER)
    for key, position in [
        ("n", 0),
        ("End", 9),
        ("Home", 0),
        ("ArrowRight", 1),
        ("ArrowLeft", 0),
        ("n", 8),
    ]:
        root.press(key)
        at_stop(player, position)
    board = player.get_by_role("region", name="Board as text")
    root.press("t")
    assert board.bounding_box()["height"] > 50  # type: ignore[index]
    root.press("T")
    assert board.bounding_box()["height"] <= 1  # type: ignore[index]


def test_the_text_board_is_folded_until_it_is_asked_for(player: Page) -> None:
    """Out of sight, but not out of hearing; and it follows the run."""
    board = player.get_by_role("region", name="Board as text")
    switch = player.get_by_role("button", name="Board as text")
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert board.evaluate("board => board.offsetHeight") <= 1
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert board.evaluate("board => board.offsetHeight") > 50
    before = text_board(player)
    press(player, "One step")
    at_stop(player, 1)
    assert text_board(player) != before
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert board.evaluate("board => board.offsetHeight") <= 1


def test_tab_reaches_everything_and_the_focus_is_seen(player: Page) -> None:
    seen: list[str] = []
    player.locator(PLAYER).focus()
    while player.evaluate("document.activeElement !== document.body") and len(seen) < 40:
        seen.append(player.evaluate("getComputedStyle(document.activeElement).outlineWidth"))
        player.keyboard.press("Tab")
    assert len(seen) == 15  # root, 2 sliders, 10 buttons, a card, a line of the log
    assert set(seen) == {"3px"}


def test_arrows_go_from_card_to_card_and_from_line_to_line(player: Page) -> None:
    press(player, "To the end")
    press(player, "To the start")
    for kind in (".tk-run-card", ".tk-run-line"):
        player.locator(kind).nth(0).focus()
        player.keyboard.press("ArrowDown")
        expect(player.locator(kind).nth(1)).to_be_focused()
        player.keyboard.press("ArrowUp")
        expect(player.locator(kind).nth(0)).to_be_focused()
    at_stop(player, 0)


def test_the_rover_looks_up_in_its_own_view(player: Page) -> None:
    root = player.locator(PLAYER)
    root.press("r")
    root.press("ArrowRight")
    player.wait_for_timeout(600)
    sheet = player.locator(".tk-run-sheet")
    assert sheet.evaluate("sheet => sheet.style.getPropertyValue('--turned')") == "-90deg"


def test_a_turn_takes_the_short_way_round(page: Page) -> None:
    show_bare(page, Player(fake_run(["right", "right", "right", "right", "left"])))
    angles = []
    for _ in range(6):
        angles.append(
            page.locator(".tk-run-piece").evaluate("piece => Number(piece.dataset.angle)")
        )
        page.locator(PLAYER).press("ArrowRight")
    assert angles == [90, 180, 270, 360, 450, 360]


def glide(page: Page) -> list[float]:
    """Where the piece is in the frames after one step."""
    frames: list[float] = page.evaluate("""async () => {
      const piece = document.querySelector('.tk-run-piece');
      const places = [];
      document.querySelector('.tk-player').dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowRight' }));
      for (let i = 0; i < 12; i += 1) {
        await new Promise(requestAnimationFrame);
        places.push(piece.getBoundingClientRect().x);
      }
      return places;
    }""")
    return frames


def test_pieces_glide(player: Page) -> None:
    assert len(set(glide(player))) > 4


def test_pieces_do_not_glide_where_motion_is_unwelcome(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    show_bare(page, Player(fake_run(SQUARE_DANCE)))
    assert len(set(glide(page))) == 1


def test_python_and_browser_agree_on_the_stop(player: Page) -> None:
    player.locator(PLAYER).press("End")
    player.wait_for_timeout(400)
    assert told(player, "position") == 9
    assert player.evaluate("window.model.saves.length") == 1
    player.evaluate("window.model.set('position', 3)")
    at_stop(player, 3)
    player.evaluate("window.model.set('scene', { ...window.model.get('scene'), alt: 'Another.' })")
    at_stop(player, 3)
    expect(player.locator(".tk-run-background")).to_have_attribute("alt", "Another.")


def test_a_run_without_a_step_or_a_piece_is_shown(page: Page) -> None:
    scene = fake_run([])
    show_bare(page, Player(scene | {"pieces": [], "program": []}))
    page.locator(PLAYER).press(" ")
    to_the_skipped_card(page)
    at_stop(page, 0)
    assert "Nothing has run yet." in caption(page)
    assert axe(page, PLAYER) == []


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1100, 420])
def test_axe_finds_nothing(page: Page, shot: Shot, dark: bool, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 1300})
    show_bare(page, Player(fake_run(SQUARE_DANCE), position=4, breakpoints=[2]), dark=dark)
    name = f"player-{'dark' if dark else 'light'}-{width}"
    assert axe(page, PLAYER) == []
    shot(page, f"{name}-plain")
    to_the_skipped_card(page)
    page.locator(PLAYER).press("t")
    page.wait_for_timeout(500)
    assert axe(page, PLAYER) == []
    shot(page, f"{name}-skipped")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
