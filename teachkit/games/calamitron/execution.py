"""The interpreter for retros' programs, with the rogues' moves before and after the programs.

The event `Started` names the retro whose program runs. Other events name the bot that acts, which
is either this retro or the bot that the retro programs. [CT-31]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow, Frame, chosen, pick_one
from teachkit.core.run.walk import Rule, Skipped, in_rounds
from teachkit.games.calamitron import events, moves
from teachkit.games.calamitron.bots import Bot
from teachkit.games.calamitron.calamities import settle
from teachkit.games.calamitron.events import Cause, Reason
from teachkit.games.calamitron.programs import NOBODY, SIDES
from teachkit.games.calamitron.rogues import AFTER_STEP, act, move_rogues
from teachkit.games.calamitron.sensors import SENSORS
from teachkit.games.calamitron.state import State, is_over
from teachkit.words import say

ALL = -1
"""The value of `Bot.left` for a retro that may run its whole program."""

_STEPS = {"forward": 1, "forward-2": 2, "forward-3": 3, "back-2": 2}


def perform(state: State, player: str, instruction: Instruction) -> Flow[State]:
    """Perform one instruction of `player`'s program. [CT-19]"""
    state = yield from _rogues_before(state)
    state = yield from begin(state, player)
    retro = state.bot(player)
    if reason := _halted(state, retro):
        yield Frame(Skipped(player, reason), state)
        return state
    if retro.left is not None and retro.left > 0:
        state = state.with_bot(replace(retro, left=retro.left - 1))
    if tool := _TOOLS.get(instruction.name):
        state = yield from tool(state, player, *instruction.arguments)
    else:
        state = yield from move(state, player, instruction.name)
    return (yield from settle(state))


def begin(state: State, player: str) -> Flow[State]:
    """Begin `player`'s program unless it has already begun. [CT-32]

    A stunned retro first stands up, and may then run only a few instructions.
    """
    retro = state.bot(player)
    if retro.left is not None or retro.out:
        return state
    if not retro.stunned:
        return state.with_bot(replace(retro, left=ALL))
    left = state.measured("recovery", retro, state.rules.recovery)
    state = state.with_bot(replace(retro, stunned=False, left=left, allowed=left))
    yield Frame(events.StoodUp(player, retro.facing, left), state)
    return state


def is_out(state: State, player: str) -> bool:
    """Return whether `player`'s retro is out, or on its back for the rest of its program."""
    retro = state.bot(player)
    return retro.out or (retro.stunned and retro.left is not None)


def _halted(state: State, retro: Bot) -> Reason | None:
    """Return the reason why `retro` cannot run the rest of its program, or `None`."""
    if retro.out:
        return Reason("out", retro.name)
    if retro.stunned:
        return Reason("stunned", retro.name)
    if retro.left == 0:
        if state.board.kind(retro.square) == "exit":
            return Reason("outside", retro.name)
        return Reason("lost") if retro.allowed is None else Reason("spent", number=retro.allowed)
    return None


def move(state: State, player: str, name: str) -> Flow[State]:
    """Drive or turn `player`'s retro, or the bot that the retro programs. [CT-21, CT-22, CT-31]

    `name` is the instruction. If the programmed bot is a retro that has been lost and replaced, the
    new retro, which waits outside, does not move. [CT-35]
    """
    bot, target = state.find(state.bot(player).drives or player), state.bot(player).drives
    is_new = bot is not None and target and state.board.kind(bot.square) == "exit"
    if bot is None or bot.out or bot.stunned or is_new:
        on_back = bot is not None and bot.stunned
        yield Frame(Skipped(player, Reason("stunned" if on_back else "out", target)), state)
        return state
    if name not in _STEPS:
        facing = bot.facing.turned(name)
        state = state.with_bot(bot.with_facing(facing))
        yield Frame(events.Turned(bot.name, facing, moves.driver(bot.name, player)), state)
        return state
    way = bot.facing.back if name.startswith("back") else bot.facing
    drive = moves.slip if bot.kind.slips else _drive
    state, obstacle, acted = yield from drive(state, bot.name, _STEPS[name], way, player)
    if obstacle:
        event = events.Stopped(bot.name, obstacle) if acted else Skipped(player, obstacle)
        yield Frame(event, state)
    return state


