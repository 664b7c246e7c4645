"""Families of option cards that ask their owner before they take effect.

Each family is a function from a card to its effects; the robot is the one that holds the card.
"""

from __future__ import annotations

from dataclasses import replace

from teachkit.core.board.squares import Facing
from teachkit.core.language.instructions import Instruction
from teachkit.core.run.decisions import PickOne
from teachkit.core.run.flow import Flow, Frame, ask_one, draw
from teachkit.games.roborally.damage import hand_laid_away
from teachkit.games.roborally.moves import move, turn
from teachkit.games.roborally.options import cards
from teachkit.games.roborally.options.cards import CardFile, Moments, noted, rested, use, wanted
from teachkit.games.roborally.options.modifiers import further
from teachkit.games.roborally.pieces import Held
from teachkit.games.roborally.programs import free_registers
from teachkit.games.roborally.state import State
from teachkit.words import say, translate

NONE = "none"
IN_USE = "used"


# For one card ----------------------------------------------------------------------------------


def _asked_before(card: CardFile) -> Moments:
    """Return effects that ask whether to use `card` before each program card to which it applies.

    If the owner agrees, the held card has a note until the program card has run.
    """

    def before(state: State, name: str, held: Held, laid: Instruction) -> Flow[State]:
        works = card.fits(state, name, laid) and not card.is_spent(held)
        if works and (yield from wanted(name, held)):
            state = yield from use(state, name, held, note=IN_USE)
        return state

    return Moments(before_card=before, after_card=rested, turn_begins=rested)


def may_step(card: CardFile) -> Moments:
    """Return effects that offer to add `card.amount` to the squares that a program card drives."""

    def steps(state: State, name: str, held: Held, value: int, laid: Instruction) -> int:
        return further(value, card.amount) if held.note == IN_USE else value

    return replace(_asked_before(card), steps=steps)


def may_turn(card: CardFile) -> Moments:
    """Return effects that offer to make a program card turn the robot.

    The robot turns in the direction `card.way`, whatever its program card says.
    """

    def facing(state: State, name: str, held: Held, value: Facing, laid: Instruction) -> Facing:
        return state.robot(name).facing.turned(card.way) if held.note == IN_USE else value

    return replace(_asked_before(card), facing=facing)


# For the hand ----------------------------------------------------------------------------------


def new_hand(card: CardFile) -> Moments:
    """Return effects that offer a new hand with `card.amount` more cards, or fewer if negative."""

    def dealt(state: State, name: str, held: Held) -> Flow[State]:
        hand = state.robot(name).hand
        works = state.is_match and not card.is_spent(held)
        if works and hand and (yield from wanted(name, held)):
            state = yield from use(state, name, held)
            state = hand_laid_away(state, name)
            drawn, deck = yield from draw(state.table.deck, max(0, len(hand) + card.amount))
            state = state.with_facts(name, hand=drawn).with_table(deck=deck)
            yield Frame(cards.HandChanged(name), state)
        return state

    return Moments(dealt=dealt)


# A second card ---------------------------------------------------------------------------------


def _lays_aside(card: CardFile) -> Moments:
    """Return effects that offer to put a program card aside after the deal.

    The program card must be of a kind in `card.kinds`, or of any kind if that is empty. When all
    registers have been filled, it goes back to the hand until it is used.
    """

    def dealt(state: State, name: str, held: Held) -> Flow[State]:
        robot = state.robot(name)
        hand = robot.hand or ()
        kept = [each for each in hand if not card.kinds or each.name in card.kinds]
        if not kept or len(hand) <= len(free_registers(state, robot)):
            return state
        question = say("Put a card aside for {card}?", card=translate(held.name))
        chosen = yield from ask_one(PickOne(name, question, (NONE, *kept), about=held.name))
        if chosen != NONE:
            state = _without(noted(state, name, held, str(chosen)), name, chosen)
            yield Frame(cards.LaidAside(name, held.name), state)
        return state

    def programmed(state: State, name: str, held: Held) -> Flow[State]:
        yield from ()
        if not held.note:
            return state
        hand = state.robot(name).hand or ()
        return state.with_facts(name, hand=(*hand, _card(held.note)))

    return Moments(dealt=dealt, programmed=programmed, turn_begins=rested, destroyed=rested)


def _waiting(state: State, name: str, held: Held) -> Instruction | None:
    """Return the program card put aside for `held`, or `None` if it is not in the hand."""
    kept = cards.now(state, name, held).note
    return next((card for card in state.robot(name).hand or () if str(card) == kept), None)


