"""Somebody new: from `teachkit lab` to the first rover that moves, with what is on the screen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import Shot
from .hands import Hands, Keys, Pointer, in_tray, lay, run
from .labpage import NOTEBOOK, Lab, learners_command, running_lab, wait_for_kernel

TOUR = "00-the-tour.ipynb"
SIZES = {"laptop": (1366, 768), "screen": (1920, 1080), "tablet": (800, 1280)}
HANDS: dict[str, Callable[[Page], Hands]] = {
    "mouse": lambda page: Pointer(page, finger=False),
    "touch": lambda page: Pointer(page, finger=True),
    "keys": Keys,
}


@pytest.fixture(scope="module")
def ada(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with running_lab(tmp_path_factory.mktemp("newcomer"), learners_command) as lab:
        yield lab


@pytest.fixture
def screen(browser: Browser, ada: Lab, size: str, by: str) -> Iterator[Page]:
    """A browser that has seen nothing, a kernel of its own, and nothing answered yet."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=by == "touch"
    )
    yield context.new_page()
    context.close()
    ada.stop_kernels()
    for answers in ada.folder.glob("answers*.json"):
        answers.unlink()


@pytest.mark.parametrize("by", HANDS)
@pytest.mark.parametrize("size", SIZES)
def test_the_first_rover_moves(ada: Lab, screen: Page, shot: Shot, size: str, by: str) -> None:
    """The seconds are printed; what counts is what has to be pressed."""
    start = time.perf_counter()
    screen.goto(f"{ada.url}/doc/tree/{TOUR}?reset")
    wait_for_kernel(screen)
    loaded = time.perf_counter() - start
    first = screen.locator(f"{NOTEBOOK} .tk-bench").first
    first.wait_for()
    waited = time.perf_counter() - start
    hands = HANDS[by](screen)
    if by == "keys":  # the first card has the focus, and Run names its keys
        expect(in_tray(first, "Forward")).to_be_focused()
        hands.press(in_tray(first, "Forward"))
        expect(first.locator(".tk-chord")).to_have_text("Ctrl+Enter")
        hands.key("Control+Enter")
    else:
        lay(hands, first, "forward")
        run(hands, first)
    expect(first.locator(".tk-player")).not_to_have_attribute("data-position", "0")
    assert screen.evaluate("window.scrollY") == 0
    shot(screen, f"newcomer-{size}-{by}")
    print(f"\n{size}, {by}: {hands.presses} presses; first exercise after {waited:.1f} s,"
          f" the page and its kernel after {loaded:.1f} s")  # fmt: skip
    assert hands.presses == 2, "a card, and Run"
