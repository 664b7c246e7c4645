"""Test the ladder of help: its order, its way to the goal, and that it reveals nothing early."""

from __future__ import annotations

import json
from functools import cache, reduce
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachkit.classroom.library import find_exercise
from teachkit.core.language.instructions import If, Instruction, Node, Repeat, While
from teachkit.core.language.program import Program
from teachkit.exercises.explaining.hints import Asked, fault_hint, hint, shown_hints
from teachkit.exercises.explaining.next_change import best
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.puzzle import deck

from ..every_exercise import exercises
from .functionfiles import asked as function
from .making import START, climb, made

FUNCTION = "def f(n):\n    return n"
CHOICES = [{"says": "c1"}, {"says": "b1", "program": "forward"}, {"says": "a1", "program": "left"}]


def rungs(exercise: Exercise, answer: str = "") -> list[str]:
    return [each.rung for each in climb(exercise, answer)]


def tells(exercise: Exercise, rung: str, answer: str = "") -> str:
    return next(each.says for each in climb(exercise, answer) if each.rung == rung)


def all_asked(exercise: Exercise, answer: str = "") -> Asked:
    return reduce(Asked.after, climb(exercise, answer), Asked())


# ------------------------------------------------------------------------------- the order


def test_the_authors_hints_come_first_and_the_solution_last() -> None:
    exercise = made(hints=["Look.", "Count."], cards={"forward": 2, "right": 1, "left": 1},
                    checks=[{"check": "parks", "place": "b1 north"}],
                    solution={"answer": "forward, left"})  # fmt: skip
    assert [each.says for each in climb(exercise)] == [
        "Look.",
        "Count.",
        'Start with "forward".',
        'You do not need the card "right".',
        "These are the right cards. Put them in the right order:\nleft, forward",
        "A solution:\nforward, left",
    ]


def test_cards_that_have_only_one_order_are_not_mixed() -> None:
    """Their only order would be the solution."""
    assert rungs(made(cards=["forward"])) == ["hint", "next", "solution"]


def test_cards_that_are_right_in_any_order_are_not_mixed() -> None:
    exercise = made(edition="compass", cards=["north", "east"], solution={"answer": "north, east"},
                    checks=[{"check": "stands_on", "square": "b2"}])  # fmt: skip
    assert rungs(exercise) == ["hint", "next", "solution"]


def test_who_has_read_the_solution_is_told_nothing_more() -> None:
    """This holds for any program afterwards."""
    exercise = made(cards=["forward", "left"])
    assert hint(exercise, all_asked(exercise), "forward") is None


def test_the_same_cards_are_mixed_the_same_every_time() -> None:
    exercise = made(cards=["forward", "jump"], solution={"answer": "forward, jump"})
    other = made(cards=["forward", "jump"], solution={"answer": "forward, jump"})
    assert tells(exercise, "solution") == tells(other, "solution")


def test_a_repair_has_the_next_change_and_the_authors_solution() -> None:
    exercise = made(kind="repair", given="forward", changes=1, cards=["forward", "left"])
    assert rungs(exercise, "forward") == ["hint", "next", "spare", "solution"]
    assert tells(exercise, "solution", "forward") == "A solution:\nforward, forward"


def test_where_the_teacher_keeps_the_answers_back_only_the_authors_hints_are_left() -> None:
    """The files handed out to a class are like this."""
    kept_back: list[dict[str, Any]] = [
        {}, {"kind": "arrange"}, {"kind": "repair", "given": "left"},
        {"kind": "predict", "given": "left"}, {"kind": "trace", "given": "left"},
        {"kind": "choice", "given": "forward, forward", "choices": CHOICES},
    ]  # fmt: skip
    for keys in kept_back:
        assert rungs(made(**keys | {"solution": {}}), "left") == ["hint"]
    assert rungs(function(solution={}), FUNCTION) == ["hint"]


def test_nothing_is_told_twice_of_the_same_answer() -> None:
    for answer in ("", "forward", "left, 2x()", "nonsense"):
        names = rungs(made(edition="loops"), answer)
        assert sorted(set(names)) == sorted(names)


# --------------------------------------------------------------------------- the next card

LOOPS = {
    "edition": "loops",
    "cards": {"forward": 1, "left": 1, "2x": 1},
    "solution": {"answer": "2x(forward)"},
}
TWO_STEPS = {"edition": "loops", "cards": {"forward": 2, "left": 1, "2x": 1}}


