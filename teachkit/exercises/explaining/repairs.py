"""Program repairs: single changes, beginnings that a working program can continue, and slips.

A program works if it does everything that the checks require on every shown board. Results are
cached for each exercise. If a search would take too long, the result is unknown, since no answer is
better than a wrong one. A slip is a small mistake that one small change corrects.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

from teachkit.core.language.instructions import (
    Bracket,
    Condition,
    If,
    Instruction,
    Node,
    Procedure,
    Repeat,
    While,
)
from teachkit.core.language.program import Place, Program, places, with_card, with_rows
from teachkit.errors import TeachkitError
from teachkit.exercises.judging.checks import SHAPES, complaint_about
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.judging.programs import problems
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.puzzle import begins, deck, puzzle, tray
from teachkit.play.search import TooLargeError, UnfitError, remembered
from teachkit.words import say

EFFORT = 8_000  # the most search steps for one beginning
EFFORT_OF_ROUTINES = 200_000  # the same, if a routine may be defined
EFFORT_OF_ASKING = 2_500  # the most pieces added and brackets run, if there are conditions
MOST_CHANGES = 2  # with more changes there are too many programs to try


class Change(NamedTuple):
    """A single change to a program, and the program after the change.

    `old` and `new` are cards or brackets. `act` is `exchange` (replace `old` with `new`), `put`
    (insert `new` before `old`), `take` (remove `old`), `back` (remove `old`, because no solution
    begins with the cards up to `old`), `lay` (append `new`), `inside`, `routine`, `if` or `else`
    (append `new` to the body of a loop, a routine, an `if` or an `else`), `ask` (replace an `if` or
    a `while`), `turn` (swap left and right on all cards), or `run` (change nothing, because the
    program is complete). `number` is the number of the changed card, from 1, or 0 for `run`. `says`
    is the sentence about the slip that the change corrects, or "" if it is no slip.
    """

    act: str
    number: int
    old: Node | None
    new: Node | None
    program: Program
    says: str = ""


def changes_of(exercise: Exercise, program: Program) -> Iterator[Change]:
    """Yield every single change to `program` that uses the exercise's cards.

    The changed programs may exceed the exercise's limits.
    """
    laid = deck(exercise)
    heads: list[Instruction | Repeat] = [*laid.cards, *map(Instruction, program.procedures)]
    heads += [Repeat(times) for times in laid.loops]
    for place in places(program, into=(Repeat, Procedure)):
        yield from _changes_at(place, heads)


def _changes_at(place: Place, heads: Sequence[Instruction | Repeat]) -> Iterator[Change]:
    node, number = place.node, place.number
    if node is None:
        act = act_at(place)
        yield from (Change(act, number, place.around, head, place.filled(head)) for head in heads)
        return
    for head in heads:
        if head != node:  # inserting before or after an equal piece gives the same program
            yield Change("put", number, node, head, place.filled(head, node))
        if isinstance(head, Repeat) and isinstance(node, Repeat):
            loop = replace(head, body=node.body)
            yield Change("exchange", number, node, head, place.filled(loop))
        elif type(head) is type(node):
            yield Change("exchange", number, node, head, place.filled(head))
    if _is_last_of_equals(place):
        yield Change("take", number, node, None, place.filled())


def _is_last_of_equals(place: Place) -> bool:
    """Return whether the next node in the row differs.

    Of equal neighbours, only the last is removed, since removing any gives the same program.
    """
    return place.row[place.at + 1 :][:1] != (place.node,)


def act_at(place: Place) -> str:
    """Return the act of adding a card at `place`: `lay`, `inside`, `routine`, `if` or `else`."""
    if isinstance(place.around, Procedure):
        return "routine"
    if isinstance(place.around, If):  # compared by identity, since both of its rows may be equal
        return "else" if place.row is place.around.otherwise else "if"
    return "inside" if place.around else "lay"


def first_difference(one: Program, other: Program) -> tuple[Place, Place] | None:
    """Return the first pair of places at which two programs differ, or `None` if they are equal."""
    pairs = zip(places(one), places(other), strict=False)
    return next((pair for pair in pairs if head(pair[0].node) != head(pair[1].node)), None)


def head(piece: Node | None) -> Node | None:
    """Return `piece` itself if it is a card, or a copy without content if it is a bracket."""
    return piece if piece is None or isinstance(piece, Instruction) else with_rows(piece)


def near_programs(exercise: Exercise, most: int) -> Iterator[Program]:
    """Yield the given program, then all programs within `most` changes of it, nearest first."""
    seen, layer = {exercise.given}, [exercise.given]
    yield exercise.given
    for _ in range(most):
        ahead: list[Program] = []
        for change in chain.from_iterable(changes_of(exercise, program) for program in layer):
            if change.program not in seen:
                seen.add(change.program)
                ahead.append(change.program)
                yield change.program
        layer = ahead


class Solvability:
    """A cached record of which programs work, and which beginnings can be continued.

    `works(program)` returns whether `program` behaves as required, even if its cards are not
    allowed. `goes_on(beginning, begun)` returns whether some working program starts with
    `beginning`, or `None` if the search would take too long. If a bracket `begun` is passed, the
    program must continue with that bracket, which may get more cards inside.
    """

    def __init__(self, exercise: Exercise) -> None:
        searched = puzzle(exercise)
        self.exercise, self._puzzle = exercise, searched and searched.of_shown_starts()
        self.works = cache(self._works)
        self.goes_on = cache(self._goes_on)

    @cached_property
    def loops(self) -> tuple[int, ...]:
        """The repeat counts that a loop may have."""
        return deck(self.exercise).loops

    @cached_property
    def most(self) -> int | None:
        """The largest number of cards that the checks allow, or `None` if they set no limit."""
        lines = (line for line in self.exercise.checks if line.check == "uses_at_most")
        return min((int(line.facts["cards"]) for line in lines), default=None)

    def may_be_laid(self, program: Program) -> bool:
        """Return whether the hand, the rules and the limit on cards allow `program`."""
        limits = self._puzzle.deck.limits if self._puzzle else {}
        if program.cost > limits.get("cards", program.cost):
            return False
        return not problems(self.exercise, program)

    def _works(self, program: Program) -> bool:
        with suppress(TeachkitError, TooLargeError, UnfitError):
            program.check(self.exercise.game.instructions)  # a change may undefine a routine
            if self._puzzle:
                runs = [remembered(start, program) for start in self._puzzle.starts]
                ends = (run.moments[-1] for run in runs)
                reached = (self._puzzle.is_there(*place) for place in enumerate(ends))
                return not any(run.ending for run in runs) and all(reached)
            lines = [line for line in self.exercise.checks if line.check not in SHAPES]
            runs_here = (attempt(self.exercise, program, s) for s in self.exercise.shown_starts)
            return not any(complaint_about(run, line) for run in runs_here for line in lines)
        return False

    def _goes_on(self, beginning: Program, begun: Bracket | None = None) -> bool | None:
        if any(begins(right, beginning, begun) for right in self._known_to_work):
            return True
        most = self.exercise.file.changes
        if most is not None and most <= MOST_CHANGES:
            return any(begins(right, beginning, begun) for right in self._near)
        with suppress(TooLargeError):
            if self._puzzle:
                laid = self._puzzle.deck
                effort = EFFORT_OF_ROUTINES if laid.routines else EFFORT
                effort = EFFORT_OF_ASKING if laid.senses else effort
                return self._puzzle.goes_on(beginning, begun, effort)
        return None

    @cached_property
    def _known_to_work(self) -> tuple[Program, ...]:
        """A tuple with the author's program; empty if the program is missing or does not work."""
        try:
            right = self.exercise.read(self.exercise.file.solution.answer)
        except TeachkitError:
            return ()
        return (right,) if right and self.works(right) else ()

    @cached_property
    def _near(self) -> tuple[Program, ...]:
        """All working and allowed programs that the permitted number of changes can produce."""
        near = near_programs(self.exercise, self.exercise.file.changes or 0)
        return tuple(each for each in near if each and self.works(each) and self.may_be_laid(each))


