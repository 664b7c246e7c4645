"""Wrong ideas: whether a learner with a misreading would solve an exercise all the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from teachkit.core.game.foresight import Foresight
from teachkit.core.game.game import Misreading
from teachkit.core.game.misreadings import ByCard, misread
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.making.proven import Proven
from teachkit.exercises.misreadings.diagnosis import (
    answer_as_read,
    boards,
    misreadings_of,
    wrong_answers,
)
from teachkit.play.search import TooLargeError

EFFORT_OF_IDEA = 12_000  # steps of a search that follows a misreading; there are many of them
MOST_PROGRAMS = 20  # equally short ones that are read with a wrong idea


class Idea(NamedTuple):
    """A misreading on the boards of an exercise.

    `answer` is an answer that a learner with this idea would give, or "" if it is unknown.
    `is_right` tells whether the learner would earn a full score with it.
    """

    misreading: Misreading
    answer: str
    is_right: bool


def ideas(facts: Proven) -> Iterator[Idea]:
    """Yield the misreadings of the game that make a difference and could be proven."""
    for misreading in misreadings_of(facts.exercise.game):
        try:
            found = idea(facts, misreading)
        except TooLargeError:
            continue
        if found:
            yield found


def idea(facts: Proven, misreading: Misreading) -> Idea | None:
    """Return the outcome of a misreading, or `None` if nothing can be expected of it.

    A learner who misreads cards builds one of the programs that are the shortest if the idea were
    right. With any other misreading, the learner rejects each of the shortest programs that would
    not work as expected. For kinds without programs, the misreading gives a wrong prediction.
    Raise `TooLargeError` if a proof would take too long.
    """
    exercise = facts.exercise
    if not exercise.kind.form.lays_cards:
        shown = (wrong_answers(exercise, board).get(misreading.name) for board in boards(exercise))
        answer = next(filter(None, shown), "")
        return Idea(misreading, answer, is_right=not answer)
    if isinstance(misreading.read, ByCard):
        return _imagined(facts, misreading)
    for program in islice(facts.cheapest_programs(), MOST_PROGRAMS):
        if answer_as_read(exercise, misreading.read, str(program)):
            return Idea(misreading, str(program), is_right=True)
    best = facts.best()
    if best and best.programs > MOST_PROGRAMS:
        raise TooLargeError
    return Idea(misreading, "", is_right=False) if best else None


def _imagined(facts: Proven, misreading: Misreading) -> Idea | None:
    """Return the outcome of a misreading of cards, found by a search that follows it.

    A foresight may be wrong about misread cards, so the search does without.
    """
    if facts.best() is None:
        return None
    exercise = facts.exercise
    game = replace(misread(exercise.game, misreading.read), foresight=Foresight())
    theirs = facts.puzzle and facts.puzzle.imagined(game)
    if theirs is None or theirs.deck.senses:
        raise TooLargeError
    best = theirs.best(effort=EFFORT_OF_IDEA)
    if best is None:
        return Idea(misreading, "", is_right=False)
    if judged(exercise, str(best.program)).solved:
        return Idea(misreading, str(best.program), is_right=True)
    both = facts.puzzle and facts.puzzle.best_for_both(theirs, best.cost, EFFORT_OF_IDEA)
    return Idea(misreading, str((both or best).program), is_right=both is not None)