@pytest.mark.parametrize(
    ("keys", "laid", "says", "after"),
    [
        ({}, "", 'Start with "all-forward".', "all-forward"),
        ({}, "forward", 'Good so far. Add "forward" next.', "forward, forward"),
        ({}, "forward, forward", "Nothing is missing. Run it.", "forward, forward"),
        (LOOPS, "", 'Start with "2x".', "2x()"),
        (LOOPS, "2x()", 'Good so far. Add "forward" next, inside the loop.', "2x(forward)"),
        (LOOPS, "left", "You cannot do it this way. Remove card 1.", ""),
        (LOOPS, "forward, left", "You cannot do it this way. Remove card 1.", "left"),
        (LOOPS, "2x(left)", 'You cannot do it this way. Remove "2x(left)".', ""),
        (TWO_STEPS, "forward, left",
         "Card 1 is fine. Remove card 2.", "forward"),
        (TWO_STEPS, "forward, 2x(left)",
         'Card 1 is fine. Remove "2x(left)".', "forward"),
    ],
)  # fmt: skip
def test_the_next_card_goes_on_from_what_is_laid(
    keys: dict[str, Any], laid: str, says: str, after: str
) -> None:
    exercise = made(**{"edition": "basic"} | keys)
    new = next(each for each in climb(exercise, laid) if each.rung == "next")
    assert (new.says, str(new.program)) == (says, after)


def test_where_no_row_is_left_for_a_solution_the_first_row_goes() -> None:
    """Only five rows may be written, and each one that is there leaves one less."""
    exercise = find_exercise("10-09")
    assert tells(exercise, "next", "A3+") == "You cannot do it this way. Remove card 1."
    fault = fault_hint(exercise, "A3+, A3+, A3+")
    assert fault
    assert fault.says == "You cannot do it this way. Change card 1."


def test_the_next_card_can_be_asked_for_again_once_the_program_is_another() -> None:
    """The help for the other program is not shown beside this one."""
    exercise = made(hints=[], cards=["forward"])
    first = hint(exercise, Asked(), "")
    assert first
    asked = Asked().after(first)
    assert [each.rung for each in shown_hints(exercise, asked, "")] == ["next"]
    assert shown_hints(exercise, asked, "forward") == ()
    second = hint(exercise, asked, "forward")
    assert second
    assert second.says == 'Good so far. Add "forward" next.'
    assert asked.after(second).times == 2


@cache
def searched() -> list[Exercise]:
    """Return the packaged exercises that offer a next card."""
    kinds = ("program", "arrange")
    return [each for each in exercises() if each.kind.name in kinds and best(each)]


@st.composite
def programs(draw: st.DrawFn) -> tuple[Exercise, Program]:
    """Yield a packaged exercise with any row of its cards, however foolish."""
    exercise = draw(st.sampled_from(searched()))
    laid = deck(exercise)
    card = st.sampled_from(laid.instructions).map(Instruction)
    piece: st.SearchStrategy[Node] = card
    if laid.loops:
        row = st.lists(card, max_size=2).map(tuple)
        piece = card | st.builds(Repeat, st.sampled_from(laid.loops), row)
    if laid.senses:
        kinds = {"while": While, "if": If}
        asked = st.sampled_from(laid.conditions)
        row = st.lists(card, max_size=2).map(tuple)
        piece |= st.one_of(st.builds(kinds[name], asked, row) for name in laid.brackets)
    return exercise, Program(tuple(draw(st.lists(piece, max_size=4))))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(programs())
def test_who_follows_the_next_card_comes_to_full_points_within_par(
    started: tuple[Exercise, Program],
) -> None:
    exercise, program = started
    known = best(exercise, program)
    for _ in range(60):
        new = next(each for each in climb(exercise, str(program)) if each.rung == "next")
        assert new.program is not None
        if new.program == program:
            break
        program = new.program
    assert grade(exercise, str(program)).solved
    assert known is None or program.cost <= known.cost


@settings(max_examples=60, deadline=None)
@given(programs(), st.data())
def test_no_solution_is_told_before_it_is_asked_for(
    started: tuple[Exercise, Program], data: st.DataObject
) -> None:
    """Ask for other help first, in any order, while the program changes."""
    exercise, program = started
    asked = Asked()
    for _ in range(data.draw(st.integers(0, 6))):
        new = hint(exercise, asked, str(program))
        if not new or new.rung == "solution":
            break
        asked = asked.after(new)
        if new.rung == "next" and data.draw(st.booleans()):
            program = new.program or program
    shown = shown_hints(exercise, asked, str(program))
    assert "solution" not in {each.rung for each in shown}
    for each in shown:
        if each.rung in ("spare", "cards"):
            laid = each.says.partition("\n")[2]
            assert not laid or not grade(exercise, laid).solved


