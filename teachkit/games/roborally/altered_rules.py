"""Misread rules: the rules, asked of a slightly different start, or run in another order.

The rules themselves stay as they are; they are asked of something else. Most ideas are a card that
all robots are believed to hold (`moments`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import TypeAlias

from msgspec.structs import replace

from teachkit.core.board.squares import Facing, Square
from teachkit.core.game.game import Game, Read
from teachkit.core.game.misreadings import by_start, recorded
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow
from teachkit.core.run.trace import Trace
from teachkit.games.roborally.board import Belt, Board, Tile
from teachkit.games.roborally.elements import (
    all_belts,
    express_belts,
    gears,
    lasers,
    pushers,
    touch_flags,
)
from teachkit.games.roborally.events import Turned
from teachkit.games.roborally.moments import Adjusts, Moments
from teachkit.games.roborally.moves import priority_of
from teachkit.games.roborally.pieces import EMPTY, REGISTERS, Held
from teachkit.games.roborally.programs import free_registers
from teachkit.games.roborally.registers import act, begin, cards
from teachkit.games.roborally.rules import Phase
from teachkit.games.roborally.state import State

TURNS = ("left", "right", "u-turn")

Applies: TypeAlias = Callable[[State, Program], bool]
"""Whether there is something here that an idea is about."""


def where(applies: Applies, read: Read) -> Read:
    """Return `read` where this idea applies; elsewhere the idea has nothing to say."""
    return lambda game, state, program: (
        read(game, state, program) if applies(state, program) else None
    )


def holding(moments: Moments[State]) -> Read:
    """Read the rules as if everybody held a card with these effects."""
    idea = f"idea {next(_NUMBERS)}"
    return by_start(lambda state, player: with_idea(state, names_in(state), idea, moments))


_NUMBERS = count(1)


def with_idea(state: State, names: Sequence[str], idea: str, moments: Moments[State]) -> State:
    """Return the state as if these robots held a card of this name, with these effects."""
    effects = {**state.rules.effects, idea: moments}
    held = {name: state.robot(name).held for name in names}
    believed = replace(state, rules=dataclasses.replace(state.rules, effects=effects))
    return with_held(believed, {name: (*own, Held(idea)) for name, own in held.items()})


def with_held(state: State, held: Mapping[str, tuple[Held, ...]]) -> State:
    """Return the state with these cards held by these robots."""
    return state.with_robots({name: state.robot(name).with_(held=held[name]) for name in held})


def names_in(state: State) -> tuple[str, ...]:
    return tuple(robot.name for robot in state.robots)


# What an idea is about -------------------------------------------------------------------------


def are_many(state: State, program: Program) -> bool:
    return len(state.active) > 1


def have_cards(state: State, program: Program) -> bool:
    """Return whether other robots have cards, too."""
    return len(state.active) > 1 and any(robot.registers != EMPTY for robot in state.active)


def has_turns(state: State, program: Program) -> bool:
    laid = [card for robot in state.robots for card in robot.registers if card]
    return any(card.name in TURNS for card in (*laid, *program.instructions))


def has_belts(state: State, program: Program) -> bool:
    return bool(state.board.belts)


def has_express(state: State, program: Program) -> bool:
    return any(belt.express for belt in state.board.belts.values())


def has_gears(state: State, program: Program) -> bool:
    return any(tile.gear for tile in state.board.tiles.values())


def has_pushers(state: State, program: Program) -> bool:
    return bool(state.board.pushers)


def has_lasers(state: State, program: Program) -> bool:
    return bool(state.board.lasers)


# The start -------------------------------------------------------------------------------------


def others_asleep(state: State, player: str) -> State:
    """Return the state in which no other robot has a card."""
    others = {each.name: each.with_registers(EMPTY) for each in state.robots if each.name != player}
    return state.with_robots(others)


def on_board(change: Callable[[Board], Board]) -> Read:
    """Read the rules on a changed board, as if something on it were overlooked."""
    return by_start(lambda state, player: replace(state, board=change(state.board)))


def without_walls(board: Board) -> Board:
    return dataclasses.replace(board, walls=frozenset())


def without_pushers(board: Board) -> Board:
    return dataclasses.replace(board, pushers=())


# What a card or a belt does --------------------------------------------------------------------


def mirrored(when: Callable[[Facing], bool]) -> Adjusts[State, Facing, [Instruction, int]]:
    """Take left for right, and right for left, where a robot faces in such a direction."""

    def facing(
        state: State, name: str, held: Held, value: Facing, card: Instruction, register: int
    ) -> Facing:
        turns = card.name in ("left", "right")
        return value.back if turns and when(state.robot(name).facing) else value

    return facing


def by_compass(
    state: State, name: str, held: Held, value: Facing, card: Instruction, register: int
) -> Facing:
    """Take left for west, and right for east."""
    return {"left": Facing.WEST, "right": Facing.EAST}.get(card.name, value)


def quarter(
    state: State, name: str, held: Held, value: Facing, card: Instruction, register: int
) -> Facing:
    """Take a U-turn for a quarter turn."""
    return value.left if card.name == "u-turn" else value


def turns_drive(
    state: State, name: str, held: Held, value: int, card: Instruction, register: int
) -> int:
    """Take a turn for a turn and a step ahead."""
    return 1 if card.name in TURNS else value


def only_the_next(state: State, name: str, held: Held, value: bool, other: str) -> bool:
    """Let a robot push one other at most: one behind that holds both."""
    here, there = state.robot(name).square, state.robot(other).square
    return abs(here.column - there.column) + abs(here.row - there.row) == 1


def no(state: State, name: str, held: Held, value: bool, *about: object) -> bool:
    """Return false, always."""
    return False


def not_by(kind: str) -> Adjusts[State, bool, [str]]:
    """Let bends (`belt`) or gears (`gear`) turn nobody."""
    return lambda state, name, held, value, by: value and by != kind


def not_express(state: State, name: str, held: Held, value: bool, express: bool) -> bool:
    """Take an express belt for any belt."""
    return value and not express


def lowest_first(state: State, name: str, held: Held, value: int, *about: object) -> int:
    """Let the lowest number go first."""
    return -value


def by_seat(state: State, name: str, held: Held, value: int, *about: object) -> int:
    """Let the first robot go first, whatever the numbers."""
    return 0


def pushed_turns(state: State, name: str, held: Held, pushed: str) -> Flow[State]:
    """Turn a robot that is pushed to face the way that it goes."""
    here, other = state.robot(name), state.robot(pushed)
    ways = (here.facing, here.facing.back)
    way = next((each for each in ways if _is_ahead(here.square, each, other.square)), None)
    if way and not other.destroyed:
        state = state.with_robot(other.with_facing(way))
        yield Frame(Turned(other.name, way), state)
    return state


def _is_ahead(here: Square, way: Facing, there: Square) -> bool:
    step = here.ahead(way)
    along = (there.column - here.column) * (step.column - here.column)
    return along + (there.row - here.row) * (step.row - here.row) > 0


# The parts of a register ----------------------------------------------------------------------

AFTER_BELTS: tuple[Phase[State], ...] = (pushers, gears, lasers, touch_flags)


def by_parts(applies: Applies, *parts: Phase[State]) -> Read:
    """Read each register as these parts, in this order."""

    def read(game: Game, state: State, program: Program) -> Trace | None:
        player = game.players(state)[0]
        laid = with_program(state, player, program)
        return recorded(_in_parts(laid, parts), state, player) if laid else None

    return where(applies, read)


def _in_parts(state: State, parts: tuple[Phase[State], ...]) -> Flow[State]:
    while any(robot.card(each) for robot in state.robots for each in REGISTERS[state.register :]):
        state = begin(state, {})
        for part in parts:
            state = yield from part(state)
    return state


def with_program(state: State, player: str, program: Program) -> State | None:
    """Return the state with this program in the robot's registers; `None` if it does not fit."""
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