def _drive(state: State, name: str, steps: int, way: Facing, player: str) -> Flow[moves.Stepped]:
    """Drive the bot `name` up to `steps` squares in the direction `way`. [CT-27]

    An obstacle ends the move. A bot's effect in `AFTER_STEP` happens after each square.
    """
    acted = False
    for _ in range(steps):
        bot = state.find(name)
        if bot is None or bot.out or bot.stunned:
            break
        state, obstacle, ground = yield from moves.step(state, name, way, player)
        if obstacle and not ground:
            return moves.Stepped(state, obstacle, acted)
        acted = True
        if not obstacle:
            state = yield from act(state, AFTER_STEP, name, player)
    return moves.Stepped(state)


def finish(state: State, player: str) -> Flow[State]:
    """End `player`'s program. After the last program, move the rogues in `state.after`. [CT-8]"""
    state = yield from _rogues_before(state)
    if state.bot(player).stunned:  # a retro stands up even if its program is empty
        state = yield from begin(state, player)
    running = tuple(name for name in state.unfinished if name != player)
    state = replace(state, unfinished=running) if state.unfinished else state
    if running or not state.after:
        return state
    return (yield from move_rogues(state, state.after, state.retros[0].name))


def _rogues_before(state: State) -> Flow[State]:
    """Move the rogues in `state.before`, unless they have already moved. [CT-8]"""
    if not state.before:
        return state
    return (yield from move_rogues(replace(state, before=()), state.before, state.retros[0].name))


def resolve(state: State, programs: Mapping[str, Program], rule: Rule = perform) -> Flow[State]:
    """Run `programs` and those stored in `state`, and move the rogues before and after them.

    The programs run one after another in seat order. In the edition `turns`, the retros take turns
    after each instruction instead. [CT-8] `rule` is called for each instruction.
    """
    known = dict(state.programs) | dict(programs)
    seated = {bot.name: known[bot.name] for bot in state.retros if bot.name in known}
    for name in () if state.table else seated:  # a match does this at the beginning of a round
        state = state.with_bot(state.bot(name).before_program())
    state = yield from _rogues_before(state)
    if state.after and len(seated) > 1:
        state = replace(state, unfinished=tuple(seated))
    by_card = state.rules.card_by_card
    state = yield from in_rounds(state, seated, by_card, rule, SENSORS.conditions, is_over, finish)
    return state


# Tools -------------------------------------------------------------------------------------------

REACH = 6


def shove(state: State, player: str, side: str = "") -> Flow[State]:
    """Shove the bot or crate ahead one square left, right or forward. [CT-29]

    If there is no room, the bot or crate takes damage instead. The player is asked for the
    direction unless the card specifies it as `side`.
    """
    retro = state.bot(player)
    target = moves.beside(state, retro.square, retro.facing)
    reason = moves.immovable(state, target.square) if target else Reason("nobody")
    if target is None or reason:
        yield Frame(Skipped(player, reason), state)
        return state
    square, other = target.square, target.by
    if not side:
        places = [str(square.ahead(retro.facing.turned(way))) for way in SIDES]
        question = say("Which way do you shove it?")
        side = yield from pick_one(player, question, SIDES, places=places, about=other)
    facing = retro.facing.turned(side)
    if obstacle := moves.no_room(state, square, facing):
        yield Frame(events.Shoved(other, square, square, player), state)
        return (yield from _crash(state, square, other, obstacle, player))
    state = moves.moved_on(state, square, facing)
    yield Frame(events.Shoved(other, square, square.ahead(facing), player), state)
    return (yield from moves.arrive(state, square.ahead(facing), player))


