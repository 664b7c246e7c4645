"""Bots at a table in real JupyterLab: watched, playing by themselves, and taken over from."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import OpenNotebook, Shot
from .labpage import LAPTOP, axe

BOT = """
def mine(view, decision):
    if "run" in decision["options"]:
        return "run"
    return "fly" if "d" in decision["options"][0] else decision["candidates"][-1]
"""


def test_bots_are_watched_and_taken_over_from(open_notebook: OpenNotebook, shot: Shot) -> None:
    cells = ["import teachkit as tk", BOT, 'tk.table("algoracing", house=[mine, "greedy"], seed=1)']
    page = open_notebook(cells, size=LAPTOP)
    bots = page.locator(".tk-bots")
    bots.scroll_into_view_if_needed()
    button = bots.get_by_role("button")
    shot(page, "bots-start")
    button.filter(has_text="Next move").click()
    expect(bots.get_by_role("heading")).to_have_text("Move 1 of 1: greedy, Green")
    button.filter(has_text="Play").first.click()  # they go on by themselves
    expect(bots.get_by_role("heading")).to_contain_text("Move 9 of 9")
    button.filter(has_text="Pause").click()
    bots.get_by_text("What it saw").click()
    expect(bots.get_by_text("'facts'")).to_be_visible()
    shot(page, "bots-watched")
    assert axe(page, ".tk-table") == []
    button.filter(has_text="Earlier").click()
    expect(bots.get_by_role("heading")).to_contain_text("of 9")
    bots.get_by_text("Take over").click()
    bots.get_by_label("Your name").fill("Zoe")
    shot(page, "bots-names")
    button.filter(has_text="Play Red instead of mine").click()
    expect(page.locator(".tk-asking .tk-ask")).to_contain_text("Zoe:")
    expect(bots.get_by_text("'facts'")).to_have_count(0)
    shot(page, "bots-taken")
    button.filter(has_text="Give Red back to mine").click()
    expect(button.filter(has_text="Next move")).to_be_visible()
    page.set_viewport_size({"width": 800, "height": 1280})
    shot(page, "bots-tablet")