def with_belts(believed: Callable[[Phase[State]], Phase[State]]) -> Read:
    """Read both kinds of belts in another way."""
    return by_parts(has_belts, cards, believed(express_belts), believed(all_belts), *AFTER_BELTS)


def as_ghosts(part: Phase[State]) -> Phase[State]:
    """Return a part in which no robot is in the way of another."""

    def run(state: State) -> Flow[State]:
        ghosts = {robot.name: robot.with_(virtual=True) for robot in state.active}
        after = yield from part(state.with_robots(ghosts))
        return after.with_robots({each.name: each.with_(virtual=False) for each in after.robots})

    return run


def one_by_one(belts: Phase[State]) -> Phase[State]:
    """Return belts that carry one robot, and then the next."""

    def run(state: State) -> Flow[State]:
        for robot in state.active:
            held = {each.name: each.held for each in state.robots if each.name != robot.name}
            alone = with_idea(state, tuple(held), "idea 0", Moments(is_carried=no))
            state = with_held((yield from belts(alone)), held)
        return state

    return run


def where_it_looks(belts: Phase[State]) -> Phase[State]:
    """Return belts that carry each robot the way that it faces."""

    def run(state: State) -> Flow[State]:
        board = state.board
        ways = {
            robot.square: robot.facing
            for robot in state.active
            if robot.square.ahead(robot.facing) in board
        }

        def tile(square: Square) -> Tile:
            printed = board.tile(square)
            if not printed.belt or square not in ways:
                return printed
            return printed._replace(belt=Belt(ways[square], printed.belt.express))

        columns = range(board.width)
        rows = tuple(
            tuple(tile(Square(column, row)) for column in columns) for row in range(board.height)
        )
        after = yield from belts(replace(state, board=dataclasses.replace(board, rows=rows)))
        return replace(after, board=board)

    return run


def looks_along(belts: Phase[State]) -> Phase[State]:
    """Return belts that turn each robot they carry to face along them."""

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


def in_order(before: Callable[[State, str, int], tuple[int, ...]]) -> Read:
    """Read all cards of all registers in this order, as if there were no factory."""

    def read(game: Game, state: State, program: Program) -> Trace | None:
        player = game.players(state)[0]
        laid = with_program(state, player, program)
        if laid is None or state.board.belts or not have_cards(state, program):
            return None
        return recorded(_in_order(laid, before), state, player)

    return read


def _in_order(state: State, before: Callable[[State, str, int], tuple[int, ...]]) -> Flow[State]:
    ahead = REGISTERS[state.register :]
    every = [(each.name, at) for each in state.robots for at in ahead if each.card(at)]
    start = state
    for name, register in sorted(every, key=lambda card: before(start, *card)):
        state = yield from act(state.with_register(register), name, "")
    return state


def program_by_program(state: State, name: str, register: int) -> tuple[int, int]:
    """Sort by robot: one whole program, and then the next."""
    return names_in(state).index(name), register


def all_by_number(state: State, name: str, register: int) -> tuple[int]:
    """Sort by number: the highest of all registers first."""
    return (-priority_of(state.with_register(register), name),)
