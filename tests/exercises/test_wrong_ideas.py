"""Test that a wrong idea is recognised in every exercise in which it can occur.

The answers are worked out by hand, as a learner with the idea would.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from teachkit.classroom.library import find_exercise
from teachkit.exercises.explaining.explain import compared_with_run
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.misreadings.diagnosis import misreadings_of
from teachkit.exercises.model.exercise import Exercise

from ..every_exercise import exercises
from .making import explained, made

ROOM = ". . .\n. . .\n. . ."
SAMPLES = {"floor": ". . . .\n. . . .", "samples": {"b1": "yellow", "c1": "blue"}}
ENGINE = {"A1": "+-1", "A3": "x/5", "A4": "x/2", "B2": "+-20", "B4": "swap"}
MINE: dict[str, Exercise] = {}


def rover(name: str, given: str, start: dict[str, Any], edition: str = "basic") -> None:
    """Make a prediction of the rover's end under a name of its own."""
    keys = {"kind": "predict", "checks": [], "solution": {}, "edition": edition, "points": 2}
    MINE[name] = made(name, given=given, starts=[start], **keys)


def machine(name: str, given: str, value: int, kind: str = "predict") -> None:
    """Make a prediction or a table of the register's numbers under a name of its own."""
    keys = {"kind": kind, "game": "lovelace", "edition": "machine", "checks": [], "solution": {}}
    starts = [{"value": value, "components": ENGINE}]
    MINE[name] = made(name, given=given, starts=starts, points=2, **keys)


rover("edge", "forward, left, left, forward", {"floor": ROOM, "rovers": {"red": "c2 east"}})
WALL = {"floor": ROOM, "walls": ["b2 north"], "rovers": {"red": "b2 north"}}
rover("wall", "forward, left, jump, left", WALL)
rover("two samples", "all-forward, left", SAMPLES | {"rovers": {"red": "a1 east"}})
rover("on a sample", "left, right, all-forward", SAMPLES | {"rovers": {"red": "b1 east"}})
rover("compass", "east, north, north", {"floor": ROOM, "rovers": {"red": "a1 south"}}, "compass")
machine("too large", "A4x, B2-, A1+, B4swap", 55)
machine("too small", "B2-, A1-, B2+, B4swap", 15)
machine("halves", "A4/, A1+, A4x", 57)
machine("fifths", "A3/, A1+, A3x", 29, "trace")

SKIP = "a skip eats the next card"
TURNS, SAMPLE, COMPASS = "turns ignored", "all forward past samples", "compass cards only turn"
SIGN, OPERANDS = "swap as a change of sign", "operands the wrong way round"
BACKWARDS, RANGE, LOST = "read backwards", "three digits", "nothing is lost"

ANSWERS = [
    (SKIP, "edge", "c3 north"),
    (SKIP, "wall", "b3 west"),
    (SKIP, "too large", "65"),
    (SKIP, "too small", "53"),
    (SKIP, "10-02", "27\n77\nskipped\nskipped\n38"),
    (SKIP, "10-02", "27\n77\n77\n77\n38"),
    (TURNS, "00-01", "2: b1 south"),
    (TURNS, "02-01", "1: b1 south"),
    (TURNS, "02-01", "2: c3 east"),
    (TURNS, "04-01", "2: a3 west"),
    (TURNS, "06-01", "1: e1 east"),
    (TURNS, "02-02", "b3 south\nb3 south\nb2 south\nb2 south\nb1 south"),
    (TURNS, "03-03", "c3 south\nc3 south\nc2 south\nc2 south\nc1 south\nc1 south"),
    (TURNS, "03-02", "a3 east\nb3 east\nb3 east\nb3 east"),
    (TURNS, "19-03", "1: c4 north"),
    (TURNS, "20-03", "d3 east\nd3 east\ne3 east\nskipped\nskipped"),
    (SAMPLE, "two samples", "d1 north"),
    (SAMPLE, "on a sample", "d1 east"),
    (SAMPLE, "03-04", "b1 south\nb1 east\nskipped\nb1 north\nb4 north\nb4 south"),
    (SAMPLE, "03-04", "b1 south\nb1 east\nb1 east\nb1 north\nb4 north\nb4 south"),
    (COMPASS, "01-01", "1: a1 north"),
    (COMPASS, "01-01", "2: b2 north"),
    (COMPASS, "01-02", "2: b2 north"),
    (COMPASS, "01-02", "3: c3 north"),
    (COMPASS, "compass", "a1 north"),
    (SIGN, "10-01", "1: -28"),
    (SIGN, "10-01", "4: -5"),
    (SIGN, "11-01", "1: -31"),
    (SIGN, "11-02", "-57\n-28\n-56\n-5\n5"),
    (OPERANDS, "10-10", "1: -50"),
    (OPERANDS, "10-01", "1: 10"),
    (OPERANDS, "10-11", "-45\n-90\n100\n0\n10"),
    (OPERANDS, "10-02", "0\n50\nskipped\n-45\n0"),
    (OPERANDS, "11-02", "75\n0\n0\n0\n0"),
    (BACKWARDS, "01-01", "3: a4 east"),
    (BACKWARDS, "01-02", "1: b3 east"),
    (BACKWARDS, "02-01", "1: b1 east"),
    (BACKWARDS, "03-03", "c4 north\nskipped\nc4 west\nb4 west\nb4 north\nskipped"),
    (BACKWARDS, "10-01", "2: 2"),
    (BACKWARDS, "11-01", "2: 20"),
    (BACKWARDS, "10-11", "65\n32\n22\n44\n34"),
    (RANGE, "too large", "19"),
    (RANGE, "too small", "41"),
    (RANGE, "10-02", "27\n77\n154\n149\n74"),
    (LOST, "halves", "59"),
    (LOST, "11-02", "75\n37\n75\n7\n70"),
    (LOST, "fifths", "5\n6\n34"),
]  # fmt: skip


