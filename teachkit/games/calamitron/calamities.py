"""Calamities, upgrades and new retros, which are all resolved between two instructions.

The rules that move bots only record on the table that a calamity, an upgrade or a new retro is due.
`settle` resolves the recorded things in order, before anything else happens [CT-46]. In an
exercise, nothing is ever due.

A calamity of the kind `measure` is in force for some rounds, beginning with the next one. A
`catastrophe` only stays on the table. Every other kind in `calamities.toml` has a function in this
module, which is called with the card and the player who drew the card. If a calamity moves a rogue
into a pit, nobody gets credit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from teachkit.core.board.squares import Facing, Square, read_facing
from teachkit.core.run.flow import Flow, Frame, chosen, draw, pick_one
from teachkit.games.calamitron import events, table_events
from teachkit.games.calamitron.bots import Bot, Titled, called, retro_types, type_of, types
from teachkit.games.calamitron.moves import arrive, damage, drive_on, in_way, moved_on, no_room
from teachkit.games.calamitron.state import State, is_over
from teachkit.games.calamitron.table import CardFile, Due, InForce, calamities, upgrades
from teachkit.words import say, translate

HIDDEN, NONE = "?", "none"


def settle(state: State) -> Flow[State]:
    """Resolve everything that is due, in order. Stop if the match is over. [CT-46]"""
    while state.table.due and not is_over(state):
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


# Calamities -------------------------------------------------------------------------------------


def draw_calamity(state: State, player: str) -> Flow[State]:
    """Let `player` draw a calamity card, and carry out the card. [CT-39, CT-45]

    If the draw pile is empty, it is rebuilt from the discard pile.
    """
    drawn, deck = yield from draw(state.table.calamities, 1)
    state = state.with_table(replace(state.table, calamities=deck))
    for name in drawn:
        if name != HIDDEN:  # in a player's view of the state, the next card is unknown
            state = yield from follow(state, name, player)
    return state


def follow(state: State, name: str, player: str) -> Flow[State]:
    """Carry out the calamity card `name`. [CT-40]

    A catastrophe stays face up on the table; every other card is discarded.
    """
    card, table = calamities()[name], state.table
    if card.kind == "catastrophe":
        table = replace(table, catastrophes=(*table.catastrophes, name))
    else:
        table = replace(table, calamities=table.calamities.with_discarded((name,)))
    if card.kind == "measure":
        table = table.with_card(name, card, since=table.round + 1)
    state = state.with_table(table)
    yield Frame(table_events.CalamityDrawn(player, name), state)
    kind = KINDS.get(card.kind)
    return (yield from kind(state, card, player)) if kind else state


def end_of_round(state: State) -> Flow[State]:
    """Let the player with the pry bar draw a calamity, and resolve everything due. [CT-9]"""
    state = yield from draw_calamity(state, state.table.pry_bar)
    return (yield from settle(state))


def round_over(state: State) -> State:
    """Return a copy of the state in which each card in force has one round fewer left.

    A card in its last round is removed. A card without a limit, or one that comes into force only
    in the next round, is unchanged.
    """
    kept, table = list[InForce](), state.table
    for each in table.in_force:
        if not each.rounds or each.since > table.round:
            kept.append(each)
        elif each.rounds > 1:
            kept.append(replace(each, rounds=each.rounds - 1))
    return state.with_table(replace(table, in_force=tuple(kept)))


def land(state: State) -> Flow[State]:
    """Drop each bot that is over a pit but no longer hovers, and resolve everything due. [CT-35]"""
    for bot in state.bots:
        if not bot.out:
            state = yield from arrive(state, bot.square, "")
    return (yield from settle(state))


def worded(view: State, player: str, option: object) -> str:
    """Return an option of a player's question, or what the question is about, in words."""
    name = str(option)
    if view.find(name) or name == "crate":
        return called(name)
    card = option if isinstance(option, Titled) else {**types(), **upgrades()}.get(name)
    return str(card or (say("Nobody") if name == "nobody" else translate(name)))


# Kinds of calamities ----------------------------------------------------------------------------


def surplus(state: State, card: CardFile, player: str) -> Flow[State]:
    """Place a new rogue, of the type with the most unused figures, at a free exit. [CT-41]

    `player` chooses if there are several such types or free exits.
    """
    spare = spare_figures(state)
    most = max(spare.values(), default=0)
    free = tuple(square for square in state.board.exits if not state.is_taken(square))
    if most < 1 or not free:
        return (yield from nothing(state))
    kinds = tuple(kind for kind, number in spare.items() if number == most)
    kind = yield from chosen(player, say("Which rogue comes in?"), kinds, about=card)
    square = yield from chosen(player, say("Which exit does it wait at?"), free, about=kind)
    rogue = Bot(next_name(state, kind), kind, square, state.board.way_in(square))
    state = state.with_rogue(rogue)
    yield Frame(table_events.SurplusCame(rogue.name, square), state)
    return state


