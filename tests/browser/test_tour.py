"""The whole tour, as its own words tell it: by mouse, by finger, by keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from teachkit.classroom.library import exercises_of

from .conftest import Shot
from .hands import Hands, Keys, Pointer, in_tray, laid, lay, run
from .labpage import NOTEBOOK, Lab, cell_errors, learners_command, open_lesson, running_lab

TOUR = "00-the-tour.ipynb"
LAPTOP = {"width": 1366, "height": 768}
TABLET = {"width": 800, "height": 1280}
HANDS: dict[str, Callable[[Page], Hands]] = {
    "mouse": lambda page: Pointer(page, finger=False),
    "touch": lambda page: Pointer(page, finger=True),
    "keys": Keys,
}


@pytest.fixture
def ada(tmp_path: Path) -> Iterator[Lab]:
    with running_lab(tmp_path, learners_command) as lab:
        yield lab


@pytest.fixture
def screen(browser: Browser, by: str) -> Iterator[Page]:
    is_touch = by == "touch"
    context = browser.new_context(
        viewport=TABLET if is_touch else LAPTOP, has_touch=is_touch, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


def bench(page: Page, title: str) -> Locator:
    heading = page.get_by_role("heading", name=title, exact=True)
    return page.locator(f"{NOTEBOOK} .tk-bench").filter(has=heading)


def solved(on: Locator, points: int) -> None:
    expect(on.locator(".tk-points")).to_have_text(f"{points} of {points} points")


@pytest.mark.parametrize("by", HANDS)
def test_every_exercise_of_the_tour_is_solved(ada: Lab, screen: Page, shot: Shot, by: str) -> None:
    page, hands = screen, HANDS[by](screen)
    open_lesson(page, ada, TOUR)
    titles = {exercise.id[:5]: exercise for exercise in exercises_of("00")}
    told = []

    def asked(number: str) -> Locator:
        return bench(page, titles[number].title)

    def done(number: str) -> None:
        solved(asked(number), titles[number].possible)
        told.append(f"{hands.presses} {titles[number].title}")
        shot(page, f"tour-{by}-{number}")

    first = asked("00-02")
    lay(hands, first, "forward, forward")
    run(hands, first)
    done("00-02")

    predicted = asked("00-01")
    hands.write(predicted.locator("input[type=text]").first, "b2 north")
    run(hands, predicted)
    done("00-01")

    repaired = asked("00-03")
    run(hands, repaired)
    expect(repaired.locator(".tk-says")).not_to_be_empty()
    hands.remove(laid(repaired, 2))
    hands.press(in_tray(repaired, "Jump"))
    run(hands, repaired)
    done("00-03")

    way_back = asked("00-04")
    lay(hands, way_back, "left, forward, forward, forward")
    hands.remove(laid(way_back, 4))
    run(hands, way_back)
    done("00-04")

    free = asked("00-05")
    lay(hands, free, "right, all-forward, u-turn, all-forward")
    run(hands, free)
    done("00-05")

    turn = page.locator(f"{NOTEBOOK} .tk-player:not(.tk-bench .tk-player)").nth(1)
    hands.press(turn.get_by_role("button", name="Look along with the rover"))
    shot(page, f"tour-{by}-turned")
    expect(turn.locator(".tk-run-sheet")).to_have_attribute("style", re.compile("-180deg"))
    assert cell_errors(page) == []
    print(f"\nthe tour by {by}, presses so far: " + ", ".join(told))
    if by != "keys":
        assert told[0].startswith("3 "), "two cards and Run"
