"""A whole match: the placement of retros, rogues and crates, and the rounds until the end.

Strategies cannot see the order of the calamity deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest

from msgspec.structs import replace

from teachkit.core.language.program import Program
from teachkit.core.run.flow import Deck, Ended, Flow, Frame, ask, pick_one, shuffled
from teachkit.core.strings import board_error
from teachkit.errors import BoardError
from teachkit.games.calamitron import events, table_events
from teachkit.games.calamitron.bots import COLOURS, Bot, retro_types, rogue_types, type_of, types
from teachkit.games.calamitron.calamities import (
    HIDDEN,
    end_of_round,
    land,
    round_over,
    trade_upgrades,
)
from teachkit.games.calamitron.execution import resolve
from teachkit.games.calamitron.programs import LayProgram
from teachkit.games.calamitron.rogues import move_rogues
from teachkit.games.calamitron.setup import Setup
from teachkit.games.calamitron.state import State, is_over, outcome
from teachkit.games.calamitron.table import Table, calamities, copies, upgrades
from teachkit.words import say, say_many

EXTRAS = ("boss", "minion")


def play(setup: Setup) -> Flow[State]:
    """Play a whole match: set up the board, then play rounds until the match is over."""
    state = setup.state()
    check_match(state, setup.players)
    state = yield from set_up(state, setup.players)
    while not (over := outcome(state)):
        state = yield from play_round(state)
    yield Frame(Ended(over.reason), state)
    return state


def check_match(state: State, players: Sequence[str]) -> None:
    """Raise `BoardError` unless `players` can play the state's edition on its board. [CT-1]"""
    if not 1 <= len(players) <= 4 or len({*players} & {*COLOURS}) != len(players):
        raise board_error("Calamitron is for 1 to 4 players, each with a different colour.")
    if not state.rules.playable:
        raise board_error("This edition is only for exercises. Play the standard edition.")
    found = len(state.board.exits)
    if found < len(players):
        says = say_many(
            "This board has {number} exit, but each player needs one.",
            "This board has {number} exits, but each player needs one.",
            found,
        )
        raise BoardError(says)
    found = len(state.rules.types)
    if 0 < found < len(players):
        says = say_many(
            "There is {number} rogue card, but each player needs one.",
            "There are {number} rogue cards, but each player needs one.",
            found,
        )
        raise BoardError(says)
    found, wanted = len(state.board.arrows), len(players) + len(extras(state))
    if found < wanted:
        says = say_many(
            "This board has {number} arrow, but the rogues need {wanted}.",
            "This board has {number} arrows, but the rogues need {wanted}.",
            found,
            wanted=wanted,
        )
        raise BoardError(says)


def set_up(state: State, players: Sequence[str]) -> Flow[State]:
    """Set up a match: choose retros, place rogues and crates, shuffle calamities. [CT-1 … CT-5]"""
    table = Table(tuple(players), pry_bar=players[0], upgrade_pile=copies(upgrades()))
    state = state.with_table(table)
    for player in players:
        state = yield from choose_retro(state, player)
    drawn = (yield from shuffled(state.rules.types or rogue_types()))[: len(players)]
    state = state.with_table(replace(table, rogue_cards=drawn))
    yield Frame(table_events.RogueCardsDrawn(drawn), state)
    state = yield from place_rogues(state)
    if state.rules.crates and state.board.crates:
        taken = {bot.square for bot in state.bots}
        crates = tuple(sorted({*state.board.crates} - taken))
        state = replace(state, crates=crates)
        yield Frame(table_events.CratesPlaced(crates), state)
    deck = Deck((yield from shuffled(copies(calamities()))))
    return state.with_table(replace(state.table, calamities=deck))


def choose_retro(state: State, player: str) -> Flow[State]:
    """Let a player choose a retro and the exit at which it waits, facing the board. [CT-1, CT-5]"""
    kind = yield from pick_one(player, say("Which retro do you want to drive?"), retro_types())
    free = tuple(square for square in state.board.exits if not state.bot_on(square))
    square = yield from pick_one(player, say("Which exit does it wait at?"), free, about=kind)
    bot = Bot(player, kind, square, state.board.way_in(square))
    state = replace(state, bots=(*state.bots, bot))
    yield Frame(events.Replaced(player, square, kind), state)
    return state


