"""Test bots at a table: watched move by move, refused with a reason, and taken over from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import teachkit as tk
from teachkit.core.run.chance import Chance
from teachkit.games import NAMES
from teachkit.play.match import Match
from teachkit.widgets.table.table import Table

from ..thorough import THOROUGH
from .test_table import press, step, widgets


def last(view: Any, decision: Any) -> Any:
    """Answer with the last candidate."""
    return decision["candidates"][-1]


def fly(view: Any, decision: Any) -> Any:
    """Give an answer that is never possible."""
    return "fly"


def sleepy(view: Any, decision: Any) -> Any:
    raise KeyboardInterrupt


def moved(table: Table, moves: int) -> None:
    for _ in range(moves):
        press(table.bots, "next")


def names(table: Table) -> list[str]:
    return [seat.name for seat in table.sitting.seats]


def test_two_bots_are_watched_move_by_move() -> None:
    table = tk.table("algoracing", house=[last, "greedy"], seed=1)
    assert (names(table), table.asking.moment, table.bots.move) == (
        ["last", "greedy"],
        "watching",
        {},
    )
    assert (table.asking.coming, table.asking.question, table.asking.form) == ([], "", {})
    press(table.bots, "next")
    move = table.bots.move
    assert (move["number"], move["of"], move["name"], move["says"]) == (1, 1, "greedy", "")
    assert move["question"] == "Which corner do you choose?"
    assert move["answer"] in move["options"]
    assert "'me': 'green'" in move["view"]
    assert move["board"] == str(table.sitting.moves[0].view)
    moved(table, 5)
    press(table.bots, "look", 5)
    assert (table.bots.move, table.bots.back) == (move | {"of": 6}, 5)
    press(table.bots, "look", 99)
    assert table.bots.back == 5
    moved(table, 1)
    assert (table.bots.move["number"], table.bots.back) == (7, 0)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_watched_game_ends_like_any_other(name: str) -> None:
    """Watch all of it every night, and its last moves every day."""
    table = tk.table(name, house=[last, "greedy"], seed=3)
    if not THOROUGH:
        sitting = table.sitting
        while sitting.move():
            pass
        match = Match(sitting.game, sitting.match.setup, 3, answers=sitting.match.answers[:-4])
        sitting.match = match
    while not table.sitting.match.is_over:
        answers = len(table.sitting.match.answers)
        moved(table, 1)
        assert len(table.sitting.match.answers) > answers
        assert table.bots.runs == table.sitting.is_watching
    table.watched()
    assert table.asking.moment == "over"
    assert table.asking.outcome
    assert (table.bots.is_watched, table.bots.seats) == (False, [])
    assert table.bots.move["view"]  # nothing is hidden any more


def test_an_impossible_answer_becomes_a_pass_and_is_explained() -> None:
    table = tk.table("algoracing", house=["greedy", fly], seed=1)
    moved(table, 1)
    assert table.bots.move["name"] == "fly"
    assert table.bots.move["says"].startswith("It answered 'fly'. Choose one of: ")
    assert table.bots.move["answer"] == table.bots.move["options"][0]


def test_beside_a_person_only_the_errors_of_a_bot_are_shown() -> None:
    table = tk.table("algoracing", ["Ada"], house=fly, seed=1)
    assert table.asking.who == "Ada"
    assert table.bots.move.keys() == {"number", "of", "name", "piece", "label", "bot", "says"}
    assert "It answered 'fly'" in table.bots.move["says"]
    table = tk.table("algoracing", ["Ada"], house=last, seed=1)
    for _ in range(20):
        step(table, Chance(1))
        assert table.bots.move == {}
    assert len(table.sitting.moves) > 2


def test_a_person_takes_over_from_a_bot_and_gives_the_seat_back() -> None:
    table = tk.table("algoracing", house=[last, "greedy"], seed=1)
    moved(table, 6)
    press(table.bots, "take", ["red", "Ada"])
    assert names(table) == ["Ada", "greedy"]
    if table.asking.moment == "watching":
        press(table.asking, "watched")
    assert table.asking.who == "Ada"
    assert table.asking.question
    assert not table.bots.is_watched
    assert table.bots.move == {}
    step(table, Chance(1))
    again = tk.table("algoracing", house=[last, "greedy"], seed=1)
    assert names(again) == ["Ada", "greedy"]
    assert again.sitting.match.answers == table.sitting.match.answers
    press(again.bots, "take", ["red", ""])
    assert (names(again), again.bots.is_watched) == (["last", "greedy"], True)
    answers = len(again.sitting.match.answers)
    moved(again, 1)
    assert len(again.sitting.match.answers) > answers


def test_two_people_cannot_have_one_name() -> None:
    table = tk.table("algoracing", ["Ada"], house=last, seed=1)
    press(table.bots, "take", ["green", "Ada"])
    assert table.asking.says == "Two players are called 'Ada'. Change one of the names."
    assert names(table) == ["Ada", "last"]


def test_an_interrupt_stops_a_bot_and_nothing_is_lost() -> None:
    table = tk.table("algoracing", house=["greedy", sleepy], seed=1)
    before = table.sitting.match.save()
    moved(table, 1)
    assert table.asking.says == "You stopped the bot before it answered."
    assert table.sitting.match.save() == before


def test_a_table_without_bots_has_no_panel_for_them() -> None:
    assert tk.table("algoracing", ["Ada", "Bo"]).bots not in widgets(tk.table("algoracing"))
    with_house = tk.table("algoracing", ["Ada"], house="greedy")
    assert with_house.bots not in widgets(with_house)
    watched = tk.table("algoracing", house=["greedy", "random"])
    assert watched.bots in widgets(watched)


@pytest.mark.slow
def test_a_file_of_somebody_else_plays_in_the_sandbox(folder: Path) -> None:
    file = folder / "greedy_ann.py"
    file.write_text("import os\ndef play(view, decision):\n    return str(os.getcwd())\n")
    table = tk.table("algoracing", ["Ada", str(file)], seed=1)
    assert names(table) == ["Ada", "greedy_ann"]
    assert "It answered '/" in table.bots.move["says"]
    assert str(folder) not in json.dumps(table.bots.move)
