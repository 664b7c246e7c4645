"""Samples: delivered and picked up by a rover that arrives, and paid for being in the way."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow, shuffled
from teachkit.games.algoracing.events import Delivered, Paid, PickedUp, WasFull
from teachkit.games.algoracing.state import Rover, State


def arrive(state: State, name: str) -> Flow[State]:
    """Deliver, then pick up, after a rover has come to another square. [AR-19]"""
    rover = state.rover(name)
    if rover.carries and state.is_lab_for(name, rover.square):
        state = yield from deliver(state, rover)
    if state.samples and state.samples_on(rover.square):
        state = yield from pick_up(state, name)
    return state


def deliver(state: State, rover: Rover) -> Flow[State]:
    """Turn up and count all samples on board, in a laboratory of the rover. [AR-19]"""
    richer = rover.with_samples((), rover.delivered + rover.carries)
    state = state.with_rover(richer)
    points = richer.points - rover.points
    yield Frame(Delivered(rover.name, rover.square, rover.carries, points), state)
    return state


def pick_up(state: State, name: str) -> Flow[State]:
    """Take the samples of the square face down, as many as there is room for. [AR-18]"""
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
    """Let a rover in the way give a sample, face down, once a meeting. [AR-20, AR-21]"""
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
    """Return `count` of these samples, and the rest. Chance takes them: nobody sees the types."""
    if count < len(samples) and len(set(samples)) > 1:
        samples = yield from shuffled(samples)
    return tuple(samples[:count]), tuple(samples[count:])
