"""Elevators: they carry a rover that ends its algorithm on a platform. [AR-31]"""

from __future__ import annotations

from msgspec.structs import replace

from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow
from teachkit.games.algoracing.events import LiftBusy, Lifted
from teachkit.games.algoracing.samples import arrive, compensate
from teachkit.games.algoracing.state import State


def ride(state: State, name: str) -> Flow[State]:
    """Carry the rover to the other platform, if it stands on one and the other is free.

    Who stands on the other platform pays for it [AR-22], and the rover waits there.
    """
    rover = state.rover(name)
    lift = state.board.lift_at(rover.square)
    if lift is None:
        return state
    end = lift.lower if rover.square == lift.upper else lift.upper
    if other := state.rover_on(end):
        state = replace(state, waiting=state.waiting | {name})
        yield Frame(LiftBusy(name, end, other.name), state)
        return (yield from compensate(state, name, other.name))
    state = state.with_rover(rover.with_square(end))
    yield Frame(Lifted(name, rover.square, end), state)
    return (yield from arrive(state, name))


def delayed_ride(state: State, name: str) -> Flow[State]:
    """At the start of its turn a waiting rover is carried, if the way is free by now."""
    if name not in state.waiting:
        return state
    lift = state.board.lift_at(state.rover(name).square)
    state = replace(state, waiting=state.waiting - {name})
    if lift and not any(
        state.rover_on(end) for end in (lift.upper, lift.lower) if end != state.rover(name).square
    ):
        state = yield from ride(state, name)
    return state
