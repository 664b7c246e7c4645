"""What calamity cards do at once: each kind is a word in `calamities.toml` and a small rule here.

A rule gets the card and who drew it. What moves by a calamity moves by accident: nobody keeps
what falls. What else is to be settled, such as a further card, is noted as due.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from teachkit.core.board.decks import draw
from teachkit.core.board.squares import Facing, Square, read_facing
from teachkit.core.run.flow import Flow, Frame, PickOne, ask_one
from teachkit.games.calamitron.bots import Bot, type_of, types
from teachkit.games.calamitron.damage import damage
from teachkit.games.calamitron.events import StoodUp, Stopped
from teachkit.games.calamitron.moves import arrive, in_way, moved_on, no_room, step
from teachkit.games.calamitron.state import State
from teachkit.games.calamitron.table import CardFile, Due, InForce, Table, calamities
from teachkit.games.calamitron.table_events import (
    CalamityDrawn,
    CatastropheBuried,
    CrateCame,
    NothingHappened,
    Slid,
    Spun,
    SurplusCame,
    TimeLost,
    UpgradeRusted,
)
from teachkit.words import say

T = TypeVar("T")


def catastrophe(state: State, card: CardFile, player: str) -> Flow[State]:
    """It lies face up from now on, and that is all. [CT-40]"""
    yield from ()
    return state


def surplus(state: State, card: CardFile, player: str) -> Flow[State]:
    """One more rogue of the type with most spare figures waits at an exit. [CT-41]"""
    spare = spare_figures(state)
    most = max(spare.values(), default=0)
    free = tuple(square for square in state.board.exits if not state.is_taken(square))
    if most < 1 or not free:
        yield Frame(NothingHappened(), state)
        return state
    kinds = tuple(kind for kind, number in spare.items() if number == most)
    kind = yield from _chosen(player, say("Which rogue comes in?"), kinds)
    square = yield from _chosen(player, say("At which exit does it wait?"), free)
    rogue = Bot(next_name(state, kind), kind, square, state.board.way_in(square))
    rogues = sorted((*state.rogues, rogue), key=lambda bot: bot.name)
    state = replace(state, bots=(*state.retros, *rogues))
    yield Frame(SurplusCame(rogue.name, square), state)
    return state


def spare_figures(state: State) -> dict[str, int]:
    """How many figures of each type in play are not on the board."""
    here = Counter(bot.type for bot in state.rogues)
    return {kind: types()[kind].count - here[kind] for kind in _table(state).rogue_cards}


def next_name(state: State, kind: str) -> str:
    """How the next rogue of a type is named: no name comes twice in a game."""
    names = (*(bot.name for bot in state.rogues), *dict(state.trophies))
    numbers = (int(name.partition("-")[2]) for name in names if type_of(name) == kind)
    return f"{kind}-{max(numbers, default=0) + 1}"


def turn(state: State, card: CardFile, player: str) -> Flow[State]:
    """Bots are turned on their squares; who waits outside looks in as before."""
    for bot in concerned(state, card, player):
        facing: Facing = getattr(bot.facing, card.toward)
        state = state.with_bot(bot.with_facing(facing))
        yield Frame(Spun(bot.name, facing), state)
    return state


def strike(state: State, card: CardFile, player: str) -> Flow[State]:
    """The drawer's retro takes 1 damage, or the rogue that is nearest to it."""
    retro = state.bot(player)
    bots = concerned(state, card, player)
    if not bots:
        yield Frame(NothingHappened(), state)
        return state
    nearest = min(bots, key=lambda bot: (_steps(bot.square, retro.square), bot.square))
    return (yield from damage(state, nearest))


def wake(state: State, card: CardFile, player: str) -> Flow[State]:
    """Who lies on its back stands up, and may go on as if nothing had been."""
    for bot in concerned(state, card, player):
        if bot.stunned:
            state = state.with_bot(replace(bot, stunned=False))
            yield Frame(StoodUp(bot.name, bot.facing), state)
    return state


def jolt(state: State, card: CardFile, player: str) -> Flow[State]:
    """Bots drive one square forward, into pits as well."""
    for each in concerned(state, card, player):
        bot = state.find(each.name)
        if bot is None or bot.stunned:
            continue
        stepped = yield from step(state, bot.name, bot.facing, "")
        state = stepped.state
        if stepped.obstacle and not stepped.ground:
            yield Frame(Stopped(bot.name, stepped.obstacle), state)
    return state


def slide(state: State, card: CardFile, player: str) -> Flow[State]:
    """Bots and crates slide one square, those in front first; without room they stay."""
    way = read_facing(card.toward)
    squares = [*state.crates, *(bot.square for bot in concerned(state, card, player))]
    in_front_first = way in (Facing.NORTH, Facing.EAST)
    squares.sort(key=lambda each: (each.column, each.row), reverse=in_front_first)
    for square in squares:
        thing = in_way(state, square)
        if thing is None or no_room(state, square, way):
            continue
        state = moved_on(state, square, way)
        yield Frame(Slid(thing.by, square, square.ahead(way)), state)
        state = yield from arrive(state, square.ahead(way), "")
    return state


