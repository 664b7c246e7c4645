"""How rogues move by themselves: who is next, straight on, turn at obstacles, then the effect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.flow import Flow, Frame
from teachkit.games.calamitron import effects
from teachkit.games.calamitron.board import Hindrance
from teachkit.games.calamitron.calamity_events import SurplusLeft
from teachkit.games.calamitron.events import StoodUp, Stopped, Turned
from teachkit.games.calamitron.happenings import RogueBegan
from teachkit.games.calamitron.moves import in_way, step
from teachkit.games.calamitron.pieces import Bot
from teachkit.games.calamitron.reasons import Exempt, Obstacle
from teachkit.games.calamitron.rogue_effects import after_move, after_step
from teachkit.games.calamitron.settling import settle
from teachkit.games.calamitron.state import State
from teachkit.games.calamitron.winning import is_over

DIRECTIONS = 4


def move_rogues(state: State, movers: Sequence[str], player: str) -> Flow[State]:
    """Rogues of these names and types move; those of a type in the order of CT-12."""
    for mover in movers:
        for name in in_order(state, mover, player):
            if state.find(name) and not is_over(state):
                state = yield from move_rogue(state, name, player)
    return state


def in_order(state: State, mover: str, player: str) -> list[str]:
    """The rogue of this name, or all of this type: the nearest to a player's retro first, then
    clockwise about the middle of the board. [CT-12]
    """
    bots = [bot for bot in state.rogues if mover in (bot.name, bot.type)]
    retro = state.find(player)
    if len(bots) < 2 or retro is None:
        return [bot.name for bot in bots]
    first = min(bots, key=lambda bot: (_steps(bot.square, retro.square), bot.square))
    size = state.board.width, state.board.height
    start = _from_middle(first.square, size)
    bots.sort(key=lambda bot: (
        bot is not first, clockwise(start, _from_middle(bot.square, size)),
        _steps(bot.square, retro.square), bot.square,
    ))  # fmt: skip
    return [bot.name for bot in bots]


def _steps(one: Square, other: Square) -> int:
    return abs(one.column - other.column) + abs(one.row - other.row)


def _from_middle(square: Square, size: tuple[int, int]) -> tuple[int, int]:
    """Where a square is, seen from the middle of the board, in halves of squares."""
    return 2 * square.column + 1 - size[0], 2 * square.row + 1 - size[1]


def clockwise(start: tuple[int, int], other: tuple[int, int]) -> Fraction:
    """How far round the clock another direction is, from 0 up to 4; exact, unlike an angle.

    >>> [clockwise((0, 1), each) for each in ((0, 2), (3, 0), (0, -1), (-5, 0))]
    [Fraction(0, 1), Fraction(1, 1), Fraction(2, 1), Fraction(3, 1)]
    """
    along = start[0] * other[0] + start[1] * other[1]
    aside = other[0] * start[1] - other[1] * start[0]
    if not along and not aside:
        return Fraction(0)
    part = Fraction(along, abs(along) + abs(aside))
    return 1 - part if aside > 0 or (aside == 0 and along > 0) else 3 + part


def move_rogue(state: State, name: str, player: str = "") -> Flow[State]:
    """One rogue's whole move; one on its back only stands up. [CT-13, CT-14, CT-18]"""
    yield Frame(RogueBegan(name, player), state)
    rogue = state.bot(name)
    if rogue.stunned:
        state = state.with_bot(replace(rogue, stunned=False))
        yield Frame(StoodUp(name, rogue.facing), state)
        return state
    if effects.measured(state, "asleep", rogue, 0) > 0:
        yield Frame(Stopped(name, Exempt("asleep")), state)
        return state
    state = yield from _squares(state, name)
    if state.board.kind(rogue.square) == "exit":
        state = yield from _not_in(state, name, rogue.square)
    state = yield from after_move(state, name)
    return (yield from settle(state))


def _not_in(state: State, name: str, square: Square) -> Flow[State]:
    """A surplus rogue that is still outside after its move is removed. [CT-41]"""
    rogue = state.find(name)
    if rogue and rogue.square == square:
        state = state.without_bot(name)
        yield Frame(SurplusLeft(name, square), state)
    return state


def _squares(state: State, name: str) -> Flow[State]:
    """The squares of a rogue's move, and its turns, which cost none. [CT-14]"""
    rogue: Bot | None = state.bot(name)
    left, blocked = effects.measured(state, "steps", state.bot(name), state.bot(name).kind.steps), 0
    while left > 0 and rogue and not rogue.stunned:
        obstacle: Obstacle | Exempt | None = obstacle_ahead(state, rogue)
        if obstacle is None:
            state, obstacle, _ = yield from step(state, name, rogue.facing, "")
            left -= 1
        if obstacle is None:
            blocked = 0
            state = yield from after_step(state, name, "")
        elif blocked + 1 == DIRECTIONS:
            yield Frame(Stopped(name, obstacle), state)
            break
        else:
            blocked += 1
            state = yield from _turn(state, name, obstacle)
        rogue = state.find(name)
    return state


def _turn(state: State, name: str, obstacle: Obstacle | Exempt) -> Flow[State]:
    rogue = state.find(name)
    if rogue is None or rogue.stunned:
        return state
    facing = turned(rogue)
    state = state.with_bot(rogue.with_facing(facing))
    yield Frame(Turned(name, facing, obstacle=obstacle), state)
    return state


def turned(rogue: Bot) -> Facing:
    """Where a rogue looks after it has turned to its side. [CT-14]"""
    return rogue.facing.left if rogue.kind.turns == "left" else rogue.facing.right


def obstacle_ahead(state: State, rogue: Bot) -> Obstacle | None:
    """What makes a rogue turn: wall, door, pit, crate, or a bot that it does not push. [CT-14]"""
    hindrance = state.board.hindrance(rogue.square, rogue.facing)
    if hindrance and hindrance is not Hindrance.WAY_IN:
        return Obstacle(hindrance, rogue.square)
    there = rogue.square.ahead(rogue.facing)
    if state.is_pit(there) and effects.measured(state, "hover", rogue, 0) <= 0:
        return Obstacle("pit", rogue.square)
    found = in_way(state, there)
    return None if found and rogue.kind.pushes and found.kind == "bot" else found
