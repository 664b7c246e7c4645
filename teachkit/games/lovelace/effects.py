"""The effects of activated subroutines. Card files refer to an effect by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from teachkit.core.run.flow import Flow, Frame, pick_one
from teachkit.games.lovelace import events
from teachkit.games.lovelace.cards import Patron, Subroutine, subroutines
from teachkit.games.lovelace.components import MOST, OWN_CELLS, Component, digits_swapped
from teachkit.games.lovelace.editions import AREAS
from teachkit.games.lovelace.resolution import may_tick, tick_subroutine
from teachkit.games.lovelace.state import State
from teachkit.words import say, say_many, translate

Rule: TypeAlias = Callable[[State, str, Subroutine], Flow[State]]
Help: TypeAlias = Callable[[Subroutine], str]


class Effect(NamedTuple):
    """An effect: its rule, and a function that returns the sentence on a card with the effect."""

    rule: Rule
    says: Help


EFFECTS: dict[str, Effect] = {}


def effect(says: Help) -> Callable[[Rule], Rule]:
    """Return a decorator that registers a rule as an effect.

    `says` returns the sentence on a card with the effect.
    """

    def register(rule: Rule) -> Rule:
        EFFECTS[rule.__name__.replace("_", "-")] = Effect(rule, says)
        return rule

    return register


def help_of(character: str, number: int) -> str:
    """Return the sentence on a character's subroutine card `number`."""
    card = subroutines(character)[number]
    return EFFECTS[card.effect].says(card)


def worded(view: State, player: str, option: object) -> str:
    """Return an option of a player's question, or what the question is about, in words."""
    if isinstance(option, Patron):
        return say("Patron {number:02}", number=option.number)
    number = option.number if isinstance(option, Subroutine) else option
    if isinstance(number, int):
        return f"{number:02}: {help_of(player, number)}"
    component = view.engine.in_cells.get(str(option))
    return f"{option}: {component}" if component else translate(str(option))


def activate(state: State, name: str, number: int) -> Flow[State]:
    """Activate a completed subroutine, whose effect lasts for this round. [LB-22, LB-45]"""
    card = subroutines(name)[number]
    player = state.player(name)
    ready = tuple(other for other in player.ready if other != number)
    plan = replace(player.plan, active=(*player.plan.active, number))
    state = state.with_player(replace(player, ready=ready, plan=plan))
    ticks = state.rules.ticked_when_activated
    state = yield from tick_subroutine(state, name, events.Activated(name, number), ticks)
    return (yield from EFFECTS[card.effect].rule(state, name, card))


# For the owner ---------------------------------------------------------------------------------


@effect(
    lambda card: say_many(
        "You may write {number} more line.", "You may write {number} more lines.", card.amount
    )
)
def more_rows(state: State, name: str, card: Subroutine) -> Flow[State]:
    """Let the owner write `card.amount` more lines. [LB-31]"""
    rows = state.player(name).plan.rows + card.amount
    state = state.with_plan(name, rows=rows)
    yield Frame(events.RowsChanged(name, rows), state)
    return state


@effect(lambda card: say("Start this round with {number:02} in the register.", number=card.amount))
def set_register(state: State, name: str, card: Subroutine) -> Flow[State]:
    """Set the owner's register to `card.amount` before the round's programs run."""
    return (yield from change_register(state, name, card.amount))


@effect(lambda card: say("Only you can use {component} this round.", component=card.component))
def own_component(state: State, name: str, card: Subroutine) -> Flow[State]:
    """Give the owner a component that no other player can use."""
    return (yield from equip(state, name, Component.read(card.component)))


@effect(lambda card: say("Choose a component and get a copy that does twice as much."))
def second_copy(state: State, name: str, card: Subroutine) -> Flow[State]:
    """Let the owner choose a component, and give the owner a copy with twice its effect. [LB-14]"""
    player = state.player(name)
    doubled = {
        cell: double
        for cell, component in state.engine.components
        if cell not in player.plan.jammed and (double := twice(component))
    }
    if not doubled:
        yield Frame(events.HadNoEffect(name, card.number), state)
        return state
    question = say("Which component do you double?")
    cell = yield from pick_one(name, question, tuple(doubled), about=card)
    return (yield from equip(state, name, doubled[cell]))


def twice(component: Component) -> Component | None:
    """Return a component that has the effect of `component` used twice, or `None` if there is none.

    >>> str(twice(Component.read("+-20"))), str(twice(Component.read("x/2")))
    ('+-40', 'x/4')
    """
    if component.kind != "arithmetic":
        return None
    adds = "+" in component.operators or "-" in component.operators
    number = component.number * (2 if adds else component.number)
    operators = tuple(sign for sign in component.operators if not adds or sign in "+-")
    return Component("arithmetic", operators, number) if number <= MOST else None


