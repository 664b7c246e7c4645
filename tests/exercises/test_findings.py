"""Test the lines of a proof: for each kind, the most important lines come first."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from teachkit.exercises.authoring.findings import Line, Lines, findings
from teachkit.exercises.authoring.proof import flaws
from teachkit.exercises.running.execution import execute_in_process
from teachkit.exercises.solving.par import difficulty, needed, par

from .making import made
from .test_foreseen import MIXED, NARROW, WIDE
from .test_obstacles import ROVER, WALLS
from .test_others_act import START as OTHERS
from .test_wishes import FREE, LOOPS, PREDICT, REPAIR

LANES: dict[str, Any] = {
    "kind": "lanes", "starts": [ROVER | {"rovers": {"red": "a1 east", "green": "a2 east"}}],
    "checks": [{"check": "parks", "place": "b1 east", "player": "red"}],
    "solution": {"answer": "red: forward\ngreen: left"},
}  # fmt: skip


def found(**keys: Any) -> list[Lines]:
    return [*findings(made(**keys), execute_in_process)]


def says(name: str, **keys: Any) -> list[str]:
    return [line.says for line in found(**keys)[-1] if line.name == name]


def test_each_step_keeps_the_lines_before() -> None:
    steps = found(**LOOPS)
    assert len(steps) > 4
    assert all(after[: len(before)] == before for before, after in pairwise(steps))
    assert steps[0] == (Line("solvable", "good", "This can be solved."),)


def test_a_program_has_two_pars_with_the_number_of_programs() -> None:
    pars = {each.metric: each for each in par(made(**LOOPS))}
    assert (pars["cards"].best, pars["cards"].programs) == (5, 4)
    assert says("par cards", **LOOPS) == ["Par: 5 cards. 4 programs reach it."]
    (steps,) = says("par steps", **LOOPS)
    assert steps.startswith(f"Par: {pars['steps'].best} step")


def test_the_needs_and_the_difficulty_are_those_of_teachkit_check() -> None:
    exercise = made(**LOOPS, solution={"answer": "2x(forward), forward, left, forward"})
    (needs,) = says("needs", **LOOPS)
    assert needs == "Every solution needs: 2x, forward, left, orientation, loops."
    assert set(needed(exercise)) == {"orientation", "loops"}
    assert says("difficulty", **LOOPS) == [f"Difficulty: {difficulty(exercise)}."]
    open_to_all = {"cards": ["forward", "all-forward", "2x"], "edition": "loops"}
    assert says("needs", **open_to_all) == ["No card is needed: each can be replaced."]


def test_an_obstacle_comes_with_its_square() -> None:
    first, *_ = found(**FREE | {"starts": [ROVER | WALLS]})
    assert first == (Line("solvable", "look", 'No card here gets to c4. "jump" would.', "c4"),)


def test_a_wrong_idea_fails_with_the_program_of_its_learner() -> None:
    told = says("tells", **FREE)
    assert told[0] == (
        'The idea "turns also drive" fails here: forward, forward, left, forward, forward. '
        "Left and right only turn the rover. The rover stays on its square."
    )
    assert not any("jump as forward" in line for line in told)


def test_a_prediction_shows_its_answer_and_the_answers_of_wrong_ideas() -> None:
    assert says("solution", **PREDICT) == ["The right answer: b1 east."]
    told = " ".join(says("tells", **PREDICT))
    assert 'The idea "one card short" fails here: 1: a1 east.' in told
    assert "loop once" not in told


def test_a_board_on_which_a_wrong_idea_is_right_by_luck_is_named() -> None:
    keys = PREDICT | {"given": "left, forward, left", "starts": [WIDE, NARROW]}
    assert f'"{MIXED}" gives the right answer by luck on board 2.' in says("lucky", **keys)
    assert says("lucky", **keys | {"starts": [WIDE]}) == []


def test_a_repair_shows_its_fewest_changes() -> None:
    assert says("changes", **REPAIR) == ["2 changes repair the program: forward, forward."]


def test_where_nobody_can_search_the_own_solution_counts() -> None:
    works = "Your solution works. No search for others is possible here."
    assert says("solution", **LANES) == [works]
    alone = LANES | {"solution": {}}
    assert says("solution", **alone) == ["No search is possible here. Write a solution yourself."]
    wrong = LANES | {"solution": {"answer": "red: left\ngreen: left"}}
    assert says("solution", **wrong) == []
    assert says("remark solution", **wrong)
    busy = {"starts": [OTHERS], "checks": [{"check": "parks", "place": "a1 north"}]}
    assert says("solution", **busy, solution={"answer": "left"}) == [works]


def test_the_remarks_of_teachkit_check_come_last() -> None:
    keys = FREE | {"hints": []}
    expected = [each.says for each in flaws(made(**keys))]
    assert [line.says for line in found(**keys)[-1] if "remark" in line.name] == expected


def test_what_is_too_large_is_said_once() -> None:
    keys: dict[str, Any] = {
        "edition": "nested", "cards": ["forward", "left", "right", "2x", "3x", "5x"],
        "starts": [{"floor": "\n".join(["." + " ." * 11] * 12), "rovers": {"red": "a1 east"},
                    "samples": dict.fromkeys(("l12", "a12", "f7", "l1", "c9"), "blue")}],
        "checks": [{"check": "carries", "samples": 4}],
    }  # fmt: skip
    assert says("effort", **keys) == [
        "This is too large to prove. Make the board smaller, or limit the cards."
    ]


@pytest.mark.parametrize("checks", [[{"check": "stands_on", "square": "nowhere"}]])
def test_an_error_is_a_line(checks: list[dict[str, Any]]) -> None:
    assert any(line.mood == "look" for line in found(**FREE | {"checks": checks})[-1])
