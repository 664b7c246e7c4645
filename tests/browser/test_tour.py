"""The whole tour, following its own instructions: by mouse, by finger, by keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from teachkit.classroom.library import exercises_of
from teachkit.exercises.model.verdict import points_in_words

from .builderpage import card, in_tray
from .conftest import Shot, new_page
from .hands import Hands, Keys, Pointer, lay, run
from .labpage import LAPTOP, NOTEBOOK, TABLET, Lab, cell_errors, open_lesson

TOUR = "00-the-tour.ipynb"
SIZES = {"mouse": LAPTOP, "touch": TABLET, "keys": {"width": 1920, "height": 1080}}
HANDS: dict[str, Callable[[Page], Hands]] = {
    "mouse": lambda page: Pointer(page, finger=False),
    "touch": lambda page: Pointer(page, finger=True),
    "keys": Keys,
}


@pytest.fixture
def screen(browser: Browser, by: str) -> Iterator[Page]:
    """A browser without a cache."""
    page = new_page(browser, viewport=SIZES[by], has_touch=by == "touch", reduced_motion="reduce")
    yield page
    page.context.close()


def bench(page: Page, title: str) -> Locator:
    heading = page.get_by_role("heading", name=title, exact=True)
    return page.locator(f"{NOTEBOOK} .tk-bench").filter(has=heading)


def solved(on: Locator, points: int) -> None:
    expect(on.locator(".tk-points")).to_have_text(points_in_words(points, points))


def a_word_is_explained(page: Page, hands: Hands) -> None:
    """A word with dots under it shows its meaning, without a mouse that points at it, too."""
    word = page.locator(f"{NOTEBOOK} abbr").first
    hands.press(word)
    shown = word.evaluate("word => getComputedStyle(word, '::after').content")
    assert (word.get_attribute("title") or "no title") in shown


def first_rover_moves(on: Locator, hands: Hands) -> None:
    """A newcomer needs to press only a card and Run, both visible at first."""
    forward = in_tray(on, "Forward")
    if isinstance(hands, Keys):  # the first card has the focus, and Run names its shortcut
        expect(forward).to_be_focused()
        hands.press(forward)
        expect(on.locator(".tk-chord")).to_have_text("Ctrl+Enter")
        hands.key("Control+Enter")
    else:
        lay(hands, on, "forward")
        run(hands, on)
    expect(on.locator(".tk-player")).not_to_have_attribute("data-position", "0")
    assert on.page.evaluate("window.scrollY") == 0
    assert hands.presses == 2


@pytest.mark.parametrize(
    "by", ["keys", *(pytest.param(by, marks=pytest.mark.nightly) for by in ("mouse", "touch"))]
)
def test_every_exercise_of_the_tour_is_solved(ada: Lab, screen: Page, shot: Shot, by: str) -> None:
    page, hands = screen, HANDS[by](screen)
    open_lesson(page, ada, TOUR)
    titles = {exercise.id[:5]: exercise for exercise in exercises_of("00")}

    def asked(number: str) -> Locator:
        return bench(page, titles[number].title)

    def done(number: str) -> None:
        solved(asked(number), titles[number].possible)
        shot(page, f"tour-{by}-{number}")

    first = asked("00-02")
    first_rover_moves(first, hands)
    shot(page, f"newcomer-{by}")
    a_word_is_explained(page, hands)
    shot(page, f"word-{by}")
    lay(hands, first, "forward")
    run(hands, first)
    done("00-02")

    predicted = asked("00-01")
    hands.write(predicted.locator("input[type=text]").first, "b2 north")
    run(hands, predicted)
    done("00-01")

    repaired = asked("00-03")
    run(hands, repaired)
    expect(repaired.locator(".tk-says")).not_to_be_empty()
    hands.remove(card(repaired, 2))
    hands.press(in_tray(repaired, "Jump"))
    run(hands, repaired)
    done("00-03")

    way_back = asked("00-04")
    lay(hands, way_back, "left, forward, forward, forward")
    hands.remove(card(way_back, 4))
    run(hands, way_back)
    done("00-04")

    free = asked("00-05")
    lay(hands, free, "right, all-forward, u-turn, all-forward")
    run(hands, free)
    done("00-05")

    turn = page.locator(f"{NOTEBOOK} .tk-player:not(.tk-bench .tk-player)").nth(1)
    hands.press(turn.get_by_role("button", name="Turn the board with the rover"))
    shot(page, f"tour-{by}-turned")
    expect(turn.locator(".tk-run-sheet")).to_have_attribute("style", re.compile("-180deg"))
    assert cell_errors(page) == []