solvability = lru_cache(maxsize=64)(Solvability)
"""Return the cached `Solvability` of an exercise, so that later answers reuse its results."""

# -- slips -----------------------------------------------------------------------------------------

TURNED = {"left": "right", "right": "left"}


@lru_cache(maxsize=512)
def near_miss(exercise: Exercise, program: Program) -> Change | None:
    """Return the first change that corrects a slip, is allowed and makes `program` work, or `None`.

    The change says what the slip is.
    """
    known = solvability(exercise)
    for change in _corrections(exercise, program):
        right = known.works(change.program) and known.may_be_laid(change.program)
        if right and judged(exercise, str(change.program)).solved:  # on hidden boards as well
            return change
    return None


def _corrections(exercise: Exercise, program: Program) -> Iterator[Change]:
    laid, everywhere = deck(exercise), list(places(program))
    for place in everywhere:
        if isinstance(place.node, Repeat):
            yield from _rounds(place, place.node, laid.loops)
        elif isinstance(place.node, While | If):
            yield from _questions(place, place.node, tray(exercise))
    says = say("One turn goes the wrong way. Imagine that you are driving.")
    turned, turns = program, list[Change]()
    for number, card in enumerate(program.instructions, 1):
        if card.name in TURNED:
            other = card._replace(name=TURNED[card.name])
            other = next((held for held in laid.cards if held.name == other.name), other)
            turned, changed = with_card(turned, number, other), with_card(program, number, other)
            turns.append(Change("exchange", number, card, other, changed, says))
    yield from turns
    says = say("There is one card too many.")
    for place in everywhere if len(program.body) > 1 else ():
        if isinstance(place.node, Instruction) and not place.around and _is_last_of_equals(place):
            yield Change("take", place.number, place.node, None, place.filled(), says)
    says = say("Good so far. One card is missing at the end.")
    for card in laid.cards:
        longer = program + Program((card,))
        yield Change("lay", len(program.instructions) + 1, None, card, longer, says)
    if len(turns) > 1:
        says = say("Left and right are swapped. Imagine that you are driving.")
        yield turns[0]._replace(act="turn", program=turned, says=says)


