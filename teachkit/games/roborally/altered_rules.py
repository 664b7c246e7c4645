"""What robots are believed to do: the rules are asked of a start that is not quite this one.

Most ideas are a card that all robots are believed to hold (`moments`); some overlook something.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, TypeAlias

from teachkit.core.board.squares import Facing, Square
from teachkit.core.game.game import Read
from teachkit.core.game.misreadings import by_start
from teachkit.core.language.program import Program
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow
from teachkit.games.roborally.board import Board
from teachkit.games.roborally.events import Turned
from teachkit.games.roborally.pieces import EMPTY, Held
from teachkit.games.roborally.rules import Effect
from teachkit.games.roborally.state import State

TURNS = ("left", "right", "u-turn")

Applies: TypeAlias = Callable[[State, Program], bool]
"""Whether there is something here that an idea is about."""


def where(applies: Applies, read: Read) -> Read:
    """This idea, where there is what it is about; elsewhere it has nothing to say."""
    return lambda game, state, program: (
        read(game, state, program) if applies(state, program) else None
    )


def holding(**moments: Effect) -> Read:
    """Everybody is believed to hold a card that does this at these moments."""
    idea = f"idea {next(_NUMBERS)}"
    return by_start(lambda state, player: with_idea(state, names_in(state), idea, moments))


_NUMBERS = count(1)


def with_idea(
    state: State, names: Sequence[str], idea: str, moments: Mapping[str, Effect]
) -> State:
    """The state as if these robots held a card of this name, which does this at these moments."""
    effects = {**state.rules.effects, idea: moments}
    held = {name: state.robot(name).held for name in names}
    believed = replace(state, rules=replace(state.rules, effects=effects))
    return with_held(believed, {name: (*own, Held(idea)) for name, own in held.items()})


def with_held(state: State, held: Mapping[str, tuple[Held, ...]]) -> State:
    """The state with these cards held by these robots."""
    return state.with_robots({name: state.robot(name).with_(held=held[name]) for name in held})


def names_in(state: State) -> tuple[str, ...]:
    return tuple(robot.name for robot in state.robots)


# What an idea is about -------------------------------------------------------------------------


def are_many(state: State, program: Program) -> bool:
    return len(state.active) > 1


def have_cards(state: State, program: Program) -> bool:
    """Whether other robots have cards, too."""
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
    """Nobody else has a card."""
    others = {each.name: each.with_registers(EMPTY) for each in state.robots if each.name != player}
    return state.with_robots(others)


def on_board(change: Callable[[Board], Board]) -> Read:
    """Something of the board is overlooked."""
    return by_start(lambda state, player: replace(state, board=change(state.board)))


def without_walls(board: Board) -> Board:
    return replace(board, walls=frozenset())


def without_pushers(board: Board) -> Board:
    return replace(board, pushers=())


# What a card or a belt does --------------------------------------------------------------------


def mirrored(when: Callable[[Facing], bool]) -> Effect:
    """Left is taken for right, and right for left, where a robot looks in such a direction."""

    def facing(state: State, name: str, held: Held, value: Facing, **about: Any) -> Facing:
        turns = about["card"].name in ("left", "right")
        return value.back if turns and when(state.robot(name).facing) else value

    return facing


def by_compass(state: State, name: str, held: Held, value: Facing, **about: Any) -> Facing:
    """Left is taken for west, and right for east."""
    return {"left": Facing.WEST, "right": Facing.EAST}.get(about["card"].name, value)


def quarter(state: State, name: str, held: Held, value: Facing, **about: Any) -> Facing:
    """A U-turn is taken for a quarter."""
    return value.left if about["card"].name == "u-turn" else value


def turns_drive(state: State, name: str, held: Held, value: int, **about: Any) -> int:
    """A turn is taken for a turn and a step ahead."""
    return 1 if about["card"].name in TURNS else value


def only_the_next(state: State, name: str, held: Held, value: bool, **about: Any) -> bool:
    """A robot is believed to push one other at most: who stands behind that one holds both."""
    here, there = state.robot(name).square, state.robot(about["other"]).square
    return abs(here.column - there.column) + abs(here.row - there.row) == 1


def no(state: State, name: str, held: Held, value: bool, **about: Any) -> bool:
    """It never is."""
    return False


def not_by(kind: str) -> Effect:
    """Bends (`belt`) or gears (`gear`) do not turn."""
    return lambda state, name, held, value, **about: value and about["by"] != kind


def not_express(state: State, name: str, held: Held, value: bool, **about: Any) -> bool:
    """An express belt is taken for any belt."""
    return value and not about["express"]


def lowest_first(state: State, name: str, held: Held, value: int, **about: Any) -> int:
    """The lowest number goes first."""
    return -value


def by_seat(state: State, name: str, held: Held, value: int, **about: Any) -> int:
    """Numbers make no difference: the first robot goes first."""
    return 0


def pushed_turns(state: State, name: str, held: Held, **about: Any) -> Flow[State]:
    """Who is pushed is believed to look where it goes."""
    here, other = state.robot(name), state.robot(about["other"])
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
