"""Test wrong ideas that every game knows, and the sentences for answers that they explain."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from teachkit.core.game.game import Misreading, run
from teachkit.core.game.misreadings import together
from teachkit.core.language.program import Program
from teachkit.exercises.misreadings.diagnosis import misreadings_behind, names
from teachkit.exercises.misreadings.general import GENERAL
from teachkit.exercises.model.exercise import Exercise
from teachkit.games import algoracing

from .making import explained, made

FIELD = ". . . .\n. . . .\n. . . .\n. . . ."
IDEAS = {idea.name: idea for idea in GENERAL}
VIEWER = "from the viewer's side"
HERE = {idea.name: idea for idea in algoracing.GAME.misreadings}


class Case(NamedTuple):
    """A program with a start, its believed result and its real result."""

    idea: str
    rover: str
    program: str
    believed: str
    truth: str
    silent: str


CASES = (
    Case("one card short", "a1 east", "forward, forward", "b1 east", "c1 east", ""),
    Case("skip stops the rest", "d1 east", "forward, left, forward", "d1 east", "d2 north",
         "left, forward"),
    Case("a skip eats the next card", "d1 east", "forward, left, left", "d1 north", "d1 west",
         "left, forward"),
    Case("before instead of after", "a1 east", "forward, left", "b1 east", "b1 north", ""),
    Case("card by card in a loop", "a1 east", "2x(forward, left)", "c1 west", "b2 west",
         "2x(forward)"),
    Case("loop once", "a1 east", "3x(forward), left", "b1 north", "d1 north", "forward, left"),
    Case("only the repeats counted", "a1 east", "2x(forward)", "d1 east", "c1 east", "forward"),
    Case("one round too few", "a1 east", "3x(forward)", "c1 east", "d1 east", "forward"),
    Case("loop around the first card", "a1 east", "2x(forward, left, forward)", "c2 north",
         "a3 west", "2x(forward, left)"),
    Case("loop body too long", "a1 east", "2x(forward), left", "b2 west", "c1 north",
         "2x(forward)"),
    Case("loop body too short", "a1 east", "2x(forward, left)", "c1 north", "b2 west",
         "2x(forward)"),
    Case("if as while", "a1 east", "if clear(forward)", "d1 east", "b1 east",
         "if clear(forward) else(left)"),
    Case("while asked once", "a1 east", "while clear(forward)", "b1 east", "d1 east",
         "if clear(forward)"),
    Case("while always watching", "c1 east", "while not blocked(forward, right)", "d1 east",
         "d1 south", "while not blocked(forward)"),
    Case("else runs anyway", "a1 east", "if clear(forward) else(left)", "b1 north", "b1 east",
         "if clear(forward)"),
    Case("asked at the start", "c1 east", "forward, if blocked(left)", "d1 east", "d1 north",
         "if clear(forward)"),
    Case("routine runs where it is defined", "a1 east", "define go(forward, left), go", "b2 west",
         "b1 north", "forward"),
    Case("only the first card of a routine", "a1 east", "define go(forward, left), go", "b1 east",
         "b1 north", "define go(left), go"),
    Case("one card too many", "a1 east", "forward", "c1 east", "b1 east", ""),
    Case("read backwards", "a1 east", "forward, left", "a2 north", "b1 north", "forward, forward"),
    Case("read backwards", "a1 east", "2x(forward, left)", "a2 west", "b2 west", "2x(forward)"),
    Case("read backwards", "a1 east", "define go(left), forward, go", "a2 north", "b1 north",
         "define go(left), go"),
)  # fmt: skip


def ends(idea: Misreading | None, rover: str, program: str) -> str | None:
    """Return where the rover ends by this idea, or really; `None` if the idea says nothing."""
    start = algoracing.Setup(floor=FIELD, edition="sensors", rovers={"red": rover}).state()
    cards = Program.read(program, algoracing.GAME.instructions)
    seen = (
        idea.read(algoracing.GAME, start, cards)
        if idea
        else run(algoracing.GAME, start, cards, "red")
    )
    return algoracing.GAME.whereabouts(seen.final, "red") if seen else None


every_case = pytest.mark.parametrize("case", CASES, ids=lambda each: f"{each.idea}: {each.program}")


def test_every_idea_is_tested() -> None:
    assert list(IDEAS) == list(dict.fromkeys(case.idea for case in CASES))


@every_case
def test_it_gives_what_somebody_believes(case: Case) -> None:
    assert case.believed == ends(IDEAS[case.idea], case.rover, case.program)
    assert case.truth == ends(None, case.rover, case.program)
    assert case.believed != case.truth


@every_case
def test_it_is_silent_where_it_gives_the_right_answer(case: Case) -> None:
    truth = ends(None, case.rover, case.silent)
    assert ends(IDEAS[case.idea], case.rover, case.silent) in (None, truth)


# ---------------------------------------------------------------------------- several at once


def test_who_has_two_ideas_sees_what_both_make_of_it() -> None:
    both = Misreading("both", "", "", together(HERE["forward all the way"], IDEAS["loop once"]))
    assert ends(both, "a1 east", "2x(forward, left)") == "d1 north"
    assert ends(None, "a1 east", "2x(forward, left)") == "b2 west"


# ---------------------------------------------------------------------------- predictions


def prediction(given: str = "left, forward", rover: str = "b2 south", **keys: Any) -> Exercise:
    start = {"floor": FIELD, "rovers": {"red": rover}}
    usual = {"kind": "predict", "given": given, "checks": [], "points": 2, "edition": "loops"}
    return made(**usual | {"starts": [start]} | keys)


@pytest.mark.parametrize(
    ("answer", "says", "ideas"),
    [
        ("a2 west", ["Left means the rover's left, not yours. Imagine that you are driving it."],
         [VIEWER, "compass for relative", "left and right mixed up"]),
        ("d4 north", ["It does not end there. Step through the program one card at a time."], []),
        ("c2 south", ["The square is right. Check which way it faces.",
                      "Follow every turn. Then you know which way the rover faces at the end."],
         None),
    ],
    ids=["the commonest idea is told, all are counted", "explained by nothing", "right in part"],
)  # fmt: skip
def test_a_wrong_prediction_is_told_what_is_so_where_an_idea_explains_it(
    answer: str, says: list[str], ideas: list[str] | None
) -> None:
    result = explained(prediction(), answer)
    assert result.says == ("Not right yet.", *says)
    assert ideas is None or [*result.ideas] == ideas


def test_a_right_prediction_is_explained_by_nothing() -> None:
    result = explained(prediction(), "c2 east")
    assert (result.solved, result.ideas) == (True, ())


def test_two_ideas_together_explain_what_neither_does_alone() -> None:
    exercise = prediction("2x(forward, left)", "a1 east")
    told = misreadings_behind(exercise, "1: b1 south")
    assert names(told) == ("left and right mixed up + loop once",)
    assert HERE["left and right mixed up"].says in explained(exercise, "b1 south").says


def test_the_sentence_of_the_author_is_told_before_any_idea() -> None:
    mine = "Look from above the rover."
    result = explained(prediction(mistakes=[{"answer": "a2 west", "says": mine}]), "a2 west")
    assert result.says[1:] == (mine,)
    assert VIEWER in result.ideas


def test_each_board_is_explained_by_itself() -> None:
    boards = [{"floor": FIELD, "rovers": {"red": place}} for place in ("b2 north", "b2 south")]
    exercise = prediction(starts=boards)
    assert explained(exercise, "1: c2 east").ideas == ("left and right mixed up",)
    assert explained(exercise, "2: a2 west").ideas[0] == VIEWER


# ---------------------------------------------------------------------------- choices


def choice(**keys: Any) -> Exercise:
    sayings = [
        {"says": f"It faces {facing}.", "checks": [{"check": "looks", "facing": facing}]}
        for facing in ("west", "east", "south")
    ]
    return prediction(**{"kind": "choice", "choices": sayings, **keys})


def test_a_choice_is_explained_by_whom_it_would_be_right_for() -> None:
    assert explained(choice(), "b").solved
    assert explained(choice(), "a").says[1] == HERE[VIEWER].says
    assert explained(choice(), "c").says[1] == HERE["slides to the side"].says


# ---------------------------------------------------------------------------- tables


def table(given: str = "forward, left, forward", rover: str = "b3 south", **keys: Any) -> Exercise:
    return prediction(given, rover, **{"kind": "trace", "points": 3, **keys})


def test_the_first_wrong_row_of_a_table_is_explained() -> None:
    """The right table is `b2 south`, `b2 east`, `c2 east`."""
    result = explained(table(), "b2 south\nb2 west\na3 north")
    assert result.says == ("Line 1 is right.", f"Line 2: {HERE[VIEWER].says}")
    assert result.points == 1


FOLLOWED = "After that, you followed the rules."


@pytest.mark.parametrize(
    ("answer", "points", "unread", "followed"),
    [
        ("b2 south\nb2 west\na2 west", 2, False, True),
        ("b2 south\nz9 east\nz9 east", 1, True, False),
        ("b2 south\nb2 west\nd4 north", 1, False, False),
    ],
    ids=["understood, and earns", "nothing follows from a square that is not there", "it does not"],
)
def test_what_follows_rightly_from_a_wrong_row(
    answer: str, points: int, unread: bool, followed: bool
) -> None:
    result = explained(table(), answer)
    assert (result.points, result.unread, result.solved) == (points, unread, False)
    assert (FOLLOWED in result.says) == (result.says[-1] == FOLLOWED) == followed
    assert [part.right for part in result.parts] == [True, False, False]


def test_a_table_that_is_one_row_behind_is_told_so() -> None:
    result = explained(table(), "b3 south\nb2 south\nb2 east")
    assert result.says[1] == f"Line 1: {IDEAS['before instead of after'].says}"
    assert "before instead of after" in result.ideas


def test_the_sentence_of_the_author_is_told_of_a_table_too() -> None:
    mine = "South of b3 is b2."
    answer = "a3 south\na3 east\nb3 east"
    assert mine in explained(table(mistakes=[{"answer": answer, "says": mine}]), answer).says


def test_a_row_that_nothing_explains_is_named() -> None:
    result = explained(table(), "d4 north\n\n")
    assert (result.says[1], result.ideas) == ("Line 1 is not right yet.", ())


# ---------------------------------------------------------------------------- orders


def test_an_order_is_explained_by_whom_it_would_be_right_for() -> None:
    choices = [{"says": f"Card {card}.", "when": f"red {card}"} for card in (1, 2)]
    exercise = prediction("left, forward", kind="order", choices=choices)
    assert explained(exercise, "a, b").solved
    assert explained(exercise, "b, a").ideas == ()
