"""Proposals: changes to an exercise file, of one thing each, that make it meet all wishes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, islice, zip_longest
from typing import Any, NamedTuple

from teachkit.core.board.squares import FACINGS
from teachkit.core.game.palette import Mark, Place
from teachkit.errors import TeachkitError
from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.judging.building import cards_of, written_limits
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.making.proven import proven
from teachkit.exercises.making.wishes import Wishes
from teachkit.exercises.model.exercise import Exercise
from teachkit.play.search import TooLargeError
from teachkit.words import say, say_many

MOST_PROPOSALS = 5
MOST_TRIED = 600  # changes, each of which is proven
CARDS_FIRST = {"needs", "avoid", "solvable"}
"""The clauses that a change of the cards is most likely to meet; for others, it is the board."""


class Proposal(NamedTuple):
    """A change of one thing: a sentence that asks for it, the changed file, and the square."""

    says: str
    data: dict[str, Any]
    square: str = ""


def proposals(data: Mapping[str, Any], wishes: Wishes) -> Iterator[Proposal]:
    """Yield up to `MOST_PROPOSALS` changes of one thing after which all `wishes` are met.

    The kinds of changes that are most likely to help come first. Yield nothing if all wishes are
    met, or if `data` cannot be read.
    """
    try:
        exercise = make_exercise("draft", data)
    except TeachkitError:
        return
    unmet = [each.clause for each in wishes.unmet(exercise)]
    order = [*unmet, *(clause for clause in wishes.clauses if clause not in unmet)]

    def is_met(change: Proposal) -> bool:
        with suppress(TeachkitError):
            changed = make_exercise("draft", change.data)
            return all(wishes.reason(changed, clause) is None for clause in order)
        return False

    def kept(kind: Iterator[tuple[str, dict[str, Any], str]]) -> Iterator[Proposal]:
        return (Proposal(says, {**data, **keys}, square) for says, keys, square in kind)

    kinds = [_with_marks(exercise), _with_cards(exercise), _with_checks(exercise)]
    kinds = kinds if CARDS_FIRST.isdisjoint(unmet) else [kinds[1], kinds[0], kinds[2]]
    tried = filter(None, chain.from_iterable(zip_longest(*map(kept, kinds)))) if unmet else iter(())
    yield from islice(filter(is_met, islice(tried, MOST_TRIED)), MOST_PROPOSALS)


Changed = Iterator[tuple[str, dict[str, Any], str]]


def _with_cards(exercise: Exercise) -> Changed:
    """Yield changes with more or fewer of one card on offer."""
    every = cards_of(exercise.rules)
    cards = dict(exercise.cards) or dict.fromkeys(every)
    a_card = None if None in cards.values() else 1
    for name in dict.fromkeys((*cards, *every)):
        most = cards.get(name, 0)
        for number in [0] if most is None else [most - 1, most + 1] if most else [a_card]:
            says = say('Offer {number} of the card "{card}".', number=number, card=name)
            if number is None:
                says = say('Offer the card "{card}", too.', card=name)
            elif number == 0:
                says = say('Remove the card "{card}".', card=name)
            offer = {key: each for key, each in {**cards, name: number}.items() if each != 0}
            yield says, {"cards": written_limits(offer)}, ""


def _with_checks(exercise: Exercise) -> Changed:
    """Yield changes with a check less, a different number in a check, or a limit on cards."""
    checks = exercise.file.checks
    for at, check in enumerate(checks):
        before, after = checks[:at], checks[at + 1 :]
        for fact, value in check.items():
            for number in (value - 1, value + 1) if type(value) is int and fact != "points" else ():
                facts = {"fact": fact, "number": number, "check": check["check"]}
                says = say('Set "{fact}" to {number} in the check "{check}".', **facts)
                yield says, {"checks": [*before, {**check, fact: number}, *after]}, ""
        if len(checks) > 1:
            says = say('Remove the check "{check}".', check=check["check"])
            yield says, {"checks": [*before, *after]}, ""
    with suppress(TooLargeError):
        if best := proven(exercise).best():
            limit = {"check": "uses_at_most", "cards": best.cost}
            says = say_many(
                "Allow at most {number} card.", "Allow at most {number} cards.", best.cost
            )
            yield says, {"checks": [*checks, limit]}, ""


def _with_marks(exercise: Exercise) -> Changed:
    """Yield changes of one thing on a board, by turns: removed, added, and moved.

    The squares that the solution visits come first.
    """
    for at, start in enumerate(exercise.file.starts if exercise.game.palette.things else ()):
        spots = dict.fromkeys((*_way(exercise, at), *exercise.game.palette.spots(start)))
        kinds = (_erased(exercise, start), _added(exercise, start, [*spots]),
                 _moved(exercise, start, [*spots]))  # fmt: skip
        for says, changed, square in filter(None, chain.from_iterable(zip_longest(*kinds))):
            if changed != start:
                starts = [*exercise.file.starts]
                starts[at] = changed
                on_board = say("Board {number}: {says}", number=at + 1, says=says)
                yield on_board if len(starts) > 1 else says, {"starts": starts}, square


def _erased(exercise: Exercise, start: dict[str, Any]) -> Changed:
    palette = exercise.game.palette
    for mark in palette.marks(start):
        facts = {"thing": palette.thing(mark.thing).says, "place": mark.where}
        says = say('Remove "{thing}" from {place}.', **facts)
        yield says, palette.erased(start, mark.where), mark.square


def _added(exercise: Exercise, start: dict[str, Any], spots: Sequence[str]) -> Changed:
    palette = exercise.game.palette
    here = {mark.thing for mark in palette.marks(start)}
    things = sorted(palette.things, key=lambda each: each.name not in here)
    for where in spots:
        for thing in (thing for thing in things if not thing.single):
            # The other two edges of a square also belong to its neighbours.
            facings = FACINGS[:2] if thing.place is Place.EDGE else FACINGS
            ways = [""] if thing.place is Place.SQUARE else [f" {each.value}" for each in facings]
            for place in (where + way for way in ways):
                says = say('Put "{thing}" on {place}.', thing=thing.says, place=place)
                with suppress(TeachkitError):
                    yield says, palette.painted(start, Mark(thing.name, place)), where


def _moved(exercise: Exercise, start: dict[str, Any], spots: Sequence[str]) -> Changed:
    palette = exercise.game.palette
    for where in spots:
        for mark in palette.marks(start):
            thing, there = palette.thing(mark.thing), " ".join([where, *mark.where.split()[1:]])
            facts = {"thing": thing.says, "old": mark.where, "new": there}
            says = say('Move "{thing}" from {old} to {new}.', **facts)
            kept = start if thing.single else palette.erased(start, mark.where)
            with suppress(TeachkitError):
                yield says, palette.painted(kept, mark._replace(where=there)), where


def _way(exercise: Exercise, at: int) -> list[str]:
    """Return the squares of the piece during a shortest solution on the board `at`."""
    with suppress(TooLargeError, TeachkitError):
        if program := proven(exercise).solution:
            tried = attempt(exercise, program, exercise.starts[at])
            states = [tried.trace.start, *(frame.state for frame in tried.trace.frames)]
            places = (exercise.game.whereabouts(each, tried.player) for each in states)
            spots = exercise.game.palette.spots(exercise.file.starts[at])
            return [square for place in places if (square := place.partition(" ")[0]) in spots]
    return []
