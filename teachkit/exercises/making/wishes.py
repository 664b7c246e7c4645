"""Wishes: the properties that an author or a teacher asks of an exercise, proven by search.

The table `[make]` of an exercise file, and the wishes of an author, have the same clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from teachkit.core.data import numbers, structure
from teachkit.core.game.game import Game, Rules
from teachkit.core.strings import suggested
from teachkit.errors import DataError
from teachkit.exercises.making.proven import Proven, proven
from teachkit.exercises.misreadings.diagnosis import misreading_named
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.concepts import concepts_of, named
from teachkit.play.search import TooLargeError
from teachkit.words import say, say_many


class Unmet(NamedTuple):
    """A clause that an exercise does not meet, with the reason.

    `square` is the place on the board to look at, or "" if there is none.
    """

    clause: str
    says: str
    square: str = ""


@dataclass(frozen=True)
class Wishes:
    """The properties that an exercise should have; clauses that are left out ask for nothing.

    `size` is a size such as `5x5`, or a range such as `4x4..6x6`. `pieces` maps the names of things
    on the board to their numbers, such as `2` or `1..3`. Every full score uses a card for each word
    in `needs`, and no card for a word in `avoid` is on offer; a word is a card or a concept.
    `par_cards` and `par_steps` are numbers or ranges. If `unique` is true, only one program is the
    shortest. A learner with an idea in `tells` does not succeed. `solvable` tells whether a program
    can get a full score, and `changes` how many changes repair the given program.
    """

    size: str = ""
    pieces: Mapping[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    par_cards: str = ""
    par_steps: str = ""
    unique: bool | None = None
    tells: tuple[str, ...] = ()
    solvable: bool | None = None
    changes: str = ""

    @classmethod
    def of(cls, table: Mapping[str, Any], game: Game, rules: Rules) -> Wishes:
        """Return the wishes in `table`. Raise `DataError` if the edition cannot fulfil one."""
        wishes = structure(dict(table), cls, "make")
        for span in filter(None, (wishes.par_cards, wishes.par_steps, wishes.changes)):
            numbers(span)
        for word in (*wishes.needs, *wishes.avoid):
            if not named(word, game, rules):
                says = say('There is no card "{name}" here.', name=word)
                raise DataError(suggested(says, word, [*rules.instructions, *concepts_of(game)]))
        for idea in wishes.tells:
            misreading_named(idea, game)
        return wishes

    @property
    def clauses(self) -> tuple[str, ...]:
        """The names of the clauses that ask for something, in a fixed order."""
        return tuple(each.name for each in fields(self) if getattr(self, each.name) != each.default
                     and getattr(self, each.name) != {})  # fmt: skip

    def unmet(self, exercise: Exercise) -> tuple[Unmet, ...]:
        """Return, for each clause that `exercise` does not meet, the first reason."""
        return tuple(filter(None, (self._reason(exercise, clause) for clause in self.clauses)))

    def _reason(self, exercise: Exercise, clause: str) -> Unmet | None:
        try:
            found = next(REASONS[clause](self, proven(exercise)), None)
        except TooLargeError:
            says = say("This is too large to prove. Make the board smaller, or limit the cards.")
            return Unmet(clause, says)
        return found and Unmet(clause, *found)


Reasons = Iterator[tuple[str, str]]
REASONS: dict[str, Callable[[Wishes, Proven], Reasons]] = {}


def _of_solvable(wishes: Wishes, facts: Proven) -> Reasons:
    program = facts.solution
    if wishes.solvable and program is None:
        yield say("No program solves this."), ""
    if wishes.solvable is False and program is not None:
        yield say("This program solves it: {program}.", program=program), ""


def _of_par_cards(wishes: Wishes, facts: Proven) -> Reasons:
    best = facts.best("cards")
    if best is None:
        yield say("First, make sure that it can be solved."), ""
    elif best.cost not in numbers(wishes.par_cards):
        says = say_many(
            "The shortest program has {number} card. It should have {wanted}.",
            "The shortest program has {number} cards. It should have {wanted}.",
            best.cost,
            wanted=wishes.par_cards,
        )
        yield says, ""


REASONS |= {"solvable": _of_solvable, "par_cards": _of_par_cards}
