"""A match that was played in a tournament, stepped through from its file."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from teachkit.games import game
from teachkit.play.match import Match
from teachkit.play.strategies import at_random
from teachkit.widgets.table.replaying import replay

from .bare import show_bare
from .conftest import Shot
from .labpage import LAPTOP
from .playerpage import control


def test_a_saved_match_goes_forward_to_its_end_and_back(
    page: Page, shot: Shot, tmp_path: Path
) -> None:
    module = game("roborally")
    setup = module.OPENING.match(2)
    match = Match(module, setup, 4, {each: at_random(each) for each in setup.players})
    assert match.outcome
    seats = [["red", "ada"], ["green", "house greedy"]]
    file = tmp_path / "0001-ada.json"
    file.write_text(json.dumps({"seats": seats, "match": match.save()}), encoding="utf-8")
    page.set_viewport_size(LAPTOP)
    page.emulate_media(reduced_motion="reduce")
    show_bare(page, replay(file))
    caption = page.locator(".tk-run-caption")
    expect(caption).to_contain_text("ada plays Red.")
    shot(page, "replay-start")
    control(page, "To the end")
    expect(caption).to_contain_text(str(match.outcome))
    shot(page, "replay-end")
    control(page, "One step back")
    expect(caption).not_to_contain_text(str(match.outcome))
    control(page, "To the start")
    expect(caption).to_contain_text("ada plays Red.")