def _rounds(place: Place, loop: Repeat, loops: Collection[int]) -> Iterator[Change]:
    """Yield corrections that add a round to `loop` or remove one, if `loops` allows that count."""
    more = say("The loop around card {card} needs one more round.", card=place.number)
    less = say("The loop around card {card} runs one round too many.", card=place.number)
    for times, says in ((loop.times + 1, more), (loop.times - 1, less)):
        if times in loops:
            program = place.filled(replace(loop, times=times))
            yield Change("exchange", place.number, loop, Repeat(times), program, says)


def _questions(place: Place, bracket: While | If, asked: Collection[Condition]) -> Iterator[Change]:
    """Yield corrections that change the bracket's condition, or swap `if` and `while`."""
    card = place.number
    says = say("Look at the question in the loop around card {card}.", card=card)
    if isinstance(bracket, If):
        says = say('Look at the question in the "if" before card {card}.', card=card)
    negated = [each._replace(wanted=not each.wanted) for each in (bracket.condition, *asked)]
    conditions = dict.fromkeys((*negated, *asked))
    others = [(replace(bracket, condition=condition), says) for condition in conditions]
    if isinstance(bracket, While):
        says = say('"while" asks again and again. Is asking once enough?')
        others.append((If(bracket.condition, bracket.body), says))
    elif not bracket.otherwise:
        says = say('"if" asks only once. Should it ask again and again?')
        others.append((While(bracket.condition, bracket.body), says))
    for other, says in others:
        yield Change("ask", card, bracket, other, place.filled(other), says)
