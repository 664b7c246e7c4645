"""Families of cards whose owner is asked first."""

from __future__ import annotations

from dataclasses import replace

from teachkit.core.board.decks import draw
from teachkit.core.board.squares import Facing
from teachkit.core.language.nodes import Instruction
from teachkit.core.run.decisions import PickOne
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow, ask_one
from teachkit.games.roborally.damage import hand_laid_away
from teachkit.games.roborally.moments import Acts
from teachkit.games.roborally.moves import move, turn, turned
from teachkit.games.roborally.options.cards import (
    IN_USE,
    CardFile,
    HandChanged,
    LaidAside,
    Moments,
    Replaced,
    is_spent,
    noted,
    now,
    rested,
    use,
    wanted,
)
from teachkit.games.roborally.options.modifiers import follows, further, shown
from teachkit.games.roborally.pieces import Held
from teachkit.games.roborally.programs import free_registers
from teachkit.games.roborally.state import State
from teachkit.words import say, translate

NONE = "none"


# For one card ----------------------------------------------------------------------------------


def _asked_before(card: CardFile) -> Acts[State, [Instruction, int]]:
    """Ask before a card that fits; the note says so until that card has run."""

    def before(
        state: State, name: str, held: Held, laid: Instruction, register: int
    ) -> Flow[State]:
        fits = card.fits(laid, register) and follows(card, state, name, register)
        if not fits or is_spent(card, held):
            return state
        if (yield from wanted(name, held)):
            state = yield from use(state, name, held, note=IN_USE)
        return state

    return before


def may_step(card: CardFile) -> Moments:
    """A card may go `amount` steps more or less."""

    def effect(state: State, name: str, held: Held, value: int, *about: object) -> int:
        return further(value, card.amount) if held.note == IN_USE else value

    asked = _asked_before(card)
    return Moments(before_card=asked, steps=effect, after_card=rested, turn_begins=rested)


def may_turn(card: CardFile) -> Moments:
    """A turn card may turn another `way`."""

    def effect(state: State, name: str, held: Held, value: Facing, *about: object) -> Facing:
        if held.note != IN_USE:
            return value
        return shown(state.robot(name).facing, card.way)

    asked = _asked_before(card)
    return Moments(before_card=asked, facing=effect, after_card=rested, turn_begins=rested)


# For the hand ----------------------------------------------------------------------------------


def new_hand(card: CardFile) -> Moments:
    """The hand may be given for another one, which has `amount` cards more or less."""

    def dealt(state: State, name: str, held: Held) -> Flow[State]:
        robot = state.robot(name)
        if not state.is_match or not robot.hand or is_spent(card, held):
            return state
        if not (yield from wanted(name, held)):
            return state
        state = yield from use(state, name, held)
        state = hand_laid_away(state, name)
        cards, deck = yield from draw(state.table.deck, max(0, len(robot.hand) + card.amount))
        state = state.with_facts(name, hand=cards).with_table(deck=deck)
        yield Frame(HandChanged(name), state)
        return state

    return Moments(dealt=dealt)


# A second card ---------------------------------------------------------------------------------


def _lays_aside(card: CardFile) -> Moments:
    """One of these `kinds` may be laid aside after dealing; it waits in the hand."""

    def dealt(state: State, name: str, held: Held) -> Flow[State]:
        robot = state.robot(name)
        cards = robot.hand or ()
        kept = [each for each in cards if not card.kinds or each.name in card.kinds]
        if not kept or len(cards) <= len(free_registers(state, robot)):
            return state
        question = say("Lay a card aside for {card}?", card=translate(held.name))
        chosen = yield from ask_one(PickOne(name, question, (NONE, *kept)))
        if chosen == NONE:
            return state
        state = noted(state, name, held, str(chosen))
        state = state.with_facts(name, hand=_without(cards, chosen))
        yield Frame(LaidAside(name, held.name), state)
        return state

    def programmed(state: State, name: str, held: Held) -> Flow[State]:
        yield from ()
        if not held.note:
            return state
        hand = state.robot(name).hand or ()
        return state.with_facts(name, hand=(*hand, _card(held.note)))

    return Moments(dealt=dealt, programmed=programmed, turn_begins=rested, destroyed=rested)


def _waiting(state: State, name: str, held: Held) -> Instruction | None:
    """Return the card that was laid aside, as long as it waits."""
    kept = now(state, name, held).note
    return next((card for card in state.robot(name).hand or () if str(card) == kept), None)


def _spent(state: State, name: str, held: Held, card: Instruction, note: str = "") -> Flow[State]:
    """Use the card that was laid aside, and discard it."""
    state = yield from use(state, name, held, note=note)
    state = state.with_facts(name, hand=_without(state.robot(name).hand or (), card))
    return _laid_away(state, card)


