"""How a retro's program runs: stand up, instruction after instruction, and what follows.

Whose program it is stands in `Started`; which bot does what the instruction says, the retro or
the one that it programs, is told by the events. [CT-31]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from teachkit.core.board.squares import Facing
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow
from teachkit.core.run.rounds import card_by_card, in_rounds, one_after_another
from teachkit.core.run.walk import Rule, Skipped
from teachkit.games.calamitron import moves, tools
from teachkit.games.calamitron.bots import Bot
from teachkit.games.calamitron.calamities import settle
from teachkit.games.calamitron.events import Reason, StoodUp, Stopped
from teachkit.games.calamitron.rogues import after_step, move_rogues
from teachkit.games.calamitron.sensors import SENSORS
from teachkit.games.calamitron.state import State, is_over

ALL = -1
"""Instructions left of a program that runs whole."""

_STEPS = {"forward": 1, "forward-2": 2, "forward-3": 3, "back-2": 2}
_TURNS: Mapping[str, Callable[[Facing], Facing]] = {
    "left": lambda facing: facing.left,
    "right": lambda facing: facing.right,
    "u-turn": lambda facing: facing.back,
}
_TOOLS: Mapping[str, Callable[..., Flow[State]]] = {
    "shove": tools.shove,
    "tractor": tools.tractor,
    "forcer": tools.forcer,
    "program": tools.program,
}


def resolve(state: State, programs: Mapping[str, Program]) -> Flow[State]:
    """Run these programs and those that lie in the state, in seat order; rogues as it says.

    One program after another, whole; in the edition `turns` instruction by instruction. [CT-8]
    """
    return (yield from run(state, programs, perform))


def run(state: State, programs: Mapping[str, Program], rule: Rule) -> Flow[State]:
    """The same, each instruction by this rule: by `perform`, or by what it is taken for."""
    known = dict(state.programs) | dict(programs)
    seated = {bot.name: known[bot.name] for bot in state.retros if bot.name in known}
    for name in seated:
        state = state.with_bot(state.bot(name).with_left(None))
    state = yield from _rogues_before(state)
    if state.after and len(seated) > 1:
        state = replace(state, unfinished=tuple(seated))
    order = card_by_card if state.rules.card_by_card else one_after_another
    state = yield from in_rounds(state, seated, order, rule, SENSORS.conditions, is_over, finish)
    return state


def perform(state: State, player: str, instruction: Instruction) -> Flow[State]:
    """What one instruction of this player's program does. [CT-19]"""
    state = yield from _rogues_before(state)
    state = yield from begin(state, player)
    retro = state.bot(player)
    if reason := _halted(state, retro):
        yield Frame(Skipped(player, reason), state)
        return state
    if retro.left is not None and retro.left > 0:
        state = state.with_bot(retro.with_left(retro.left - 1))
    if tool := _TOOLS.get(instruction.name):
        state = yield from tool(state, player, *instruction.arguments)
    else:
        state = yield from move(state, player, instruction.name)
    return (yield from settle(state))


def begin(state: State, player: str) -> Flow[State]:
    """A program begins to run; a retro on its back stands up for few instructions. [CT-32]"""
    retro = state.bot(player)
    if retro.left is not None or retro.out:
        return state
    if not retro.stunned:
        return state.with_bot(retro.with_left(ALL))
    left = state.measured("recovery", retro, state.rules.recovery)
    state = state.with_bot(replace(retro, stunned=False, left=left))
    yield Frame(StoodUp(player, retro.facing, left), state)
    return state


def _halted(state: State, retro: Bot) -> Reason | None:
    """Why this retro, or the bot that it drives, can do nothing more in this run."""
    if retro.out:
        return Reason("out", retro.name)
    if retro.stunned:
        return Reason("stunned", retro.name)
    if retro.left == 0:
        outside = state.board.kind(retro.square) == "exit"
        return Reason("outside" if outside else "spent", retro.name, state.rules.recovery)
    return None


def move(state: State, player: str, name: str) -> Flow[State]:
    """Drive or turn: the retro itself, or the bot that it programs. [CT-21, CT-22, CT-31]"""
    bot = state.find(state.bot(player).drives or player)
    if bot is None or bot.out or bot.stunned:
        target = state.bot(player).drives
        lies = bot is not None and bot.stunned
        yield Frame(Skipped(player, Reason("stunned" if lies else "out", target)), state)
        return state
    if name in _TURNS:
        return (yield from moves.turn(state, bot.name, _TURNS[name](bot.facing), player))
    way = bot.facing.back if name.startswith("back") else bot.facing
    drive = _slip if bot.kind.slips else _drive
    return (yield from drive(state, bot.name, _STEPS[name], way, player))


def _drive(state: State, name: str, steps: int, way: Facing, player: str) -> Flow[State]:
    """Square by square; what is blocked is lost, and the bot's effect comes with it. [CT-27]"""
    acted = False
    for _ in range(steps):
        bot = state.find(name)
        if bot is None or bot.out or bot.stunned:
            break
        stepped = yield from moves.step(state, name, way, player)
        state = stepped.state
        if stepped.obstacle and not stepped.ground:
            yield _blocked(state, name, player, acted, stepped)
            break
        acted = True
        if not stepped.obstacle:
            state = yield from after_step(state, name, player)
    return state


def _slip(state: State, name: str, steps: int, way: Facing, player: str) -> Flow[State]:
    before = state.bot(name).square
    stepped = yield from moves.slip(state, name, steps, way, player)
    state = stepped.state
    if stepped.obstacle:
        yield _blocked(state, name, player, state.bot(name).square != before, stepped)
    return state


def _blocked(
    state: State, name: str, player: str, acted: bool, stepped: moves.Stepped
) -> Frame:  # fmt: skip
    """An instruction did nothing at all, or not all of it."""
    reason = stepped.obstacle
    return Frame(Stopped(name, reason) if acted else Skipped(player, reason), state)


def finish(state: State, player: str) -> Flow[State]:
    """A program has ended; in an exercise rogues may move now. [CT-8]"""
    state = yield from _rogues_before(state)
    if state.bot(player).stunned:  # and has had no instruction, else it may not stand up
        state = yield from begin(state, player)
    running = tuple(name for name in state.unfinished if name != player)
    state = replace(state, unfinished=running) if state.unfinished else state
    if running or not state.after:
        return state
    return (yield from move_rogues(state, state.after, state.retros[0].name))


def _rogues_before(state: State) -> Flow[State]:
    """Rogues that move before all programs do so once. [CT-8]"""
    if not state.before:
        return state
    movers = state.before
    return (yield from move_rogues(replace(state, before=()), movers, state.retros[0].name))
