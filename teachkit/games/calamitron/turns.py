"""The whole game from set-up to its end, round by round."""

from __future__ import annotations

from dataclasses import replace

from teachkit.core.board.decks import Deck
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow, Frame, PickOne, ask, ask_one, shuffled
from teachkit.games.calamitron.calamities import HIDDEN, draw_calamity, round_over
from teachkit.games.calamitron.execution import resolve
from teachkit.games.calamitron.placing import check_match, set_up
from teachkit.games.calamitron.programming import LayProgram
from teachkit.games.calamitron.rogues import move_rogues
from teachkit.games.calamitron.settling import settle
from teachkit.games.calamitron.setup import Setup
from teachkit.games.calamitron.state import State
from teachkit.games.calamitron.table_events import (
    CardsDealt,
    Ended,
    Laid,
    PryBarPassed,
    RoundBegan,
    TimeKept,
    TurnBegan,
)
from teachkit.games.calamitron.upgrades import trade_upgrades
from teachkit.games.calamitron.winning import is_over, outcome
from teachkit.words import say

EXTRAS = ("boss", "minion")


def play(setup: Setup) -> Flow[State]:
    """The whole game: retros, rogues and crates are placed, then round after round."""
    state = setup.state()
    check_match(state, setup.players)
    state = yield from set_up(state, setup.players)
    while not (over := outcome(state)):
        state = yield from play_round(state)
    yield Frame(Ended(over.reason), state)
    return state


def play_round(state: State) -> Flow[State]:
    """One round, step by step, until the game is over. [CT-6 … CT-11]"""
    assert state.table
    table = replace(state.table, round=state.table.round + 1)
    state = state.with_table(table)
    if is_over(state):
        return state
    for retro in state.retros:  # the programs of the last round are over
        state = state.with_bot(retro.with_left(None))
    yield Frame(RoundBegan(table.round, table.pry_bar), state)
    state = yield from deal_cards(state)
    state, programs = yield from lay_programs(state)
    for player in table.from_pry_bar():
        if not is_over(state):
            state = yield from take_turn(state, player, programs[player])
    if is_over(state):
        return state
    state = yield from end_of_round(state)
    if not is_over(state):
        state = yield from trade_upgrades(state)
        state = yield from pass_pry_bar(round_over(state))
    return state


def end_of_round(state: State) -> Flow[State]:
    """Who holds the pry bar draws a calamity; what it brings about is settled. [CT-9]"""
    assert state.table
    state = yield from draw_calamity(state, state.table.pry_bar)
    return (yield from settle(state))


def deal_cards(state: State) -> Flow[State]:
    """The rogue cards in play are shuffled, and everybody gets one. [CT-6]"""
    assert state.table
    table = state.table
    cards = yield from shuffled(table.rogue_cards)
    table = replace(table, cards=tuple(zip(table.players, cards, strict=True)))
    state = state.with_table(table)
    yield Frame(CardsDealt(table.cards), state)
    return state


def lay_programs(state: State) -> Flow[tuple[State, dict[str, Program]]]:
    """Everybody programs at once; the time that is left is kept for the next round. [CT-7]"""
    assert state.table
    table = state.table
    question = say("Lay your program.")
    asked = (
        LayProgram.of(seen_by(state, player), player, question) for player in table.players
    )  # fmt: skip
    answers = yield from ask(*asked)
    programs: dict[str, Program] = {str(answer.player): answer.choice for answer in answers}
    if state.rules.timer:
        seconds = state.rules.timer + table.carried
        question = say("How many seconds are left?")
        asked_left = PickOne(table.pry_bar, question, tuple(range(seconds + 1)))
        left = yield from ask_one(asked_left)
        state = state.with_table(replace(table, carried=left))
        yield Frame(TimeKept(left), state)
    return state, programs


def take_turn(state: State, player: str, program: Program) -> Flow[State]:
    """A player's rogues move, then the retro runs its program. [CT-8]

    Who holds the pry bar moves the Bossbot first, then the Minionbot.
    """
    state = yield from begin_turn(state, player)
    if is_over(state):
        return state
    yield Frame(Laid(player, program), state)
    return (yield from resolve(state, {player: program}))


def begin_turn(state: State, player: str) -> Flow[State]:
    """The rogues of a player's card move, and those that come first of all."""
    assert state.table
    table = state.table
    yield Frame(TurnBegan(player), state)
    first = EXTRAS if player == table.pry_bar else ()
    kinds = [kind for name, kind in table.cards if name == player]
    return (yield from move_rogues(state, (*first, *kinds), player))


def pass_pry_bar(state: State) -> Flow[State]:
    """The pry bar goes to the left, and with it the first turn. [CT-11]"""
    assert state.table
    table = state.table
    following = table.from_pry_bar()[1:] + table.from_pry_bar()[:1]
    state = state.with_table(replace(table, pry_bar=following[0]))
    yield Frame(PryBarPassed(following[0]), state)
    return state


def seen_by(state: State, player: str) -> State:
    """The state as this player may see it: without the order of the calamity deck. [CT-4]"""
    if state.table is None:
        return state
    pile = (HIDDEN,) * len(state.table.calamities.draw_pile)
    hidden = Deck(pile, state.table.calamities.discard_pile)
    return state.with_table(replace(state.table, calamities=hidden))
