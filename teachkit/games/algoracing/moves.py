"""The rules of movement: commands, elevators, teleports, and samples on the squares reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.flow import Flow, Frame, shuffled
from teachkit.core.run.walk import Skipped
from teachkit.games.algoracing import events
from teachkit.games.algoracing.state import Rover, State, is_won


def obstacle_ahead(state: State, rover: Rover) -> events.Obstacle | None:
    """Return the obstacle to the next move, or `None`. [AR-10]

    An obstacle is the edge of the board, a wall, a change of level or another rover.
    """
    if hindrance := state.board.hindrance(rover.square, rover.facing):
        return events.Obstacle(hindrance, rover.square)
    return _rover_ahead(state, rover) if len(state.rovers) > 1 else None


def obstacle_to_jump(state: State, rover: Rover) -> events.Obstacle | None:
    """Return the obstacle to a jump (edge, two storeys or rover), or `None`. [AR-12]"""
    down = state.rules.jump_down_from_high
    if hindrance := state.board.jump_hindrance(rover.square, rover.facing, down):
        return events.Obstacle(hindrance, rover.square)
    return _rover_ahead(state, rover)


def _rover_ahead(state: State, rover: Rover) -> events.Obstacle | None:
    other = state.rover_on(rover.square.ahead(rover.facing))
    return events.Obstacle("rover", rover.square, other.name) if other else None


def forward(state: State, name: str) -> Flow[State]:
    """Drive the rover `name` one square ahead if nothing is in the way. [AR-10]"""
    rover = state.rover(name)
    if obstacle := obstacle_ahead(state, rover):
        return meet(state, name, obstacle)
    return step(state, rover)


def step(state: State, rover: Rover) -> Flow[State]:
    """Move a rover one square ahead, without checking for obstacles."""
    end = rover.square.ahead(rover.facing)
    return land(state, rover, end, events.Moved(rover.name, rover.square, end))


def land(state: State, rover: Rover, end: Square, event: events.Motion) -> Flow[State]:
    """Put a rover on the square `end`, as `event` tells, and let it deliver or pick up samples."""
    rover = replace(rover, square=end)
    state = state.with_rover(rover)
    yield Frame(event, state)
    if rover.carries or state.samples:
        state = yield from arrive(state, rover)
    return state


def all_forward(state: State, name: str) -> Flow[State]:
    """Drive the rover ahead until an obstacle or a square with samples stops it. [AR-11]"""
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
    return (yield from compensate(state, name, obstacle.by))


def jump(state: State, name: str) -> Flow[State]:
    """Let the rover `name` jump one square ahead, over a wall, or one storey up or down. [AR-12]"""
    rover = state.rover(name)
    if obstacle := obstacle_to_jump(state, rover):
        return (yield from meet(state, name, obstacle))
    end = rover.square.ahead(rover.facing)
    cleared = state.board.hindrance(rover.square, rover.facing)
    return (yield from land(state, rover, end, events.Jumped(name, rover.square, end, cleared)))


def turn(state: State, rover: Rover, facing: Facing) -> Flow[State]:
    """Turn a rover on its square so that it faces `facing`. [AR-13]"""
    state = state.with_rover(replace(rover, facing=facing))
    yield Frame(events.Turned(rover.name, facing), state)
    return state


def turn_to(way: str, state: State, name: str) -> Flow[State]:
    """Turn the rover `name` a quarter turn `left` or `right`, or around (`u-turn`). [AR-13]"""
    rover = state.rover(name)
    return turn(state, rover, rover.facing.turned(way))


def compass_step(facing: Facing, state: State, name: str) -> Flow[State]:
    """Turn the rover `name` to `facing` and drive one square. Only teaching cards use this rule."""
    rover = state.rover(name)
    if rover.facing is not facing:
        state = yield from turn(state, rover, facing)
    return (yield from forward(state, name))


def meet(state: State, name: str, obstacle: events.Obstacle) -> Flow[State]:
    """Skip a command because of `obstacle`; a rover in the way gives a sample. [AR-10, AR-20]"""
    yield Frame(Skipped(name, obstacle), state)
    return (yield from compensate(state, name, obstacle.by))


# Elevators --------------------------------------------------------------------------------------


def ride(state: State, name: str) -> Flow[State]:
    """Carry a rover that is on an elevator to the other platform. [AR-31]

    If another rover is on that platform, the other rover gives a sample [AR-22], and the rover
    `name` waits.
    """
    rover = state.rover(name)
    end = state.board.carried_from(rover.square)
    if end is None:
        return state
    if other := state.rover_on(end):
        state = replace(state, waiting=state.waiting | {name})
        yield Frame(events.LiftBusy(name, end, other.name), state)
        return (yield from compensate(state, name, other.name))
    return (yield from land(state, rover, end, events.Lifted(name, rover.square, end)))


def delayed_ride(state: State, name: str) -> Flow[State]:
    """Carry a rover that is waiting for an elevator, if the other platform is free now."""
    end = state.board.carried_from(state.rover(name).square)
    state = replace(state, waiting=state.waiting - {name})
    if end and not state.rover_on(end):
        state = yield from ride(state, name)
    return state


# Teleports --------------------------------------------------------------------------------------


def teleport(state: State, name: str) -> Flow[State]:
    """Send an impulse ahead that moves the first rover or samples in its way. [AR-16]"""
    shooter = state.rover(name)
    for square in impulse(state, shooter):
        if hit := state.rover_on(square):
            return (yield from send_home(state, name, hit))
        if state.samples_on(square):
            return (yield from pull(state, shooter, square))
    yield Frame(Skipped(name, events.NoTarget("nothing")), state)
    return state


def impulse(state: State, shooter: Rover) -> Iterator[Square]:
    """Yield the squares that an impulse crosses: those ahead on the same level. [AR-16, AR-17]

    Walls do not stop an impulse.
    """
    level = state.board.level(shooter.square)
    square = shooter.square.ahead(shooter.facing)
    while square in state.board and state.board.level(square) == level:
        yield square
        square = square.ahead(shooter.facing)


def send_home(state: State, name: str, hit: Rover) -> Flow[State]:
    """Send the rover `hit` to its base without its samples; its facing is kept. [AR-16]"""
    base = state.base_of(hit.name)
    if base is None or base.square == hit.square:
        yield Frame(Skipped(name, events.NoTarget("home" if base else "no base", hit.name)), state)
        return state
    if state.rover_on(base.square):
        yield Frame(Skipped(name, events.NoTarget("busy", hit.name)), state)
        return state
    left = state.samples_on(hit.square) + hit.carries
    state = state.with_samples(hit.square, left)
    home = replace(hit, square=base.square, carries=())
    state = state.with_rover(home)
    yield Frame(events.Teleported(hit.name, hit.square, base.square), state)
    if hit.carries:
        yield Frame(events.Dropped(hit.name, hit.square, len(hit.carries)), state)
    return (yield from arrive(state, home))


def pull(state: State, shooter: Rover, square: Square) -> Flow[State]:
    """Move all samples on `square` one square closer to the shooter. [AR-16]

    If the samples reach the shooter's own square, the shooter picks them up.
    """
    samples = state.samples_on(square)
    nearer = square.ahead(shooter.facing.back)
    state = state.with_samples(square, ())
    state = state.with_samples(nearer, state.samples_on(nearer) + samples)
    yield Frame(events.Pulled(shooter.name, square, nearer, len(samples)), state)
    return (yield from pick_up(state, shooter.name)) if nearer == shooter.square else state


# Samples --------------------------------------------------------------------------------------


def arrive(state: State, rover: Rover) -> Flow[State]:
    """Let a rover deliver samples on the square that it reached, then pick up others. [AR-19]"""
    if rover.carries and state.is_lab_for(rover.name, rover.square):
        state = yield from deliver(state, rover)
    if state.samples_on(rover.square):
        state = yield from pick_up(state, rover.name)
    return state


def deliver(state: State, rover: Rover) -> Flow[State]:
    """Deliver all samples that a rover carries: turn them face up and count them. [AR-19]"""
    richer = replace(rover, carries=(), delivered=rover.delivered + rover.carries)
    state = state.with_rover(richer)
    points = richer.points - rover.points
    yield Frame(events.Delivered(rover.name, rover.square, rover.carries, points), state)
    return state


def pick_up(state: State, name: str) -> Flow[State]:
    """Pick up samples from the rover's square, face down, until the rover is full. [AR-18]"""
    rover = state.rover(name)
    lying = state.samples_on(rover.square)
    room = state.rules.capacity - len(rover.carries)
    if room:
        taken, lying = yield from _blindly(lying, room)
        carries = (*rover.carries, *taken)
        state = state.with_samples(rover.square, lying)
        state = state.with_rover(replace(rover, carries=carries))
        yield Frame(events.PickedUp(name, rover.square, len(taken), len(carries)), state)
    if lying:
        yield Frame(events.WasFull(name, rover.square), state)
    return state


def compensate(state: State, receiver: str, payer: str) -> Flow[State]:
    """Let `payer`, if that is a rover, give `receiver` a sample, face down, once per meeting.

    [AR-20, AR-21]
    """
    if not payer:
        return state
    one, other = state.rover(receiver), state.rover(payer)
    pair = frozenset((receiver, payer))
    if pair in state.settled or not other.carries or len(one.carries) >= state.rules.capacity:
        return state
    (given,), kept = yield from _blindly(other.carries, 1)
    state = state.with_rover(replace(one, carries=(*one.carries, given)))
    state = state.with_rover(replace(other, carries=kept))
    state = replace(state, settled=state.settled | {pair})
    yield Frame(events.Paid(payer, receiver), state)
    return state


def _blindly(samples: Sequence[str], count: int) -> Flow[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return `count` of `samples`, chosen at random because the types are hidden, and the rest."""
    if count < len(samples) and len(set(samples)) > 1:
        samples = yield from shuffled(samples)
    return tuple(samples[:count]), tuple(samples[count:])
