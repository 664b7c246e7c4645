"""Facts about an exercise that are proven by search, each within a limited effort."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from teachkit.core.language.program import Program
from teachkit.exercises.judging.programs import changes, words_of
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.concepts import named
from teachkit.exercises.solving.puzzle import Puzzle, deck, puzzle
from teachkit.play.search import NOTHING, Bounds, Found, Metric, TooLargeError

EFFORT = 150_000  # steps of one search; an author is waiting for several of them
EFFORT_OF_CARDS = 20_000  # without brackets, nearly each step leads to an unknown state
EFFORT_OF_ASKING = 50_000  # of a search with conditions, in which each step takes longer
SHARES = 3  # of an effort; a search without some card gets one, because there are many cards
MOST_CHANGES = 4  # of a repair; with more, a learner might as well start from scratch

T = TypeVar("T")


class Proven:
    """The proven facts about one exercise; each is computed once, when it is first needed.

    All methods raise `TooLargeError` if a proof would take too long, or if some check cannot be
    decided by a search.
    """

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self._known: dict[Any, Any] = {}

    @cached_property
    def puzzle(self) -> Puzzle | None:
        """The exercise prepared for a search, or `None` if programs cannot be searched for."""
        return puzzle(self.exercise) if self.exercise.kind.form.is_program else None

    @cached_property
    def offered(self) -> frozenset[str]:
        """The names of the cards and loops that learners may use."""
        return frozenset(deck(self.exercise).hand)

    def cards_for(self, word: str) -> frozenset[str]:
        """Return the cards that `word`, a card or a concept, stands for in this edition."""
        return named(word, self.exercise.game, self.exercise.rules)

    @property
    def solution(self) -> Program | None:
        """A program that gets a full score, or `None` if there is none."""
        if self.exercise.file.fixed or self.exercise.file.changes is not None:
            return self.repair
        best = self.best()
        return best.program if best else None

    @property
    def repair(self) -> Program | None:
        """The right program with the fewest changes to the given one, or `None`."""
        file, given = self.exercise.file, self.exercise.given
        fixed = tuple(given.instructions[card - 1] for card in sorted(file.fixed))
        bounds = Bounds(words_of(given), file.changes, fixed)
        most = MOST_CHANGES if file.changes is None else file.changes

        def mended() -> Program | None:
            return self._searched.mending(words_of, bounds).nearest(given, most)

        return self._once("repair", mended)

    @property
    def changes(self) -> int | None:
        """The fewest changes that repair the given program, or `None` if nothing does."""
        return None if self.repair is None else changes(self.exercise.given, self.repair)

    def best(self, metric: Metric = "cards", without: Collection[str] = ()) -> Found | None:
        """Return the cheapest program that gets a full score, or `None` if there is none.

        The program uses no card named in `without`.
        """
        left_out = frozenset(without)

        def found() -> Found | None:
            searched = self._searched
            effort = EFFORT_OF_CARDS
            if searched.deck.has_brackets:
                effort = EFFORT_OF_ASKING if searched.deck.senses else EFFORT
                effort //= SHARES if left_out else 1
            return searched.best(metric, NOTHING, left_out, effort)

        return self._once((metric, left_out), found)

    def cheapest_programs(self) -> Iterator[Program]:
        """Yield all programs that get a full score with the fewest cards."""
        return self._searched.cheapest_programs(EFFORT)

    @property
    def _searched(self) -> Puzzle:
        if self.puzzle is None:
            raise TooLargeError
        return self.puzzle

    def _once(self, key: Any, compute: Callable[[], T]) -> T:
        """Return the result of `compute`, or raise its `TooLargeError`, but run it only once."""
        if key not in self._known:
            try:
                self._known[key] = compute()
            except TooLargeError as error:
                self._known[key] = error
        known: T | TooLargeError = self._known[key]
        if isinstance(known, TooLargeError):
            raise known
        return known


proven = lru_cache(maxsize=16)(Proven)
"""Return the cached `Proven` of an exercise."""
