"""Test a learner's strategy in this process: each game begins anew, and every call ends."""

from __future__ import annotations

import random
from typing import Any

import pytest

from teachkit.errors import AnswerError
from teachkit.exercises.running.results import Result
from teachkit.exercises.running.strategy_player import InProcessPlayer

VIEW: dict[str, Any] = {"me": "red", "points": {"red": 3}}
QUESTION: dict[str, Any] = {"options": ["run", "pass"], "candidates": ["run", "pass"]}


def later(answer: Any) -> dict[str, Any]:
    if answer not in QUESTION["options"]:
        raise AnswerError("Choose one of: run, pass.")
    return {"me": "red", "points": {"red": 5 if answer == "pass" else 4}}


def asked(body: str) -> Result:
    """Return the answer of a strategy with this body, or the reason why it cannot be asked."""
    player = InProcessPlayer(f"def play(view, decision):\n    {body}\n")
    return player.begin("1") or player.answer(VIEW, QUESTION, later)


def test_it_answers_and_looks_ahead() -> None:
    best = "return max(decision['candidates'], key=lambda each: later(each)['points']['red'])"
    assert asked(best).value == "pass"


@pytest.mark.parametrize(
    ("body", "trouble"),
    [
        ("while True: later('run')", "endless"),
        ("return [later('run') for n in range(2000)]", "endless"),
        ("return input()", "asks"),
    ],
)
def test_what_goes_wrong_is_a_result(body: str, trouble: str) -> None:
    assert asked(body).trouble == trouble


def test_a_new_game_is_a_new_beginning() -> None:
    """Stored values of a source are gone, and the same seed draws the same."""
    source = (
        "import random\nseen = []\n"
        "def play(view, decision):\n    seen.append(random.random())\n    return seen\n"
    )
    player = InProcessPlayer(source)

    def game(seed: str) -> list[Any]:
        assert player.begin(seed) is None
        return [player.answer(VIEW, QUESTION, later).value for _ in range(3)]

    first, other, again = game("1"), game("2"), game("1")
    assert first == again != other
    assert [len(seen) for seen in other] == [1, 2, 3]


def test_the_chance_of_others_is_not_touched() -> None:
    random.seed(7)
    before = random.getstate()
    assert asked("import random; return random.random()").trouble == ""
    assert random.getstate() == before
