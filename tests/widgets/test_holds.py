"""Test a player that stops at a question: the answer is read, and the run has the right one."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import teachkit as tk
from teachkit.classroom.notebooks import our_call
from teachkit.errors import DataError
from teachkit.widgets.player import Player

ROVER: dict[str, Any] = {"floor": ". . .", "rovers": {"red": "a1 east"}}
CALL = """tk.watch("algoracing", board="two-hills", program="forward, left",
    ask={2: "Where does it stand, and where does it look?"})"""


def drive(ask: dict[int, str], program: str = "forward, left, forward") -> Player:
    return tk.watch("algoracing", program=program, ask=ask, **ROVER)


def test_the_run_goes_no_further_than_its_question() -> None:
    player = drive({2: "Where to?"})
    player.to(3)
    assert player.position == 1
    player.answer("b1 north")
    player.to(3)
    assert player.position == 3


@pytest.mark.parametrize(
    ("said", "says", "right"),
    [
        ("North B1", "You were right: b1 north.", True),
        ("b1 s", "You said b1 south, but it is b1 north.", False),
        ("b1", "Also write which way it faces, like this: b1 north.", None),
    ],
)
def test_what_can_be_read_counts_right_or_wrong(said: str, says: str, right: bool | None) -> None:
    player = drive({2: "Where to?"})
    player.said = {"stop": 2, "text": said}
    assert player.questions[0]["says"] == says
    assert player.questions[0]["right"] is right
    player.to(3)
    assert (player.position == 3) is (right is not None)


def test_nothing_that_is_sent_tells_the_answer_before() -> None:
    (question,) = drive({2: "Where to?"}).questions
    del question["form"]
    assert question == {
        "stop": 2, "asks": "Where to?", "example": "like: a1 east", "choices": [],
        "said": "", "says": "", "right": None,
    }  # fmt: skip


def test_it_is_pointed_at_from_where_the_run_waits() -> None:
    """The ghost begins as the piece stands before the step that is asked about."""
    player = drive({3: "Where to?"})
    form = player.questions[0]["form"]
    assert (form["shape"], form["start"]) == ("stand", "b1 north")
    assert set(form["squares"]) == {"a1", "b1", "c1"}
    player.answer("North C1")
    assert player.questions[0]["said"] == "c1 north"


def test_of_an_if_its_answer_is_asked() -> None:
    player = tk.watch(
        "algoracing", edition="sensors", program="if blocked(left)", ask={1: "Blocked?"}, **ROVER
    )
    assert player.questions[0]["choices"] == ["yes", "no"]
    assert player.questions[0]["form"] == {}
    player.answer("maybe")
    assert player.questions[0]["right"] is None
    player.answer("no")
    assert player.questions[0]["says"] == "You were right: no."


def test_a_machine_is_asked_for_its_number() -> None:
    player = tk.watch(
        "lovelace", edition="machine", program="A4/", value=30, components={"A4": "x/2"},
        ask={1: "Which number?"},
    )  # fmt: skip
    assert player.questions[0]["form"]["start"] == "30"
    player.answer("15")
    assert player.questions[0]["right"] is True


def test_questions_are_asked_one_after_the_other() -> None:
    player = drive({3: "Then?", 1: "First?"})
    assert [each["asks"] for each in player.questions] == ["First?", "Then?"]
    player.answer("b1 east")
    player.to(3)
    assert player.position == 2


@pytest.mark.parametrize(("said", "right"), [("b1 north", True), ("South b1", False)])
def test_an_answer_is_kept_when_the_kernel_restarts(said: str, right: bool, folder: Path) -> None:
    before = drive({2: "Where to?", 3: "Then?"})
    before.answer(said)
    again = drive({2: "Where to?", 3: "Then?"})
    assert again.questions == before.questions
    assert [each["right"] for each in again.questions] == [right, None]
    again.to(3)
    assert again.position == 2
    again.answer("c1 north")
    assert drive({2: "Where to?", 3: "Then?"}).questions[1]["right"] is False
    assert json.loads((folder / "answers.json").read_text())["answers"] == {}


def test_a_run_that_was_changed_asks_anew() -> None:
    drive({2: "Where to?"}).answer("b1 north")
    for other in (drive({2: "Where?"}), drive({2: "Where to?"}, "forward, right, forward")):
        assert other.questions[0]["right"] is None


def test_a_run_is_shown_even_where_nothing_can_be_stored(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drive({2: "Where to?"}).answer("b1 north")
    monkeypatch.setenv("TEACHKIT_ANSWERS", str(folder / "nowhere"))
    player = drive({2: "Where to?"})
    player.answer("b1 north")
    assert player.questions[0]["right"] is True
    assert drive({2: "Where to?"}).questions[0]["right"] is None


def test_an_answer_kept_in_another_language_is_asked_for_again(folder: Path) -> None:
    ask = {1: "Blocked?"}
    watch = partial(tk.watch, "algoracing", edition="sensors", program="if blocked(left)", **ROVER)
    watch(ask=ask).answer("no")
    kept = (folder / "answers.json").read_text().replace('"no"', '"nein"')
    (folder / "answers.json").write_text(kept)
    assert watch(ask=ask).questions[0]["says"] == ""


def test_a_step_that_the_run_has_not_is_told() -> None:
    with pytest.raises(DataError, match=r"This run has 3 steps, so there is no step 9\."):
        drive({9: "?"})


def test_such_a_call_is_ours() -> None:
    """Literals only: a lesson that is opened may run it."""
    assert our_call(CALL) == "watch"
