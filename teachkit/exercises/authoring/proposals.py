"""Proposals: changes to an exercise file, of one thing each, that make it meet all wishes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, zip_longest
from typing import Any, NamedTuple

from teachkit.core.board.squares import FACINGS
from teachkit.core.game.palette import Mark, Palette, Place, Thing
from teachkit.errors import TeachkitError
from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.making.proven import proven
from teachkit.exercises.making.wishes import Wishes
from teachkit.exercises.model.exercise import Exercise
from teachkit.play.search import TooLargeError
from teachkit.words import say

MOST_PROPOSALS = 5
MOST_TRIED = 600  # changes, each of which is proven

Data = Mapping[str, Any]


class Proposal(NamedTuple):
    """A change of one thing: a sentence that asks for it, the changed file, and the square."""

    says: str
    data: dict[str, Any]
    square: str = ""


def proposals(data: Data, wishes: Wishes) -> Iterator[Proposal]:
    """Yield up to `MOST_PROPOSALS` changes of one thing after which all `wishes` are met.

    The kinds of changes that are most likely to help come first. Yield nothing if all wishes are
    met, or if `data` cannot be read.
    """
    try:
        changes = Changes(dict(data), make_exercise("draft", data))
    except TeachkitError:
        return
    unmet = [each.clause for each in wishes.unmet(changes.exercise)]
    order = [*unmet, *(clause for clause in wishes.clauses if clause not in unmet)]

    def is_met(change: Proposal) -> bool:
        with suppress(TeachkitError):
            changed = make_exercise("draft", change.data)
            return all(wishes.reason(changed, clause) is None for clause in order)
        return False

    if unmet:
        tried = islice(changes.promising(unmet), MOST_TRIED)
        yield from islice(filter(is_met, tried), MOST_PROPOSALS)


_FIRST = {
    "size": "sizes", "pieces": "added erased", "avoid": "fewer", "solvable": "more erased limits",
    "needs": "fewer limits added", "par_cards": "added moved", "par_steps": "added moved",
    "unique": "added fewer moved", "tells": "added moved", "changes": "moved added",
}  # fmt: skip
_KINDS = ("fewer", "more", "limits", "added", "erased", "moved", "sizes")


@dataclass(frozen=True)
class Changes:
    """The changes of one thing that are possible in an exercise file."""

    data: dict[str, Any]
    exercise: Exercise

    def promising(self, unmet: Sequence[str]) -> Iterator[Proposal]:
        """Yield all changes, in turn from each kind; those first that suit the clauses `unmet`."""
        first = " ".join(_FIRST[clause] for clause in unmet).split()
        kinds = [getattr(self, kind)() for kind in dict.fromkeys((*first, *_KINDS))]
        yield from filter(None, chain.from_iterable(zip_longest(*kinds)))

    # -- cards and checks --------------------------------------------------------------------------

    def fewer(self) -> Iterator[Proposal]:
        """Yield copies with one card less on offer."""
        for name, most in self._cards.items():
            if most is not None and most > 1:
                says = say('Offer one "{card}" less.', card=name)
                yield self._with_cards(says, {**self._cards, name: most - 1})
            says = say('Remove the card "{card}".', card=name)
            yield self._with_cards(says, {k: v for k, v in self._cards.items() if k != name})

    def more(self) -> Iterator[Proposal]:
        """Yield copies with one card more on offer."""
        for name, most in self._cards.items():
            if most is not None:
                says = say('Offer one more "{card}".', card=name)
                yield self._with_cards(says, {**self._cards, name: most + 1})
        has_limits = None not in self._cards.values()
        for name in self._every:
            if name not in self._cards:
                says = say('Offer the card "{card}", too.', card=name)
                yield self._with_cards(says, {**self._cards, name: 1 if has_limits else None})

    def limits(self) -> Iterator[Proposal]:
        """Yield copies with a check more, a check less, or a different number in a check."""
        checks = list(self.data.get("checks", ()))
        for at, check in enumerate(checks):
            before, after = checks[:at], checks[at + 1 :]
            for fact, value in check.items():
                for number in (value - 1, value + 1) if _is_number(fact, value) else ():
                    says = say('Set "{fact}" to {number} in the check "{check}".', fact=fact,
                               number=number, check=check["check"])  # fmt: skip
                    yield self._with(says, checks=[*before, {**check, fact: number}, *after])
            if len(checks) > 1:
                says = say('Remove the check "{check}".', check=check["check"])
                yield self._with(says, checks=[*before, *after])
        with suppress(TooLargeError):
            if best := proven(self.exercise).best():
                says = say("Allow at most {number} cards.", number=best.cost)
                limit = {"check": "uses_at_most", "cards": best.cost}
                yield self._with(says, checks=[*checks, limit])

    @cached_property
    def _every(self) -> tuple[str, ...]:
        rules = self.exercise.rules
        return (*rules.instructions, *(f"{times}x" for times in rules.loops))

    @cached_property
    def _cards(self) -> dict[str, int | None]:
        return dict(self.exercise.cards) or dict.fromkeys(self._every)

    def _with_cards(self, says: str, cards: Mapping[str, int | None]) -> Proposal:
        if None not in cards.values():
            return self._with(says, cards=dict(cards))
        return self._with(says, cards=[f"{k} {v or ''}".strip() for k, v in cards.items()])

    def _with(self, says: str, **keys: Any) -> Proposal:
        return Proposal(says, {**self.data, **keys})

    # -- the board ---------------------------------------------------------------------------------

    def added(self) -> Iterator[Proposal]:
        """Yield copies with one thing more, first where the solution goes."""
        for at, start in self._starts():
            here = {mark.thing for mark in self._palette.marks(start)}
            for where in self._spots(at, start):
                for thing in sorted(self._palette.things, key=lambda each: each.name not in here):
                    if not thing.single:
                        for place in _places(thing, where):
                            mark = Mark(thing.name, place)
                            says = say('Put "{thing}" on {place}.', thing=thing.says, place=place)
                            yield from self._painted(at, start, says, mark)

    def erased(self) -> Iterator[Proposal]:
        """Yield copies with one thing less."""
        for at, start in self._starts():
            for mark in self._palette.marks(start):
                facts = {"thing": self._palette.thing(mark.thing).says, "place": mark.where}
                says = say('Remove "{thing}" from {place}.', **facts)
                changed = self._palette.erased(start, mark.where)
                yield self._with_start(at, says, changed, mark.square)

    def moved(self) -> Iterator[Proposal]:
        """Yield copies with one thing on a different square, first where the solution goes."""
        for at, start in self._starts():
            for where in self._spots(at, start):
                for mark in self._palette.marks(start):
                    thing = self._palette.thing(mark.thing)
                    there = " ".join([where, *mark.where.split()[1:]])
                    facts = {"thing": thing.says, "old": mark.where, "new": there}
                    says = say('Move "{thing}" from {old} to {new}.', **facts)
                    kept = start if thing.single else self._palette.erased(start, mark.where)
                    yield from self._painted(at, kept, says, mark._replace(where=there))

    def sizes(self) -> Iterator[Proposal]:
        """Yield copies with a board that is a row or a column larger or smaller."""
        for at, start in self._starts():
            width, height = self._palette.size(start)
            steps = ((-1, 0), (0, -1), (-1, -1), (1, 0), (0, 1), (1, 1))
            for size in ((width + across, height + up) for across, up in steps):
                with suppress(TeachkitError):
                    changed = self._palette.resized(start, *size)
                    says = say("Make the board {size}.", size=f"{size[0]}x{size[1]}")
                    yield self._with_start(at, says, changed, "")

    @property
    def _palette(self) -> Palette:
        return self.exercise.game.palette

    def _starts(self) -> Iterator[tuple[int, dict[str, Any]]]:
        if self._palette.things:
            yield from enumerate(self.data.get("starts", ()))

    def _spots(self, at: int, start: dict[str, Any]) -> Iterable[str]:
        """Return all squares, first those that the solution visits."""
        return dict.fromkeys((*self._way(at), *self._palette.spots(start)))

    def _way(self, at: int) -> list[str]:
        """Return the places of the piece during a shortest solution on the board `at`."""
        with suppress(TooLargeError, TeachkitError):
            if program := proven(self.exercise).solution:
                tried = attempt(self.exercise, program, self.exercise.starts[at])
                states = [tried.trace.start, *(frame.state for frame in tried.trace.frames)]
                spots = self._palette.spots(self.data["starts"][at])
                places = (self.exercise.game.whereabouts(each, tried.player) for each in states)
                return [place.split()[0] for place in places if place.split()[:1][0] in spots]
        return []

    def _painted(self, at: int, start: dict[str, Any], says: str, mark: Mark) -> Iterator[Proposal]:
        with suppress(TeachkitError):
            changed = self._palette.painted(start, mark)
            if changed != self.data["starts"][at]:
                yield self._with_start(at, says, changed, mark.square)

    def _with_start(self, at: int, says: str, start: dict[str, Any], square: str) -> Proposal:
        starts = [*self.data["starts"]]
        starts[at] = start
        if len(starts) > 1:
            says = say("Board {number}: {says}", number=at + 1, says=says)
        return Proposal(says, {**self.data, "starts": starts}, square)


def _is_number(fact: str, value: object) -> bool:
    return fact != "points" and isinstance(value, int) and not isinstance(value, bool)


def _places(thing: Thing, square: str) -> list[str]:
    """Return the places of `thing` on `square`: one, or one for each direction.

    The other two edges of a square also belong to its neighbours.
    """
    if thing.place is Place.SQUARE:
        return [square]
    facings = FACINGS[:2] if thing.place is Place.EDGE else FACINGS
    return [f"{square} {facing.value}" for facing in facings]
