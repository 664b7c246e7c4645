"""The verdict in a real JupyterLab: after the drive, of this program, and never of another."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from .builderpage import card
from .conftest import OpenNotebook, Shot
from .labpage import axe
from .playerpage import PLAYER, at_stop

BENCH = """import teachkit as tk
from teachkit.widgets.workbench.builders import lay
bench = tk.exercise("06-07-which-loop")
lay(bench.builder, bench.exercise, "jump, left, 3x(forward)")
bench"""
VERDICT = "It works: everything is as it should be."


@pytest.fixture
def bench(open_notebook: OpenNotebook) -> Page:
    """Five steps to drive, slow enough to be seen."""
    page = open_notebook([BENCH])
    page.get_by_role("slider", name="Speed").press("Home")
    return page


def run(page: Page) -> None:
    page.get_by_role("button", name="Run", exact=True).click()
    expect(says(page)).to_contain_text("It runs.")


def says(page: Page) -> Locator:
    return page.locator(".tk-says")


def skip(page: Page) -> None:
    page.get_by_role("button", name="Skip to the end").click()


def test_the_verdict_comes_when_the_drive_has_ended(bench: Page, shot: Shot) -> None:
    run(bench)
    expect(says(bench)).not_to_contain_text(VERDICT)
    expect(bench.locator(".tk-points")).to_have_text(re.compile("^0 of"))
    shot(bench, "verdict-waits")
    bench.get_by_role("slider", name="Speed").press("End")
    at_stop(bench, 5)
    expect(says(bench)).to_contain_text(VERDICT)
    expect(says(bench)).not_to_contain_text("It runs.")
    expect(bench.locator(".tk-points")).not_to_have_text(re.compile("^0 of"))
    shot(bench, "verdict")
    assert axe(bench, ".tk-bench") == []


def test_nobody_has_to_wait(bench: Page) -> None:
    run(bench)
    skip(bench)
    at_stop(bench, 5)
    expect(says(bench)).to_contain_text(VERDICT)


def test_with_reduced_motion_it_is_there_at_once(bench: Page) -> None:
    bench.emulate_media(reduced_motion="reduce")
    bench.get_by_role("button", name="Run", exact=True).click()
    expect(says(bench)).to_contain_text(VERDICT)
    assert bench.locator(PLAYER).get_attribute("data-over") == "false"


def test_a_run_of_the_same_program_is_waited_for_again(bench: Page) -> None:
    run(bench)
    skip(bench)
    expect(says(bench)).to_contain_text(VERDICT)
    run(bench)
    expect(says(bench)).not_to_contain_text(VERDICT)


def test_it_goes_grey_with_a_card_and_comes_back_with_it(bench: Page, shot: Shot) -> None:
    run(bench)
    skip(bench)
    expect(says(bench)).to_contain_text(VERDICT)
    card(bench, 1).click()
    bench.keyboard.press("Delete")
    expect(says(bench)).to_contain_text("This belongs to the program before.")
    shot(bench, "verdict-stale")
    assert axe(bench, ".tk-bench") == []
    bench.keyboard.press("Control+z")
    expect(says(bench)).not_to_contain_text("This belongs to the program before.")
    expect(says(bench)).to_contain_text(VERDICT)
