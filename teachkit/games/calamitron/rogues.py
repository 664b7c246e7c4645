"""The rogues' moves: their order, the squares crossed, turns at obstacles, and effects.

Each effect has a name in `bots.toml` and a function here. An effect in `AFTER_STEP` happens after
each square that the rogue moves, whether by itself or programmed by a hacker. An effect in
`AFTER_MOVE` happens when the rogue's own move is over. Effects can hit any bot. [CT-15]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from teachkit.core.board.squares import Square
from teachkit.core.run.flow import Flow, Frame
from teachkit.games.calamitron import events, table_events
from teachkit.games.calamitron.board import Board, Hindrance
from teachkit.games.calamitron.bots import Bot
from teachkit.games.calamitron.calamities import settle
from teachkit.games.calamitron.events import Cause, Obstacle, Reason
from teachkit.games.calamitron.moves import aimed, beside, bot_beside, drive_on, hit, in_way, step
from teachkit.games.calamitron.state import State, is_over

DIRECTIONS = 4


def move_rogues(state: State, movers: Sequence[str], player: str) -> Flow[State]:
    """Move the rogues that `movers` lists, by name or by type, in the order of the list.

    Rogues of the same type move in the order that `in_order` returns. [CT-12]
    """
    for mover in movers:
        for name in in_order(state, mover, player):
            if state.find(name) and not is_over(state):
                state = yield from move_rogue(state, name, player)
    return state


def in_order(state: State, mover: str, player: str) -> list[str]:
    """Return the names of the rogues whose name or type is `mover`, in moving order. [CT-12]

    The rogue nearest to `player`'s retro comes first. The others follow clockwise around the middle
    of the board.
    """
    bots = [bot for bot in state.rogues if mover in (bot.name, bot.type)]
    retro = state.find(player)
    if len(bots) < 2 or retro is None:
        return [bot.name for bot in bots]
    bots.sort(key=lambda bot: (retro.square.steps_to(bot.square), bot.square))
    first, *others = bots
    start = _from_middle(state.board, first.square)
    others.sort(key=lambda bot: clockwise(start, _from_middle(state.board, bot.square)))
    return [bot.name for bot in (first, *others)]


def _from_middle(board: Board, square: Square) -> tuple[int, int]:
    """Return the position of `square` relative to the board's middle, in half squares."""
    return 2 * square.column + 1 - board.width, 2 * square.row + 1 - board.height


def clockwise(start: tuple[int, int], other: tuple[int, int]) -> Fraction:
    """Return a sort key from 0 up to 4 for the clockwise angle from `start` to `other`.

    The key is an exact number, in which each full quarter turn counts as 1.

    >>> [clockwise((0, 1), each) for each in ((0, 2), (3, 0), (0, -1), (-5, 0))]
    [Fraction(0, 1), Fraction(1, 1), Fraction(2, 1), Fraction(3, 1)]
    """
    along = start[0] * other[0] + start[1] * other[1]
    aside = other[0] * start[1] - other[1] * start[0]
    if not along and not aside:
        return Fraction(0)
    part = Fraction(along, abs(along) + abs(aside))
    return 1 - part if aside > 0 or (aside == 0 and along > 0) else 3 + part


def move_rogue(state: State, name: str, player: str) -> Flow[State]:
    """Carry out the move of the rogue `name`. A stunned rogue only stands up. [CT-13, CT-14, CT-18]

    `player` is the player whose rogue card moves the rogue, if any.
    """
    yield Frame(events.RogueBegan(name, player), state)
    rogue = state.bot(name)
    if state.measured("asleep", rogue) > 0:
        yield Frame(events.Stopped(name, Reason("asleep")), state)
        return state
    if rogue.stunned:
        state = state.with_bot(replace(rogue, stunned=False))
        yield Frame(events.StoodUp(name, rogue.facing), state)
        return state
    state = yield from _squares(state, name)
    moved = state.find(name)
    if moved and state.board.kind(moved.square) == "exit":  # a surplus rogue, still outside
        state = state.without_bot(name)
        yield Frame(table_events.SurplusLeft(name, moved.square), state)
    state = yield from act(state, AFTER_MOVE, name)
    return (yield from settle(state))


def _squares(state: State, name: str) -> Flow[State]:
    """Move the rogue `name` as many squares as its type moves. Turns do not count. [CT-14]"""
    start = state.bot(name)
    left, blocked = state.measured("steps", start, start.kind.steps), 0
    while left > 0 and (rogue := state.find(name)) and not rogue.stunned:
        obstacle: Cause | None = obstacle_ahead(state, rogue)
        if obstacle is None:
            state, obstacle, _ = yield from step(state, name, rogue.facing, "")
            left -= 1
        if obstacle is None:
            blocked = 0
            state = yield from act(state, AFTER_STEP, name)
        elif blocked + 1 == DIRECTIONS:
            yield Frame(events.Stopped(name, obstacle), state)
            break
        else:
            blocked += 1
            state = yield from _turn(state, name, obstacle)
    return state


