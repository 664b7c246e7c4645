"""Test wishes: each clause is met by one exercise, and names what is missing in another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from teachkit.errors import DataError
from teachkit.exercises.making.wishes import Unmet, Wishes

from .making import made
from .test_obstacles import ON_C4, ROVER, WALLS

LOOPS: dict[str, Any] = {
    "edition": "loops", "cards": {"forward": 3, "left": 1, "2x": 1}, "starts": [ROVER],
    "checks": [{"check": "stands_on", "square": "d2"}],
}  # fmt: skip
FREE: dict[str, Any] = {"cards": ["forward", "left"], "starts": [ROVER], "checks": [ON_C4]}
WALLED = FREE | {"starts": [ROVER | WALLS]}
REPAIR: dict[str, Any] = {"kind": "repair", "given": "left, left", "cards": ["forward", "left"]}
SAMPLES: dict[str, Any] = FREE | {"starts": [ROVER | {"samples": {"b1": "blue", "c2": "green"}}]}
PREDICT: dict[str, Any] = {
    "kind": "predict", "given": "forward", "solution": {}, "starts": [ROVER], "checks": [],
}  # fmt: skip


def unmet(keys: Mapping[str, Any], **table: Any) -> tuple[Unmet, ...]:
    exercise = made(**keys)
    return Wishes.of(table, exercise.game, exercise.rules).unmet(exercise)


MET: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (FREE, {}),
    (FREE, {"size": "4x4"}),
    (FREE, {"size": "3x3..5x4"}),
    (SAMPLES, {"pieces": {"sample": "2", "blue sample": "1", "wall": "0..3", "red rover": "1"}}),
    (LOOPS, {"needs": ["2x", "loops", "forward", "orientation"]}),
    (LOOPS, {"avoid": ["jump", "right"]}),
    (LOOPS, {"par_cards": "5", "par_steps": "4..5"}),
    (LOOPS, {"unique": False}),
    (FREE, {"unique": True, "par_cards": "6..7"}),
    (FREE, {"tells": ["turns also drive"], "solvable": True}),
    (WALLED, {"solvable": False}),
    (REPAIR, {"changes": "2", "solvable": True}),
    (PREDICT, {"tells": ["one card short"]}),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "table"), MET)
def test_a_wish_is_met(keys: dict[str, Any], table: dict[str, Any]) -> None:
    assert unmet(keys, **table) == ()


UNMET: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    (FREE, {"size": "5x5"}, "The board is 4x4. Make it 5x5.", ""),
    (FREE, {"size": "5x4..6x6"}, "The board is 4x4. Make it 5x4 to 6x6.", ""),
    (SAMPLES, {"pieces": {"sample": "1"}},
     'The board has 2 of "sample". It should have 1.', "c2"),
    (SAMPLES, {"pieces": {"wall": "1..2"}},
     'The board has 0 of "wall". It should have 1 to 2.', ""),
    (SAMPLES, {"pieces": {"blue sample": "2"}},
     'The board has 1 "blue sample". It should have 2.', ""),
    (LOOPS | {"cards": ["forward", "left", "2x"]}, {"needs": ["left", "2x"]},
     "This works without 2x: forward, forward, forward, left, forward.", ""),
    (WALLED, {"needs": ["left"]}, "First, make sure that it can be solved.", ""),
    (LOOPS, {"avoid": ["loops"]}, 'The card "2x" is on offer. Remove it.', ""),
    (LOOPS, {"par_cards": "6..8"}, "The shortest program has 5 cards, not 6 to 8.", ""),
    (LOOPS, {"par_steps": "4"}, "The quickest program takes 5 steps, not 4.", ""),
    (LOOPS | {"cards": {"forward": 4, "left": 1, "2x": 1}}, {"unique": True},
     "Equally short programs: 5. Only one should be the shortest.", ""),
    (FREE, {"unique": False},
     ("Only forward, forward, left, forward, forward, forward is the shortest. "
     "Make room for another."), ""),
    (FREE, {"tells": ["jump as forward"]},
     ('With the idea "jump as forward", this still works: '
     "forward, forward, left, forward, forward, forward."), ""),
    (PREDICT, {"tells": ["loop once"]}, '"loop once" makes no difference here.', ""),
    (WALLED, {"solvable": True}, 'No card here gets to c4. "jump" would.', "c4"),
    (FREE, {"solvable": False},
     "This program solves it: forward, forward, left, forward, forward, forward.", ""),
    (REPAIR, {"changes": "1"}, "2 changes repair the program. It should take 1.", ""),
    (REPAIR | {"cards": ["left"]}, {"changes": "1"},
     "The given program cannot be repaired. Give a different one.", ""),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "table", "says", "square"), UNMET)
def test_what_is_missing_is_said_in_one_sentence(
    keys: dict[str, Any], table: dict[str, Any], says: str, square: str
) -> None:
    (clause,) = table
    assert unmet(keys, **table) == (Unmet(clause, says, square),)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({"parcards": "4"}, 'There is no key "parcards" in "make". Did you mean "par_cards"?'),
        ({"par_cards": "4-7"}, ('"4-7" is not a number. Write a number such as 7, or a range such '
                               "as 6..8.")),
        ({"par_cards": 4}, "make.par_cards: write text in quotes, not 4"),
        ({"size": "2x2"}, '"2x2" is not a size. Write a size from 3x3 to 12x12.'),
        ({"pieces": {"wall": "many"}}, ('"many" is not a number. Write a number such as 7, or a '
                                       "range such as 6..8.")),
        ({"needs": ["loops"]}, ('There is no card "loops" here. Choose one of: forward, '
                               "all-forward, jump, left, right, u-turn, orientation.")),
        ({"needs": ["jumps"]}, 'There is no card "jumps" here. Did you mean "jump"?'),
        ({"tells": ["loop-onec"]}, 'There is no misreading "loop-onec". Did you mean "loop-once"?'),
    ],
)  # fmt: skip
def test_a_wish_that_cannot_be_read_is_refused(table: dict[str, Any], says: str) -> None:
    with pytest.raises((DataError, ValueError)) as refusal:
        unmet(FREE, **table)
    assert str(refusal.value) == says


def test_the_clauses_are_those_that_ask_for_something() -> None:
    exercise = made(**LOOPS)
    table = {"solvable": False, "needs": ["2x"], "unique": True}
    assert Wishes.of(table, exercise.game, exercise.rules).clauses == (
        "needs", "unique", "solvable",
    )  # fmt: skip


def test_what_takes_too_long_is_not_met() -> None:
    """On an open board with nested loops, there are too many programs to try."""
    open_board = {"floor": "\n".join(["." + " ." * 11] * 12), "rovers": {"red": "a1 east"}}
    samples = dict.fromkeys(("l12", "a12", "f7", "l1", "c9"), "blue")
    keys = {
        "edition": "nested", "cards": ["forward", "left", "right", "2x", "3x", "5x"],
        "starts": [open_board | {"samples": samples}],
        "checks": [{"check": "carries", "samples": 4}],
    }  # fmt: skip
    says = "This is too large to prove. Make the board smaller, or limit the cards."
    clauses = {"par_cards": "4", "unique": True, "solvable": True, "needs": ["2x"]}
    assert {*unmet(keys, **clauses)} == {Unmet(clause, says, is_proven=False) for clause in clauses}
