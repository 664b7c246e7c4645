"""Test that a friend's code opens its exercise, and that results go back to the maker."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import teachkit as tk
from teachkit.classroom.answers import Answers
from teachkit.classroom.library import find_exercise
from teachkit.errors import TeachkitError
from teachkit.exercises.authoring.codes import code_of, read_code, read_result
from teachkit.widgets.workbench.makebench import Friends, FriendsBench

from .benches import BASE, check, run

CODE = code_of(BASE, "Zoë", "forward, forward")
DAMAGED = ("Y" if CODE[0] == "X" else "X") + CODE[1:]
PREDICT: dict[str, Any] = {
    "game": "algoracing", "kind": "predict", "given": "forward, left",
    "starts": [{"floor": ". . .\n. . .", "rovers": {"red": "a1 east"}}],
}  # fmt: skip


@pytest.fixture
def friends(tmp_path: Path) -> Friends:
    return Friends(Answers(tmp_path, "Ben"))


def bench(friends: Friends, code: str) -> FriendsBench:
    """Type a code into the box, as the browser does, and return the bench below it."""
    count = friends.entry.pressed.get("n", 0) + 1
    friends.entry.pressed = {"button": "open", "n": count, "fact": code}
    assert friends.bench
    assert friends.children == (friends.entry, friends.bench)
    return friends.bench


def test_a_code_opens_its_exercise(friends: Friends) -> None:
    found = bench(friends, f" {CODE.lower()} ")
    assert found.exercise.title == found.task.title == "Zoë’s board"
    assert found.exercise.file.text == "Pick up the sample on **c1**."
    assert found.exercise.id == read_code(CODE).id
    assert found.feedback.progress["says"] == ""


def test_an_exercise_can_be_opened_by_its_code() -> None:
    assert find_exercise(CODE).title == "Zoë’s board"
    with pytest.raises(TeachkitError, match="Group 1, "):
        find_exercise(DAMAGED)
    with pytest.raises(TeachkitError, match='There is no exercise "hello"'):
        find_exercise("hello")


def test_the_maker_is_introduced_only_after_the_solution(friends: Friends) -> None:
    found = run(bench(friends, CODE), "forward")
    assert "Zoë" not in " ".join(found.feedback.says)
    run(found, "forward", "forward")
    thanks = "Zoë solved it like this: forward, forward."
    assert thanks in found.feedback.says
    assert [badge["says"] for badge in found.feedback.badges] == ["Par: 1 card", "Par: 1 step"]
    assert found.feedback.says[-1].startswith("Send back this code: ")


def test_a_result_goes_back_to_the_maker(friends: Friends) -> None:
    found = run(bench(friends, CODE), "forward", "forward")
    code = found.feedback.says[-1].rpartition(" ")[2]
    solved = read_result(code)
    assert solved is not None
    assert solved == (found.exercise.id, "Ben", 2, 2, 2)
    friends.open_code(code)
    assert friends.entry.says == "Ben solved your board in 2 cards. You needed 2."
    assert friends.children == (friends.entry,)


def test_a_wrong_solution_of_the_maker_is_not_shown(friends: Friends) -> None:
    found = run(bench(friends, code_of(BASE, "", "forward")), "forward", "forward")
    assert not [line for line in found.feedback.says if "solved it like this" in line]
    solved = read_result(found.feedback.says[-1].rpartition(" ")[2])
    assert solved is not None
    assert solved.needed == 0
    assert str(solved) == "Ben solved your board in 2 cards."


def test_a_prediction_has_no_cards(friends: Friends) -> None:
    found = check(bench(friends, code_of(PREDICT, "Zoë")), "b1 north")
    solved = read_result(found.feedback.says[-1].rpartition(" ")[2])
    assert str(solved) == "Ben solved your board."


def test_a_name_that_does_not_fit_is_left_out(tmp_path: Path) -> None:
    friends = Friends(Answers(tmp_path, "Benjamin the 2nd of his name"))
    found = run(bench(friends, CODE), "forward", "forward")
    solved = read_result(found.feedback.says[-1].rpartition(" ")[2])
    assert solved is not None
    assert solved.name == ""


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (DAMAGED, rf"Group 1, {DAMAGED[:5]}, is not right\."),
        ("hello", r"This is not a code\. Copy it again from start to end\."),
        ("<b>" * 99, r"This is not a code\. Copy it again from start to end\."),
    ],
)
def test_a_damaged_code_is_answered_below_the_field(friends: Friends, code: str, says: str) -> None:
    friends.open_code(code)
    assert re.fullmatch(says, friends.entry.says)
    assert friends.children == (friends.entry,)


def test_answers_are_stored_and_come_back(friends: Friends, tmp_path: Path) -> None:
    run(bench(friends, CODE), "forward", "forward")
    [file] = tmp_path.glob("answers*.json")
    stored = json.loads(file.read_text(encoding="utf-8"))["answers"]
    assert stored[read_code(CODE).id]["points"] == 2
    assert FriendsBench(CODE, Answers(tmp_path, "Ben")).answer == "forward, forward"


def test_the_box_and_the_bench_are_called_by_name(monkeypatch: Any, tmp_path: Path) -> None:
    monkeypatch.setenv("TEACHKIT_ANSWERS", str(tmp_path))
    assert isinstance(tk.friends(), Friends)
    assert isinstance(tk.exercise(CODE), FriendsBench)
    with pytest.raises(TeachkitError, match="Group 1, "):
        tk.exercise(DAMAGED)
