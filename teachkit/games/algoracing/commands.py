"""The cards of Algoracing, their effects, and the programs that may be played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from teachkit.core.board.squares import FACINGS
from teachkit.core.game.game import Problem, unknown_cards, wrong_brackets
from teachkit.core.language.instructions import Card, Instruction, InstructionSet, Repeat
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow
from teachkit.core.run.walk import Rule, in_rounds
from teachkit.games.algoracing import moves
from teachkit.games.algoracing.algorithm import loop_card
from teachkit.games.algoracing.moves import ride, teleport
from teachkit.games.algoracing.sensors import SENSORS
from teachkit.games.algoracing.state import State, is_won
from teachkit.words import say

INSTRUCTIONS = InstructionSet(
    [
        Card("forward", "↑", "Forward", "Drive one square ahead if nothing is in the way."),
        Card("all-forward", "⇈", "All forward", "Drive ahead until something stops the rover."),
        Card("jump", "⤒", "Jump", "Jump one square ahead: over a wall, or one storey up or down."),
        Card("left", "↰", "Left", "Turn left on the spot.", kind="turns"),
        Card("right", "↱", "Right", "Turn right on the spot.", kind="turns"),
        Card("u-turn", "↶", "U-turn", "Turn to face the other way.", kind="turns"),
        Card("teleport", "⚡", "Teleport", "Send a rover to its base, or pull samples closer.",
             kind="special"),
        Card("north", "N", "North", "Turn north and drive one square."),
        Card("east", "E", "East", "Turn east and drive one square."),
        Card("south", "S", "South", "Turn south and drive one square."),
        Card("west", "W", "West", "Turn west and drive one square."),
    ],
    SENSORS.help,
    routines=True,
)  # fmt: skip

_RULES: Mapping[str, Callable[[State, str], Flow[State]]] = {
    "forward": moves.forward,
    "all-forward": moves.all_forward,
    "jump": moves.jump,
    **{way: partial(moves.turn_to, way) for way in ("left", "right", "u-turn")},
    "teleport": teleport,
    **{facing.value: partial(moves.compass_step, facing) for facing in FACINGS},
}


def vocabulary(state: State) -> InstructionSet:
    """Return the cards of the state's edition."""
    return INSTRUCTIONS.only(state.rules.instructions, state.rules.sensors, state.rules.routines)


def perform(state: State, player: str, instruction: Instruction) -> Flow[State]:
    """Run the card `instruction` with the rover of `player`."""
    return _RULES[instruction.name](state, player)


def resolve(state: State, programs: Mapping[str, Program], rule: Rule = perform) -> Flow[State]:
    """Run `programs` and the programs in `state`, with rovers acting in seat order. [AR-35]

    At the end of its program, a rover on an elevator is carried to the other platform. `rule` runs
    a single card.
    """
    known = dict(state.programs) | dict(programs)
    seated = {rover.name: known[rover.name] for rover in state.rovers if rover.name in known}
    by_card = state.rules.card_by_card
    is_over = is_won if state.is_match else None  # an exercise has no winner
    return in_rounds(state, seated, by_card, rule, SENSORS.conditions, is_over, ride)


def hand(state: State, player: str) -> tuple[Instruction, ...] | None:
    """Return a player's hand in a match, or `None` in an exercise, where any card may be used."""
    return state.table.hand(player) if player in state.table.players else None


def problems(state: State, player: str, program: Program) -> list[Problem]:
    """Return the reasons why `program` may not be run now. [AR-15]"""
    found = [*unknown_cards(state.rules, program), *wrong_brackets(state.rules, program)]
    held = hand(state, player)
    if held is not None and not found:
        found += _not_held(held, program)
    return found


def cards_of(program: Program) -> tuple[Instruction, ...]:
    """Return all cards of a program, including loop cards."""
    loops = [loop_card(each.times) for each, _, _ in program.brackets if isinstance(each, Repeat)]
    return (*program.instructions, *loops)


def _not_held(held: tuple[Instruction, ...], program: Program) -> Iterator[Problem]:
    left = list(held)
    for number, card in enumerate(cards_of(program), 1):
        if card in left:
            left.remove(card)
        else:
            place = number if number <= len(program.instructions) else None
            yield Problem(place, say('There is no "{name}" card left in the hand.', name=card))
