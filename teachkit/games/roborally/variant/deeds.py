"""Deeds of robots in a register: those that secret goals count, and kills. [RV-13, RV-22, RV-23]

Most of them are read from the frames; where a robot is when the register ends is in the state.
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
    Collision,
    Destroyed,
    Geared,
    HeadOn,
    HeldUp,
    InTheWay,
    Moved,
    NotCarried,
    Occupied,
    Pushed,
    Revealed,
    Shot,
    Turned,
    Wall,
)
from teachkit.games.roborally.options.cards import Replaced
from teachkit.games.roborally.pieces import Robot
from teachkit.games.roborally.state import State
from teachkit.games.roborally.variant.sight import around
from teachkit.games.roborally.variant.state import Influence

Deed: TypeAlias = tuple[str, str]
BATTERED = 6  # so much damage is much


def done(
    frames: Sequence[Frame], state: State, homes: Mapping[str, str]
) -> Counter[tuple[str, str]]:
    """Return how often each robot did each deed in a register: `{(robot, deed): times}`."""
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
    """Yield who did what by this event."""
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
    """Yield what one robot did to another; the board does such things too."""
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
    """Yield what belts and gears did."""
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
    """Return whether it is on a square at the edge of the board."""
    column, row = robot.square
    return column in (0, state.board.width - 1) or row in (0, state.board.height - 1)


def by_pit(state: State, robot: Robot) -> bool:
    """Return whether a pit is beside it."""
    return any(state.board.tile(square).pit for square in around(robot.square))


def on_wrench(state: State, robot: Robot) -> bool:
    return state.board.tile(robot.square).wrenches > 0


def on_flag(state: State, robot: Robot) -> bool:
    return state.board.flag_on(robot.square) > 0


def on_belt(state: State, robot: Robot) -> bool:
    return state.board.belt_on(robot.square) is not None


def beside(state: State, robot: Robot) -> bool:
    """Return whether another robot is beside it."""
    near = around(robot.square)
    return any(other.square in near for other in state.active if other.name != robot.name)


def face_to_face(state: State, robot: Robot) -> bool:
    """Return whether a robot on the next square faces it, and it faces that robot."""
    other = state.robot_on(robot.square.ahead(robot.facing))
    return other is not None and other.facing is robot.facing.back


def alone(state: State, robot: Robot) -> bool:
    """Return whether no other robot is in its row or its column."""
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


# Kills ----------------------------------------------------------------------------------------


def blamed(
    frames: Sequence[Frame], register: int, before: Sequence[Influence]
) -> tuple[list[tuple[str, str]], tuple[Influence, ...]]:
    """Return who killed whom in this register, and who has influenced where each robot is.

    First whoever pushed it to its end or did its last damage; otherwise the last one that pushed
    or blocked it, or changed its cards, in this register or the one before. What somebody's own
    bug does is nobody's kill, and nobody kills itself.
    """
    last = {each.robot: each for each in before}
    kills: list[tuple[str, str]] = []
    shot = ""
    for event, _ in frames:
        if isinstance(event, Shot):
            shot = event.robot
        for robot, by in influenced(event):
            if by != robot:
                last[robot] = Influence(robot, by, register)
        if isinstance(event, Destroyed):
            killer = event.by or _last_hand(event, last.get(event.robot), register, shot)
            if killer and killer != event.robot:
                kills.append((killer, event.robot))
            last.pop(event.robot, None)
    return kills, tuple(last.values())


def _last_hand(event: Destroyed, last: Influence | None, register: int, shot: str) -> str:
    if event.cause == "damage" and shot != event.robot:
        return ""  # its own bug
    return last.by if last and register - last.register <= 1 else ""


def influenced(event: Event) -> Iterator[tuple[str, str]]:
    """Yield whose position this event changed or held, and by whom."""
    match event:
        case Pushed(robot=robot, by=by) | Replaced(robot=robot, by=by) if by:
            yield robot, by
        case NotCarried(robot=robot, reason=Collision() | HeadOn() | Occupied() as reason):
            yield robot, reason.by
        case HeldUp(robot=robot, reason=reason) | Skipped(actor=robot, reason=reason):
            by = _in_the_way(reason)
            if by and robot:
                yield robot, by


def _in_the_way(reason: object) -> str:
    match reason:
        case InTheWay(by=by) | Wall(pushed=by):
            return by
    return ""
