"""How bots move: one square at a time, pushing, grinding, slipping, falling.

`player` is whose program moves the bot, and `` where a rogue moves by itself or somebody is sent
by one: nobody keeps what falls then. [CT-34]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.flow import Flow, Frame
from teachkit.games.calamitron.board import Hindrance
from teachkit.games.calamitron.bots import Bot
from teachkit.games.calamitron.damage import fall, fill_pit, hit, rescue
from teachkit.games.calamitron.events import (
    Ground,
    Moved,
    Obstacle,
    Pushed,
    Reason,
    Slipped,
    Turned,
)
from teachkit.games.calamitron.state import State

CRATE = "crate"


class Stepped(NamedTuple):
    """The state after a step was tried; `obstacle` is what stopped it, `ground` whether that was
    ground instead. [CT-26, CT-27]
    """

    state: State
    obstacle: Obstacle | Reason | None = None
    ground: bool = False


def edge(state: State, bot: Bot | None, square: Square, facing: Facing) -> Obstacle | None:
    """What an edge has that this bot may not pass; a crate (`None`) passes no door.

    Retros pass doors, but nobody goes out through an exit except the Minionbot. Who waits
    outside may come in. [CT-5, CT-37, CT-41]
    """
    found = state.board.hindrance(square, facing)
    if found is None or (bot and found in _passes(bot)):
        return None
    return Obstacle(found, square)


def _passes(bot: Bot) -> tuple[Hindrance, ...]:
    if bot.name == "minion":
        return (Hindrance.DOOR, Hindrance.WAY_OUT)
    return (Hindrance.WAY_IN,) if bot.kind.rogue else (Hindrance.DOOR, Hindrance.WAY_IN)


def in_way(state: State, square: Square) -> Obstacle | None:
    """The bot or crate on this square."""
    if square in state.crates:
        return Obstacle(CRATE, square, CRATE)
    bot = state.bot_on(square)
    return Obstacle("bot", square, bot.name) if bot else None


def beside(state: State, square: Square, facing: Facing) -> tuple[Square, str] | None:
    """Who stands on the next square this way, if neither a wall nor a door is between."""
    if state.board.hindrance(square, facing):
        return None
    found = in_way(state, square.ahead(facing))
    return (found.square, found.by) if found else None


def line(state: State, square: Square, facing: Facing) -> Iterator[Square]:
    """The squares of a beam: as far as a wall or a door, or the first bot or crate."""
    while not state.board.hindrance(square, facing):
        square = square.ahead(facing)
        yield square
        if state.is_taken(square):
            return


def step(state: State, name: str, facing: Facing, player: str) -> Flow[Stepped]:
    """One square this way; who stands there is pushed, or ground. [CT-21, CT-25 … CT-27]"""
    bot = state.bot(name)
    if obstacle := edge(state, bot, bot.square, facing):
        return Stepped(state, obstacle)
    there = bot.square.ahead(facing)
    if obstacle := in_way(state, there):
        if not bot.kind.pushes:
            return Stepped(state, obstacle)
        if no_room(state, there, facing):
            yield Frame(Ground(obstacle.by, there, name), state)
            state = yield from hit(state, there, player, besides=name)
            return Stepped(state, obstacle, ground=True)
        state = yield from shift(state, there, facing, player, name)
    return Stepped((yield from _enter(state, name, there, player)))


def no_room(state: State, square: Square, facing: Facing) -> Obstacle | Reason | None:
    """Why what stands on a square cannot be moved on this way: an edge, a bot, or a crate."""
    bot = None if square in state.crates else state.bot_on(square)
    if bot and state.measured("heavy", bot) > 0:
        return Reason("heavy", bot.name)
    return edge(state, bot, square, facing) or in_way(state, square.ahead(facing))


def shift(state: State, square: Square, facing: Facing, player: str, pusher: str) -> Flow[State]:
    """What stands on a square is pushed to the next, where there is room. [CT-25]"""
    there = square.ahead(facing)
    moved = moved_on(state, square, facing)
    thing = in_way(state, square)
    assert thing
    yield Frame(Pushed(thing.by, square, there, pusher), moved)
    return (yield from arrive(moved, there, player))


def moved_on(state: State, square: Square, facing: Facing) -> State:
    """The state with what stands on a square on the next one."""
    if square in state.crates:
        return state.with_crate(square, square.ahead(facing))
    bot = state.bot_on(square)
    return state.with_bot(bot.with_square(square.ahead(facing))) if bot else state


def _enter(state: State, name: str, there: Square, player: str) -> Flow[State]:
    bot = state.bot(name)
    state = state.with_bot(bot.with_square(there))
    yield Frame(Moved(name, bot.square, there, driver(name, player)), state)
    return (yield from arrive(state, there, player))


def arrive(state: State, square: Square, player: str) -> Flow[State]:
    """What has come to a square falls if it is a pit; the Minionbot may be outside now."""
    bot = state.bot_on(square)
    if bot and state.board.kind(square) == "exit" and bot.name == "minion":
        return (yield from rescue(state, bot, player))
    if not state.is_pit(square):
        return state
    if bot is None:
        return (yield from fill_pit(state, square, player))
    if state.measured("hover", bot) > 0:
        return state
    return (yield from fall(state, bot, player))


def driver(name: str, player: str) -> str:
    """Who is told beside the bot that moves: a player whose program drives another bot. [CT-31]"""
    return "" if name == player else player


def turn(state: State, name: str, facing: Facing, player: str) -> Flow[State]:
    """Look another way; the square stays the same. [CT-21, CT-22]"""
    state = state.with_bot(state.bot(name).with_facing(facing))
    yield Frame(Turned(name, facing, driver(name, player)), state)
    return state


def slip(state: State, name: str, steps: int, facing: Facing, player: str) -> Flow[Stepped]:
    """A nanobot passes through others, and ends on the last free square of its move. [CT-28]"""
    path, obstacle = slipway(state, name, steps, facing)
    for there in path:
        bot, other = state.bot(name), state.bot_on(there)
        state = state.with_bot(bot.with_square(there))
        by = driver(name, player)
        event = (
            Slipped(name, bot.square, there, other.name, by)
            if other
            else Moved(name, bot.square, there, by)
        )
        yield Frame(event, state)
    if path:
        state = yield from arrive(state, path[-1], player)
    return Stepped(state, obstacle)


def slipway(
    state: State, name: str, steps: int, facing: Facing
) -> tuple[list[Square], Obstacle | None]:
    """The squares that a nanobot comes to, and what keeps it from going on."""
    bot, path = state.bot(name), list[Square]()
    square, free, obstacle = bot.square, 0, None
    while len(path) < steps and not obstacle:
        obstacle = edge(state, bot, square, facing)
        square = square.ahead(facing)
        if not obstacle and square in state.crates:
            obstacle = in_way(state, square)
        if obstacle:
            break
        path.append(square)
        if not state.bot_on(square):
            free = len(path)
            if state.is_pit(square) and state.measured("hover", bot) <= 0:
                return path, None
    if free < len(path):
        obstacle = in_way(state, path[free])
    return path[:free], obstacle
