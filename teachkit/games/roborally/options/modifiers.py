"""Families of cards that change a value in the round without asking their owners."""

from __future__ import annotations

from teachkit.core.board.squares import Facing, Square
from teachkit.core.language.nodes import Instruction
from teachkit.core.run.flow import Flow
from teachkit.games.roborally.cards import STEPS
from teachkit.games.roborally.moves import turned
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
    """Add `amount` to the number of squares that program cards drive."""

    def effect(state: State, name: str, held: Held, value: int, laid: Instruction) -> int:
        works = value and card.fits(state, name, laid)
        return further(value, card.amount) if works else value

    return Moments(steps=effect)


def limps(card: CardFile) -> Moments:
    """Add `amount` to the length of the next move after a card of a kind in `after` has run."""

    def effect(state: State, name: str, held: Held, value: int, laid: Instruction) -> int:
        return further(value, card.amount) if held.note else value

    def ran(state: State, name: str, held: Held, laid: Instruction) -> Flow[State]:
        yield from ()
        kept = "" if laid.name in STEPS else held.note
        return noted(state, name, held, laid.name if laid.name in card.after else kept)

    return Moments(steps=effect, after_card=ran, destroyed=rested)


def turns(card: CardFile) -> Moments:
    """Make turn cards turn the robot in the direction `way`, or not at all if `way` is `ahead`."""

    def effect(state: State, name: str, held: Held, value: Facing, laid: Instruction) -> Facing:
        here = state.robot(name).facing
        works = value is not here and card.fits(state, name, laid)
        return turned(here, card.way) if works else value

    return Moments(facing=effect)


def hand_size(card: CardFile) -> Moments:
    """Deal `amount` more cards, or fewer if negative, to a robot with at least `damage` damage.

    A robot that would be dealt no cards still gets none.
    """

    def effect(state: State, name: str, held: Held, value: int) -> int:
        works = value > 0 and state.robot(name).damage >= card.damage
        return max(0, value + card.amount) if works else value

    return Moments(cards_dealt=effect)


def fresh_hand_size(card: CardFile) -> Moments:
    """Deal `amount` more cards, or fewer if negative, while the robot has no damage."""

    def effect(state: State, name: str, held: Held, value: int) -> int:
        return value if state.robot(name).damage else max(0, value + card.amount)

    return Moments(cards_dealt=effect)


def timing(card: CardFile) -> Moments:
    """Add `amount` to the priority of program cards."""

    def effect(state: State, name: str, held: Held, value: int, laid: Instruction) -> int:
        return value + card.amount if card.fits(state, name, laid) else value

    return Moments(priority=effect)


def extra_shot(card: CardFile) -> Moments:
    """Add a shot in the direction `way` that passes through up to `amount` walls and robots."""

    def effect(state: State, name: str, held: Held, value: tuple[Beam, ...]) -> tuple[Beam, ...]:
        if state.register not in card.registers:
            return value
        facing = turned(state.robot(name).facing, card.way)
        return (*value, Beam(facing, 1, card.amount, held.name))

    return Moments(shots=effect)


def no_shot(card: CardFile) -> Moments:
    """Disable the robot's own laser in the card's `registers`."""

    def effect(state: State, name: str, held: Held, value: tuple[Beam, ...]) -> tuple[Beam, ...]:
        works = state.register in card.registers
        return tuple(beam for beam in value if beam.kind or not works)

    return Moments(shots=effect)


def crooked_shot(card: CardFile) -> Moments:
    """Make the robot's own laser shoot in the direction `way` instead of straight ahead."""

    def effect(state: State, name: str, held: Held, value: tuple[Beam, ...]) -> tuple[Beam, ...]:
        facing = turned(state.robot(name).facing, card.way)
        return tuple(beam if beam.kind else beam.with_facing(facing) for beam in value)

    return Moments(shots=effect)


def hardened(card: CardFile) -> Moments:
    """Add `amount` points, which may be negative, to damage whose cause is in `by`."""

    def effect(state: State, name: str, held: Held, value: int, cause: str) -> int:
        return max(0, value + card.amount) if value and card.is_about(cause) else value

    return Moments(damage=effect)


def steady(card: CardFile) -> Moments:
    """Keep the elements listed in `by` (`belt` for bends, or `gear`) from turning the robot."""
    return Moments(is_turned=lambda state, name, held, value, by: value and by not in card.by)


def grip(card: CardFile) -> Moments:
    """Keep the robot in place when express belts run alone."""
    return Moments(is_carried=lambda state, name, held, value, express: value and not express)


def no_push(card: CardFile) -> Moments:
    """Prevent the robot from pushing others."""
    return Moments(can_push=lambda *about: False)


def reach(card: CardFile) -> Moments:
    """Let the robot touch flags on the four adjacent squares, and wrenches if `by` lists them.

    If `way` is `ahead`, only the square ahead counts. Walls block the reach. A wrench counts only
    if the robot itself is on neither a flag nor a wrench.
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
    """Repair `amount` more points of damage if the robot is on a wrench."""

    def effect(state: State, name: str, held: Held, value: int, wrenches: int) -> int:
        return value + card.amount if wrenches else value

    return Moments(repairs=effect)


def back_unhurt(card: CardFile) -> Moments:
    """Let a destroyed robot come back to the board without damage or payment."""
    return Moments(damage_on_return=lambda *about: 0, price_of_return=lambda *about: 0)


def fare(card: CardFile) -> Moments:
    """Add `amount` credits to the price of the robot's return to the board."""
    return Moments(price_of_return=lambda state, name, held, value: max(0, value + card.amount))


MODIFIERS = (
    steps, limps, turns, hand_size, fresh_hand_size, timing, extra_shot, no_shot, crooked_shot,
    hardened, steady, grip, no_push, reach, mends, back_unhurt, fare,
)  # fmt: skip
