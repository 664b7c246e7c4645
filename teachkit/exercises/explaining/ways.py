"""The ways to a program that works: single changes, and beginnings that can still become one.

Working means: all that is asked of what a program does holds on every board that is shown, with
the cards of the hand and within its limit. What is found out is kept for each exercise. Where
looking would take long nothing is said: better no answer than a wrong one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from teachkit.core.language.nodes import Bracket, Instruction, Node, Repeat
from teachkit.core.language.places import Place, places
from teachkit.core.language.program import Program
from teachkit.errors import TeachkitError
from teachkit.exercises.judging.attempts import attempt
from teachkit.exercises.judging.checks import SHAPES, complaint_about
from teachkit.exercises.judging.programs import problems
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.puzzle import Puzzle, deck, puzzle
from teachkit.play.search import TooLargeError, UnfitError, continued, remembered

EFFORT = 8_000  # steps taken for one beginning
EFFORT_OF_ASKING = 2_500  # pieces laid and brackets run, where programs ask
MOST_CHANGES = 2  # beyond that there are too many programs to try them all


class Change(NamedTuple):
    """One change of a program, and the program after it.

    `act` is `exchange` the `old` piece for the `new`, `put` one in before it, `take` it away,
    `lay` one at the end, or `inside` the end of a loop, an `if` or an `else`, or `run`, because
    nothing is missing. `number` is that of the card there, from 1.
    """

    act: str
    number: int
    old: Node | None
    new: Node | None
    program: Program

    @property
    def kept(self) -> int:
        """The number of cards before the change."""
        return self.number - 1


def changes_of(exercise: Exercise, program: Program) -> Iterator[Change]:
    """Yield all single changes with the exercise's cards, whether they may be made or not."""
    laid = deck(exercise)
    heads: list[Instruction | Repeat] = [*laid.cards, *(Repeat(times) for times in laid.loops)]
    for place in places(program, into=(Repeat,)):
        yield from _changes_at(place, heads)


def _changes_at(place: Place, heads: Sequence[Instruction | Repeat]) -> Iterator[Change]:
    node, number = place.node, place.number
    if node is None:
        act = "inside" if place.around else "lay"
        yield from (Change(act, number, place.around, head, place.filled(head)) for head in heads)
        return
    for head in heads:
        if head != node:  # else it can as well be put behind: the same program
            yield Change("put", number, node, head, place.filled(head, node))
        if isinstance(head, Repeat) and isinstance(node, Repeat):
            loop = replace(head, body=node.body)
            yield Change("exchange", number, node, head, place.filled(loop))
        elif type(head) is type(node):
            yield Change("exchange", number, node, head, place.filled(head))
    if place.row[place.at + 1 :][:1] != (node,):  # else the next can as well be taken: the same
        yield Change("take", number, node, None, place.filled())


def changed(exercise: Exercise, program: Program) -> tuple[Program, ...]:
    """Return the programs that are one change away, each once."""
    return tuple(dict.fromkeys(change.program for change in changes_of(exercise, program)))


class Ways:
    """What can work in one exercise, asked of programs and of their beginnings."""

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self._puzzle = _shown(exercise)
        self._works: dict[Program, bool] = {}
        self._known: dict[tuple[Program, Node | None], bool | None] = {}
        self._right: tuple[Program, ...] | None = None

    def works(self, program: Program) -> bool:
        """Whether this program does what it should, however it is made."""
        known = self._works.get(program)
        if known is None:
            known = self._works[program] = self._run(program)
        return known

    @cached_property
    def loops(self) -> tuple[int, ...]:
        """How often loops may run."""
        return deck(self.exercise).loops

    @cached_property
    def most(self) -> int | None:
        """How many cards a program has room for, where the exercise says so."""
        lines = (line for line in self.exercise.checks if line.check == "uses_at_most")
        return min((int(line.facts["cards"]) for line in lines), default=None)

    def may_be_laid(self, program: Program) -> bool:
        """Whether the hand and the rules allow it, and its length."""
        if self._puzzle and program.cost > self._puzzle.most.get("cards", program.cost):
            return False
        return not problems(self.exercise, program)

    def goes_on(self, beginning: Program, begun: Bracket | None = None) -> bool | None:
        """Whether some program that begins like this works; `None`: nobody can tell soon enough.

        If a bracket is `begun` it comes next, with what it holds and perhaps more in it.
        """
        key = beginning, begun
        if key not in self._known:
            self._known[key] = self._look(beginning, begun)
        return self._known[key]

    @cached_property
    def _known_to_work(self) -> tuple[Program, ...]:
        """The author's program, if it may be told, and is one of cards."""
        try:
            right = self.exercise.read(self.exercise.file.solution.answer)
        except TeachkitError:
            return ()
        return (right,) if right and self.works(right) else ()

    def _look(self, beginning: Program, begun: Bracket | None) -> bool | None:
        if any(_begins(right, beginning, begun) for right in self._known_to_work):
            return True
        most = self.exercise.file.changes
        if most is not None and most <= MOST_CHANGES:
            return any(_begins(right, beginning, begun) for right in self._all(most))
        if self._puzzle is None:
            return None
        try:
            effort = EFFORT_OF_ASKING if self._puzzle.deck.senses else EFFORT
            return self._puzzle.goes_on(beginning, begun, effort)
        except TooLargeError:
            return None

    def _all(self, most: int) -> tuple[Program, ...]:
        """All programs that work of those that so many changes make of the given one."""
        if self._right is None:
            near: dict[Program, None] = {self.exercise.given: None}
            for _ in range(most):
                near |= dict.fromkeys(
                    each for old in tuple(near) for each in changed(self.exercise, old)
                )
            self._right = tuple(
                each for each in near if each and self.works(each) and self.may_be_laid(each)
            )
        return self._right

    def _run(self, program: Program) -> bool:
        with suppress(TeachkitError, TooLargeError, UnfitError):
            searched = self._puzzle
            if searched is None:
                return all(not any(self._complaints(program, place))
                           for place in range(len(self.exercise.shown_starts)))  # fmt: skip
            runs = (remembered(start, program) for start in searched.starts)
            return all(not run.ending and searched.is_there(place, run.moments[-1])
                       for place, run in enumerate(runs))  # fmt: skip
        return False

    def _complaints(self, program: Program, place: int) -> Iterator[str | None]:
        tried = attempt(self.exercise, program, self.exercise.shown_starts[place])
        lines = (line for line in self.exercise.checks if line.check not in SHAPES)
        return (complaint_about(tried, line) for line in lines)


def _begins(right: Program, beginning: Program, begun: Bracket | None) -> bool:
    """Whether a program begins like this."""
    size = len(beginning.body)
    if right.body[:size] != beginning.body:
        return False
    ahead = right.body[size : size + 1]
    return begun is None or any(continued(node, begun) is not None for node in ahead)


def _shown(exercise: Exercise) -> Puzzle | None:
    searched = puzzle(exercise)
    return searched and searched.of_shown_starts()


@lru_cache(maxsize=64)
def ways(exercise: Exercise) -> Ways:
    """What is known of an exercise, kept from one answer to the next."""
    return Ways(exercise)
