"""Test RoboRally with every kind of exercise that fits, with a small exercise of each."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.errors import DataError
from teachkit.exercises.authoring.proof import flaws, solution
from teachkit.exercises.explaining.next_change import next_card
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import par

from .making import climb, made

NINE = "move-1 490, move-1 550, move-1 640, left 70, left 210, right 80, move-2 670, \
move-2 700, u-turn 10"
YARD = ". . v . .\n> > > . gr\n. . . . o\n. . . . ."
ALONE: dict[str, Any] = {"floor": YARD, "robots": {"red": "a1 east"}}
TWO: dict[str, Any] = {
    "floor": YARD,
    "robots": {"red": "a1 east", "green": "c1 west"},
    "programs": {"green": "left 90, move-1 600"},
}
EAST = {"check": "stands_on", "square": "c1"}
COMPUTED: dict[str, Any] = {"edition": "base", "starts": [TWO], "checks": [], "solution": {}}


def robots(name: str, **keys: Any) -> Exercise:
    """Return an exercise of RoboRally, by default two steps east for red alone."""
    usual = {
        "game": "roborally",
        "edition": "factory",
        "starts": [ALONE],
        "hints": ["It faces that way already."],
        "solution": {"answer": "move-1, move-1"},
    }
    return made(name, **(usual | keys))


FACTORY: dict[str, Any] = {
    "floor": ">> > . f1\n. . gl .",
    "walls": ["c2 north", "a1 west"],
    "pushers": ["c2 south 1"],
    "lasers": ["a1 east"],
    "robots": {"red": "a2 east", "green": "d2 west"},
    "programs": {"green": "u-turn 10"},
}


def order(name: str, given: str, moments: dict[str, str], **keys: Any) -> Exercise:
    """Return an exercise in which these moments, with their sentences, are put in order."""
    choices = [{"says": says, "when": when} for when, says in moments.items()]
    return robots(name, **{"kind": "order", "given": given, "choices": choices, **COMPUTED, **keys})


CARDS_OF_BOTH = {"red 1": "Red's first card", "green 1": "Green's first card",
                 "red 2": "Red's second card", "green 2": "Green's second card"}  # fmt: skip
PHASES = order(
    "phases",
    "right 80",
    {"lasers": "Lasers fire", "belts": "All belts", "gears": "Gears turn",
     "express": "Express belts", "flags": "Robots touch flags", "pushers": "Pushers push"},
    starts=[FACTORY],
    solution={"says": "The factory has an order of its own."},
)  # fmt: skip
HAND = "program from a hand, with another robot"
EXERCISES = {
    "program": robots("program"),
    HAND: robots("hand", edition="base", starts=[TWO | {"hands": {"red": NINE}}],
                 solution={"answer": "move-2 670"}),
    "repair": robots("repair", kind="repair", given="move-1, left, move-1", fixed=[1]),
    "arrange": robots("arrange", kind="arrange", given="right, move-1, left, move-1, u-turn",
                      starts=[ALONE | {"robots": {"red": "a1 north"}}],
                      solution={"answer": "right, move-1, move-1"}),
    "predict": robots("predict", kind="predict", given="move-1, move-1", checks=[], solution={}),
    "trace": robots("trace", kind="trace", given="move-1 490, left 70", **COMPUTED),
    "choice": robots("choice", kind="choice", checks=[EAST], right="passes", solution={},
                     choices=[{"says": "Two steps.", "program": "move-2"},
                              {"says": "Three steps.", "program": "move-3"}]),
    "lanes": robots("lanes", kind="lanes", edition="base", text="Red to **b1**, green to **d1**.",
                    starts=[{key: value for key, value in TWO.items() if key != "programs"}],
                    checks=[{"check": "stands_on", "square": "b1", "player": "red"},
                            {"check": "stands_on", "square": "d1", "player": "green"}],
                    solution={"answer": "red: move-1 490\ngreen: back-up 430"}),
    "trace of two robots": robots("both", kind="trace", given="move-1 490, left 70",
                                  whose=["red", "green"],
                                  **COMPUTED | {"starts": [
                                      TWO | {"programs": {"green": "right 80, move-1 600"}}]}),
    "predict after a register": robots("after", kind="predict", after=2,
                                       given="move-1 490, left 70, move-1 500",
                                       **COMPUTED | {"solution": {
                                           "says": "The second card turns it."}}),
    "order of the phases": PHASES,
    "order of the robots": order("robots", "move-1 490, move-2 700", CARDS_OF_BOTH),
    "drive": robots("drive", kind="drive", cards=["move-1", "left"],
                    solution={"answer": "for _ in range(2):\n    move_1()"}),
}  # fmt: skip


def test_a_drive_runs_in_the_sandbox_where_only_python_itself_is() -> None:
    exercise = EXERCISES["drive"]
    assert grade(exercise, solution(exercise), Sandbox().execute).solved


@pytest.mark.slow
@pytest.mark.parametrize("kind", EXERCISES)
def test_the_exercise_holds(kind: str) -> None:
    exercise = EXERCISES[kind]
    assert flaws(exercise) == []
    assert grade(exercise, solution(exercise)).solved


def test_a_par_from_a_hand_of_nine_counts_every_card_of_it() -> None:
    """Two steps push green; Move 2 is there twice, with different numbers."""
    exercise = EXERCISES[HAND]
    cards = par(exercise)[0]
    assert (cards.best, cards.programs, cards.proven) == (1, 2, True)
    assert grade(exercise, str(cards.witness)).solved
    assert next_card(exercise, exercise.read("left 70")), "a hint looks ahead, too"


def test_par_knows_where_the_others_end() -> None:
    """Green backs up to d1, and a Move 2 would push it further."""
    hand = "move-1 490, left 70, move-2 670"
    checks = [
        {"check": "stands_on", "square": "b1"},
        {"check": "stands_on", "square": "d1", "player": "green"},
    ]
    away = TWO | {"programs": {"green": "back-up 430"}, "hands": {"red": hand}}
    exercise = robots("others", edition="base", starts=[away], checks=checks,
                      text="Red to **b1**, green to **d1**.",
                      solution={"answer": "move-1 490"})  # fmt: skip
    cards = par(exercise)[0]
    assert (cards.best, cards.programs, cards.proven) == (1, 1, True)


def test_a_card_with_another_number_is_one_change() -> None:
    keys: dict[str, Any] = {"kind": "repair", "given": "move-2 780", "changes": 1}
    start = ALONE | {"hands": {"red": "move-2 780, move-1 500, move-1 510, left 70"}}
    ends = {"check": "stands_on", "square": "b1"}
    exercise = robots("number", **keys, edition="base", starts=[start], checks=[ends],
                      text="To **b1**.", solution={"answer": "move-1 500"})  # fmt: skip
    assert flaws(exercise) == []
    assert not grade(exercise, "move-1 500, left 70").solved


def test_there_are_no_more_cards_than_free_registers() -> None:
    """The goal is too far for five cards, and the search does not try six."""
    far = {"floor": ". . . . . . . .", "robots": {"red": "a1 east"}}
    ends = {"check": "stands_on", "square": "h1"}
    exercise = robots("far", starts=[far], checks=[ends], cards=["move-1"], text="To **h1**.")
    assert par(exercise) == ()
    damaged = [far | {"damage": {"red": 8}, "locked": {"red": "left, left, left, left"}}]
    assert par(robots("locked", starts=damaged, cards=["move-1"])) == ()
    assert par(robots("locked", starts=damaged, cards=["move-2"]))[0].best == 1


def test_the_phases_of_a_register_are_put_in_order() -> None:
    """The order comes from the run itself, whatever order the author wrote."""
    assert solution(PHASES) == "d, b, f, c, a, e"
    assert grade(PHASES, "D b f c a e").solved
    says = {
        "d, b, f, a, c, e": "The first 3 are right. What comes next?",
        "b, d, f, c, a, e": "Something else happens first.",
        "d, b": "Put all of these in order: a, b, c, d, e, f.",
        "d, b, f, c, a, a": "Put all of these in order: a, b, c, d, e, f.",
    }
    assert {answer: grade(PHASES, answer).says[-1] for answer in says} == says


def test_robots_are_put_in_the_order_of_their_priorities() -> None:
    """Move 1 with 490 is before left with 90, and Move 2 with 700 before Move 1 with 600."""
    assert solution(EXERCISES["order of the robots"]) == "a, b, c, d"
    slower = order("slower", "left 70, move-1 490", CARDS_OF_BOTH)
    assert solution(slower) == "b, a, d, c"


def test_a_moment_that_never_comes_names_those_that_do() -> None:
    exercise = order("never", "left", {"red": "1", "crushers": "2"}, starts=[ALONE])
    says = '"crushers" does not happen in this run. Choose one of: red, red 1.'
    assert [says in str(flaw) for flaw in flaws(exercise)] == [True]


def test_a_prediction_is_about_the_state_after_its_register() -> None:
    """The third card would drive on."""
    given = "move-1 490, left 70, move-1 500"
    for after, place in ((1, "b1 east"), (2, "b1 north"), (3, "b2 north")):
        exercise = robots("after", kind="predict", given=given, after=after, **COMPUTED)
        assert solution(exercise) == place


def test_a_register_that_is_not_played_cannot_be_asked_about() -> None:
    keys: dict[str, Any] = {"kind": "predict", "given": "left", "checks": [], "solution": {}}
    late = robots("late", **keys, after=2)
    assert [str(flaw.says) for flaw in flaws(late)] == ["after = 2, but the run ends with round 1."]
    with pytest.raises(DataError, match="after = -1 is too small"):
        robots("never", **keys, after=-1)


def test_a_table_has_rows_for_both_robots() -> None:
    """The rows are in the order in which the cards ran."""
    exercise = EXERCISES["trace of two robots"]
    assert solution(exercise) == "b1 east\nc1 north\nc2 north\nb1 north"
    with pytest.raises(DataError, match="whose"):
        robots("nobody", kind="trace", given="left", whose=["blue"], checks=[], solution={})


@pytest.mark.parametrize("kind", ["order of the phases", "predict after a register"])
def test_the_ladder_of_help_ends_with_the_right_answer(kind: str) -> None:
    last = climb(EXERCISES[kind], "1: ")[-1]
    assert last.rung == "solution"
    assert solution(EXERCISES[kind]) in last.says