def _laid_away(state: State, card: Instruction) -> State:
    if not state.is_match:
        return state
    return state.with_table(deck=state.table.deck.with_discarded([card]))


def spare_card(card: CardFile) -> Moments:
    """The card that was laid aside may take the place of one that is revealed."""

    def revealed(state: State, name: str, held: Held, register: int) -> Flow[State]:
        spare, robot = _waiting(state, name, held), state.robot(name)
        lying = robot.card(register)
        if spare is None or lying is None or robot.is_locked(register):
            return state
        if not (yield from wanted(name, held)):
            return state
        state = yield from _spent(state, name, held, lying)
        state = state.with_facts(name, hand=_without(state.robot(name).hand or (), spare))
        state = state.with_robot(state.robot(name).with_card(register, spare))
        yield Frame(Replaced(name, register), state)
        return state

    return replace(_lays_aside(card), revealed=revealed)


def sidestep(card: CardFile) -> Moments:
    """With the card that was laid aside a turn becomes one step to that side."""

    def before(
        state: State, name: str, held: Held, laid: Instruction, register: int
    ) -> Flow[State]:
        spare, robot = _waiting(state, name, held), state.robot(name)
        if spare is None or laid.name not in ("left", "right"):
            return state
        if not (yield from wanted(name, held)):
            return state
        state = yield from _spent(state, name, held, spare, IN_USE)
        return (yield from move(state, name, 1, turned(robot.facing, laid.name)))

    def facing(state: State, name: str, held: Held, value: Facing, *about: object) -> Facing:
        return state.robot(name).facing if held.note == IN_USE else value

    return replace(_lays_aside(card), before_card=before, facing=facing, after_card=_rest)


def move_and_turn(card: CardFile) -> Moments:
    """With the card that was laid aside a long move is one step shorter, and turns after it."""

    def before(
        state: State, name: str, held: Held, laid: Instruction, register: int
    ) -> Flow[State]:
        spare = _waiting(state, name, held)
        if spare is None or laid.name not in ("move-2", "move-3"):
            return state
        if not (yield from wanted(name, held)):
            return state
        return (yield from _spent(state, name, held, spare, f"{IN_USE} {spare.name}"))

    def steps(state: State, name: str, held: Held, value: int, *about: object) -> int:
        return further(value, -1) if held.note.startswith(IN_USE) else value

    def after(state: State, name: str, held: Held, *about: object) -> Flow[State]:
        if held.note.startswith(IN_USE):
            way = held.note.removeprefix(IN_USE).strip()
            state = noted(state, name, held, "")
            state = yield from turn(state, name, turned(state.robot(name).facing, way))
        return state

    return replace(_lays_aside(card), before_card=before, steps=steps, after_card=after)


def _rest(state: State, name: str, held: Held, *about: object) -> Flow[State]:
    """Let a card forget its note after a program card, unless something still waits."""
    yield from ()
    return noted(state, name, held, "") if held.note == IN_USE else state


def _without(cards: tuple[Instruction, ...], card: Instruction) -> tuple[Instruction, ...]:
    left = list(cards)
    if card in left:
        left.remove(card)
    return tuple(left)


def _card(text: str) -> Instruction:
    name, *arguments = text.split()
    return Instruction(name, tuple(arguments))


# The top of the deck ---------------------------------------------------------------------------


def abort(card: CardFile) -> Moments:
    """A revealed card may give way to the top of the deck; then all later ones of the turn do."""

    def revealed(state: State, name: str, held: Held, register: int) -> Flow[State]:
        robot = state.robot(name)
        lying = robot.card(register)
        if not state.is_match or lying is None or robot.is_locked(register):
            return state
        if not held.note:
            if not (yield from wanted(name, held)):
                return state
            state = yield from use(state, name, held, note=IN_USE)
        return (yield from from_the_top(state, name, register, ""))

    return Moments(revealed=revealed, turn_begins=rested, destroyed=rested)


def from_the_top(state: State, name: str, register: int, by: str) -> Flow[State]:
    """Replace the card of a register by the top of the deck."""
    cards, deck = yield from draw(state.table.deck, 1)
    if not cards:
        return state
    lying = state.robot(name).card(register)
    state = state.with_table(deck=deck.with_discarded([lying] if lying else []))
    state = state.with_robot(state.robot(name).with_card(register, cards[0]))
    yield Frame(Replaced(name, register, by), state)
    return state


CHOICES = (may_step, may_turn, new_hand, spare_card, sidestep, move_and_turn, abort)
