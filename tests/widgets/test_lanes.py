"""Test a bench for several pieces: a strip for each, one answer, one run."""

from __future__ import annotations

from pathlib import Path

import pytest

from teachkit.classroom.answers import Answers
from teachkit.widgets.workbench.workbench import Workbench

from ..exercises.test_lanes import GREEN, SOLUTION, WAITS, swap


@pytest.fixture
def answers(tmp_path: Path) -> Answers:
    return Answers(tmp_path)


@pytest.fixture
def bench(answers: Answers) -> Workbench:
    return Workbench(swap(), answers)


def lay(bench: Workbench, red: list[object]) -> None:
    green = ["right", "forward", "left", {"repeat": 2, "body": ["forward"]}, "left", "forward"]
    bench.builder["green"].program = green
    bench.builder["red"].program = red


def test_a_program_for_each_is_one_answer(bench: Workbench) -> None:
    lay(bench, [{"repeat": 3, "body": ["forward"]}])
    assert bench.answer == SOLUTION
    bench.run()
    assert bench.grade
    assert bench.grade.solved
    assert [strip["actor"] for strip in bench.player.scene["strips"]] == ["red", "green"]
    assert bench.player.scene["timeline"]["rounds"] == 7


def test_a_mistake_is_told_and_the_run_is_shown(bench: Workbench) -> None:
    lay(bench, ["forward", "forward"])
    bench.run()
    assert bench.grade
    assert not bench.grade.solved
    assert "Red" in " ".join(bench.feedback.says)
    assert len(bench.player.stops) > 5


def test_a_piece_without_cards_is_named(bench: Workbench) -> None:
    bench.builder["red"].program = ["forward"]
    bench.run()
    assert bench.feedback.says[1] == "Green has no cards yet."


def test_the_known_mistake_has_its_sentence(bench: Workbench) -> None:
    lay(bench, [{"repeat": 2, "body": ["forward"]}])
    bench.run()
    assert WAITS in bench.feedback.says


def test_every_change_is_kept_and_comes_back(bench: Workbench, answers: Answers) -> None:
    bench.builder["green"].program = ["left"]
    again = Workbench(swap(), Answers(answers.path.parent))
    assert again.answer == "red:\ngreen: left"
    again.reset()
    assert again.answer == "red:\ngreen:"


def test_what_is_given_lies_there(answers: Answers) -> None:
    bench = Workbench(swap(given=GREEN), answers)
    assert bench.answer == f"red:\n{GREEN}"
    bench.builder["green"].program = []
    bench.reset()
    assert bench.answer == f"red:\n{GREEN}"


def test_a_wrong_card_is_told_at_its_strip(bench: Workbench) -> None:
    bench.builder["green"].program = ["jump"]
    assert bench.builder["red"].problems == []
    assert bench.builder["green"].problems == [
        {"card": 1, "says": 'Green: There is no "jump" card in your hand.'}
    ]


def test_strips_are_named_after_their_pieces(bench: Workbench) -> None:
    assert bench.builder["red"].words["strip"] == "Program of Red"
    assert bench.builder["green"].words["builder"] == "Program of Green: Change places"


def test_before_a_run_each_piece_is_told(bench: Workbench) -> None:
    """Not only the first: the picture shows them all, and says the same in words."""
    assert bench.player.stops[0]["spoken"] == (
        "The red rover is on a1, faces east and carries 0 samples. "
        "The green rover is on c1, faces west and carries 0 samples."
    )
