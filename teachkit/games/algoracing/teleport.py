"""The teleport card: an impulse that sends rovers home and pulls samples nearer."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from teachkit.core.board.squares import Square
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow
from teachkit.core.run.walk import Skipped
from teachkit.games.algoracing.events import Dropped, NoTarget, Pulled, Teleported
from teachkit.games.algoracing.samples import arrive, pick_up
from teachkit.games.algoracing.state import Rover, State


def teleport(state: State, name: str) -> Flow[State]:
    """Send an impulse ahead; the first rover or sample square it meets is moved. [AR-16]"""
    shooter = state.rover(name)
    for square in impulse(state, shooter):
        if hit := state.rover_on(square):
            return (yield from send_home(state, name, hit))
        if state.samples_on(square):
            return (yield from pull(state, shooter, square))
    yield Frame(Skipped(name, NoTarget("nothing")), state)
    return state


def impulse(state: State, shooter: Rover) -> Iterator[Square]:
    """The squares ahead on the shooter's own level, through walls. [AR-16, AR-17]"""
    level = state.board.level(shooter.square)
    square = shooter.square.ahead(shooter.facing)
    while square in state.board and state.board.level(square) == level:
        yield square
        square = square.ahead(shooter.facing)


def send_home(state: State, name: str, hit: Rover) -> Flow[State]:
    """A rover goes to its base and faces as before; its samples stay behind. [AR-16]"""
    base = state.base_of(hit.name)
    if base is None or base.square == hit.square:
        yield Frame(Skipped(name, NoTarget("home" if base else "no base", hit.name)), state)
        return state
    if state.rover_on(base.square):
        yield Frame(Skipped(name, NoTarget("busy", hit.name)), state)
        return state
    left = state.samples_on(hit.square) + hit.carries
    state = state.with_samples(hit.square, left)
    state = state.with_rover(replace(hit, square=base.square, carries=()))
    yield Frame(Teleported(hit.name, hit.square, base.square), state)
    if hit.carries:
        yield Frame(Dropped(hit.name, hit.square, len(hit.carries)), state)
    return (yield from arrive(state, hit.name))


def pull(state: State, shooter: Rover, square: Square) -> Flow[State]:
    """All samples of the square move one square nearer; on the shooter's own square it picks
    them up. [AR-16]
    """
    samples = state.samples_on(square)
    nearer = square.ahead(shooter.facing.back)
    state = state.with_samples(square, ())
    state = state.with_samples(nearer, state.samples_on(nearer) + samples)
    yield Frame(Pulled(shooter.name, square, nearer, len(samples)), state)
    return (yield from pick_up(state, shooter.name)) if nearer == shooter.square else state
