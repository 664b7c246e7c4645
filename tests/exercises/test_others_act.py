"""Test exercises in which other pieces run their own programs along with the learner's."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.errors import BoardError
from teachkit.exercises.authoring.proof import flaws, solution
from teachkit.exercises.explaining.faults import faulty_step
from teachkit.exercises.explaining.next_change import best, next_card
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import badges, bounds, par
from teachkit.games import algoracing
from teachkit.play.search.reach import reachable, transitions

from .making import complaint, made

START: dict[str, Any] = {
    "floor": ". . .\n. . .",
    "rovers": {"red": "a1 east", "green": "b1 north"},
    "programs": {"green": "forward"},
}
THREE = "forward, forward, forward"


def waiting(**keys: Any) -> Exercise:
    """Return an exercise in which green clears the road with its first card, after red's first."""
    cards = ["forward", "left", "right"]
    usual = {"edition": "turns", "cards": cards, "starts": [START], "solution": {"answer": THREE}}
    return made("waiting", **(usual | keys))


def test_green_drives_while_reds_program_runs() -> None:
    assert flaws(waiting()) == []
    assert not grade(waiting(), "forward, forward").solved
    still = START | {"programs": {}}
    assert not grade(waiting(starts=[still]), THREE).solved


def test_what_is_not_proven_has_no_par_and_earns_no_badge() -> None:
    """With red alone, green would never move, and seven cards would go round it."""
    exercise = waiting()
    assert par(exercise) == ()
    assert badges(exercise, exercise.read(THREE), solved=True) == ()
    assert [(each.best, each.proven) for each in bounds(exercise)] == [(3, False), (3, False)]
    still = waiting(starts=[START | {"programs": {}}], solution={"answer": ""})
    assert [each.best for each in par(still)] == [7, 7]


def test_one_start_where_others_act_is_enough_to_prove_nothing() -> None:
    assert par(waiting(starts=[START | {"programs": {}}, START])) == ()


def test_no_hint_looks_ahead_where_others_act() -> None:
    exercise = waiting()
    assert best(exercise) is None
    assert faulty_step(exercise, exercise.read("left")) is None
    assert next_card(exercise, exercise.read("left")) is None


@pytest.mark.parametrize("look", [reachable, transitions])
def test_nobody_looks_ahead_where_others_act(look: Any) -> None:
    with pytest.raises(BoardError) as error:
        look(algoracing.GAME, waiting().starts[0].state, 3)
    assert error.value.says == "Other pieces move here, too, so nobody can look ahead."


def test_checks_that_look_ahead_say_so_to_the_author() -> None:
    exercise = waiting(checks=[{"check": "takes_no_detour"}])
    assert [remark.key for remark in flaws(exercise)] == ["solution"]
    assert "nobody can look ahead" in flaws(exercise)[0].says


def test_steps_and_skips_are_the_learners_own() -> None:
    """Green's card is not counted, and a card that green skips costs red nothing."""
    start = START | {"programs": {"green": "forward, forward, forward"}}
    checks = [{"check": "takes_at_most", "steps": 3}, {"check": "skips", "times": 1}]
    assert grade(waiting(starts=[start], checks=checks), THREE).solved


def test_a_trace_table_has_a_row_for_each_of_the_own_cards() -> None:
    exercise = waiting(kind="trace", given=THREE, checks=[], solution={})
    assert solution(exercise).splitlines() == ["skipped", "b1 east", "c1 east"]


def test_a_bad_program_of_another_is_an_error_of_the_file() -> None:
    says = complaint(waiting, starts=[START | {"programs": {"green": "fly"}}])
    assert says == 'start 1: The program of green: There is no card "fly".'