def _crash(state: State, square: Square, other: str, reason: Cause, player: str) -> Flow[State]:
    """Damage the bot or crate on `square`, which a shove or beam moved against an obstacle."""
    yield Frame(events.Crashed(other, square, reason), state)
    return (yield from moves.hit(state, square, player))


def beam(state: State, player: str, tool: str) -> Flow[State]:
    """Pull the first bot or crate ahead with a tractor beam, or push it with a forcer beam. [CT-30]

    The function `strength` returns the number of squares by which the target moves. If an obstacle
    stops the target earlier, the target takes damage.
    """
    retro = state.bot(player)
    squares, target = moves.aimed(state, retro)
    steps = strength(state, retro, tool, len(squares))
    if target is None:
        reason: Reason | None = Reason("nobody")
    elif steps < 1:
        kind = "near" if tool == "tractor" and len(squares) == 1 else "far"
        reason = Reason(kind, target.by, len(squares), max(0, reach(state, retro) - 1))
    else:
        reason = moves.immovable(state, target.square)
    if target is None or reason:
        yield Frame(Skipped(player, reason), state)
        return state
    yield Frame(events.Beamed(player, tool, target.by, squares, len(squares), steps), state)
    way = retro.facing if tool == "forcer" else retro.facing.back
    square = squares[-1]
    for _ in range(steps):
        if obstacle := moves.no_room(state, square, way):
            return (yield from _crash(state, square, target.by, obstacle, player))
        state = moves.moved_on(state, square, way)
        yield Frame(events.Dragged(target.by, square, square.ahead(way), player), state)
        square = square.ahead(way)
        state = yield from moves.arrive(state, square, player)
        if not moves.in_way(state, square):  # the bot or crate has fallen, or was rescued
            break
    return state


def strength(state: State, retro: Bot, tool: str, distance: int) -> int:
    """Return the number of squares by which the beam `tool` moves a bot or crate at `distance`.

    The number is the beam's reach minus the distance. A tractor cannot pull a target nearer than
    the square next to `retro`.

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
    """Return the distance from which on the retro's beams no longer move anything. [CT-30]"""
    return state.measured("reach", retro, REACH)


def program(state: State, player: str, target: str = "") -> Flow[State]:
    """Choose a bot next to the retro to carry out the moves and turns that follow. [CT-31]

    The player is asked for the bot unless the card specifies it as `target`.
    """
    retro = state.bot(player)
    options = targets(state, retro)
    if target != NOBODY and (target not in ("", *options) or not options):
        other = state.find(target)
        reason = Reason("apart", target) if other and not other.out else Reason("alone", player)
        state = state.with_bot(replace(retro, drives=""))
        yield Frame(Skipped(player, reason), state)
        return state
    if not target:
        options = (*options, NOBODY) if state.rules.may_decline else options
        bots = map(state.find, options)
        places = [str(bot.square) if bot else "" for bot in bots]
        target = yield from chosen(player, say("Which bot do you program?"), options, places=places)
    drives = "" if target == NOBODY else target
    state = state.with_bot(replace(retro, drives=drives))
    yield Frame(events.Hacked(player, drives or player), state)
    return state


def targets(state: State, retro: Bot) -> tuple[str, ...]:
    """Return the names of the adjacent bots that `retro` can program."""
    bots = (moves.bot_beside(state, retro, facing) for facing in FACINGS)
    return tuple(bot.name for bot in bots if bot and is_open(state, bot))


def is_open(state: State, bot: Bot) -> bool:
    """Return whether `bot` can be programmed.

    A bot cannot be programmed if it is stunned or immune, or if a card in force prevents it.
    """
    closed = bot.kind.immune or state.measured("closed", bot) > 0
    return not (bot.stunned or closed)


_TOOLS: Mapping[str, Callable[..., Flow[State]]] = {
    "shove": shove,
    "tractor": partial(beam, tool="tractor"),
    "forcer": partial(beam, tool="forcer"),
    "program": program,
}
