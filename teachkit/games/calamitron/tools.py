"""The special instructions that need somebody else: shove, tractor, forcer, program."""

from __future__ import annotations

from msgspec.structs import replace

from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.core.run.decisions import PickOne
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow, ask_one
from teachkit.core.run.walk import Skipped
from teachkit.games.calamitron.bots import Bot
from teachkit.games.calamitron.events import (
    Beamed,
    Crashed,
    Dragged,
    Hacked,
    Obstacle,
    Reason,
    Shoved,
)
from teachkit.games.calamitron.moves import (
    CRATE,
    arrive,
    beside,
    hit,
    in_way,
    line,
    moved_on,
    no_room,
)
from teachkit.games.calamitron.programs import NOBODY, SIDES
from teachkit.games.calamitron.state import State
from teachkit.words import say

REACH = 6


def shove(state: State, player: str, side: str = "") -> Flow[State]:
    """What stands straight ahead goes one square left, right or on; else it is hit. [CT-29]

    To which side is asked, unless it stands behind the card.
    """
    retro = state.bot(player)
    target = beside(state, retro.square, retro.facing)
    if target is None:
        yield Frame(Skipped(player, Reason("nobody")), state)
        return state
    square, other = target
    if not side:
        side = yield from ask_one(PickOne(player, say("Shove it which way?"), SIDES))
    facing = _toward(retro.facing, side)
    if obstacle := no_room(state, square, facing):
        yield Frame(Shoved(other, square, square, player), state)
        return (yield from _crash(state, square, other, obstacle, player))
    state = moved_on(state, square, facing)
    yield Frame(Shoved(other, square, square.ahead(facing), player), state)
    return (yield from arrive(state, square.ahead(facing), player))


def _toward(facing: Facing, side: str) -> Facing:
    return {"left": facing.left, "right": facing.right}.get(side, facing)


def _crash(
    state: State, square: Square, other: str, reason: Obstacle | Reason, player: str
) -> Flow[State]:
    """Shoved or forced against something: 1 damage to the one that was moved, no more."""
    if isinstance(reason, Reason):
        yield Frame(Skipped(player, reason), state)
        return state
    yield Frame(Crashed(other, square, reason), state)
    return (yield from hit(state, square, player))


def tractor(state: State, player: str) -> Flow[State]:
    """Pull the first bot ahead, never nearer than the next square. [CT-30]"""
    return beam(state, player, "tractor")


def forcer(state: State, player: str) -> Flow[State]:
    """Push the first bot ahead away. [CT-30]"""
    return beam(state, player, "forcer")


def beam(state: State, player: str, tool: str) -> Flow[State]:
    """Six less the distance is how far the first bot ahead is moved. [CT-30]"""
    retro = state.bot(player)
    squares = tuple(line(state, retro.square, retro.facing))
    target = in_way(state, squares[-1]) if squares else None
    moves = strength(state, retro, tool, len(squares))
    if target is None or moves < 1:
        reason = _idle(target, len(squares), tool, reach(state, retro))
        yield Frame(Skipped(player, reason), state)
        return state
    yield Frame(Beamed(player, tool, target.by, squares, len(squares), moves), state)
    way = retro.facing if tool == "forcer" else retro.facing.back
    square = squares[-1]
    for _ in range(moves):
        if obstacle := no_room(state, square, way):
            return (yield from _crash(state, square, target.by, obstacle, player))
        state = moved_on(state, square, way)
        yield Frame(Dragged(target.by, square, square.ahead(way), player), state)
        square = square.ahead(way)
        state = yield from arrive(state, square, player)
        if not _still_there(state, square, target.by):
            break
    return state


def strength(state: State, retro: Bot, tool: str, distance: int) -> int:
    """How many squares a beam moves a bot at this distance.

    >>> from teachkit.games.calamitron import Setup
    >>> state = Setup(floor=". .", retros={"red": "shot a1 east"}).state()
    >>> [strength(state, state.bot("red"), "tractor", distance) for distance in (1, 2, 4, 6, 9)]
    [0, 1, 2, 0, 0]
    >>> [strength(state, state.bot("red"), "forcer", distance) for distance in (1, 2, 4, 6, 9)]
    [5, 4, 2, 0, 0]
    """
    most = max(0, reach(state, retro) - distance)
    return min(most, distance - 1) if tool == "tractor" else most


def reach(state: State, retro: Bot) -> int:
    """From how far on a beam of this retro moves nobody any more. [CT-30]"""
    return state.measured("reach", retro, REACH)


def _idle(target: Obstacle | None, distance: int, tool: str, reach: int) -> Reason:
    """Why a beam moves nobody."""
    if target is None:
        return Reason("nobody")
    near = tool == "tractor" and distance == 1
    return Reason("near" if near else "far", target.by, distance, max(0, reach - 1))


def _still_there(state: State, square: Square, other: str) -> bool:
    """Whether what was moved has not fallen or been rescued."""
    if other == CRATE:
        return square in state.crates
    bot = state.find(other)
    return bot is not None and not bot.out


def program(state: State, player: str, chosen: str = "") -> Flow[State]:
    """Choose a bot beside: what follows is done by it, until another program. [CT-31]

    Which one is asked, unless it stands behind the card.
    """
    retro = state.bot(player)
    options = targets(state, retro)
    if chosen != NOBODY and (chosen not in ("", *options) or not options):
        other = state.find(chosen)
        reason = Reason("apart", chosen) if other and not other.out else Reason("alone", player)
        state = state.with_bot(replace(retro, drives=""))
        yield Frame(Skipped(player, reason), state)
        return state
    chosen = chosen or (yield from _choose(state, player, options))
    drives = "" if chosen == NOBODY else chosen
    state = state.with_bot(replace(retro, drives=drives))
    yield Frame(Hacked(player, drives or player), state)
    return state


def _choose(state: State, player: str, options: tuple[str, ...]) -> Flow[str]:
    if state.rules.may_decline:
        options = (*options, NOBODY)
    if len(options) == 1:
        return options[0]
    chosen: str = yield from ask_one(PickOne(player, say("Which bot do you program?"), options))
    return chosen


def targets(state: State, retro: Bot) -> tuple[str, ...]:
    """Who can be programmed from here: bots beside, on their feet, and not the Bossbot."""
    found = (beside(state, retro.square, facing) for facing in FACINGS)
    bots = (state.find(each[1]) for each in found if each)
    return tuple(bot.name for bot in bots if bot and is_open(state, bot))


def is_open(state: State, bot: Bot) -> bool:
    """Whether this bot can be programmed."""
    closed = bot.kind.immune or state.measured("closed", bot) > 0
    return not (bot.stunned or closed)
