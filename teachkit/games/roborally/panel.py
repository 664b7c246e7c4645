"""Facts about a player that are shown beside the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from teachkit.core.game.game import Holding
from teachkit.core.run.flow import Frame
from teachkit.games.roborally.options import OPTION_CARDS
from teachkit.games.roborally.pieces import LAID_DOWN, UNCOUNTED, Held
from teachkit.games.roborally.state import State
from teachkit.games.roborally.variant.events import GoalMet, Scored
from teachkit.games.roborally.variant.state import BUGS, MINORS, SECRET_GOALS
from teachkit.words import say, translate

CARDS = {**OPTION_CARDS, **MINORS, **BUGS}


def aim(view: State, player: str) -> str:
    """Return a sentence about the flag that comes next, or about the goal flag. [RR-25, RV-10]"""
    if target := view.rules.points_to_win:
        facts = {"flag": view.table.extra.flag if view.table.extra else 0, "target": target}
        if not facts["flag"]:
            return say("Meet your secret goal: {target} points win.", **facts)
        return say("Reach flag {flag} or meet your secret goal: {target} points win.", **facts)
    touched = next((robot.flag for robot in view.robots if robot.name == player), -1)
    facts = {"flag": touched + 1, "last": view.last_flag}
    if touched < 0:
        return say("Touch all flags in order: the first robot to touch flag {last} wins.", **facts)
    if touched + 1 < view.last_flag:
        return say("Touch flag {flag} next: the first robot to touch flag {last} wins.", **facts)
    return say("Touch flag {last} to win the race.", **facts)


def counters(view: State, player: str) -> dict[str, int]:
    """Return a robot's damage and lives, and its player's credits."""
    extra = view.table.extra
    for robot in view.robots:
        if robot.name == player:
            money = {say("credits"): extra.seat(player).credits} if extra else {}
            lives = {say("lives"): robot.lives} if robot.lives != UNCOUNTED else {}
            return money | {say("damage"): robot.damage} | lives
    return {}


def holdings(view: State, player: str) -> Iterator[Holding]:
    """Yield a player's secret goal, bugs and options. [RR-33, RV-7, RV-30]"""
    for seat in view.table.extra.seats if view.table.extra else ():
        if seat.name == player and seat.goal == LAID_DOWN.name:
            yield Holding("goal", say("Secret goal"))
        elif seat.name == player and seat.goal:
            goal = SECRET_GOALS[seat.goal]
            yield Holding("goal", translate(goal.name), translate(goal.says))
    for held in (held for robot in view.robots if robot.name == player for held in robot.held):
        yield _card(held)


def _card(held: Held) -> Holding:
    card, label = CARDS[held.name], translate(held.name)
    if card.charges:
        label = say("{card} (charges: {number})", card=label, number=held.charges)
    return Holding("bug" if held.name in BUGS else "option", label, translate(card.says))


def sources(frames: Sequence[Frame], player: str) -> dict[str, int]:
    """Count the flags that a player's robot has touched, or the points for goals. [RR-25, RV-10]"""
    state = frames[-1].state
    if not state.table.extra:
        return {say("Flags touched"): state.robot(player).flag}
    won = [type(event) for event, _ in frames if getattr(event, "robot", "") == player]
    return {say("Goal flags"): won.count(Scored), say("Secret goals"): won.count(GoalMet)}
