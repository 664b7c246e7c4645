"""The commands that drive and turn a rover."""

from __future__ import annotations

from teachkit.core.board.squares import Facing
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow
from teachkit.core.run.walk import Skipped
from teachkit.games.algoracing.events import Jumped, Moved, Obstacle, Turned
from teachkit.games.algoracing.samples import arrive, compensate
from teachkit.games.algoracing.scoring import is_won
from teachkit.games.algoracing.state import Rover, State


def obstacle_ahead(state: State, rover: Rover) -> Obstacle | None:
    """What a step would run into: edge, wall, block border, or another rover. [AR-10]"""
    if hindrance := state.board.hindrance(rover.square, rover.facing):
        return Obstacle(hindrance, rover.square)
    return _rover_ahead(state, rover)


def obstacle_to_jump(state: State, rover: Rover) -> Obstacle | None:
    """What a jump would run into: the edge, two storeys, or another rover. [AR-12]"""
    down = state.rules.jump_down_from_high
    if hindrance := state.board.jump_hindrance(rover.square, rover.facing, down):
        return Obstacle(hindrance, rover.square)
    return _rover_ahead(state, rover)


def _rover_ahead(state: State, rover: Rover) -> Obstacle | None:
    other = state.rover_on(rover.square.ahead(rover.facing))
    return Obstacle("rover", rover.square, other.name) if other else None


def forward(state: State, name: str) -> Flow[State]:
    """Step: one square ahead, if nothing is in the way. [AR-10]"""
    rover = state.rover(name)
    if obstacle := obstacle_ahead(state, rover):
        return meet(state, name, obstacle)
    return step(state, rover)


def step(state: State, rover: Rover) -> Flow[State]:
    """One square ahead, where nothing is in the way."""
    end = rover.square.ahead(rover.facing)
    state = state.with_rover(rover.with_square(end))
    yield Frame(Moved(rover.name, rover.square, end), state)
    return (yield from arrive(state, rover.name))


def all_forward(state: State, name: str) -> Flow[State]:
    """Step until something is in the way or a square with a sample is entered. [AR-11]"""
    rover = state.rover(name)
    if obstacle := obstacle_ahead(state, rover):
        return (yield from meet(state, name, obstacle))
    while not obstacle:
        carried = len(rover.carries)
        found = state.samples_on(rover.square.ahead(rover.facing))
        state = yield from step(state, rover)
        if found and (carried < state.rules.capacity or state.rules.full_rover_stops_at_sample):
            return state
        if is_won(state):
            return state
        rover = state.rover(name)
        obstacle = obstacle_ahead(state, rover)
    return (yield from encounter(state, name, obstacle))


def jump(state: State, name: str) -> Flow[State]:
    """Jump: one square ahead, over a wall, or one storey up or down. [AR-12]"""
    rover = state.rover(name)
    if obstacle := obstacle_to_jump(state, rover):
        return (yield from meet(state, name, obstacle))
    end = rover.square.ahead(rover.facing)
    cleared = state.board.hindrance(rover.square, rover.facing)
    state = state.with_rover(rover.with_square(end))
    yield Frame(Jumped(name, rover.square, end, cleared), state)
    return (yield from arrive(state, name))


def turn(state: State, name: str, facing: Facing) -> Flow[State]:
    """Look another way; the square stays the same. [AR-13]"""
    state = state.with_rover(state.rover(name).with_facing(facing))
    yield Frame(Turned(name, facing), state)
    return state


def left(state: State, name: str) -> Flow[State]:
    """A quarter turn against the clock. [AR-13]"""
    return turn(state, name, state.rover(name).facing.left)


def right(state: State, name: str) -> Flow[State]:
    """A quarter turn with the clock. [AR-13]"""
    return turn(state, name, state.rover(name).facing.right)


def u_turn(state: State, name: str) -> Flow[State]:
    """Half a turn. [AR-13]"""
    return turn(state, name, state.rover(name).facing.back)


def compass_step(state: State, name: str, facing: Facing) -> Flow[State]:
    """A teaching card, not in the board game: look this way and step. It is a turn and a step."""
    if state.rover(name).facing is not facing:
        state = yield from turn(state, name, facing)
    return (yield from forward(state, name))


def meet(state: State, name: str, obstacle: Obstacle) -> Flow[State]:
    """The command is skipped; a rover that is the reason pays for it. [AR-10, AR-20]"""
    yield Frame(Skipped(name, obstacle), state)
    return (yield from encounter(state, name, obstacle))


def encounter(state: State, name: str, obstacle: Obstacle) -> Flow[State]:
    """A rover stopped by another is compensated; nothing else pays. [AR-20]"""
    if obstacle.by:
        state = yield from compensate(state, name, obstacle.by)
    return state
