"""Everything true at one moment of Algoracing, and small questions about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from teachkit.core.board.squares import Square
from teachkit.core.language.program import Program
from teachkit.core.quick import quick, replace
from teachkit.errors import UnknownNameError
from teachkit.games.algoracing.board import Board
from teachkit.games.algoracing.editions import SAMPLE_TYPES, Rules
from teachkit.games.algoracing.pieces import Base, Rover, Table
from teachkit.games.algoracing.text_board import text_board
from teachkit.words import say


@quick
@dataclass(frozen=True, slots=True)
class State:
    """The board, what stands and lies on it, and, in a match, the table beside it.

    `settled` are pairs of rovers that met and paid, and have not moved since [AR-21];
    `waiting` are rovers for which an elevator was busy [AR-31]; `programs` is what rovers do by
    themselves in an exercise [AR-35]. `str(state)` is the text board.
    """

    board: Board
    rules: Rules
    rovers: tuple[Rover, ...]
    bases: tuple[Base, ...] = ()
    samples: tuple[tuple[Square, tuple[str, ...]], ...] = ()
    settled: frozenset[frozenset[str]] = frozenset()
    waiting: frozenset[str] = frozenset()
    table: Table | None = None
    programs: tuple[tuple[str, Program], ...] = ()

    def rover(self, name: str) -> Rover:
        for rover in self.rovers:
            if rover.name == name:
                return rover
        names = ", ".join(rover.name for rover in self.rovers)
        raise UnknownNameError(
            say('There is no rover "{name}"; there are: {names}.', name=name, names=names)
        )

    def rover_on(self, square: Square) -> Rover | None:
        for rover in self.rovers:
            if rover.square == square:
                return rover
        return None

    def samples_on(self, square: Square) -> tuple[str, ...]:
        for place, samples in self.samples:
            if place == square:
                return samples
        return ()

    def base_on(self, square: Square) -> Base | None:
        for base in self.bases:
            if base.square == square:
                return base
        return None

    def base_of(self, rover: str) -> Base | None:
        return next((base for base in self.bases if base.owner == rover), None)

    def is_lab_for(self, rover: str, square: Square) -> bool:
        """Whether samples of this rover are counted here. [AR-19]"""
        base = self.base_on(square)
        return base is not None and rover in base.labs

    @property
    def is_match(self) -> bool:
        """Whether two or more play against each other here; one alone has an exercise."""
        return self.table is not None and len(self.table.players) > 1

    def with_rover(self, changed: Rover) -> State:
        """The state with this rover changed; on another square it may meet and ride anew."""
        name, settled, waiting = changed.name, self.settled, self.waiting
        if (settled or waiting) and changed.square != self.rover(name).square:
            settled = frozenset(pair for pair in settled if name not in pair)
            waiting = waiting - {name}
        rovers = tuple([changed if rover.name == name else rover for rover in self.rovers])
        # Written out because it is made for every command, and `replace` takes twice as long.
        return State(
            self.board, self.rules, rovers, self.bases, self.samples, settled, waiting,
            self.table, self.programs,
        )  # fmt: skip

    def with_samples(self, square: Square, samples: Iterable[str]) -> State:
        """The state with exactly these samples lying on a square."""
        left = [(place, lying) for place, lying in self.samples if place != square]
        if samples := tuple(samples):
            left.append((square, samples))
        return State(
            self.board, self.rules, self.rovers, self.bases, tuple(sorted(left)),
            self.settled, self.waiting, self.table, self.programs,
        )  # fmt: skip

    def with_table(self, table: Table) -> State:
        return replace(self, table=table)

    def __str__(self) -> str:
        return text_board(self)


def sample_types(each: int) -> tuple[str, ...]:
    """So many samples of each type."""
    return tuple(kind for kind in SAMPLE_TYPES for _ in range(each))
