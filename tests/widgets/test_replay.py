"""Test `tk.replay` of any saved match; half a file gets one sentence."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

import teachkit as tk
from teachkit.errors import TeachkitError
from teachkit.games import NAMES, game
from teachkit.play.match import Match, text_of
from teachkit.play.sitting import Sitting
from teachkit.play.strategies import at_random
from teachkit.widgets.table.opening import match_in

FRAMES = 200
MOST_SENT = 1_600  # characters of a stop, on average; without pictures


@cache
def random_match(name: str) -> Match:
    setup = game(name).opening.match(2)
    seats = {piece: at_random(piece) for piece in setup.players}
    return Match(game(name), setup, 3, seats, frame_limit=FRAMES)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The path of a saved match; there is no file yet."""
    return tmp_path / "match.json"


@pytest.mark.parametrize("name", NAMES)
def test_the_whole_match_is_there_forward_and_back(name: str, file: Path) -> None:
    file.write_text(text_of(random_match(name)), encoding="utf-8")
    player = tk.replay(file)
    boards = [stop["board"] for stop in player.stops]
    assert len(boards) > 1
    assert boards[-1] == str(match_in(file)[0].state)
    player.to(len(boards) - 1)
    assert player.board == boards[-1]
    player.back()
    assert player.board == boards[-2]
    player.to(0)
    assert player.board == boards[0]
    sent = player.get_state()["scene"]["stops"]
    assert len(json.dumps(sent)) < MOST_SENT * len(boards)


def test_it_says_who_plays_and_how_it_ended(file: Path) -> None:
    match = random_match("algoracing")
    seats = [["red", "ada"], ["green", "house greedy"]]
    file.write_text(json.dumps({"seats": seats, "match": match.save()}), encoding="utf-8")
    player = tk.replay(str(file))
    assert player.scene["names"] == {"red": "ada", "green": "house greedy"}
    assert player.scene["over"] == "The match was stopped here."
    file.write_text(json.dumps(match.save()), encoding="utf-8")
    assert tk.replay(str(file)).scene["names"] == {"red": "Red", "green": "Green"}


def test_what_a_table_keeps_can_be_replayed(file: Path) -> None:
    sitting = Sitting(game("algoracing"), game("algoracing").opening.match(2), ("Ada", "Bo"), 1,
                      file=file)  # fmt: skip
    sitting.sit("Bo")
    asked = sitting.decision
    assert asked
    sitting.answer(asked.compose(lambda options: options[0]))
    assert tk.replay(file).scene["names"] == {"red": "Ada", "green": "Bo"}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "This saved match ends too early or is damaged in line 1."),
        ("[]", "This is not a saved match."),
        ('{"match": 7}', "This is not a saved match."),
        ('{"teachkit": 1, "game": "chess"}', 'There is no game "chess".'),
        ('{"teachkit": 2, "game": "algoracing"}', "This match was saved as version 2"),
        ('{"teachkit": 1, "game": "algoracing", "setup": {}, "seed": 1, "answers": 7}', "answers:"),
        (b"\xff\xfe", "This is not a saved match."),
    ],
)
def test_what_is_no_match_is_one_sentence(content: str | bytes, says: str, file: Path) -> None:
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(TeachkitError) as error:
        tk.replay(file)
    assert says in error.value.says
    assert error.value.says.startswith(f"{file}: ")
    assert "\n" not in error.value.says


def test_a_file_cut_in_half_is_one_sentence_wherever_it_is_cut(file: Path) -> None:
    whole = text_of(random_match("algoracing"))
    for cut in range(0, len(whole) - 2, max(1, len(whole) // 20)):
        file.write_text(whole[:cut], encoding="utf-8")
        with pytest.raises(TeachkitError, match="ends too early or is damaged in line"):
            tk.replay(file)


def test_a_file_that_is_not_there_is_one_sentence(file: Path) -> None:
    with pytest.raises(TeachkitError, match="cannot be read"):
        tk.replay(file)