@effect(lambda card: say("Your numbers also reach patrons when the digits are swapped."))
def mirror(state: State, name: str, card: Subroutine) -> Flow[State]:
    """Let the owner's values also reach the patrons that they match with swapped digits."""
    state = state.with_plan(name, mirrors=True)
    yield Frame(events.Mirrored(name), state)
    return state


@effect(lambda card: say("You announce first this round."))
def go_first(state: State, name: str, card: Subroutine) -> Flow[State]:
    """Let the owner announce first, no matter who finishes first. [LB-33]"""
    state = state.with_plan(name, place=-1)
    yield Frame(events.Placed(name, is_first=True), state)
    return state


@effect(lambda card: say("Choose a second target subroutine for this round."))
def second_target(state: State, name: str, card: Subroutine) -> Flow[State]:
    """Let the owner choose one more target subroutine. [LB-21]"""
    player = state.player(name)
    options = tuple(number for number in player.left if number not in player.plan.targets)
    if not options:
        yield Frame(events.HadNoEffect(name, card.number), state)
        return state
    question = say("Which subroutine is your second target?")
    number = yield from pick_one(name, question, options, about=card)
    state = state.with_plan(name, targets=(*player.plan.targets, number))
    yield Frame(events.TargetChosen(name, None if state.rules.target_hidden else number), state)
    return state


@effect(lambda card: say("Choose an area and tick it."))
def influence(state: State, name: str, card: Subroutine) -> Flow[State]:
    """Let the owner choose an area and tick it immediately, as if from a patron. [LB-41]"""
    player = state.player(name)
    options = tuple(area for area in AREAS if may_tick(state, player, area))
    area = yield from pick_one(name, say("Which area do you choose?"), options, about=card)
    state = state.with_sheet(name, areas=(*player.sheet.areas, (state.round, area)))
    yield Frame(events.Influenced(name, area), state)
    return state


# Against others --------------------------------------------------------------------------------


@effect(
    lambda card: say_many(
        "Everyone else writes {number} fewer line.",
        "Everyone else writes {number} fewer lines.",
        card.amount,
    )
)
def fewer_rows(state: State, name: str, card: Subroutine) -> Flow[State]:
    """Let all other players write `card.amount` fewer lines, but at least one. [LB-31]"""
    for other in state.others(name):
        rows = max(1, state.player(other).plan.rows - card.amount)
        state = state.with_plan(other, rows=rows)
        yield Frame(events.RowsChanged(other, rows), state)
    return state


@effect(lambda card: say("Jam a component so that the other players cannot use it."))
def jam(state: State, name: str, card: Subroutine) -> Flow[State]:
    """Let the owner choose a component, and disable it for all other players. [LB-11]"""
    cells = tuple(cell for cell, _ in state.engine.components)
    cell = yield from pick_one(name, say("Which component do you jam?"), cells, about=card)
    for other in state.others(name):
        jammed = state.player(other).plan.jammed | {cell}
        state = state.with_plan(other, jammed=jammed)
    yield Frame(events.Jammed(name, cell), state)
    return state


@effect(lambda card: say("Swap the digits in everyone else's register."))
def scramble(state: State, name: str, card: Subroutine) -> Flow[State]:
    """Swap the digits in the registers of all other players. [LB-16]"""
    for other in state.others(name):
        after = digits_swapped(state.player(other).value)
        state = yield from change_register(state, other, after)
    return state


@effect(lambda card: say("Everyone else starts this round with {number:02}.", number=card.amount))
def reset_others(state: State, name: str, card: Subroutine) -> Flow[State]:
    """Set the registers of all other players to `card.amount`."""
    for other in state.others(name):
        state = yield from change_register(state, other, card.amount)
    return state


@effect(lambda card: say("Choose a player who announces last."))
def send_back(state: State, name: str, card: Subroutine) -> Flow[State]:
    """Let the owner choose a player who announces last, no matter who finishes first. [LB-33]"""
    other = yield from pick_one(name, say("Who goes last?"), state.others(name), about=card)
    state = state.with_plan(other, place=1)
    yield Frame(events.Placed(other, is_first=False), state)
    return state


# Steps of several effects ----------------------------------------------------------------------


def change_register(state: State, name: str, after: int) -> Flow[State]:
    """Set a player's register to the value `after` without running a program. [LB-25]"""
    before = state.player(name).value
    state = state.with_value(name, after)
    yield Frame(events.RegisterSet(name, before, after), state)
    return state


def equip(state: State, name: str, component: Component) -> Flow[State]:
    """Place `component` in a player's first free cell from S1 to S4; do nothing if none is free."""
    own = state.player(name).plan.own
    if len(own) == len(OWN_CELLS):
        return state
    state = state.with_plan(name, own=(*own, component))
    yield Frame(events.Equipped(name, OWN_CELLS[len(own)], str(component)), state)
    return state