def _turn(state: State, name: str, obstacle: Cause) -> Flow[State]:
    """Turn the rogue `name` left or right, depending on its type, unless it is stunned. [CT-14]"""
    rogue = state.find(name)
    if rogue is None or rogue.stunned:
        return state
    facing = rogue.facing.turned(rogue.kind.turns)
    state = state.with_bot(rogue.with_facing(facing))
    yield Frame(events.Turned(name, facing, obstacle=obstacle), state)
    return state


def obstacle_ahead(state: State, rogue: Bot) -> Obstacle | None:
    """Return the obstacle ahead that makes `rogue` turn, or `None`. [CT-14]

    An obstacle is a wall, a door, the board's edge, a pit, a crate, or a bot that the rogue does
    not push.
    """
    hindrance = state.board.hindrance(rogue.square, rogue.facing)
    if hindrance and hindrance is not Hindrance.WAY_IN:
        return Obstacle(hindrance, rogue.square)
    there = rogue.square.ahead(rogue.facing)
    if state.is_pit(there) and state.measured("hover", rogue) <= 0:
        return Obstacle("pit", rogue.square)
    found = in_way(state, there)
    return None if found and rogue.kind.pushes and found.kind == "bot" else found


# Effects -----------------------------------------------------------------------------------------


def knock(state: State, rogue: Bot, player: str) -> Flow[State]:
    """Damage the bot or crate straight ahead of `rogue`."""
    target = beside(state, rogue.square, rogue.facing)
    if target is None:
        return state
    yield Frame(events.Knocked(rogue.name, target.square, target.by), state)
    return (yield from hit(state, target.square, player))


def send(state: State, rogue: Bot, player: str) -> Flow[State]:
    """Make the bots next to `rogue` drive one square forward, beginning with the one ahead. [CT-17]

    The others follow clockwise. Stunned bots stay where they are. A sent bot has no effect of its
    own, and if a rogue falls, nobody gets credit. If a sent bot pushes or crushes the sender, no
    more bots are sent.
    """
    ahead = rogue.facing
    for facing in (ahead, ahead.right, ahead.back, ahead.left):
        bot = bot_beside(state, rogue, facing)
        if bot is None or bot.stunned:
            continue
        yield Frame(events.Sent(rogue.name, bot.square, bot.name), state)
        state = yield from drive_on(state, bot)
        if state.find(rogue.name) != rogue:  # the sender is gone, pushed away, or stunned
            break
    return state


def fire(state: State, rogue: Bot, player: str) -> Flow[State]:
    """Fire the laser of `rogue` at the first bot or crate straight ahead. [CT-16]

    Walls and doors stop the laser.
    """
    squares, found = aimed(state, rogue)
    yield Frame(events.Fired(rogue.name, squares, found.by if found else ""), state)
    return (yield from hit(state, found.square, player)) if found else state


def flame(state: State, rogue: Bot, player: str) -> Flow[State]:
    """Damage the bots and crates on the squares that the flames of `rogue` reach. [CT-16]"""
    squares = tuple(burning(state, rogue))
    found = [each for each in (in_way(state, square) for square in squares) if each]
    yield Frame(events.Flamed(rogue.name, squares, tuple(each.by for each in found)), state)
    for each in found:
        state = yield from hit(state, each.square, player)
    return state


Effect = Callable[[State, Bot, str], Flow[State]]
AFTER_STEP: Mapping[str, Effect] = {"knock": knock, "prog": send}
AFTER_MOVE: Mapping[str, Effect] = {"laser": fire, "flame": flame}


def act(state: State, effects: Mapping[str, Effect], name: str, player: str = "") -> Flow[State]:
    """Perform the effect of the bot `name` if `effects` includes it and the bot is not stunned."""
    bot = state.find(name)
    effect = effects.get(bot.kind.effect) if bot and not bot.stunned else None
    return (yield from effect(state, bot, player)) if bot and effect else state


def burning(state: State, rogue: Bot) -> Iterator[Square]:
    """Yield the squares that the flames of `rogue` reach: ahead, ahead left and ahead right.

    A wall or door stops flames. They reach a diagonal square if at least one of the two ways around
    the corner is open.
    """
    board, here, ahead = state.board, rogue.square, rogue.facing
    if not board.hindrance(here, ahead):
        yield here.ahead(ahead)
    for side in (ahead.left, ahead.right):
        for first, second in ((ahead, side), (side, ahead)):
            if not (board.hindrance(here, first) or board.hindrance(here.ahead(first), second)):
                yield here.ahead(ahead).ahead(side)
                break
