"""Test that traits set by Python are what a browser shows, without a browser."""

from __future__ import annotations

import re
from base64 import b64encode
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from teachkit.widgets import player as player_module
from teachkit.widgets.common.scripts import words_of
from teachkit.widgets.common.still import Still, live_bundle
from teachkit.widgets.player import Player, player_words

ROOM = Path(player_module.__file__).parent
STILL = b"\x89PNG still"


def stop(board: str, **facts: Any) -> dict[str, Any]:
    return {"card": None, "turn": "", "says": [], "skipped": False, "board": board} | facts


def scene(*boards: str) -> dict[str, Any]:
    return {
        "width": 300,
        "alt": "One row.",
        "background": b"paper",
        "stops": [stop(board, spoken=f"The board is {board}.") for board in boards],
    }


@pytest.fixture
def player() -> Player:
    return Player(scene("R . .", ". R .", ". . R"), still=STILL)


def test_it_starts_at_the_start(player: Player) -> None:
    assert (player.position, player.board) == (0, "R . .")


def test_stepping(player: Player) -> None:
    player.step()
    player.step()
    assert player.board == ". . R"
    player.back()
    assert player.board == ". R ."
    player.to(0)
    assert player.board == "R . ."


@pytest.mark.parametrize(("wanted", "shown"), [(-1, 0), (3, 2), (99, 2)])
def test_there_is_nothing_beyond_the_ends(player: Player, wanted: int, shown: int) -> None:
    player.to(wanted)
    assert player.position == shown
    player.position = wanted
    assert player.position == shown


def test_another_run_starts_at_its_start(player: Player) -> None:
    player.to(2)
    player.breakpoints = [1]
    player.load(scene("A", "B"), still=b"other")
    assert (player.position, player.board, player.still) == (0, "A", b"other")
    assert player.breakpoints == [1]


def test_an_empty_player_has_one_stop_of_nothing() -> None:
    player = Player({})
    player.step()
    assert (player.position, player.board) == (0, "")
    assert repr(player) == "Player(step 0 of 0)"


def test_everything_is_sent_once(player: Player) -> None:
    state = player.get_state()
    assert {"scene", "words", "position", "breakpoints"} <= state.keys()
    assert state["scene"]["background"] == b"paper"
    assert state["scene"]["cards"] == {}


def test_its_text_is_its_state(player: Player) -> None:
    player.step()
    assert repr(player) == "Player(step 1 of 2)"
    bundle = live_bundle(player)
    assert bundle["text/plain"] == "Player(step 1 of 2)"
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_it_speaks_with_its_own_words_unless_told_otherwise() -> None:
    player = Player(scene("R"), words={"turn": "Look along with the robot"})
    assert player.words == player_words() | {"turn": "Look along with the robot"}


def test_every_word_that_the_browser_asks_for_is_there() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in ROOM.glob("*.js")}
    watching = texts.pop("watch.js")
    assert {*re.findall(r"\bwords\.(\w+)", watching)} == words_of("player", "watch").keys()
    scripts = "".join(texts.values())
    buttons = {*re.findall(r'"(\w+)", words\b', scripts), "pause"}
    asked = {*re.findall(r"\bwords\.(\w+)", scripts), *buttons}
    assert asked == player_words().keys() - {"player"}
    assert player_words()["short"].keys() == buttons
    assert 'model.get("words").player' in scripts


class Outline(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))


def test_the_still_is_how_the_run_begins(player: Player) -> None:
    still = player.as_still()
    assert still == Still(STILL, "The board is R . ..", "R . .", width=300)
    bundle = still.bundle()
    assert bundle["text/plain"] == "R . ."
    [(figure, _), (image, attributes), *rest] = Outline(bundle["text/html"]).tags
    assert (figure, image) == ("figure", "img")
    assert [tag for tag, _ in rest] == ["details", "summary", "pre"]
    assert attributes["alt"] == "The board is R . .."
    assert attributes["src"] == f"data:image/png;base64,{b64encode(STILL).decode()}"


def test_a_still_without_a_picture_is_its_text() -> None:
    bundle = Still(b"", "", "a < b & c").bundle()
    assert "<img" not in bundle["text/html"]
    assert "a &lt; b &amp; c" in bundle["text/html"]


def test_displaying_shows_the_still_and_then_the_live_view(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[dict[str, Any]] = []
    monkeypatch.setattr(
        "teachkit.widgets.common.still.display", lambda bundle, raw: shown.append(bundle)
    )
    player._ipython_display_()
    assert shown == [player.as_still().bundle(), live_bundle(player)]
