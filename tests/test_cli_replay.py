"""Test `teachkit replay`: any saved match becomes a page; what is no match gets one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from teachkit.cli import main
from teachkit.games import NAMES, game
from teachkit.play.match import Match
from teachkit.play.strategies import at_random


def typed(*arguments: str | Path) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["replay", *map(str, arguments)])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def saved(file: Path, name: str = "lovelace") -> Path:
    """Save a match, as a tournament does, and return the file."""
    setup = game(name).opening.match(2)
    seats = {piece: at_random(piece) for piece in setup.players}
    match = Match(game(name), setup, 3, seats, frame_limit=60)
    names = list(zip(setup.players, ("Ada & Co", "Bo"), strict=True))
    file.write_text(json.dumps({"seats": names, "match": match.save()}), encoding="utf-8")
    return file


@pytest.mark.parametrize("name", NAMES)
def test_a_match_becomes_a_page_of_its_own(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "shown.html"
    assert typed(saved(tmp_path / "match.json", name), "-o", page) == 0
    assert capsys.readouterr().out == f"Open this page in a browser: {page}\n"
    html = page.read_text(encoding="utf-8")
    assert "<h1>Ada &amp; Co, Bo</h1>" in html
    assert "startPage(" in html
    assert "<script src" not in html


def test_without_a_name_the_page_is_beside_the_match(tmp_path: Path) -> None:
    assert typed(saved(tmp_path / "0007-ada.json")) == 0
    assert (tmp_path / "0007-ada.html").exists()


@pytest.mark.parametrize(
    ("content", "says"),
    [(None, "cannot be read"), ("{}", "This is not a saved match."), ("[", "damaged in line 1")],
)
def test_what_is_no_match_gets_one_sentence(
    content: str | None, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    assert typed(file) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1
    assert not file.with_suffix(".html").exists()


def test_a_page_that_cannot_be_written_gets_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = saved(tmp_path / "match.json")
    assert typed(file, "-o", tmp_path / "nowhere" / "page.html") == 2
    assert "cannot be written to" in capsys.readouterr().err
