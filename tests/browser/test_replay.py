"""A match that was played in a tournament, stepped through in real JupyterLab."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from teachkit.games import game
from teachkit.play.match import Match
from teachkit.play.strategies import at_random

from .conftest import OpenNotebook, Shot


def test_a_saved_match_goes_forward_to_its_end_and_back(
    open_notebook: OpenNotebook, shot: Shot, tmp_path: Path
) -> None:
    module = game("roborally")
    setup = module.OPENING.match(2)
    match = Match(module, setup, 4, {each: at_random(each) for each in setup.players})
    assert match.outcome
    seats = [["red", "ada"], ["green", "house greedy"]]
    file = tmp_path / "0001-ada.json"
    file.write_text(json.dumps({"seats": seats, "match": match.save()}), encoding="utf-8")
    page = open_notebook(["import teachkit as tk", f"tk.replay({str(file)!r})"], alone=True)
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 1366, "height": 768})
    expect(page.locator(".tk-run-caption")).to_contain_text("ada plays Red.")
    shot(page, "replay-start")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".tk-run-caption")).to_contain_text(str(match.outcome))
    shot(page, "replay-end")
    page.get_by_role("button", name="One step back").click()
    expect(page.locator(".tk-run-caption")).not_to_contain_text(str(match.outcome))
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(".tk-run-caption")).to_contain_text("ada plays Red.")