def place_rogues(state: State) -> Flow[State]:
    """Place rogues on the arrows, in the order of `names_in_turn`. [CT-3]

    The arrows are used from the centre of the board outwards. If there are not enough arrows, the
    remaining rogues are left out.
    """
    most = state.rules.rogues + len(extras(state)) if state.rules.rogues else None
    places = zip(names_in_turn(state), state.board.arrows[:most], strict=False)
    for name, (square, facing) in places:
        state = state.with_rogue(Bot(name, type_of(name), square, facing))
        yield Frame(table_events.RoguePlaced(name, square), state)
    return state


def names_in_turn(state: State) -> Iterator[str]:
    """Yield the rogues' names in the order in which the rogues are placed.

    The Bossbot and the Minionbot come first. The types then alternate: the first rogue of each type
    is followed by the second rogue of each type, and so on.
    """
    yield from extras(state)
    rows = (
        [f"{kind}-{number}" for number in range(1, types()[kind].count + 1)]
        for kind in state.table.rogue_cards
    )
    yield from filter(None, chain.from_iterable(zip_longest(*rows)))


def extras(state: State) -> tuple[str, ...]:
    """Return the names of the extra rogues in this game: the Bossbot and the Minionbot."""
    return ("boss",) * state.rules.boss + ("minion",) * state.rules.minion


# Rounds ----------------------------------------------------------------------------------------


def play_round(state: State) -> Flow[State]:
    """Play one round, which ends early if the match is over. [CT-6 … CT-11]"""
    table = replace(state.table, round=state.table.round + 1)
    state = state.with_table(table)
    if is_over(state):
        return state
    for retro in state.retros:  # no retro has begun its program for this round
        state = state.with_bot(retro.before_program())
    yield Frame(table_events.RoundBegan(table.round, table.pry_bar), state)
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
        state = yield from land(round_over(state))
    if not is_over(state):
        state = yield from pass_pry_bar(state)
    return state


def deal_cards(state: State) -> Flow[State]:
    """Shuffle the rogue cards in play, and deal one to each player. [CT-6]"""
    table = state.table
    cards = yield from shuffled(table.rogue_cards)
    table = replace(table, cards=tuple(zip(table.players, cards, strict=True)))
    state = state.with_table(table)
    yield Frame(table_events.CardsDealt(table.cards), state)
    return state


def lay_programs(state: State) -> Flow[tuple[State, dict[str, Program]]]:
    """Ask all players for their programs at the same time, and save the remaining time. [CT-7]"""
    table, question = state.table, say("Write your program.")
    asked = (LayProgram.of(seen_by(state, name), name, question) for name in table.players)
    answers = yield from ask(*asked)
    programs: dict[str, Program] = {str(answer.player): answer.choice for answer in answers}
    if state.rules.timer:
        seconds = tuple(range(state.rules.timer + table.carried + 1))
        question = say("How many seconds are left?")
        left = yield from pick_one(table.pry_bar, question, seconds, needs_clock=True)
        if left is not None:
            state = state.with_table(replace(table, carried=left))
            yield Frame(table_events.TimeKept(left), state)
    return state, programs


def take_turn(state: State, player: str, program: Program) -> Flow[State]:
    """Take `player`'s turn: move the player's rogues, then run `program`. [CT-8]"""
    state = yield from begin_turn(state, player)
    if is_over(state):
        return state
    yield Frame(table_events.Laid(player, program), state)
    return (yield from resolve(state, {player: program}))


def begin_turn(state: State, player: str) -> Flow[State]:
    """Begin a player's turn by moving the rogues of the type on the player's rogue card.

    The player with the pry bar first moves the Bossbot and the Minionbot.
    """
    table = state.table
    yield Frame(table_events.TurnBegan(player), state)
    first = EXTRAS if player == table.pry_bar else ()
    kinds = [kind for name, kind in table.cards if name == player]
    return (yield from move_rogues(state, (*first, *kinds), player))


def pass_pry_bar(state: State) -> Flow[State]:
    """Pass the pry bar to the player on the left, who goes first in the next round. [CT-11]"""
    table = state.table
    following = table.from_pry_bar()[1:] + table.from_pry_bar()[:1]
    state = state.with_table(replace(table, pry_bar=following[0]))
    yield Frame(table_events.PryBarPassed(following[0]), state)
    return state


def seen_by(state: State, player: str) -> State:
    """Return a copy of the state as any player sees it, with the calamity deck hidden. [CT-4]"""
    hidden = state.table.calamities.face_down(HIDDEN)
    return state.with_table(replace(state.table, calamities=hidden))
