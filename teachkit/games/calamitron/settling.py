"""What is due once an instruction or a rogue's move is done: calamities, upgrades, new retros.

Rules that move bots only note what is due on the table; it is settled here, in the order in which
it came up, before anything else happens. In an exercise there is no table, and nothing is due.
"""

from __future__ import annotations

from dataclasses import replace

from teachkit.core.board.squares import Square
from teachkit.core.run.flow import Flow, Frame, PickOne, ask_one
from teachkit.games.calamitron.bots import retro_types
from teachkit.games.calamitron.calamities import draw_calamity
from teachkit.games.calamitron.calamity_events import SurplusLeft
from teachkit.games.calamitron.happenings import Replaced
from teachkit.games.calamitron.pieces import Bot, Due
from teachkit.games.calamitron.state import State
from teachkit.games.calamitron.upgrades import take_upgrade
from teachkit.games.calamitron.winning import is_over
from teachkit.words import say


def settle(state: State) -> Flow[State]:
    """Do everything that is due, unless the game is over."""
    while state.table and state.table.due and not is_over(state):
        first, *rest = state.table.due
        state = state.with_table(replace(state.table, due=tuple(rest)))
        match first.what:
            case "calamity":
                state = yield from draw_calamity(state, first.player)
            case "upgrade":
                state = yield from take_upgrade(state, first.player)
            case "retro":
                state = yield from new_retro(state, first)
    return state


def new_retro(state: State, due: Due) -> Flow[State]:
    """A retro of another type waits at the nearest free exit; the player breaks ties. [CT-35]"""
    lost = state.bot(due.player)
    kinds = tuple(kind for kind in retro_types() if kind != lost.type)
    kind = yield from ask_one(PickOne(due.player, say("Which retro comes next?"), kinds))
    exits = nearest_exits(state, due.square or lost.square)
    square = exits[0]
    if len(exits) > 1:
        question = say("At which exit does it wait?")
        square = yield from ask_one(PickOne(due.player, question, exits))
    if rogue := state.bot_on(square):
        state = state.without_bot(rogue.name)
        yield Frame(SurplusLeft(rogue.name, square), state)
    bot = Bot(lost.name, kind, square, state.board.way_in(square), left=lost.left)
    state = state.with_bot(bot)
    yield Frame(Replaced(bot.name, kind, square), state)
    return state


def nearest_exits(state: State, pit: Square) -> tuple[Square, ...]:
    """The free exits nearest to a pit, in steps between squares; where none is free, those of
    surplus rogues, which make room. [CT-35]
    """
    exits = state.board.exits
    held = {bot.square for bot in state.retros if not bot.out}
    free = [square for square in exits if not state.is_taken(square)]
    free = free or [square for square in exits if square not in held]
    steps = {
        each: abs(each.column - pit.column) + abs(each.row - pit.row) for each in free
    }  # fmt: skip
    return tuple(square for square in free if steps[square] == min(steps.values()))
