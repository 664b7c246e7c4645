"""How a register is believed to run otherwise: its parts in another order, or other ones.

The parts themselves are the rules'.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from teachkit.core.game.game import Game, Read
from teachkit.core.game.misreadings import recorded
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow
from teachkit.core.run.trace import Trace
from teachkit.games.roborally.altered_rules import (
    Applies,
    has_belts,
    have_cards,
    names_in,
    no,
    where,
    with_held,
    with_idea,
)
from teachkit.games.roborally.board import Belt, Board
from teachkit.games.roborally.elements import all_belts, express_belts, gears, pushers
from teachkit.games.roborally.events import Turned
from teachkit.games.roborally.flags import touch_flags
from teachkit.games.roborally.lasers import lasers
from teachkit.games.roborally.order import priority_of
from teachkit.games.roborally.programs import free_registers
from teachkit.games.roborally.registers import act, begin, cards
from teachkit.games.roborally.rules import REGISTERS
from teachkit.games.roborally.state import State

Part: TypeAlias = Callable[[State], Flow[State]]
"""A part of a register, such as its cards or its gears."""

AFTER_BELTS: tuple[Part, ...] = (pushers, gears, lasers, touch_flags)


def by_parts(applies: Applies, *parts: Part) -> Read:
    """Each register is believed to consist of these parts, in this order."""

    def read(game: Game, state: State, program: Program) -> Trace | None:
        player = game.players(state)[0]
        laid = with_program(state, player, program)
        return recorded(_in_parts(laid, parts), state, player) if laid else None

    return where(applies, read)


def _in_parts(state: State, parts: tuple[Part, ...]) -> Flow[State]:
    while any(robot.card(each) for robot in state.robots for each in REGISTERS[state.register :]):
        state = begin(state, {})
        for part in parts:
            state = yield from part(state)
    return state


def with_program(state: State, player: str, program: Program) -> State | None:
    """The state with this program in the robot's registers; `None` if it does not fit."""
    robot = state.robot(player)
    free = free_registers(state, robot)
    if robot.destroyed or not 0 < len(program.body) <= len(free):
        return None
    row: dict[int, Instruction | None] = dict.fromkeys(free)
    for register, card in zip(free, program.body, strict=False):
        if not isinstance(card, Instruction):
            return None
        row[register] = card
    return state.with_robot(
        robot.with_registers(tuple(row.get(each, robot.card(each)) for each in REGISTERS))
    )


def with_belts(believed: Callable[[Part], Part]) -> Read:
    """Both kinds of belts are believed to run otherwise."""
    return by_parts(has_belts, cards, believed(express_belts), believed(all_belts), *AFTER_BELTS)


def as_ghosts(part: Part) -> Part:
    """Nobody is in the way of anybody, as long as this part lasts."""

    def run(state: State) -> Flow[State]:
        ghosts = {robot.name: robot.with_(virtual=True) for robot in state.active}
        after = yield from part(state.with_robots(ghosts))
        return after.with_robots({each.name: each.with_(virtual=False) for each in after.robots})

    return run


def one_by_one(belts: Part) -> Part:
    """Belts carry one robot, and then the next."""

    def run(state: State) -> Flow[State]:
        for robot in state.active:
            held = {each.name: each.held for each in state.robots if each.name != robot.name}
            alone = with_idea(state, tuple(held), "idea 0", {"is_carried": no})
            state = with_held((yield from belts(alone)), held)
        return state

    return run


def where_it_looks(belts: Part) -> Part:
    """A belt carries a robot the way that the robot looks."""

    def run(state: State) -> Flow[State]:
        board, ways = (
            state.board,
            {
                robot.square: robot.facing
                for robot in state.active
                if robot.square.ahead(robot.facing) in state.board
            },
        )
        rows = tuple(
            tuple(
                tile._replace(belt=Belt(ways[square], tile.belt.express))
                if tile.belt and square in ways else tile
                for tile, square in zip(row, squares, strict=True)
            )
            for row, squares in zip(board.rows, _in_rows(board), strict=True)
        )  # fmt: skip
        after = yield from belts(replace(state, board=replace(board, rows=rows)))
        return replace(after, board=board)

    return run


def _in_rows(board: Board) -> Iterator[tuple[Any, ...]]:
    for row in range(board.height):
        yield board.squares[row * board.width : (row + 1) * board.width]


def looks_along(belts: Part) -> Part:
    """Who rides on a belt looks where the belt goes."""

    def run(state: State) -> Flow[State]:
        before = {robot.name: robot.square for robot in state.active}
        state = yield from belts(state)
        for robot in state.active:
            if robot.square != before[robot.name]:
                belt = state.board.belt_on(robot.square) or state.board.belt_on(before[robot.name])
                if belt:
                    state = state.with_robot(robot.with_facing(belt.facing))
                    yield Frame(Turned(robot.name, belt.facing), state)
        return state

    return run


# The cards of several programs --------------------------------------------------------------


def in_order(before: Callable[[State, str, int], Any]) -> Read:
    """All cards of all registers run in this order, as if there were no factory."""

    def read(game: Game, state: State, program: Program) -> Trace | None:
        player = game.players(state)[0]
        laid = with_program(state, player, program)
        if laid is None or state.board.belts or not have_cards(state, program):
            return None
        return recorded(_in_order(laid, before), state, player)

    return read


def _in_order(state: State, before: Callable[[State, str, int], Any]) -> Flow[State]:
    every = [(name, each) for name in names_in(state) for each in REGISTERS[state.register :]
             if state.robot(name).card(each)]  # fmt: skip
    start = state
    for name, register in sorted(every, key=lambda card: before(start, *card)):
        state = yield from act(state.with_register(register), name, "")
    return state


def program_by_program(state: State, name: str, register: int) -> tuple[int, int]:
    """One robot's whole program, and then the next."""
    return names_in(state).index(name), register


def all_by_number(state: State, name: str, register: int) -> int:
    """The highest number of all registers first."""
    return -priority_of(state.with_register(register), name)
