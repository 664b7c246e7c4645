"""Obstacles that matter: those without which a better program would work, or the solution fail.

All other obstacles are removed. A program that would only work without an obstacle is one that
learners are likely to write if they overlook this obstacle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import chain, islice
from typing import NamedTuple

from teachkit.core.data import Table
from teachkit.core.game.level_generator import Obstacle, Task
from teachkit.core.language.instructions import Repeat
from teachkit.core.language.program import Program
from teachkit.exercises.generator.contract import Contract
from teachkit.exercises.generator.selection import Chosen, Selection, UnfitError, Wish
from teachkit.play.search import Memory, Moment, Piece, moment_after

MOST_TEMPTING = 20
"""The largest number of tempting programs that are considered at once."""
MOST_ROUNDS = 6
"""The largest number of boards on which the task of an exercise is solved again."""


class Slip(NamedTuple):
    """A wrong program that learners are likely to write in place of the solution.

    `name` is the kind of slip, and `says` is the sentence for the learner.
    """

    name: str
    program: Program
    says: str


class Obstacles:
    """The obstacles of a start, and the programs that would work without them.

    `selection` are the tasks from this start.
    """

    def __init__(self, selection: Selection) -> None:
        self.selection, self.contract = selection, selection.contract
        self.start, self.memory = selection.table, selection.start.memory
        self._moments: dict[str, Moment] = {}

    def moment(self, start: Table) -> Moment:
        """Return the moment at which programs begin on the board of `start`.

        A memory without places is not shared, because its cached halves are of a single board.
        """
        rules, game, memory = self.contract.rules, self.contract.module, self.memory
        key = repr(start)
        if key not in self._moments:
            if game.foresight.places is None:
                memory = Memory(game, memory.player, ahead=True)
            state = game.setup(edition=rules.name, **start).state()
            self._moments[key] = memory.moment(state)
        return self._moments[key]

    @cached_property
    def _plain(self) -> Selection:
        """The tasks on the same board without its obstacles."""
        start = _cleared(self.contract, self.start, lambda one: one.is_target)
        most = self.contract.par_cards[-1] - (not self.contract.unique)
        return Selection(self.contract, start, self.moment(start), most)

    @cached_property
    def _wishes(self) -> dict[Task, Wish]:
        return {wish.task: wish for wish in self._plain.wishes()}

    def is_trapped(self, wish: Wish) -> bool:
        """Return whether a better program would fulfil `wish` if there were no obstacles.

        If the solution must be unique, a program that is equally good would do harm, too.
        """
        plain = self._wishes.get(wish.task)
        return bool(plain and plain.cost < wish.cost + self.contract.unique)

    def with_traps(self, chosen: Chosen, is_plain: bool) -> tuple[Table, Chosen, tuple[Slip, ...]]:
        """Return the start with only those obstacles that matter, the task there, and its traps.

        Raise `UnfitError` if the solution is no longer the best one, or if there is no trap unless
        `is_plain`.
        """
        tempting = dict.fromkeys(self._better(self._wishes.get(chosen.task), chosen, self._plain))

        def matters(one: Obstacle) -> bool:
            programs = [chosen.solution, *tempting]
            working = self._working(one.without, programs, chosen.task)
            return next(working, None) != chosen.solution or any(working)

        for _ in range(MOST_ROUNDS):
            start = _cleared(self.contract, self.start, matters)
            board = Selection(self.contract, start, self.moment(start), chosen.solution.cost)
            wish = next(wish for wish in board.wishes() if wish.task == chosen.task)
            better = [each for each in self._better(wish, chosen, board) if each not in tempting]
            tempting.update(dict.fromkeys(better))
            if not better:
                break
        traps = [
            Slip(one.says, program, one.says)
            for one in self.contract.levels.obstacles(start)
            for program in self._working(one.without, tempting, chosen.task)
        ]
        if not (traps or is_plain):
            raise UnfitError("--size")
        return start, board.again(wish, chosen.solution), tuple(traps)

    def _better(self, wish: Wish | None, chosen: Chosen, board: Selection) -> list[Program]:
        """Return the cheapest programs on `board` that obstacles must keep from working."""
        most = chosen.solution.cost - (not self.contract.unique)
        if not wish or wish.cost > most:
            return []
        rows = chain.from_iterable(map(board.survey.rows, wish.ends))
        few = islice(rows, MOST_TEMPTING)
        programs = [Program(tuple(piece.node for piece in row)) for row in few]
        working = [*self._working(self.start, programs, chosen.task)]
        return [program for program in programs if program not in working]

    def _working(self, start: Table, programs: Iterable[Program], task: Task) -> Iterator[Program]:
        """Yield those `programs` that fulfil `task` on the board of `start`."""
        tasks_met, first = self.contract.levels.tasks_met, self.moment(start)
        for program in programs:
            moment = moment_after(first, _as_piece(program))
            if moment is not None and task in tasks_met(
                start, moment.finished.state, self.memory.player
            ):
                yield program


@lru_cache(maxsize=256)
def _as_piece(program: Program) -> Piece:
    return Piece.of(Repeat(1, program.body))


def _cleared(contract: Contract, start: Table, matters: Callable[[Obstacle], bool]) -> Table:
    """Return a copy of `start` with only those obstacles that matter there."""
    kept, whole = 0, start
    while one := next(islice(contract.levels.obstacles(start), kept, None), None):
        if matters(one):
            kept += 1
        else:
            start = one.without
    return start if start is whole else _cleared(contract, start, matters)
