"""Everything true at one moment of RoboRally, and small questions about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from teachkit.core.board.squares import Square
from teachkit.core.quick import quick
from teachkit.core.run.events import Event
from teachkit.errors import UnknownNameError
from teachkit.games.roborally.board import Board
from teachkit.games.roborally.explaining import PARTS, explained
from teachkit.games.roborally.pieces import Robot, Table
from teachkit.games.roborally.rules import Rules
from teachkit.games.roborally.text_board import text_board
from teachkit.words import say


@quick
@dataclass(frozen=True, slots=True)
class State:
    """The board, the robots in seat order, and, in a match, the table beside it.

    `register` is the one that is played or was played last; 0 before the first one of a turn.
    `str(state)` is the text board.
    """

    PARTS: ClassVar[tuple[str, ...]] = PARTS
    board: Board
    rules: Rules
    robots: tuple[Robot, ...]
    register: int = 0
    table: Table | None = None

    def __hash__(self) -> int:
        """Of what changes all the time: states of other boards are seldom held side by side."""
        return hash((self.robots, self.register))

    def robot(self, name: str) -> Robot:
        for robot in self.robots:
            if robot.name == name:
                return robot
        names = ", ".join(robot.name for robot in self.robots)
        raise UnknownNameError(
            say('There is no robot "{name}"; there are: {names}.', name=name, names=names)
        )

    def robot_on(self, square: Square) -> Robot | None:
        """The robot that is in the way here; virtual ones never are."""
        for robot in self.robots:
            if robot.square == square and not robot.destroyed and not robot.virtual:
                return robot
        return None

    @property
    def active(self) -> tuple[Robot, ...]:
        """The robots on the board, in seat order."""
        return tuple([robot for robot in self.robots if not robot.destroyed])

    @property
    def on_squares(self) -> dict[Square, Robot]:
        """Who is in the way on which square: made once where many ask and nobody moves."""
        return {
            robot.square: robot
            for robot in self.robots
            if not robot.destroyed and not robot.virtual
        }

    @property
    def last_flag(self) -> int:
        """The number of the last flag of this course."""
        return min(len(self.board.flags), self.rules.flags)

    @property
    def is_match(self) -> bool:
        return self.table is not None

    def with_robot(self, changed: Robot) -> State:
        name = changed.name
        robots = tuple([changed if robot.name == name else robot for robot in self.robots])
        return State(self.board, self.rules, robots, self.register, self.table)

    def with_robots(self, changed: Mapping[str, Robot]) -> State:
        """The state with several robots changed at once."""
        robots = tuple([changed.get(robot.name, robot) for robot in self.robots])
        return State(self.board, self.rules, robots, self.register, self.table)

    def with_facts(self, name: str, **changes: Any) -> State:
        """The state with some facts of one robot changed."""
        return self.with_robot(self.robot(name).with_(**changes))

    def with_register(self, register: int) -> State:
        return State(self.board, self.rules, self.robots, register, self.table)

    def with_table(self, **changes: Any) -> State:
        """The state with something on its table changed."""
        return replace(self, table=replace(self.table or Table(), **changes))

    def explained(self, part: str, name: str, events: Sequence[Event]) -> str:
        """What `trace.why` says of a part of a register that left no trace."""
        return explained(self, part, name, events)

    def __str__(self) -> str:
        return text_board(self)
