"""Who is to blame when a robot is destroyed. [RV-22, RV-23]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from teachkit.core.run.events import Event, Frame
from teachkit.core.run.walk import Skipped
from teachkit.games.roborally.events import Destroyed, HeldUp, NotCarried, Pushed, Shot
from teachkit.games.roborally.options.events import Replaced
from teachkit.games.roborally.reasons import Collision, HeadOn, InTheWay, Occupied, Wall
from teachkit.games.roborally.variant.standing import Influence


def blamed(
    frames: Sequence[Frame], register: int, before: Sequence[Influence]
) -> tuple[list[tuple[str, str]], tuple[Influence, ...]]:
    """Who killed whom in this register, and who has had a hand in where whom is.

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
    """Whose position this event changed or held, and by whom."""
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
