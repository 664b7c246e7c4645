"""The set-up of a match: retros outside, rogues on arrows, crates, the calamity deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest

from msgspec.structs import replace

from teachkit.core.board.decks import Deck
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import PickOne
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow, ask, ask_one, shuffled
from teachkit.errors import BoardError
from teachkit.games.calamitron.bots import COLOURS, Bot, retro_types, rogue_types, type_of, types
from teachkit.games.calamitron.calamities import (
    HIDDEN,
    draw_calamity,
    round_over,
    settle,
    trade_upgrades,
)
from teachkit.games.calamitron.events import Replaced
from teachkit.games.calamitron.execution import resolve
from teachkit.games.calamitron.programs import LayProgram
from teachkit.games.calamitron.rogues import move_rogues
from teachkit.games.calamitron.setup import Setup
from teachkit.games.calamitron.state import State, is_over, outcome
from teachkit.games.calamitron.table import Table, calamity_deck, upgrade_pile
from teachkit.games.calamitron.table_events import (
    CardsDealt,
    CratesPlaced,
    Ended,
    Laid,
    PryBarPassed,
    RogueCardsDrawn,
    RoguePlaced,
    RoundBegan,
    TimeKept,
    TurnBegan,
)
from teachkit.words import say


def check_match(state: State, players: Sequence[str]) -> None:
    """Raise `BoardError` unless these can play a match of this edition here. [CT-1]"""
    if not 1 <= len(players) <= 4 or len({*players} & {*COLOURS}) != len(players):
        raise BoardError(say("Calamitron is for 1 to 4 players of different colours."))
    if not state.rules.playable:
        raise BoardError(say("This edition is for exercises; play standard."))
    if len(state.board.exits) < len(players):
        raise BoardError(say("This board has {found} exits; each player needs one.",
                             found=len(state.board.exits)))  # fmt: skip
    if 0 < len(state.rules.types) < len(players):
        raise BoardError(say("There are {found} rogue cards; each player needs one.",
                             found=len(state.rules.types)))  # fmt: skip
    extras = state.rules.boss + state.rules.minion
    if len(state.board.arrows) < len(players) + extras:
        raise BoardError(say("This board has {found} arrows; it needs {wanted} for the rogues.",
                             found=len(state.board.arrows),
                             wanted=len(players) + extras))  # fmt: skip


def set_up(state: State, players: Sequence[str]) -> Flow[State]:
    """Choose retros, draw rogue cards, place rogues and crates, shuffle the deck. [CT-1 … CT-5]"""
    table = Table(tuple(players), pry_bar=players[0], upgrade_pile=upgrade_pile())
    state = state.with_table(table)
    for player in players:
        state = yield from choose_retro(state, player)
    drawn = (yield from shuffled(state.rules.types or rogue_types()))[: len(players)]
    state = state.with_table(replace(table, rogue_cards=drawn))
    yield Frame(RogueCardsDrawn(drawn), state)
    state = yield from place_rogues(state)
    if state.rules.crates and state.board.crates:
        taken = {bot.square for bot in state.bots}
        crates = tuple(sorted({*state.board.crates} - taken))
        state = replace(state, crates=crates)
        yield Frame(CratesPlaced(crates), state)
    deck = Deck((yield from shuffled(calamity_deck())))
    return state.with_table(replace(state.table, calamities=deck))


def choose_retro(state: State, player: str) -> Flow[State]:
    """A type, and an exit outside of which the retro waits, looking in. [CT-1, CT-5]"""
    kind = yield from ask_one(PickOne(player, say("Which retro do you drive?"), retro_types()))
    free = tuple(square for square in state.board.exits if not state.bot_on(square))
    square = yield from ask_one(PickOne(player, say("At which exit does it wait?"), free))
    bot = Bot(player, kind, square, state.board.way_in(square))
    state = replace(state, bots=(*state.bots, bot))
    yield Frame(Replaced(player, kind, square), state)
    return state


def place_rogues(state: State) -> Flow[State]:
    """Boss and minion, then one rogue for each player in turn, from the centre out. [CT-3]

    When the arrows run out, the rest stays in the box.
    """
    taken: tuple[Bot, ...] = ()
    extras = state.rules.boss + state.rules.minion
    most = state.rules.rogues + extras if state.rules.rogues else None
    for name, (square, facing) in zip(
        names_in_turn(state), state.board.arrows[:most], strict=False
    ):
        rogue = Bot(name, type_of(name), square, facing)
        taken = tuple(sorted((*taken, rogue), key=lambda bot: bot.name))
        state = replace(state, bots=(*state.retros, *taken))
        yield Frame(RoguePlaced(name, square), state)
    return state


def names_in_turn(state: State) -> Iterator[str]:
    """The rogues in the order in which they are placed."""
    yield from ("boss",) * state.rules.boss + ("minion",) * state.rules.minion
    rows = (
        [f"{kind}-{number}" for number in range(1, types()[kind].count + 1)]
        for kind in state.table.rogue_cards
    )
    yield from filter(None, chain.from_iterable(zip_longest(*rows)))


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
    state = yield from draw_calamity(state, state.table.pry_bar)
    return (yield from settle(state))


def deal_cards(state: State) -> Flow[State]:
    """The rogue cards in play are shuffled, and everybody gets one. [CT-6]"""
    table = state.table
    cards = yield from shuffled(table.rogue_cards)
    table = replace(table, cards=tuple(zip(table.players, cards, strict=True)))
    state = state.with_table(table)
    yield Frame(CardsDealt(table.cards), state)
    return state


def lay_programs(state: State) -> Flow[tuple[State, dict[str, Program]]]:
    """Everybody programs at once; the time that is left is kept for the next round. [CT-7]"""
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
    table = state.table
    yield Frame(TurnBegan(player), state)
    first = EXTRAS if player == table.pry_bar else ()
    kinds = [kind for name, kind in table.cards if name == player]
    return (yield from move_rogues(state, (*first, *kinds), player))


def pass_pry_bar(state: State) -> Flow[State]:
    """The pry bar goes to the left, and with it the first turn. [CT-11]"""
    table = state.table
    following = table.from_pry_bar()[1:] + table.from_pry_bar()[:1]
    state = state.with_table(replace(table, pry_bar=following[0]))
    yield Frame(PryBarPassed(following[0]), state)
    return state


def seen_by(state: State, player: str) -> State:
    """The state as this player may see it: without the order of the calamity deck. [CT-4]"""
    pile = (HIDDEN,) * len(state.table.calamities.draw_pile)
    hidden = Deck(pile, state.table.calamities.discard_pile)
    return state.with_table(replace(state.table, calamities=hidden))
