"""The verdict in a real JupyterLab: after the drive, of this program, and never of another."""

from __future__ import annotations

import re

from playwright.sync_api import expect

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


def test_the_verdict_waits_for_the_drive(open_notebook: OpenNotebook, shot: Shot) -> None:
    """Five steps to drive, slow enough to be seen; skipped, driven again, and changed."""
    bench = open_notebook([BENCH])
    speed = bench.get_by_role("slider", name="Speed")
    says, points = bench.locator(".tk-says"), bench.locator(".tk-points")
    run = bench.get_by_role("button", name="Run", exact=True)
    skip = bench.get_by_role("button", name="Skip to the end")
    speed.press("Home")
    run.click()
    expect(says).to_contain_text("It runs.")
    expect(says).not_to_contain_text(VERDICT)
    expect(points).to_have_text(re.compile("^0 of"))
    shot(bench, "verdict-waits")
    speed.press("End")
    at_stop(bench, 5)
    expect(says).to_contain_text(VERDICT)
    expect(says).not_to_contain_text("It runs.")
    expect(points).not_to_have_text(re.compile("^0 of"))
    shot(bench, "verdict")

    speed.press("Home")
    run.click()  # the same program once more is waited for again, if one likes
    expect(says).to_contain_text("It runs.")
    expect(says).not_to_contain_text(VERDICT)
    skip.click()
    at_stop(bench, 5)
    expect(says).to_contain_text(VERDICT)

    card(bench, 1).click()
    bench.keyboard.press("Delete")
    expect(says).to_contain_text("This belongs to the program before.")
    shot(bench, "verdict-stale")
    assert axe(bench, ".tk-bench") == []
    bench.keyboard.press("Control+z")
    expect(says).not_to_contain_text("This belongs to the program before.")
    expect(says).to_contain_text(VERDICT)

    bench.emulate_media(reduced_motion="reduce")
    says.evaluate("says => says.replaceChildren()")
    run.click()
    expect(says).to_contain_text(VERDICT)  # at once
    assert bench.locator(PLAYER).get_attribute("data-over") == "false"
