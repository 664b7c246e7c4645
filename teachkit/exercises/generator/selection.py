"""Task selection: find a task that fits a contract, and its solution, on a given board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, chain, islice, pairwise
from operator import getitem
from typing import NamedTuple

from teachkit.core.data import Table
from teachkit.core.game.level_generator import Task
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.exercises.generator.contract import MOST_CARDS, Contract, ContractError
from teachkit.play.search import Moment, Row, Survey, names_in
from teachkit.words import say

MOST_ROWS = 100
"""The largest number of cheapest programs from which a solution is chosen."""

CLAUSES = ("--edition", "--size", "--par-cards", "--needs", "--hand", "--turns", "--unique",
           "--tells", "--par-steps")  # fmt: skip
"""The options that can be too strict, in the order in which they are applied."""


class UnfitError(Exception):
    """Raised when nothing fits a contract; the message is the option that is too strict."""


class Chosen(NamedTuple):
    """A task with its solution, and the cards of each equally cheap program.

    `steps` is the number of steps of the solution, or `None` if there are too many equally cheap
    programs to list the cards of all, or if `again` finds that a program without loops needs fewer.
    """

    task: Task
    solution: Program
    others: tuple[Counter[str], ...]
    steps: int | None


@dataclass
class Wish:
    """A possible task, and the moments at which it is fulfilled with the fewest cards.

    `cost` is this number of cards. A task with a lower `rank` is simpler.
    """

    task: Task
    rank: int
    cost: int
    ends: list[Moment] = field(default_factory=list)


class Selection:
    """The moments that programs can reach from a start, and the tasks fulfilled at them.

    `most` limits the cards of these programs further than the contract does.
    """

    def __init__(
        self, contract: Contract, table: Table, start: Moment, most: int = MOST_CARDS
    ) -> None:
        self.contract, self.table, self.start = contract, table, start
        game, state, player = contract.module, start.state, start.memory.player
        cards = [
            card.name
            for card in game.vocabulary(state)
            if not game.problems(state, player, Program((Instruction(card.name),)))
        ]
        if not cards:  # in RoboRally, cards with priorities need an argument
            editions = ", ".join(contract.levels.editions)
            says = say('The cards of the edition "{name}" have numbers. Choose one of: {names}.',
                       name=contract.rules.name, names=editions)  # fmt: skip
            raise ContractError(says)
        self.deck = contract.deck(cards)
        pars, room = contract.par_cards, game.room(state, player)
        if room is not None and room < pars[0]:
            raise UnfitError("--par-cards")
        most = min(most, pars[-1])
        self.survey = Survey(start, self.deck, most if room is None else min(most, room))

    def choose(
        self,
        shuffled: Callable[[Sequence[Wish]], Sequence[Wish]],
        is_wanted: Callable[[Wish], bool] = bool,
    ) -> Iterator[Chosen]:
        """Yield the tasks that fit, each with its solution: the simplest first, or else at random.

        `shuffled` returns a list in random order. Raise `UnfitError` if no task fits.
        """
        reasons = ["--par-cards"]
        wishes = [wish for wish in self.wishes() if wish.cost in self.contract.par_cards]
        for wish in sorted(shuffled(wishes), key=lambda wish: wish.rank):
            try:
                yield self._chosen(wish, is_wanted)
                reasons.clear()
            except UnfitError as reason:
                reasons += [str(reason)] if reasons else []
        if reasons:
            raise UnfitError(max(reasons, key=CLAUSES.index))

    def again(self, wish: Wish, solution: Program) -> Chosen:
        """Return the task of `wish` with `solution`, and prove its number of steps.

        Raise `UnfitError` if the solution is not the best one here.
        """
        chosen = self._chosen(wish, solution=solution)
        is_far = chosen.steps is not None and self._is_far(wish.task, chosen.steps)
        return chosen if is_far else chosen._replace(steps=None)

    def wishes(self) -> list[Wish]:
        """Return every task that can be fulfilled at a reachable moment."""
        tasks_met, table = self.contract.levels.tasks_met, self.table
        player = self.start.memory.player
        wishes: dict[Task, Wish] = {}
        for moment, cost in sorted(self.survey.costs.items(), key=lambda item: item[1]):
            for rank, task in enumerate(tasks_met(table, moment.finished.state, player)):
                wish = wishes.get(task)
                if wish is None:
                    wishes[task] = Wish(task, rank, cost, [moment])
                elif wish.cost == cost:
                    wish.ends.append(moment)
        return list(wishes.values())

    def programs(self, wish: Wish, without: frozenset[str] = frozenset()) -> int:
        """Count the cheapest programs that fulfil the wish and use no card in `without`."""
        return sum(self.survey.programs(end, without) for end in wish.ends)

    def _chosen(
        self, wish: Wish, is_wanted: Callable[[Wish], bool] = bool, solution: Program | None = None
    ) -> Chosen:
        """Return the task with `solution`, or the best one. Raise `UnfitError` if unfit."""
        contract = self.contract
        if any(self.programs(wish, need) for need in contract.needed):
            raise UnfitError("--needs")
        programs = self.programs(wish)
        if contract.unique and programs > MOST_ROWS:
            raise UnfitError("--unique")
        every = chain.from_iterable(map(self.survey.rows, wish.ends))
        rows = [Solving(row, self.start) for row in islice(every, MOST_ROWS)]
        best = self._best(rows, wish.task, solution)
        if not is_wanted(wish):  # the slowest question, so it comes last
            raise UnfitError("--size")
        others = tuple(Counter(names_in(row.program)) for row in rows if row is not best)
        steps = len(best.steps) if programs <= MOST_ROWS else None
        return Chosen(wish.task, best.program, others, steps)

    def _is_far(self, task: Task, steps: int) -> bool:
        """Return whether every program without loops needs `steps` or more steps for `task`."""
        tasks_met, player = self.contract.levels.tasks_met, self.start.memory.player
        nearer = Survey(self.start, replace(self.deck, loops=()), steps - 1).costs
        return not any(
            task in tasks_met(self.table, moment.finished.state, player) for moment in nearer
        )

    def _shows(self, row: Solving, task: Task) -> bool:
        """Return whether `row`, when misread, fails to fulfil `task`.

        The result is true if the contract names no misreading.
        """
        contract, start = self.contract, self.start
        if contract.misreading is None:
            return True
        seen = contract.misreading.read(contract.module, start.state, row.program)
        player = start.memory.player
        return seen is not None and task not in contract.levels.tasks_met(
            self.table, seen.final, player
        )

    def _best(self, rows: Sequence[Solving], task: Task, solution: Program | None) -> Solving:
        """Return the quickest of the rows that fit or, in a tie, the one with the plainest cards.

        In a solution that fits, every step has an effect. If the contract demands a unique
        solution, no other cheapest program can be built from its cards. If there is a `solution`,
        only its row fits. Raise `UnfitError` if no row fits.
        """
        contract, turning = self.contract, self.contract.levels.turns
        asked: list[tuple[str, Callable[[Solving], bool]]] = [
            ("--turns", lambda row: contract.turns in (None, row.count(turning))),
            ("--hand", lambda row: all(row.used[n] <= most for n, most in contract.limits.items())),
            ("--par-cards", lambda row: max(row.used.values()) <= contract.levels.most_alike),
            ("--par-cards", lambda row: row.wastes_nothing),
            ("--unique", lambda row: not contract.unique or row.is_alone_among(rows)),
            ("--tells", lambda row: self._shows(row, task)),
            ("--par-cards", lambda row: solution in (None, row.program)),
        ]
        fit = list(rows)
        for clause, fits in asked:
            fit = list(filter(fits, fit))
            if not fit:
                raise UnfitError(clause)
        plainest = self.deck.names.index  # a deck lists its plainest cards first
        return min(
            fit, key=lambda row: (len(row.steps), sum(plainest(step.name) for step in row.steps))
        )


class Solving:
    """A cheapest program, considered as a possible solution."""

    def __init__(self, row: Row, start: Moment) -> None:
        self.row, self.start = row, start

    @property
    def program(self) -> Program:
        return Program(tuple(piece.node for piece in self.row))

    @cached_property
    def steps(self) -> list[Instruction]:
        return [step for piece in self.row for step in piece.steps or ()]

    @cached_property
    def used(self) -> Counter[str]:
        """The number of times that each card, including loops, is used in the program."""
        return Counter(name for piece in self.row for name in piece.uses)

    @property
    def wastes_nothing(self) -> bool:
        """Whether every step has an effect."""
        moments = accumulate(self.steps, getitem, initial=self.start)
        return all(before is not after for before, after in pairwise(moments))

    def count(self, names: Collection[str]) -> int:
        """Count the steps whose card is in `names`."""
        return sum(step.name in names for step in self.steps)

    def is_alone_among(self, rows: Sequence[Solving]) -> bool:
        """Return whether no other row can be built from the cards of this row."""
        return not any(row.used <= self.used for row in rows if row is not self)