@pytest.mark.parametrize(("idea", "exercise", "answer"), ANSWERS)
def test_an_answer_by_a_wrong_idea_is_told_what_is_so(
    idea: str, exercise: str, answer: str
) -> None:
    asked = MINE.get(exercise) or find_exercise(exercise)
    result = explained(asked, answer)
    says = next(each.says for each in misreadings_of(asked.game) if each.name == idea)
    authors = [each.says for each in asked.file.mistakes]
    assert not result.solved
    assert idea in result.ideas
    assert says in " ".join(result.says) or {*result.says} & {*authors}


@pytest.mark.parametrize("exercise", ["02-02", "18-03", "20-03", "10-02"])
def test_a_table_that_no_idea_leads_to_is_explained_by_none(exercise: str) -> None:
    row = "99" if exercise == "10-02" else "a1 north"
    assert explained(find_exercise(exercise), "\n".join([row] * 6)).ideas == ()


# Choices ---------------------------------------------------------------------------------------

LETTERS = [
    ("02-03", "u-turn as a quarter turn", "`u-turn`"),
    ("02-06", TURNS, "The rover drives down to b1 with the sample."),
    ("03-06", "left and right mixed up", "The rover moves one square to its left"),
    ("03-06", "slides to the side", "The rover moves one square ahead"),
    ("05-03", "a turn for one card only", "Card 4, `right`"),
    ("08-04", "while asked once", "`while not blocked(forward)`"),
    ("06-03", "card by card in a loop", "`left, left, left, forward, forward, forward`"),
    ("06-03", "one round too few", "`left, forward, left, forward`"),
    ("06-04", "loop body too short", "`3x(forward, left)`"),
    ("10-04", "tens and units mixed", "They add 1: the two swaps cancel out."),
    ("11-03", LOST, "It shows 57 again: ×2 undoes ÷2."),
    ("11-03", "rounded up", "It shows 58"),
    ("11-04", LOST, "`A4/, A4x`"),
    ("11-04", RANGE, "`A4x, A4/`"),
    ("11-04", SKIP, "`A4x, A4/`"),
    ("19-06", TURNS, "On b2, facing south"),
    ("22-06", BACKWARDS, "`forward, forward, right`"),
]


@pytest.mark.parametrize(("exercise", "idea", "option"), LETTERS)
def test_a_letter_is_answered_with_the_idea_behind_it(
    exercise: str, idea: str, option: str
) -> None:
    """The author's sentence comes first; a copy for a class has none."""
    asked = find_exercise(exercise)
    letter = next(key for key, each in asked.options.items() if each.says.startswith(option))
    assert idea in explained(asked, letter).ideas
    copy = replace(asked, file=replace(asked.file, mistakes=[]))
    result = explained(copy, letter)
    known = {each.name: each.says for each in misreadings_of(asked.game)}
    assert result.says[-1] == known[result.ideas[0]]


def test_every_wrong_letter_of_the_lessons_has_a_sentence_of_its_own() -> None:
    for asked in exercises():
        if asked.file.kind != "choice":
            continue
        said = [explained(asked, letter).says[1:] for letter in asked.options]
        assert len({*said}) == len(said), asked.id
        assert ("Look again, step by step.",) not in said, asked.id


# Somebody else's place -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exercise", "answer", "says"),
    [
        ("20-05", "2: c2 south", "Green is there. The question is about Red."),
        ("20-05", "1: c1 south", "Green is there. The question is about Red."),
        ("20-05", "1: c2 south", "Green started there. The question is about Red."),
        ("18-01", "3: c2 south", "Green is there. The question is about Red."),
        ("18-04", "1: b2 east", "Blue is there. The question is about Red."),
        ("05-01", "4: b3 east", "Green is there. The question is about Red."),
    ],
)
def test_the_place_of_a_neighbour_is_called_the_neighbours(
    exercise: str, answer: str, says: str
) -> None:
    asked = find_exercise(exercise)
    assert says in explained(asked, answer).says
    board, place = answer.split(": ")
    run = attempt(asked, asked.given, asked.starts[int(board) - 1])
    assert compared_with_run(run, place).says.endswith(says)


@pytest.mark.parametrize(
    ("returned", "says"),
    [
        ('view["points"]["me"]', 'Nobody is called "me". Your name is in view["me"].'),
        ('["me"]', "That is a list with a word in it. Look the word up in view."),
    ],
)
def test_a_word_in_brackets_is_not_looked_up_by_itself(returned: str, says: str) -> None:
    answer = f"def mine(view):\n    return {returned}"
    assert explained(find_exercise("22-02"), answer).says[1] == says


def test_a_fraction_in_the_register_is_told_that_the_remainder_is_dropped() -> None:
    says = "Line 1: Write a whole number. When you divide, the remainder is dropped."
    for number, answer in (("10-02", "27.5"), ("11-02", "37.5")):
        assert says in explained(find_exercise(number), answer).says