def _spent(state: State, name: str, held: Held, card: Instruction, note: str = "") -> Flow[State]:
    """Use the held card `held`, store `note` in it, and discard the program card `card`."""
    state = yield from use(state, name, held, note=note)
    return _without(state, name, card).with_discarded([card])


def spare_card(card: CardFile) -> Moments:
    """Return effects that offer to replace the revealed card with the one that was put aside."""

    def revealed(state: State, name: str, held: Held) -> Flow[State]:
        spare, robot = _waiting(state, name, held), state.robot(name)
        lying = robot.card(state.register)
        works = not robot.is_locked(state.register)
        if works and spare and lying and (yield from wanted(name, held)):
            state = _without((yield from _spent(state, name, held, lying)), name, spare)
            state = state.with_robot(state.robot(name).with_card(state.register, spare))
            yield Frame(cards.Replaced(name, state.register), state)
        return state

    return replace(_lays_aside(card), revealed=revealed)


def sidestep(card: CardFile) -> Moments:
    """Return effects that offer to move sideways instead of turning.

    The move costs the program card that was put aside.
    """

    def before(state: State, name: str, held: Held, laid: Instruction) -> Flow[State]:
        spare, here = _waiting(state, name, held), state.robot(name).facing
        if spare and laid.name in ("left", "right") and (yield from wanted(name, held)):
            state = yield from _spent(state, name, held, spare, IN_USE)
            state = yield from move(state, name, 1, here.turned(laid.name))
        return state

    def facing(state: State, name: str, held: Held, value: Facing, laid: Instruction) -> Facing:
        return state.robot(name).facing if held.note == IN_USE else value

    def after(state: State, name: str, held: Held, laid: Instruction) -> Flow[State]:
        yield from ()
        return noted(state, name, held, "") if held.note == IN_USE else state

    return replace(_lays_aside(card), before_card=before, facing=facing, after_card=after)


def move_and_turn(card: CardFile) -> Moments:
    """Return effects that offer to shorten a long move by one square and then turn.

    The program card that was put aside decides the turn, and is discarded.
    """

    def before(state: State, name: str, held: Held, laid: Instruction) -> Flow[State]:
        spare = _waiting(state, name, held)
        if spare and laid.name in ("move-2", "move-3") and (yield from wanted(name, held)):
            state = yield from _spent(state, name, held, spare, f"{IN_USE} {spare.name}")
        return state

    def steps(state: State, name: str, held: Held, value: int, laid: Instruction) -> int:
        return further(value, -1) if held.note.startswith(IN_USE) else value

    def after(state: State, name: str, held: Held, laid: Instruction) -> Flow[State]:
        if held.note.startswith(IN_USE):
            way = held.note.removeprefix(IN_USE).strip()
            state = noted(state, name, held, "")
            robot = state.robot(name)
            state = yield from turn(state, robot, robot.facing.turned(way))
        return state

    return replace(_lays_aside(card), before_card=before, steps=steps, after_card=after)


def _without(state: State, name: str, card: Instruction) -> State:
    """Return a copy of `state` with `card` removed from a robot's hand, if it is in the hand."""
    hand = state.robot(name).hand or ()
    return state.with_facts(name, hand=tuple(each for each in hand if each != card))


def _card(text: str) -> Instruction:
    name, *arguments = text.split()
    return Instruction(name, tuple(arguments))


# The top of the deck ---------------------------------------------------------------------------


def abort(card: CardFile) -> Moments:
    """Return effects that offer to replace the rest of a program with cards from the deck.

    The replacement begins with the current register. Locked registers keep their cards.
    """

    def revealed(state: State, name: str, held: Held) -> Flow[State]:
        robot, register = state.robot(name), state.register
        if not state.is_match or not robot.card(register) or robot.is_locked(register):
            return state
        if not held.note:
            if not (yield from wanted(name, held)):
                return state
            state = yield from use(state, name, held, note=IN_USE)
        return (yield from from_the_top(state, name, register, ""))

    return Moments(revealed=revealed, turn_begins=rested, destroyed=rested)


def from_the_top(state: State, name: str, register: int, by: str) -> Flow[State]:
    """Replace the card in a robot's register with the top card of the deck.

    `by` is the other robot that caused the replacement, or empty.
    """
    drawn, deck = yield from draw(state.table.deck, 1)
    if not drawn:
        return state
    lying = state.robot(name).card(register)
    state = state.with_table(deck=deck.with_discarded([lying] if lying else []))
    state = state.with_robot(state.robot(name).with_card(register, drawn[0]))
    yield Frame(cards.Replaced(name, register, by), state)
    return state


CHOICES = (may_step, may_turn, new_hand, spare_card, sidestep, move_and_turn, abort)
