"""What happens where a rover arrives: delivering, picking up, and paying for being in the way."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow, shuffled
from teachkit.games.algoracing.events import Delivered, Paid, PickedUp, WasFull
from teachkit.games.algoracing.state import Rover, State


def arrive(state: State, name: str) -> Flow[State]:
    """A rover has come to another square: it delivers first, then picks up. [AR-19]"""
    rover = state.rover(name)
    if rover.carries and state.is_lab_for(name, rover.square):
        state = yield from deliver(state, rover)
    if state.samples and state.samples_on(rover.square):
        state = yield from pick_up(state, name)
    return state


def deliver(state: State, rover: Rover) -> Flow[State]:
    """In a laboratory of its own all samples on board are turned up and counted. [AR-19]"""
    richer = rover.with_samples((), rover.delivered + rover.carries)
    state = state.with_rover(richer)
    points = richer.points - rover.points
    yield Frame(Delivered(rover.name, rover.square, rover.carries, points), state)
    return state


def pick_up(state: State, name: str) -> Flow[State]:
    """Take the samples of the square, as many as there is room for, face down. [AR-18]"""
    rover = state.rover(name)
    lying = state.samples_on(rover.square)
    room = state.rules.capacity - len(rover.carries)
    if room:
        taken, lying = yield from _blindly(lying, room)
        carries = (*rover.carries, *taken)
        state = state.with_samples(rover.square, lying)
        state = state.with_rover(rover.with_samples(carries, rover.delivered))
        yield Frame(PickedUp(name, rover.square, len(taken), len(carries)), state)
    if lying:
        yield Frame(WasFull(name, rover.square), state)
    return state


def compensate(state: State, receiver: str, payer: str) -> Flow[State]:
    """Who is in the way gives a sample, face down, once for each meeting. [AR-20, AR-21]"""
    one, other = state.rover(receiver), state.rover(payer)
    pair = frozenset((receiver, payer))
    if pair in state.settled or not other.carries or len(one.carries) >= state.rules.capacity:
        return state
    (given,), kept = yield from _blindly(other.carries, 1)
    state = state.with_rover(replace(one, carries=(*one.carries, given)))
    state = state.with_rover(replace(other, carries=kept))
    state = replace(state, settled=state.settled | {pair})
    yield Frame(Paid(payer, receiver), state)
    return state


def _blindly(samples: Sequence[str], count: int) -> Flow[tuple[tuple[str, ...], tuple[str, ...]]]:
    """So many of these samples, and the rest. Nobody sees the types, so chance takes them."""
    if count < len(samples) and len(set(samples)) > 1:
        samples = yield from shuffled(samples)
    return tuple(samples[:count]), tuple(samples[count:])
