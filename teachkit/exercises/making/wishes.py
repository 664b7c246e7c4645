"""Wishes: the properties that an author or a teacher asks of an exercise, proven by search.

The table `[make]` of an exercise file, and the wishes of an author, have the same clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.data import numbers, structure
from teachkit.core.game.game import Game, Rules
from teachkit.core.game.level_generator import size_of
from teachkit.core.game.palette import LEAST, MOST
from teachkit.core.strings import suggested
from teachkit.errors import DataError
from teachkit.exercises.judging.building import cards_of
from teachkit.exercises.making.ideas import idea
from teachkit.exercises.making.obstacles import obstacle
from teachkit.exercises.making.proven import Proven, proven
from teachkit.exercises.misreadings.diagnosis import misreading_named
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.concepts import concepts_of, named
from teachkit.play.search import Metric, TooLargeError
from teachkit.words import say, say_many


class Unmet(NamedTuple):
    """A clause that an exercise does not meet, with the reason.

    `square` is the place on the board to look at, or "" if there is none. `is_proven` is false if
    the proof was stopped because it took too long.
    """

    clause: str
    says: str
    square: str = ""
    is_proven: bool = True


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
        if wishes.size:
            _sides(wishes.size.partition("..")[0]), _sides(wishes.size.rpartition("..")[2])
        for span in filter(
            None, (*wishes.pieces.values(), wishes.par_cards, wishes.par_steps, wishes.changes)
        ):
            numbers(span)
        for word in (*wishes.needs, *wishes.avoid):
            if not named(word, game, rules):
                words = dict.fromkeys((*cards_of(rules), *concepts_of(game)))
                known = [each for each in words if named(each, game, rules)]
                says = say('There is no card "{name}" here.', name=word)
                raise DataError(suggested(says, word, known))
        for name in wishes.tells:
            misreading_named(name, game)
        return wishes

    @property
    def clauses(self) -> tuple[str, ...]:
        """The names of the clauses that ask for something, in a fixed order."""
        return tuple(each.name for each in fields(self) if getattr(self, each.name) != each.default
                     and getattr(self, each.name) != {})  # fmt: skip

    def unmet(self, exercise: Exercise) -> tuple[Unmet, ...]:
        """Return, for each clause that `exercise` does not meet, the first reason."""
        return tuple(filter(None, (self.reason(exercise, clause) for clause in self.clauses)))

    def reason(self, exercise: Exercise, clause: str) -> Unmet | None:
        """Return the first reason why `exercise` does not meet `clause`, or `None` if it does."""
        try:
            found = next(REASONS[clause](self, proven(exercise)), None)
        except TooLargeError:
            says = say("This is too large to prove. Make the board smaller, or limit the cards.")
            return Unmet(clause, says, is_proven=False)
        return found and Unmet(clause, *found)


Reasons: TypeAlias = Iterator[tuple[str, str]]
"""The reasons why a clause is not met: a sentence, and the square to look at, or ""."""


def _of_solvable(wishes: Wishes, facts: Proven) -> Reasons:
    program = facts.solution
    if wishes.solvable and program is None and (found := obstacle(facts.exercise)):
        yield found.says, found.square
    if wishes.solvable is False and program is not None:
        yield say("This program solves it: {program}.", program=program), ""


def _of_par(facts: Proven, metric: Metric, span: str) -> Reasons:
    best, wanted = facts.best(metric), span_in_words(span)
    if best is None:
        yield _unsolvable()
    elif best.cost not in numbers(span) and metric == "cards":
        says = say_many(
            "The shortest program has {number} card, not {wanted}.",
            "The shortest program has {number} cards, not {wanted}.",
            best.cost,
            wanted=wanted,
        )
        yield says, ""
    elif best.cost not in numbers(span):
        says = say_many(
            "The quickest program takes {number} step, not {wanted}.",
            "The quickest program takes {number} steps, not {wanted}.",
            best.cost,
            wanted=wanted,
        )
        yield says, ""


def _of_unique(wishes: Wishes, facts: Proven) -> Reasons:
    best = facts.best("cards")
    if best is None:
        yield _unsolvable()
    elif wishes.unique and best.programs > 1:
        says = say(
            "Equally short programs: {number}. Only one should be the shortest.",
            number=best.programs,
        )
        yield says, ""
    elif wishes.unique is False and best.programs == 1:
        yield (
            say("Only {program} is the shortest. Make room for another.", program=best.program),
            "",
        )


def _of_needs(wishes: Wishes, facts: Proven) -> Reasons:
    if facts.best() is None:
        yield _unsolvable()
        return
    for word in wishes.needs:
        best = facts.best(without=facts.cards_for(word))
        if best is not None:
            yield say("This works without {card}: {program}.", card=word, program=best.program), ""


def _of_avoid(wishes: Wishes, facts: Proven) -> Reasons:
    for word in wishes.avoid:
        for card in sorted(facts.cards_for(word) & facts.offered):
            yield say('The card "{card}" is on offer. Remove it.', card=card), ""


def _of_tells(wishes: Wishes, facts: Proven) -> Reasons:
    for name in wishes.tells:
        found = idea(facts, misreading_named(name, facts.exercise.game))
        if found is None:
            yield _unsolvable()
        elif found.is_right and found.answer:
            facts_of = {"idea": found.misreading.name, "program": found.answer}
            yield say('With the idea "{idea}", this still works: {program}.', **facts_of), ""
        elif found.is_right:
            yield say('"{idea}" makes no difference here.', idea=found.misreading.name), ""


def _of_size(wishes: Wishes, facts: Proven) -> Reasons:
    least, _, most = wishes.size.partition("..")
    (low, high), (across, up) = _sides(least), _sides(most or least)
    for start in facts.exercise.file.starts:
        width, height = facts.exercise.game.palette.size(start)
        if not (low <= width <= across and high <= height <= up):
            size, wanted = f"{width}x{height}", span_in_words(wishes.size)
            yield say("The board is {size}. Make it {wanted}.", size=size, wanted=wanted), ""


def _sides(size: str) -> tuple[int, int]:
    return size_of(size, LEAST, MOST)


def _of_pieces(wishes: Wishes, facts: Proven) -> Reasons:
    palette = facts.exercise.game.palette
    for start in facts.exercise.file.starts:
        marks = palette.marks(start)
        for name, span in wishes.pieces.items():
            here = [mark for mark in marks if name in (mark.thing, *mark.thing.split())]
            if len(here) not in (wanted := numbers(span)):
                says = say_many(
                    'The board has {number} "{thing}". It should have {wanted}.',
                    'The board has {number} of "{thing}". It should have {wanted}.',
                    len(here),
                    thing=name,
                    wanted=span_in_words(span),
                )
                yield says, here[-1].square if len(here) >= wanted.stop else ""


def _of_changes(wishes: Wishes, facts: Proven) -> Reasons:
    number = facts.changes
    if number is None:
        yield say("The given program cannot be repaired. Give a different one."), ""
    elif number not in numbers(wishes.changes):
        says = say_many(
            "{number} change repairs the program. It should take {wanted}.",
            "{number} changes repair the program. It should take {wanted}.",
            number,
            wanted=span_in_words(wishes.changes),
        )
        yield says, ""


def _unsolvable() -> tuple[str, str]:
    return say("First, make sure that it can be solved."), ""


def span_in_words(span: str) -> str:
    """Return a number or range such as `6..8` as words for a sentence."""
    least, _, most = span.partition("..")
    return say("{least} to {most}", least=least, most=most) if most else least


REASONS: Mapping[str, Callable[[Wishes, Proven], Reasons]] = {
    "size": _of_size,
    "pieces": _of_pieces,
    "needs": _of_needs,
    "avoid": _of_avoid,
    "par_cards": lambda wishes, facts: _of_par(facts, "cards", wishes.par_cards),
    "par_steps": lambda wishes, facts: _of_par(facts, "steps", wishes.par_steps),
    "unique": _of_unique,
    "tells": _of_tells,
    "solvable": _of_solvable,
    "changes": _of_changes,
}
