"""A match, round by round, from its opening to its outcome."""

from __future__ import annotations

from teachkit.core.game.setups import Opening
from teachkit.core.run.flow import Ended, Flow, Frame
from teachkit.core.strings import board_error
from teachkit.games.roborally.board_files import factory_floors
from teachkit.games.roborally.goals import outcome
from teachkit.games.roborally.pieces import COLOURS, REGISTERS
from teachkit.games.roborally.programs import programs
from teachkit.games.roborally.setup import Setup
from teachkit.games.roborally.state import State
from teachkit.games.roborally.turns import all_registers, play_phases


def play(setup: Setup) -> Flow[State]:
    """Play a match from its opening or from a saved position until it has an outcome."""
    state = setup.state()
    check_match(state, setup)
    phases = left = state.rules.phases
    if not state.is_match:
        state = yield from state.rules.opening(state, tuple(setup.players))
    elif 0 < state.register < len(REGISTERS) or programs(state):
        left = phases[phases.index(all_registers) :]
    while not outcome(state):
        state = yield from play_phases(state, left)
        left = phases
    yield Frame(Ended(str(outcome(state))), state)
    return state


def check_match(state: State, setup: Setup) -> None:
    """Raise `BoardError` if `setup` cannot be played as a match.

    `state` is the state that the set-up describes.
    """
    seats = tuple(robot.name for robot in state.robots) if state.is_match else setup.players
    if not 2 <= len(seats) <= len(COLOURS) or len(set(seats) & set(COLOURS)) != len(seats):
        raise board_error("RoboRally is for 2 to 8 players, each with a different colour.")
    if not state.rules.playable:
        raise board_error("This edition is only for exercises. Play the base edition.")
    if not state.board.flags:
        raise board_error("A match needs at least one flag.")
    if state.rules.virtual_start and state.last_flag == 1:
        raise board_error("All robots start on flag 1 here, so the race needs a second flag.")
    if not state.is_match:
        setup.check_match()


OPENING = Opening(
    editions=("base", "variant"),
    pieces=COLOURS,
    seats=range(2, 9),
    boards=lambda edition: factory_floors(),
    setup=lambda edition, board, pieces: Setup(
        edition=edition, board=board, dock="dock", players=pieces
    ),
)
