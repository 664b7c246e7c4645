"""Shipped exercises rebuilt in the studio by keys alone and by touch alone, as the same files."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from teachkit.games import NAMES
from teachkit.widgets.studio import studio as room
from teachkit.widgets.studio.studio import studio

from ..widgets.rebuilding import Plan, paths
from ..widgets.test_studio_rebuilds import Unproven
from .conftest import new_page
from .labpage import LAPTOP
from .studiopage import Author, Keys, Touch

WAYS: dict[str, type[Author]] = {"keys": Keys, "touch": Touch}
ALWAYS = ("01-04", "10-05", "18-12", "20-06")
FILES = [
    path if path.stem[:5] in ALWAYS else pytest.param(path, marks=pytest.mark.nightly)
    for name in NAMES
    for path in paths(name)
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_rebuilt_exercise_is_the_same_file(
    browser: Browser, path: Path, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "Prover", Unproven)
    plan = Plan.of(path)
    page = new_page(browser, viewport=LAPTOP, has_touch=way == "touch", reduced_motion="reduce")
    author = WAYS[way](page, studio(plan.data["game"]))
    author.enter(plan)
    author.save(str(tmp_path / path.name))
    page.context.close()
    assert (tmp_path / path.name).read_bytes() == path.read_bytes()
