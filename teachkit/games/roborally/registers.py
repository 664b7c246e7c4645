"""Registers: robots reveal their cards and act by priority; then the factory acts. [RR-4]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow, Frame
from teachkit.core.run.walk import Skipped, Started, Step, Walk, around, in_rounds
from teachkit.games.roborally.damage import wiped, wiped_all
from teachkit.games.roborally.elements import in_reach
from teachkit.games.roborally.events import Asleep, Gone, Revealed
from teachkit.games.roborally.moves import by_priority, priority_of, run_card
from teachkit.games.roborally.pieces import Robot
from teachkit.games.roborally.programs import free_registers, next_register
from teachkit.games.roborally.sensors import SENSORS
from teachkit.games.roborally.state import State, happened, happened_to_all
from teachkit.words import say


class Acted(Started, frozen=True):
    """A robot's card in a register is about to run; `priority` is the card's priority. [RR-4]

    >>> from teachkit.core.language.instructions import Instruction
    >>> from teachkit.core.run.walk import Step
    >>> acted = Acted("red", Step(Instruction("left", ("90",)), 1), 3, 90)
    >>> acted.heading, acted.note, acted.among_others()
    ('Register 3', '90', 'Red, card 1: left 90.')
    """

    priority: int = 0

    @property
    def note(self) -> str:
        return str(self.priority) if self.priority else ""

    @property
    def heading(self) -> str:
        return say("Register {number}", number=self.round)

    @property
    def headings(self) -> str:
        return say("Registers")


def play_register(state: State) -> Flow[State]:
    """Play the current register with the cards that are in it. [RR-4]"""
    state = yield from cards(state)
    return (yield from factory(state))


def cards(state: State, told: str = "") -> Flow[State]:
    """Reveal all cards of the current register, and run them in order of priority. [RR-4]

    `told` is the robot whose card has already been reported as started, or empty.
    """
    if told and state.robot(told).destroyed:
        yield Frame(Skipped(told, Gone()), state)
    state = yield from happened_to_all(state, lambda held: held.revealed)
    order = by_priority(state)
    if len(order) > 1:
        yield Frame(revealed(state, order), state)
    for name in order:
        state = yield from act(state, name, told)
    return state


def factory(state: State) -> Flow[State]:
    """Run all factory elements, and end the current register. [RR-4]"""
    for element in in_reach(state):
        state = yield from element(state)
    return (yield from happened_to_all(state, lambda held: held.register_ends))


def begin(state: State, laid: Mapping[str, Instruction]) -> State:
    """Return a copy of `state` at the next register, which holds the cards in `laid`. [RR-28]

    `laid` maps robots' names to their cards. A locked register keeps its own card. After the fifth
    register, a new round begins with the first one, and unlocked registers are emptied.
    """
    register = next_register(state)
    if register < state.register:
        state = next_turn(state)
    robots = [
        _with_laid(robot, register, laid[robot.name]) if robot.name in laid else robot
        for robot in state.robots
    ]
    return replace(state, robots=tuple(robots), register=register)


def _with_laid(robot: Robot, register: int, card: Instruction) -> Robot:
    if robot.destroyed or (robot.card(register) and robot.is_locked(register)):
        return robot
    return robot.with_card(register, card)


def next_turn(state: State) -> State:
    """Return a copy of `state` prepared for a new round. [RR-5]

    Unlocked registers are emptied, and each robot may touch a flag again.
    """
    state = wiped_all(state)
    return state.with_robots({each.name: each.with_(touched=False) for each in state.robots})


def revealed(state: State, order: Mapping[str, int]) -> Revealed:
    """Return the event that reveals the cards of the robots in `order` at once. [RR-4]

    `order` maps the robots' names to their priorities.
    """
    cards = tuple([str(state.robot(name).card(state.register)) for name in order])
    return Revealed(state.register, tuple(order), cards, tuple(order.values()))


def act(state: State, name: str, told: str) -> Flow[State]:
    """Run one robot's card in the current register. [RR-4, RR-6]

    See `cards` for `told`.
    """
    robot, register = state.robot(name), state.register
    card = robot.card(register)
    if card is None:
        return state  # this robot was destroyed earlier in this register
    if name != told:
        number = register - robot.registers[:register].count(None)
        acted = Acted(name, Step(card, number), register, priority_of(state, robot))
        yield Frame(acted, state)
    if robot.off:
        yield Frame(Skipped(name, Asleep()), state)
        return state
    if robot.held:
        state = yield from happened(state, name, lambda held: held.before_card, card)
        robot = state.robot(name)
    if robot.destroyed:
        return state
    state = yield from run_card(state, robot, card)
    if robot.held and not state.robot(name).destroyed:
        state = yield from happened(state, name, lambda held: held.after_card, card)
    return state


# An exercise -----------------------------------------------------------------------------------


def perform(state: State, player: str, instruction: Instruction) -> Flow[State]:
    """Play the next register, with `instruction` as the card of `player`."""
    state = yield from perform_card(state, player, instruction)
    return (yield from factory(state))


def perform_card(state: State, player: str, instruction: Instruction) -> Flow[State]:
    """Play the cards of the next register as `perform` does, but without the factory."""
    return cards(begin(state, {player: instruction}), player)


def finish(state: State, player: str) -> Flow[State]:
    """Play further registers of the round while any robot still has cards in them."""
    yield from ()
    while has_cards_ahead(state):
        state = yield from play_register(begin(state, {}))
    return state


def has_cards_ahead(state: State) -> bool:
    """Return whether any robot has a card in a later register of the round."""
    return any(any(robot.registers[state.register :]) for robot in state.robots)


def resolve(state: State, programs: Mapping[str, Program]) -> Flow[State]:
    """Play the remaining registers with `programs` and the cards in other robots' registers.

    In each register, all cards run by priority, and then the factory acts. [RR-4]
    """
    for name in programs:
        state = wiped(state, name, free_registers(state, state.robot(name)))
    others = [robot for robot in state.robots if robot.name not in programs]
    if len(programs) == 1 and not any(any(robot.registers) for robot in others):
        return in_rounds(state, programs, False, perform, SENSORS.conditions, finish=finish)
    seated = [robot.name for robot in state.robots if robot.name in programs]
    walks = {name: Walk(programs[name], name, SENSORS.conditions) for name in seated}
    return _in_registers(state, walks)


def _in_registers(state: State, walks: dict[str, Walk]) -> Flow[State]:
    """Play one register after another, each with the next card of every program in `walks`.

    When all programs have ended, play the registers that still have cards.
    """
    steps: dict[str, Step] = {}
    while walks:
        laid: dict[str, Step] = {}
        waiting: Sequence[str] = tuple(walks)
        for robot in [each for each in state.robots if each.name in walks]:
            name, walk = robot.name, walks[robot.name]
            step = walk.next(state, partial(around, name, steps, waiting))
            for event in walk.controlled:
                yield Frame(event, state)
            if walk.ending:
                yield Frame(walk.ending, state)
                return state
            if step and not robot.destroyed:
                laid[name] = steps[name] = step
            else:
                del walks[name]
        if laid:
            instructions = {name: step.instruction for name, step in laid.items()}
            state = yield from cards(begin(state, instructions))
            state = yield from factory(state)
    return (yield from finish(state, ""))
