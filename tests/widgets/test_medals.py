"""Test medals: won by solving an exercise again with fewer cards than ever before."""

from __future__ import annotations

from typing import Any

import pytest

from .benches import carried, run

TWO, THREE = ["forward"] * 2, ["forward", "left", "right", "forward"]
ONE = ["all-forward"]
SAYS = "You needed {} cards before, and now {}."


def medals(bench: Any) -> int:
    return int(bench.feedback.medals)


def test_the_first_solution_wins_none(bench, kept):
    opened = run(bench(), *THREE)
    assert (medals(opened), kept()["fewest"], kept()["medals"]) == (0, 4, 0)
    assert not any("before" in says for says in opened.feedback.says)


def test_fewer_cards_than_ever_before_win_a_medal_and_no_points(bench, kept):
    opened = run(bench(), *THREE)
    points = opened.feedback.points
    run(opened, *TWO)
    assert SAYS.format(4, 2) in opened.feedback.says
    assert (medals(opened), opened.feedback.points) == (1, points)
    run(opened, *ONE)
    assert SAYS.format(2, 1) in opened.feedback.says
    assert (medals(opened), kept()["fewest"], kept()["medals"]) == (2, 1, 2)


@pytest.mark.parametrize("worse", [THREE, TWO, ["forward"]], ids=["more", "as many", "unsolved"])
def test_any_other_run_wins_and_takes_none(bench, kept, worse):
    opened = run(bench(), *THREE)
    run(opened, *TWO)
    run(opened, *worse)
    assert (medals(opened), kept()["fewest"]) == (1, 2)
    assert not any("before" in says for says in opened.feedback.says)
    opened.reset()
    assert medals(opened) == 1


def test_an_unsolved_run_with_fewer_cards_is_no_number_to_beat(bench, kept):
    opened = run(bench(), "forward")
    assert "fewest" not in kept()
    run(opened, *TWO)
    assert medals(opened) == 0


def test_a_solution_from_before_there_were_medals_counts(bench, kept, folder):
    opened = run(bench(), *THREE)
    content = (folder / "answers.json").read_text()
    old = content.replace('   "fewest": 4,\n', "").replace('   "medals": 0,\n', "")
    assert old != content
    (folder / "answers.json").write_text(old)
    run(opened, "forward", "left", "left", "left", "left", "forward")
    assert (medals(opened), kept()["fewest"]) == (0, 4)
    run(opened, *TWO)
    assert medals(opened) == 1


def test_medals_come_along_to_another_computer(bench, kept):
    opened = run(bench(), *THREE)
    run(opened, *TWO)
    elsewhere = carried(opened, bench)
    assert (medals(elsewhere), kept()["fewest"]) == (1, 2)


def test_predictions_win_none(bench, kept):
    opened = bench(kind="predict", given="forward, forward", checks=[], solution={"answer": ""})
    opened.form.answer = "c1 east"
    opened.run()
    assert opened.grade.solved
    assert "fewest" not in kept()