@settings(max_examples=60, deadline=None)
@given(programs())
def test_what_was_asked_for_is_the_same_after_a_restart(started: tuple[Exercise, Program]) -> None:
    """The help is restored from the answers file."""
    exercise, program = started
    asked = Asked()
    for new in climb(exercise, str(program)):
        asked = asked.after(new)
        again = Asked.read(json.loads(json.dumps(asked.facts())))
        assert again == asked
        assert shown_hints(exercise, again, str(program)) == shown_hints(
            exercise, asked, str(program)
        )
    assert asked.times == len(shown_hints(exercise, asked, str(program)))


@pytest.mark.parametrize(
    "record",
    [{}, {"hints": 1}, {"hints": 9}, {"hints": 2, "helped": 7}, {"helped": {"hint": "x"}},
     {"helped": {"next": 7, "zzz": "left", "row": "x", "solution": "nonsense((", "hint": "-1"}}],
)  # fmt: skip
@pytest.mark.parametrize(
    "keys", [{}, {"kind": "trace", "given": "left"}, {"kind": "predict", "given": "left"}]
)
def test_a_record_that_nobody_can_understand_harms_nobody(
    record: dict[str, Any], keys: dict[str, Any]
) -> None:
    exercise = made(**{"mistakes": [{"answer": "x", "says": "No."}]} | keys)
    assert len(shown_hints(exercise, Asked.read(record), "left")) <= 2


def test_a_file_from_before_still_has_its_hints() -> None:
    """The old file only counted the hints."""
    exercise = made(hints=["Look.", "Count."])
    assert [each.says for each in shown_hints(exercise, Asked.read({"hints": 1}), "")] == ["Look."]


# ------------------------------------------------------------------- answers that are written


def test_of_a_prediction_first_all_but_the_end_is_told() -> None:
    """This is about the board that is shown; help for another board can be asked for separately."""
    other = {"floor": ". . .\n. . .", "rovers": {"red": "a2 east"}}
    exercise = made(kind="predict", given="forward, left", starts=[START, other], checks=[],
                    solution={"says": "A turn keeps its square."})  # fmt: skip
    assert [each.says for each in climb(exercise, "1: ")[1:]] == [
        "Before the last card: b1 east.",
        "It ends like this: b1 north. A turn keeps its square.",
    ]
    asked = all_asked(exercise, "1: ")
    assert [each.rung for each in shown_hints(exercise, asked, "2: c1 east")] == ["hint"]
    again = hint(exercise, asked, "2: c1 east")
    assert again
    assert again.says == "Before the last card: b2 east."


def test_of_a_table_the_first_row_that_is_not_right_is_told() -> None:
    exercise = made(kind="trace", given="forward, left", checks=[], solution={"says": "So."})
    assert tells(exercise, "row") == "Line 1: b1 east."
    assert tells(exercise, "row", "b1 east\nb1 east") == "Line 2: b1 north."
    assert tells(exercise, "solution") == "The whole table: So.\nb1 east\nb1 north"
    assert rungs(exercise, "b1 east\nb1 north") == ["hint", "solution"]


def test_of_a_choice_one_wrong_option_is_struck_out_with_the_authors_word() -> None:
    mistakes = [{"answer": letter, "says": f"Not {letter}."} for letter in "bc"]
    exercise = made(kind="choice", given="forward, forward", choices=CHOICES, mistakes=mistakes,
                    solution={"says": "Two squares east."})  # fmt: skip
    struck, answer = climb(exercise)[1:]
    assert struck.spare in ("b", "c")
    assert struck.says == f"The answer is not {struck.spare}. Not {struck.spare}."
    assert answer.says == "The answer is a. Two squares east."
    two = made(kind="choice", given="forward, forward", choices=CHOICES[:2], mistakes=mistakes)
    assert rungs(two) == ["hint", "solution"]


def test_of_a_function_a_case_is_told_that_is_shown_and_not_right() -> None:
    cases = [
        {"call": [7], "returns": 7},
        {"call": [1], "returns": 2, "hidden": True},
        {"call": [3], "returns": 4, "says": "One more."},
    ]
    exercise = function(*cases)
    assert tells(exercise, "case", FUNCTION) == "Try f(3). It should return 4. One more."
    assert tells(exercise, "solution", FUNCTION) == "A solution:\ndef f(n):\n    return n + 1"
    assert rungs(function(cases[0]), FUNCTION) == ["hint", "solution"]
