"""Test exercises with routines: pars against all programs that there are, hints and codes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachkit.core.language.instructions import Instruction, Node, Procedure, Repeat
from teachkit.core.language.program import Program
from teachkit.errors import DataError
from teachkit.exercises.authoring.codes import code_of, read_code
from teachkit.exercises.authoring.proof import flaws
from teachkit.exercises.explaining.explain import explanation
from teachkit.exercises.explaining.hints import Asked, fault_hint, hint
from teachkit.exercises.judging.grade import grade, judged
from teachkit.exercises.judging.programs import problems
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import needed, par
from teachkit.exercises.solving.puzzle import puzzle
from teachkit.play.search import TooLargeError, remembered
from tests.exercises.making import made as make

FIELD = {"floor": ". . . .\n. . . .\n. . . .\n. . . .", "rovers": {"red": "a1 east"}}
STAIRS = "define go(forward, left, forward, right), go, go, go"
GOAL = [{"check": "stands_on", "square": "d4"}]


def made(answer: str = STAIRS, **keys: Any) -> Exercise:
    hand = ["forward 2", "left 1", "right 1", "define 1"]
    about: dict[str, Any] = {"edition": "routines", "cards": hand, "starts": [FIELD]}
    return make(**about | {"checks": GOAL, "hints": [], "solution": {"answer": answer}} | keys)


def pars(exercise: Exercise) -> dict[str, int]:
    return {each.metric: each.best for each in par(exercise)}


# -- pars against all programs ---------------------------------------------------------------------


def rows(cards: Sequence[str], loops: Sequence[int], cost: int) -> Iterator[tuple[Node, ...]]:
    """Yield all rows that cost exactly `cost`."""
    if not cost:
        yield ()
    for name in cards if cost else ():
        for rest in rows(cards, loops, cost - 1):
            yield (Instruction(name), *rest)
    for times, inside in product(loops, range(1, cost)):
        for body in rows(cards, loops, inside):
            for rest in rows(cards, loops, cost - 1 - inside):
                yield (Repeat(times, body), *rest)


def every_program(
    cards: Sequence[str], loops: Sequence[int], most: int
) -> Iterator[tuple[int, Program]]:
    """Yield all programs of at most `most` cards, with and without a routine, and their costs."""
    for cost in range(1, most + 1):
        yield from ((cost, Program(row)) for row in rows(cards, loops, cost))
        for inside in range(1, cost - 1):
            for body in rows(cards, loops, inside):
                for row in rows((*cards, "go"), loops, cost - 1 - inside):
                    yield cost, Program((Procedure("go", body), *row))


def best_of(exercise: Exercise, loops: Sequence[int], most: int) -> dict[str, tuple[int, int]]:
    """Return the fewest cards and their number of programs, and the fewest steps, by trying all."""
    names = [card.name for card in exercise.instructions]
    searched = puzzle(exercise)
    assert searched
    found: dict[str, list[int]] = {"cards": [], "steps": []}
    for cost, program in every_program(names, loops, most):
        if problems(exercise, program):
            continue
        runs = [remembered(start, program) for start in searched.starts]
        if all(searched.is_there(at, run.moments[-1]) for at, run in enumerate(runs)):
            found["cards"].append(cost)
            found["steps"].append(len(runs[0].steps()))
    return {name: (min(each), each.count(min(each))) for name, each in found.items() if each}


@settings(max_examples=12)
@given(
    goal=st.sampled_from(["b2", "c1", "c2", "c3"]),
    hand=st.sampled_from(
        [
            ["forward 1", "left 1", "define 1"],
            ["forward 2", "left 1", "define 1"],
            ["forward 1", "left 2", "define 1"],
            ["forward", "left 1", "define 1"],
            ["forward 1", "left 1", "2x 1", "define 1"],
        ]
    ),
    rovers=st.sampled_from([["a1 east"], ["a1 east", "a1 north"], ["b1 north"]]),
)
def test_no_program_is_cheaper_than_par(goal: str, hand: list[str], rovers: list[str]) -> None:
    most = 6
    starts = [FIELD | {"rovers": {"red": rover}} for rover in rovers]
    checks = [{"check": "stands_on", "square": goal}, {"check": "uses_at_most", "cards": most}]
    exercise = made(cards=hand, starts=starts, checks=checks)
    searched = puzzle(exercise)
    assert searched
    tried = best_of(exercise, [2] if "2x 1" in hand else [], most)
    cards, steps = searched.best("cards"), searched.best("steps")
    assert (cards and (cards.cost, cards.programs)) == tried.get("cards")
    assert (steps and steps.cost) == (tried["steps"][0] if tried else None)
    for best in filter(None, (cards, steps)):
        assert judged(exercise, str(best.program)).solved


def test_a_routine_is_found_if_it_saves_cards_or_the_hand_is_small() -> None:
    assert pars(made()) == {"cards": 8, "steps": 7}
    assert pars(made(cards=["forward", "left", "right", "define 1"])) == {"cards": 7, "steps": 7}


def test_a_routine_without_use_is_no_par() -> None:
    near = [{"check": "stands_on", "square": "b1"}]
    assert pars(made("forward", checks=near)) == {"cards": 1, "steps": 1}
    wanted = [*near, {"check": "uses", "card": "define"}]
    exercise = made("define go(forward), go", checks=wanted)
    assert pars(exercise) == {"cards": 3, "steps": 1}
    assert not judged(exercise, "define go(left), forward").solved
    assert judged(exercise, "define go(left), forward, go").solved


def test_pars_with_sensors_are_searched_too() -> None:
    goal = [{"check": "stands_on", "square": "d4"}]
    hand = ["forward 1", "left 1", "while 1", "define 1"]
    exercise = made(
        "define go(while not blocked(forward)), go, left, go",
        cards=hand,
        checks=goal,
        sensors=["not blocked"],
    )
    assert pars(exercise) == {"cards": 6, "steps": 7}


def test_several_routines_are_not_searched() -> None:
    several = made(cards=["forward", "left", "right", "define 2"])
    searched = puzzle(several)
    assert searched
    with pytest.raises(TooLargeError):
        searched.best("cards")
    assert par(several) == ()
    two = "define a(forward), define b(a, left, a), b, right, a, b, a"
    assert judged(several, two).verdicts[0].check == "stands_on"


def test_routines_are_a_concept_that_is_needed() -> None:
    exercise = made(teaches=["routines"])
    assert "routines" in needed(exercise)
    assert [each.key for each in flaws(exercise)] == ["hints"]
    loose = made(cards=["forward", "left", "right", "define 1"], teaches=["routines"])
    assert "routines" not in needed(loose)


# -- what is allowed -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("define go(forward), define back(left), go, back", 'only 1 "define" card'),
        ("define go(forward, forward, forward), go", 'only 2 "forward" cards'),
        ("define go(), forward", 'The routine "go" needs at least one card inside.'),
    ],
)
def test_the_hand_limits_routines_and_their_cards(answer: str, says: str) -> None:
    assert says in " ".join(grade(made(), answer).says)


def test_only_offered_routines_may_be_defined() -> None:
    exercise = made("forward", cards=["forward", "left"])
    assert not exercise.instructions.routines
    assert made().instructions.routines
    assert 'There is no "define" card in your hand.' in grade(exercise, "define go(left), go").says
    with pytest.raises(DataError, match="define"):
        made("forward", edition="sensors")


def test_a_half_built_program_has_problems_and_no_error() -> None:
    nodes: list[Any] = ["go", {"define": "go", "body": ["go"]}, {"define": "left", "body": []}]
    found = [each.says for each in problems(made(), Program.from_json(nodes))]
    assert 'Define "go" before the card that calls it.' in found
    assert 'The routine "go" cannot call itself.' in found
    assert '"left" is a card already. Choose another name.' in found


# -- hints -----------------------------------------------------------------------------------------

HINTS = {
    "": 'Start with "define go".',
    "forward": 'Good so far. Add "define go" next.',
    "define dance()": 'Good so far. Add "forward" next, inside the routine.',
    "define dance(), forward": 'Good so far. Add "forward" next, inside the routine.',
    "define dance(forward, left, forward, right), dance": 'Good so far. Add "dance" next.',
    "define dance(forward, left, forward), dance, dance": "Cards 1 and 2 are fine. Remove card 3.",
}


@pytest.mark.parametrize("answer", HINTS)
def test_hints_lead_through_the_routine(answer: str) -> None:
    given_hint = hint(made(), Asked(), answer)
    assert given_hint
    assert given_hint.says == HINTS[answer]


def test_following_the_hints_solves_the_exercise() -> None:
    exercise, answer = made(), ""
    for _ in range(12):
        if judged(exercise, answer).solved:
            break
        given_hint = hint(exercise, Asked(), answer)
        assert given_hint
        assert given_hint.program
        answer = str(given_hint.program)
    assert judged(exercise, answer).solved


def test_a_fault_inside_a_routine_is_found() -> None:
    found = fault_hint(made(), "define dance(forward, left, forward), dance, dance")
    assert found
    assert found.says == "Cards 1 and 2 are fine. Change card 3."


def test_a_routine_that_is_never_called_is_explained() -> None:
    said = explanation(made(), "define go(forward)")
    assert said[0] == "No card calls the routine yet."


def test_a_foreseen_mistake_may_have_another_name() -> None:
    mistake = {"answer": "define go(forward, left), go", "says": "Turn back, too."}
    exercise = made(mistakes=[mistake])
    assert "Turn back, too." in judged(exercise, "define walk(forward, left), walk").says


def test_a_program_with_a_routine_is_repaired() -> None:
    wrong = "define go(forward, left, forward), go, go, go"
    exercise = made(kind="repair", given=wrong, cards=["forward", "left", "right", "define"])
    given_hint = hint(exercise, Asked(), wrong)
    assert given_hint
    assert given_hint.says == 'Add "right" inside the routine, at the end.'
    assert str(given_hint.program) == STAIRS


# -- codes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [STAIRS, "define a(left), define b(a, 2x(a)), b, forward"])
def test_a_code_holds_a_program_with_routines(answer: str) -> None:
    data: Mapping[str, Any] = {
        "game": "algoracing",
        "edition": "routines",
        "kind": "program",
        "starts": [FIELD],
        "checks": GOAL,
    }
    code = code_of(data, "Bo", answer)
    held = read_code(code)
    assert next(iter(Program.read(held.answer).procedures)) == "routine1"
    assert code_of(held.data, "Bo", held.answer) == code
    assert Program.read(held.answer).cost == Program.read(answer).cost


OLD = "FRE7P-3WKG9-F9JEH-XPH79-CK7RN-63A3P-PNYJC-GQ9KJ-6333X"


def test_a_code_from_before_there_were_routines_is_read() -> None:
    held = read_code(OLD)
    assert code_of(held.data, held.maker, held.answer) == OLD