def spare_figures(state: State) -> dict[str, int]:
    """Count, for each type of rogue in play, the figures that are not on the board."""
    here = Counter(bot.type for bot in state.rogues)
    return {kind: types()[kind].count - here[kind] for kind in state.table.rogue_cards}


def next_name(state: State, kind: str) -> str:
    """Return a name for a new rogue of type `kind`, with a number not yet used in this match."""
    names = (*(bot.name for bot in state.rogues), *dict(state.trophies))
    numbers = (int(name.partition("-")[2]) for name in names if type_of(name) == kind)
    return f"{kind}-{max(numbers, default=0) + 1}"


def turn(state: State, card: CardFile, player: str) -> Flow[State]:
    """Turn each affected bot left, right or around on its square, as `card.toward` says."""
    for bot in concerned(state, card, player):
        facing = bot.facing.turned(card.toward)
        state = state.with_bot(bot.with_facing(facing))
        yield Frame(table_events.Spun(bot.name, facing), state)
    return state


def strike(state: State, card: CardFile, player: str) -> Flow[State]:
    """Damage the bot nearest to `player`'s retro, among the bots that `card` affects."""
    retro = state.bot(player)
    bots = concerned(state, card, player)
    if not bots:
        return (yield from nothing(state))
    nearest = min(bots, key=lambda bot: (retro.square.steps_to(bot.square), bot.square))
    return (yield from damage(state, nearest))


def wake(state: State, card: CardFile, player: str) -> Flow[State]:
    """Make the stunned bots that `card` affects stand up, so that they can act as usual."""
    for bot in concerned(state, card, player):
        if bot.stunned:
            state = state.with_bot(replace(bot, stunned=False))
            yield Frame(events.StoodUp(bot.name, bot.facing), state)
    return state


def jolt(state: State, card: CardFile, player: str) -> Flow[State]:
    """Make each bot that `card` affects drive one square forward, even into a pit.

    Stunned bots stay where they are.
    """
    for each in concerned(state, card, player):
        bot = state.find(each.name)
        if bot and not bot.stunned:
            state = yield from drive_on(state, bot)
    return state


def slide(state: State, card: CardFile, player: str) -> Flow[State]:
    """Slide crates and the bots that `card` affects one square in the direction `card.toward`.

    The ones in front slide first. A bot or crate without room stays where it is.
    """
    way = read_facing(card.toward)
    squares = [*state.crates, *(bot.square for bot in concerned(state, card, player))]
    in_front_first = way in (Facing.NORTH, Facing.EAST)
    squares.sort(key=lambda each: (each.column, each.row), reverse=in_front_first)
    for square in squares:
        thing = in_way(state, square)
        if thing is None or no_room(state, square, way):
            continue
        state = moved_on(state, square, way)
        yield Frame(table_events.Slid(thing.by, square, square.ahead(way)), state)
        state = yield from arrive(state, square.ahead(way), "")
    return state


def delivery(state: State, card: CardFile, player: str) -> Flow[State]:
    """Put a crate on the first of the crates' starting squares that is free."""
    free = [square for square in state.board.crates if not state.is_taken(square)]
    if not (free and state.rules.crates):
        return (yield from nothing(state))
    state = state.with_crate(free[0], free[0])
    yield Frame(table_events.CrateCame(free[0]), state)
    return state


def breather(state: State, card: CardFile, player: str) -> Flow[State]:
    """Put the last face-up catastrophe under the draw pile."""
    table = state.table
    if not table.catastrophes:
        return (yield from nothing(state))
    state = state.with_table(table.with_catastrophe_buried())
    yield Frame(table_events.CatastropheBuried(), state)
    return state


def rust(state: State, card: CardFile, player: str) -> Flow[State]:
    """Remove an upgrade of `player`, who drew the card and chooses the upgrade."""
    table = state.table
    held = table.upgrades_of(player)
    if not held:
        return (yield from nothing(state))
    question = say("Which upgrade do you want to lose?")
    name = yield from chosen(player, question, tuple(dict.fromkeys(held)), about=card)
    state = state.with_table(table.without_upgrade(player, name))
    yield Frame(table_events.UpgradeRusted(player, name), state)
    return state


def spilt_time(state: State, card: CardFile, player: str) -> Flow[State]:
    """Discard the seconds that were saved for the next round, if there are any. [CT-7]"""
    if not state.table.carried:
        return (yield from nothing(state))
    state = state.with_table(replace(state.table, carried=0))
    yield Frame(table_events.TimeLost(), state)
    return state


