"""The set-up of a match: retros outside, rogues on arrows, crates, the calamity deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from teachkit.core.board.decks import Deck
from teachkit.core.run.flow import Flow, Frame, PickOne, ask_one, shuffled
from teachkit.errors import BoardError
from teachkit.games.calamitron.bots import retro_types, rogue_types, type_of, types
from teachkit.games.calamitron.cards import calamity_deck, upgrade_pile
from teachkit.games.calamitron.editions import COLOURS
from teachkit.games.calamitron.happenings import Replaced
from teachkit.games.calamitron.pieces import Bot, Table
from teachkit.games.calamitron.state import State
from teachkit.games.calamitron.table_events import CratesPlaced, RogueCardsDrawn, RoguePlaced
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
    assert state.table
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
    assert state.table
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
    assert state.table
    yield from ("boss",) * state.rules.boss + ("minion",) * state.rules.minion
    rows = (
        [f"{kind}-{number}" for number in range(1, types()[kind].count + 1)]
        for kind in state.table.rogue_cards
    )
    yield from filter(None, chain.from_iterable(zip_longest(*rows)))
