"""Families of cards that change a value in the round without asking their owners.

Each family is a function from a card to its effects; the robot is the one that holds the card.
"""

from __future__ import annotations

from msgspec.structs import replace

from teachkit.core.board.squares import Facing, Square
from teachkit.core.language.instructions import Instruction
from teachkit.core.run.flow import Flow
from teachkit.games.roborally.cards import STEPS
from teachkit.games.roborally.options.cards import CardFile, Moments, noted, rested
from teachkit.games.roborally.pieces import Beam, Held
from teachkit.games.roborally.state import State


def further(steps: int, amount: int) -> int:
    """Return `steps` made longer by `amount`, or shorter if `amount` is negative.

    Negative `steps` are squares back. The direction never changes: a move that would become shorter
    than 0 becomes 0.
    """
    return max(0, steps + amount) if steps > 0 else min(0, steps - amount)


def steps(card: CardFile) -> Moments:
    """Return effects that add `card.amount` to the number of squares that program cards drive."""

    def effect(state: State, name: str, held: Held, value: int, laid: Instruction) -> int:
        works = value and card.fits(state, name, laid)
        return further(value, card.amount) if works else value

    return Moments(steps=effect)


def limps(card: CardFile) -> Moments:
    """Return effects that add `card.amount` squares to the first move after certain cards.

    The kinds of these cards are listed in `card.after`.
    """

    def effect(state: State, name: str, held: Held, value: int, laid: Instruction) -> int:
        return further(value, card.amount) if held.note else value

    def ran(state: State, name: str, held: Held, laid: Instruction) -> Flow[State]:
        yield from ()
        kept = "" if laid.name in STEPS else held.note
        return noted(state, name, held, laid.name if laid.name in card.after else kept)

    return Moments(steps=effect, after_card=ran, destroyed=rested)


def turns(card: CardFile) -> Moments:
    """Return effects that make all turn cards turn the robot in the direction `card.way`.

    If `card.way` is `ahead`, turn cards do not turn the robot at all.
    """

    def effect(state: State, name: str, held: Held, value: Facing, laid: Instruction) -> Facing:
        here = state.robot(name).facing
        works = value is not here and card.fits(state, name, laid)
        return here.turned(card.way) if works else value

    return Moments(facing=effect)


def hand_size(card: CardFile) -> Moments:
    """Return effects that deal `card.amount` more cards, or fewer if the amount is negative.

    The robot must have at least `card.damage` damage. A robot that would be dealt no cards still
    gets none.
    """

    def effect(state: State, name: str, held: Held, value: int) -> int:
        works = value > 0 and state.robot(name).damage >= card.damage
        return max(0, value + card.amount) if works else value

    return Moments(cards_dealt=effect)


def fresh_hand_size(card: CardFile) -> Moments:
    """Return effects that deal `card.amount` more cards while the robot has no damage.

    A negative amount means fewer cards.
    """

    def effect(state: State, name: str, held: Held, value: int) -> int:
        return value if state.robot(name).damage else max(0, value + card.amount)

    return Moments(cards_dealt=effect)


def timing(card: CardFile) -> Moments:
    """Return effects that add `card.amount` to the priority of program cards."""

    def effect(state: State, name: str, held: Held, value: int, laid: Instruction) -> int:
        return value + card.amount if card.fits(state, name, laid) else value

    return Moments(priority=effect)


def extra_shot(card: CardFile) -> Moments:
    """Return effects that add a shot in the direction `card.way`.

    The shot passes through up to `card.amount` walls and robots.
    """

    def effect(state: State, name: str, held: Held, value: tuple[Beam, ...]) -> tuple[Beam, ...]:
        if state.register not in card.registers:
            return value
        facing = state.robot(name).facing.turned(card.way)
        return (*value, Beam(facing, 1, card.amount, held.name))

    return Moments(shots=effect)


def no_shot(card: CardFile) -> Moments:
    """Return effects that disable the robot's own laser during `card.registers`."""

    def effect(state: State, name: str, held: Held, value: tuple[Beam, ...]) -> tuple[Beam, ...]:
        works = state.register in card.registers
        return tuple(beam for beam in value if beam.kind or not works)

    return Moments(shots=effect)


def crooked_shot(card: CardFile) -> Moments:
    """Return effects that make the robot's own laser shoot in the direction `card.way`."""

    def effect(state: State, name: str, held: Held, value: tuple[Beam, ...]) -> tuple[Beam, ...]:
        facing = state.robot(name).facing.turned(card.way)
        return tuple(beam if beam.kind else replace(beam, facing=facing) for beam in value)

    return Moments(shots=effect)


def hardened(card: CardFile) -> Moments:
    """Return effects that add `card.amount` points to damage with a cause in `card.by`.

    The amount may be negative. An empty `card.by` stands for all causes.
    """

    def effect(state: State, name: str, held: Held, value: int, cause: str) -> int:
        return max(0, value + card.amount) if value and card.is_about(cause) else value

    return Moments(damage=effect)


def steady(card: CardFile) -> Moments:
    """Return effects that keep the elements in `card.by` from turning the robot.

    The elements are `gear`, and `belt` for bends.
    """
    return Moments(is_turned=lambda state, name, held, value, by: value and by not in card.by)


def grip(card: CardFile) -> Moments:
    """Return effects that keep the robot in place when express belts run alone."""
    return Moments(is_carried=lambda state, name, held, value, express: value and not express)


def no_push(card: CardFile) -> Moments:
    """Return effects that prevent the robot from pushing others."""
    return Moments(can_push=lambda *about: False)


def reach(card: CardFile) -> Moments:
    """Return effects that let the robot touch flags on the four adjacent squares.

    If `card.by` contains `wrench`, a robot that is on neither a flag nor a wrench can touch
    wrenches, too. If `card.way` is `ahead`, only the square ahead counts. Walls block the reach.
    """

    def effect(
        state: State, name: str, held: Held, value: tuple[Square, ...]
    ) -> tuple[Square, ...]:
        robot, board = state.robot(name), state.board
        alone = not (board.flag_on(robot.square) or board.tile(robot.square).wrenches)
        touched = [
            square
            for facing in ((robot.facing,) if card.way == "ahead" else Facing)
            if not board.has_wall(robot.square, facing)
            if board.flag_on(square := robot.square.ahead(facing))
            or (alone and "wrench" in card.by and board.tile(square).wrenches)
        ]
        return (*touched, *value)

    return Moments(touches=effect)


def mends(card: CardFile) -> Moments:
    """Return effects that make a wrench repair `card.amount` more points of damage."""

    def effect(state: State, name: str, held: Held, value: int, wrenches: int) -> int:
        return value + card.amount if wrenches else value

    return Moments(repairs=effect)


def back_unhurt(card: CardFile) -> Moments:
    """Return effects that let a destroyed robot come back without damage or payment."""
    return Moments(damage_on_return=lambda *about: 0, price_of_return=lambda *about: 0)


def fare(card: CardFile) -> Moments:
    """Return effects that add `card.amount` credits to the price of the robot's return."""
    return Moments(price_of_return=lambda state, name, held, value: max(0, value + card.amount))


MODIFIERS = (
    steps, limps, turns, hand_size, fresh_hand_size, timing, extra_shot, no_shot, crooked_shot,
    hardened, steady, grip, no_push, reach, mends, back_unhurt, fare,
)  # fmt: skip