def more(state: State, card: CardFile, player: str) -> Flow[State]:
    """Make `card.amount` more calamities due, even if the last rogue has fallen. [CT-44]"""
    yield from ()
    return state.with_table(state.table.with_due(*[Due("calamity", player)] * card.amount))


def gift(state: State, card: CardFile, player: str) -> Flow[State]:
    """Make an upgrade due for `player`, who drew the card."""
    yield from ()
    return state.with_due(Due("upgrade", player))


Kind = Callable[[State, CardFile, str], Flow[State]]
KINDS: Mapping[str, Kind] = {"damage": strike, "spilt-time": spilt_time} | {
    kind.__name__: kind
    for kind in (surplus, turn, wake, jolt, slide, delivery, breather, rust, more, gift)
}
"""The kinds of calamities by their names in the data file."""


def nothing(state: State) -> Flow[State]:
    """Report that a card had no effect."""
    yield Frame(table_events.NothingHappened(), state)
    return state


def concerned(state: State, card: CardFile, player: str) -> list[Bot]:
    """Return the bots that `card` affects, except those that are out or waiting at an exit."""
    groups = {"rogues": state.rogues, "retros": state.retros, "drawer": (state.bot(player),)}
    bots = groups.get(card.whom, state.bots)
    return [bot for bot in bots if not bot.out and state.board.kind(bot.square) != "exit"]


# Upgrades ---------------------------------------------------------------------------------------


def take_upgrade(state: State, player: str) -> Flow[State]:
    """Let `player` take an upgrade from the pile, or decline. [CT-42, CT-43]

    Offer nothing if the player has the maximum number of upgrades, if the pile is empty, or if the
    player's retro is out.
    """
    table = state.table
    held = table.upgrades_of(player)
    if len(held) >= state.rules.upgrades_each or not table.upgrade_pile or state.bot(player).out:
        return state
    options = (*dict.fromkeys(table.upgrade_pile), NONE)
    name = yield from pick_one(player, say("Which upgrade do you take?"), options)
    if name == NONE:
        return state
    pile = list(table.upgrade_pile)
    pile.remove(name)
    table = replace(table, upgrade_pile=tuple(pile))
    state = state.with_table(table.with_card(name, upgrades()[name], player))
    yield Frame(table_events.UpgradeTaken(player, name), state)
    return state


def trade_upgrades(state: State) -> Flow[State]:
    """Let each player give up an upgrade to put a catastrophe under the draw pile. [CT-10]"""
    for player in state.table.from_pry_bar():
        table = state.table
        held = table.upgrades_of(player)
        if not (held and table.catastrophes):
            continue
        question = say("Which upgrade do you give up to remove a catastrophe?")
        name = yield from pick_one(player, question, (*dict.fromkeys(held), NONE))
        if name != NONE:
            table = table.without_upgrade(player, name).with_catastrophe_buried()
            state = state.with_table(table)
            yield Frame(table_events.UpgradeGivenUp(player, name), state)
    return state


# New retros -------------------------------------------------------------------------------------


def new_retro(state: State, due: Due) -> Flow[State]:
    """Replace a player's lost retro with one of another type, at the nearest free exit. [CT-35]

    The player chooses the type, and also the exit if several are equally near.
    """
    lost = state.bot(due.player)
    kinds = tuple(kind for kind in retro_types() if kind != lost.type)
    kind = yield from pick_one(due.player, say("Which retro do you drive next?"), kinds)
    exits = nearest_exits(state, due.square or lost.square)
    question = say("Which exit does it wait at?")
    square = yield from chosen(due.player, question, exits, about=kind)
    if rogue := state.bot_on(square):
        state = state.without_bot(rogue.name)
        yield Frame(table_events.SurplusLeft(rogue.name, square), state)
    bot = Bot(lost.name, kind, square, state.board.way_in(square), left=lost.left)
    state = state.with_bot(bot)
    yield Frame(events.Replaced(bot.name, square, kind), state)
    return state


def nearest_exits(state: State, pit: Square) -> tuple[Square, ...]:
    """Return the free exits nearest to `pit`: one, or several that are equally near. [CT-35]

    If no exit is free, return the nearest exits with surplus rogues, which `new_retro` removes.
    """
    exits = state.board.exits
    held = {bot.square for bot in state.retros if not bot.out}
    free = [square for square in exits if not state.is_taken(square)]
    free = free or [square for square in exits if square not in held]
    least = min(map(pit.steps_to, free))
    return tuple(square for square in free if pit.steps_to(square) == least)
