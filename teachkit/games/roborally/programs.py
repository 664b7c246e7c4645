"""Programs: available cards, cards already in registers, and checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from teachkit.core.game.game import Problem, Slot
from teachkit.core.language.instructions import Instruction, InstructionSet, Repeat
from teachkit.core.language.program import Program
from teachkit.core.run.flow import capitalized
from teachkit.games.roborally.cards import CARDS, PRIORITIES, priority
from teachkit.games.roborally.pieces import REGISTERS, Registers, Robot, called
from teachkit.games.roborally.rules import Rules
from teachkit.games.roborally.sensors import SENSORS
from teachkit.games.roborally.state import State
from teachkit.words import say, say_many

INSTRUCTIONS = InstructionSet(CARDS, SENSORS.help)


def vocabulary(state: State) -> InstructionSet:
    """Return the instructions and sensors in the edition of `state`."""
    return INSTRUCTIONS.only(state.rules.instructions, state.rules.sensors)


def next_register(state: State) -> int:
    """Return the number of the next register; the fifth is followed by the first."""
    return state.register % len(REGISTERS) + 1


def free_registers(state: State, robot: Robot) -> tuple[int, ...]:
    """Return a robot's unlocked registers that are still to be played. [RR-2, RR-28]"""
    return robot.unlocked[next_register(state) - 1 :]


def filled(state: State, robot: Robot, cards: Iterable[Instruction]) -> Registers:
    """Return a robot's registers with `cards` in the free ones."""
    laid = dict(zip(free_registers(state, robot), cards, strict=False))
    return tuple(laid.get(each, robot.card(each)) for each in REGISTERS)


def slots(state: State, name: str) -> tuple[Slot, ...]:
    """Return the slots of a program, one for each register still to be played. [RR-2, RR-28]

    Locked registers have slots, too, which contain their cards.
    """
    robot = state.robot(name)
    locked = {each: robot.card(each) for each in REGISTERS if robot.is_locked(each)}
    return tuple(
        Slot(each, say("Register {number}", number=each), each in locked, locked.get(each))
        for each in REGISTERS[next_register(state) - 1 :]
    )


def programs(state: State) -> dict[str, Program]:
    """Return each robot's program: the cards in its registers that are still to be played.

    Robots that have cards only in locked registers are left out.
    """
    found = {}
    for robot in state.robots:
        if any(robot.card(each) for each in free_registers(state, robot)):
            ahead = REGISTERS[next_register(state) - 1 :]
            found[robot.name] = Program(tuple(filter(None, map(robot.card, ahead))))
    return found


def problems(state: State, name: str, program: Program) -> list[Problem]:
    """Return the problems that keep `program` from running, or an empty list if there are none."""
    robot = state.robot(name)
    found = [*unknown_cards(state.rules, program), *wrong_brackets(program)]
    return found or [*too_many(state, robot, program), *taken_cards(state, robot, program)]


def unknown_cards(rules: Rules, program: Program) -> Iterator[Problem]:
    """Yield a problem for each card of an unknown kind or without a required priority."""
    for number, card in enumerate(program.instructions, 1):
        if card.name not in rules.instructions:
            yield Problem(number, say('There is no card "{name}" in this deck.', name=card))
        elif rules.priorities and not priority(card):
            first = f"{card.name} {PRIORITIES[card.name][0]}"
            says = say('Write the priority after the name, such as "{name}".', name=first)
            yield Problem(number, says)


def wrong_brackets(program: Program) -> Iterator[Problem]:
    """Yield a problem for each loop or condition, because a register holds a single card."""
    for bracket, first, _ in program.brackets:
        if isinstance(bracket, Repeat):
            yield Problem(first, say("This deck has no loops."))
        else:
            yield Problem(first, say("This deck has no while or if."))


def too_many(state: State, robot: Robot, program: Program) -> Iterator[Problem]:
    """Yield a problem if `program` has more cards than the robot has free registers.

    [RR-2, RR-28]
    """
    free, count = free_registers(state, robot), len(program.instructions)
    if count <= len(free):
        return
    locked = [str(each) for each in REGISTERS if robot.is_locked(each)]
    if locked:
        says = say_many(
            "Register {registers} is locked and keeps its card. Free registers: {most}.",
            "Registers {registers} are locked and keep their cards. Free registers: {most}.",
            len(locked),
            registers=", ".join(locked),
            most=len(free),
        )
    else:
        says = say_many(
            "You can fill {number} register, not {count}.",
            "You can fill {number} registers, not {count}.",
            len(free),
            count=count,
        )
    yield Problem(len(free) + 1, says)


def taken_cards(state: State, robot: Robot, program: Program) -> Iterator[Problem]:
    """Yield a problem for each card that is used twice or that the player does not have.

    A card in a register of another robot, or in a locked register, is not available either.
    """
    owners = {
        card: other.name
        for other in state.robots
        for register in REGISTERS
        if (card := other.card(register)) and priority(card)
        if other is not robot or robot.is_locked(register)
    }
    cards, hand = program.instructions, robot.hand
    for number, card in enumerate(cards, 1):
        used = cards[: number - 1].count(card)
        single = 1 if priority(card) else len(cards)
        if used >= (single if hand is None else hand.count(card)):
            missing = say('The card "{name}" is not in your hand.', name=card)
            once = say('There is only one card "{name}".', name=card)
            yield Problem(number, once if used else missing)
        elif card in owners:
            says = say('{robot} already has "{name}".', robot=called(owners[card]), name=card)
            yield Problem(number, capitalized(says))
