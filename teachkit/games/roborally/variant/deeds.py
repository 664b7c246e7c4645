"""What robots do in a register, counted for secret goals. [RV-13]

Most of it stands in the frames; where somebody is when the register ends stands in the state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from teachkit.core.run.events import Event, Frame
from teachkit.core.run.walk import Skipped
from teachkit.games.roborally.events import (
    Bent,
    Carried,
    Destroyed,
    Geared,
    HeldUp,
    Moved,
    Pushed,
    Revealed,
    Shot,
    Turned,
)
from teachkit.games.roborally.pieces import Robot
from teachkit.games.roborally.reasons import Wall
from teachkit.games.roborally.state import State
from teachkit.games.roborally.variant.sight import around

Deed: TypeAlias = tuple[str, str]
BATTERED = 6  # so much damage is much


def done(
    frames: Sequence[Frame], state: State, homes: Mapping[str, str]
) -> Counter[tuple[str, str]]:
    """How often who did what in a register: `{(robot, deed): times}`."""
    counted: Counter[Deed] = Counter()
    for event, _ in frames:
        counted.update(deeds_of(event))
    for robot in state.active:
        places = (deed for deed, holds in PLACES.items() if holds(state, robot))
        counted.update((robot.name, deed) for deed in places)
        if homes.get(robot.name) == str(robot.square):
            counted[robot.name, "home"] += 1
    return counted


def deeds_of(event: Event) -> Iterator[Deed]:
    """Who did what by this event."""
    match event:
        case Revealed(order=order):
            yield order[0], "first"
            yield order[-1], "last"
        case Moved(robot=robot, back=back):
            yield robot, "backed" if back else "driven"
        case Turned(robot=robot):
            yield robot, "turned"
        case HeldUp(robot=robot, reason=Wall()) | Skipped(actor=str(robot), reason=Wall()):
            yield robot, "walled"
        case Pushed() | Shot() | Destroyed():
            yield from _between_robots(event)
        case Carried() | Bent() | Geared():
            yield from _by_the_board(event)


def _between_robots(event: Pushed | Shot | Destroyed) -> Iterator[Deed]:
    """What one did to another; the board does such things too."""
    robot, by = event.robot, event.by
    match event:
        case Pushed() if by:
            yield by, "pushes"
            yield robot, "pushed"
        case Shot() if by:
            yield by, "hits"
            yield robot, "shot"
        case Shot():
            yield robot, "burnt"
        case Destroyed() if by and by != robot:
            yield by, "destroys"


def _by_the_board(event: Carried | Bent | Geared) -> Iterator[Deed]:
    """What belts and gears did."""
    match event:
        case Carried(robots=robots, express=express):
            for robot in robots:
                yield robot, "express" if express else "carried"
        case Bent(robot=robot):
            yield robot, "bent"
        case Geared(robot=robot):
            yield robot, "geared"


# Where a robot is when a register ends ---------------------------------------------------------


def at_rim(state: State, robot: Robot) -> bool:
    """It stands on a square at the end of the board."""
    column, row = robot.square
    return column in (0, state.board.width - 1) or row in (0, state.board.height - 1)


def by_pit(state: State, robot: Robot) -> bool:
    """There is a pit beside it."""
    return any(state.board.tile(square).pit for square in around(robot.square))


def on_wrench(state: State, robot: Robot) -> bool:
    return state.board.tile(robot.square).wrenches > 0


def on_flag(state: State, robot: Robot) -> bool:
    return state.board.flag_on(robot.square) > 0


def on_belt(state: State, robot: Robot) -> bool:
    return state.board.belt_on(robot.square) is not None


def beside(state: State, robot: Robot) -> bool:
    """Another robot is beside it."""
    near = around(robot.square)
    return any(other.square in near for other in state.active if other.name != robot.name)


def face_to_face(state: State, robot: Robot) -> bool:
    """Another robot stands on the next square, and they look at each other."""
    other = state.robot_on(robot.square.ahead(robot.facing))
    return other is not None and other.facing is robot.facing.back


def alone(state: State, robot: Robot) -> bool:
    """No other robot is in its row or its column."""
    column, row = robot.square
    return not any(
        other.square.column == column or other.square.row == row
        for other in state.active
        if other.name != robot.name
    )


def battered(state: State, robot: Robot) -> bool:
    return robot.damage >= BATTERED


def unhurt(state: State, robot: Robot) -> bool:
    return robot.damage == 0


PLACES: Mapping[str, Callable[[State, Robot], bool]] = {
    place.__name__: place
    for place in (
        at_rim, by_pit, on_wrench, on_flag, on_belt, beside, face_to_face, alone, battered, unhurt,
    )
}  # fmt: skip

DEEDS = (
    "first", "last", "driven", "backed", "turned", "pushes", "pushed", "carried", "express",
    "bent", "geared", "shot", "burnt", "hits", "walled", "destroys", "home", *PLACES,
)  # fmt: skip
"""Everything that a secret goal may count."""
