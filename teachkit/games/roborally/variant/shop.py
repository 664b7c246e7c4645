"""Credits, and the shop on a square with wrenches. [RV-19, RV-20]"""

from __future__ import annotations

from msgspec.structs import replace

from teachkit.core.board.decks import draw
from teachkit.core.run.decisions import PickOne
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow, ask_one
from teachkit.games.roborally.clean_up import gain_option
from teachkit.games.roborally.events import GotOption
from teachkit.games.roborally.options import OPTION_CARDS
from teachkit.games.roborally.options.cards import with_held
from teachkit.games.roborally.pieces import Held
from teachkit.games.roborally.state import State
from teachkit.games.roborally.variant.events import Earned, Paid, Recharged
from teachkit.games.roborally.variant.state import MINORS, standing
from teachkit.words import say

MAJOR_PRICE, MINOR_PRICE, RECHARGE_PRICE = 2, 1, 1
NOTHING, MAJOR, MINOR, RECHARGE = "nothing", "major", "minor", "recharge"


def earn(state: State, name: str, count: int) -> Flow[State]:
    """Give a player credits."""
    had = standing(state).seat(name).credits
    state = state.with_table(extra=standing(state).with_seat(name, credits=had + count))
    yield Frame(Earned(name, count, had + count), state)
    return state


def pay(state: State, name: str, count: int) -> Flow[State]:
    """Take credits from a player, who has them."""
    left = standing(state).seat(name).credits - count
    state = state.with_table(extra=standing(state).with_seat(name, credits=left))
    yield Frame(Paid(name, count, left), state)
    return state


def price_of(card: str) -> int:
    """Return the price of a card in the shop; cards that nobody buys are worth nothing."""
    if card in OPTION_CARDS:
        return MAJOR_PRICE
    return MINOR_PRICE if card in MINORS else 0


def shop(state: State, name: str) -> Flow[State]:
    """Buy and recharge, one thing after another, as long as there are credits. [RV-5, RV-19]"""
    while len(wares := on_sale(state, name)) > 1:
        choice = yield from ask_one(
            PickOne(name, say("What do you buy: a major option, a minor one, nothing?"), wares)
        )
        if choice == NOTHING:
            break
        state = yield from buy(state, name, choice)
    return state


def on_sale(state: State, name: str) -> tuple[str, ...]:
    """Return what this player can pay for here, and `nothing`. [RV-19, RV-32]"""
    here = standing(state)
    purse = here.seat(name).credits
    wares = [NOTHING]
    if purse >= MAJOR_PRICE and state.table.options.size:
        wares.append(MAJOR)
    if purse >= MINOR_PRICE and here.minors.size:
        wares.append(MINOR)
    if purse >= RECHARGE_PRICE:
        charges = state.rules.charges
        wares += [
            f"{RECHARGE} {held.name}"
            for held in state.robot(name).held
            if held.charges < charges.get(held.name, 0)
        ]
    return tuple(wares)


def buy(state: State, name: str, choice: str) -> Flow[State]:
    """Make one purchase: a card is drawn unseen, or one is charged again. [RV-19, RV-20]"""
    if choice == MAJOR:
        state = yield from pay(state, name, MAJOR_PRICE)
        return (yield from gain_option(state, name))
    if choice == MINOR:
        state = yield from pay(state, name, MINOR_PRICE)
        return (yield from gain_minor(state, name))
    state = yield from pay(state, name, RECHARGE_PRICE)
    card = choice.removeprefix(f"{RECHARGE} ")
    held = next(each for each in state.robot(name).held if each.name == card)
    state = with_held(state, name, replace(held, charges=state.rules.charges[card]))
    yield Frame(Recharged(name, card), state)
    return state


def gain_minor(state: State, name: str) -> Flow[State]:
    """Give a robot the next minor option."""
    drawn, minors = yield from draw(standing(state).minors, 1)
    state = state.with_table(extra=replace(standing(state), minors=minors))
    for card in drawn:
        held = Held(card, state.rules.charges.get(card, 0))
        state = state.with_facts(name, held=(*state.robot(name).held, held))
        yield Frame(GotOption(name, card), state)
    return state
