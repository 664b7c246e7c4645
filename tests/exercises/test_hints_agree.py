"""Test that an author's sentence about a mistake never contradicts the other help."""

from __future__ import annotations

import re

import pytest

from teachkit.exercises.explaining.faults import faulty_step
from teachkit.exercises.explaining.hints import Asked, fault_hint, hint
from teachkit.exercises.explaining.next_change import next_change, shared_cards
from teachkit.exercises.model.exercise import Exercise

from ..every_exercise import exercises

NAMED = re.compile(r"^Card (\d+)\b")
KEPT = re.compile(r"Cards? (?:1 (?:to|and) )?(\d+) (?:is|are) fine")
LOOK = re.compile(r"(?i)change card (\d+)")


def mistakes() -> list[tuple[Exercise, str, str]]:
    """Return every foreseen mistake that is a program, with the author's sentence."""
    laid = [exercise for exercise in exercises() if exercise.kind.form.is_program]
    return [(each, one.answer, one.says) for each in laid for one in each.file.mistakes]


MISTAKES = mistakes()
NAMES = [f"{exercise.id}: {answer}" for exercise, answer, _ in MISTAKES]


@pytest.mark.parametrize(("exercise", "answer", "says"), MISTAKES, ids=NAMES)
def test_what_helps_agrees_with_the_author(exercise: Exercise, answer: str, says: str) -> None:
    """A card that the author calls wrong is never called right, and nothing after it is named."""
    following = hint(exercise, Asked(hints=len(exercise.file.hints)), answer)
    left = fault_hint(exercise, answer)
    if not (named := NAMED.search(says)):
        return
    if following and (kept := KEPT.search(following.says)):
        assert int(kept[1]) < int(named[1])
    if left and (look := LOOK.search(left.says)):
        assert int(look[1]) <= int(named[1])


@pytest.mark.parametrize(("exercise", "answer", "says"), MISTAKES, ids=NAMES)
def test_what_helps_begins_where_the_author_does(
    exercise: Exercise, answer: str, says: str
) -> None:
    """Name the first card that is not in the solution: remove it, and look at nothing else."""
    program = exercise.read(answer)
    shared = shared_cards(exercise, program)
    if shared is None:
        return
    advice, found = next_change(exercise, program), faulty_step(exercise, program)
    if shared < len(program.body) and advice and exercise.kind.is_searched:
        assert advice.number - 1 == shared
    if found:
        assert (found.number == shared + 1) if found.step else (found.number <= shared)


def test_enough_mistakes_were_looked_at() -> None:
    assert len(MISTAKES) > 60
    assert sum(bool(NAMED.search(says)) for _, _, says in MISTAKES) > 10