def delivery(state: State, card: CardFile, player: str) -> Flow[State]:
    """A crate comes to the first free square that the board has for crates."""
    free = [square for square in state.board.crates if not state.is_taken(square)]
    if not (free and state.rules.crates):
        yield Frame(NothingHappened(), state)
        return state
    state = state.with_crate(free[0], free[0])
    yield Frame(CrateCame(free[0]), state)
    return state


def breather(state: State, card: CardFile, player: str) -> Flow[State]:
    """A catastrophe that lies face up goes under the deck."""
    table = _table(state)
    if not table.catastrophes:
        yield Frame(NothingHappened(), state)
        return state
    state = state.with_table(table.with_catastrophe_buried())
    yield Frame(CatastropheBuried(), state)
    return state


def rust(state: State, card: CardFile, player: str) -> Flow[State]:
    """Who draws gives up an upgrade, and gets nothing for it."""
    table = _table(state)
    held = table.upgrades_of(player)
    if not held:
        yield Frame(NothingHappened(), state)
        return state
    question = say("Which upgrade do you lose?")
    name = yield from _chosen(player, question, tuple(dict.fromkeys(held)))
    state = state.with_table(table.without_upgrade(player, name))
    yield Frame(UpgradeRusted(player, name), state)
    return state


def spilt_time(state: State, card: CardFile, player: str) -> Flow[State]:
    """The seconds that were kept for the next round are lost. [CT-7]"""
    state = state.with_table(replace(_table(state), carried=0))
    yield Frame(TimeLost(), state)
    return state


def more(state: State, card: CardFile, player: str) -> Flow[State]:
    """So many more calamities are due."""
    yield from ()
    due = (Due("calamity", player),) * card.amount
    return state.with_table(_table(state).with_due(*due))


def gift(state: State, card: CardFile, player: str) -> Flow[State]:
    """An upgrade is due."""
    yield from ()
    return state.with_table(_table(state).with_due(Due("upgrade", player)))


Kind = Callable[[State, CardFile, str], Flow[State]]
KINDS: Mapping[str, Kind] = {
    "catastrophe": catastrophe,
    "surplus": surplus,
    "turn": turn,
    "damage": strike,
    "wake": wake,
    "jolt": jolt,
    "slide": slide,
    "delivery": delivery,
    "breather": breather,
    "rust": rust,
    "spilt-time": spilt_time,
    "more": more,
    "gift": gift,
}


def concerned(state: State, card: CardFile, player: str) -> list[Bot]:
    """The bots on the board that a card means; who waits outside is not there yet."""
    groups = {"rogues": state.rogues, "retros": state.retros, "drawer": (state.bot(player),)}
    bots = groups.get(card.whom, state.bots)
    return [bot for bot in bots if not bot.out and state.board.kind(bot.square) != "exit"]


def _chosen(player: str, question: str, options: tuple[T, ...]) -> Flow[T]:
    """What the player chooses; of one thing there is nothing to choose."""
    if len(options) == 1:
        return options[0]
    chosen: T = yield from ask_one(PickOne(player, question, options))
    return chosen


def _table(state: State) -> Table:
    assert state.table
    return state.table


def _steps(one: Square, other: Square) -> int:
    return abs(one.column - other.column) + abs(one.row - other.row)


HIDDEN = "?"


def draw_calamity(state: State, player: str) -> Flow[State]:
    """Draw a card and follow it; an empty pile is made anew from the discards. [CT-39, CT-45]"""
    assert state.table
    drawn, deck = yield from draw(state.table.calamities, 1)
    state = state.with_table(replace(state.table, calamities=deck))
    for name in drawn:
        if name == HIDDEN:  # in a view nobody knows what comes
            continue
        state = yield from follow(state, name, player)
    return state


def follow(state: State, name: str, player: str) -> Flow[State]:
    """Do what a card says. A catastrophe stays, all others are laid away. [CT-40]"""
    assert state.table
    card, table = calamities()[name], state.table
    if card.kind == "catastrophe":
        table = replace(table, catastrophes=(*table.catastrophes, name))
    else:
        table = replace(table, calamities=table.calamities.with_discarded((name,)))
    if card.kind == "measure":
        table = replace(table, in_force=(*table.in_force, in_force(name, card)))
    state = state.with_table(table)
    yield Frame(CalamityDrawn(name, player), state)
    if card.kind == "measure":
        return state
    return (yield from KINDS[card.kind](state, card, player))


def in_force(name: str, card: CardFile, whom: str = "") -> InForce:
    """What a card changes as long as it is in force."""
    rounds = card.rounds + 1 if card.rounds else 0  # the round in which it is drawn ends first
    return InForce(name, card.measure, card.amount, whom or card.whom, rounds)


def round_over(state: State) -> State:
    """The state with what was in force for one round less."""
    assert state.table
    left = (replace(each, rounds=each.rounds - 1) for each in state.table.in_force if each.rounds)
    kept = (each for each in state.table.in_force if not each.rounds)
    in_force = (*kept, *(each for each in left if each.rounds))
    return state.with_table(replace(state.table, in_force=in_force))
