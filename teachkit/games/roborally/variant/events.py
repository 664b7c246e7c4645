"""Events of the variant."""

from __future__ import annotations

from teachkit.core.run.flow import Between
from teachkit.games.roborally.events import CardName, RobotBetween, RobotName, robot_names


class Drawn(Between, frozen=True):
    """Program cards were drawn to decide the order in which robots are placed. [RV-3]"""

    order: tuple[str, ...]

    def __str__(self) -> str:
        robots = robot_names(self.order)
        return self.worded("The robots begin in this order: {robots}.", robots=robots)


class Earned(RobotBetween, frozen=True):
    """A player received credits; `credits` is the new total."""

    reads = "{robot} gets {number} credit and now has {credits}."
    reads_many = "{robot} gets {number} credits and now has {credits}."
    count: int
    credits: int


class Paid(RobotBetween, frozen=True):
    """A player paid credits; `credits` is the number left."""

    reads = "{robot} pays {number} credit and has {credits} left."
    reads_many = "{robot} pays {number} credits and has {credits} left."
    count: int
    credits: int


class GotBug(RobotBetween, frozen=True):
    """A robot got a bug. [RV-4, RV-25, RV-30]"""

    reads = "{robot} gets a bug: {bug}."
    bug: CardName


class Debugged(RobotBetween, frozen=True):
    """A robot got rid of a bug on a wrench. [RV-18]"""

    reads = "{robot} gets rid of the bug {bug}."
    bug: CardName


class Recharged(RobotBetween, frozen=True):
    """An option of a robot was fully recharged. [RV-19]"""

    reads = "{robot} recharges {card}."
    card: CardName


class GoalRolled(Between, frozen=True):
    """The die chose the next goal flag; `flag` is 0 if no flag is allowed. [RV-8, RV-9]"""

    reads = "The goal is now flag {flag}."
    reads_without = "No flag can be the goal in this round."
    flag: int


class Scored(RobotBetween, frozen=True):
    """A robot reached the goal flag; `points` is its new total. [RV-10]"""

    reads = "{robot} reaches flag {flag} and now has {number} point."
    reads_many = "{robot} reaches flag {flag} and now has {number} points."
    counted = "points"
    flag: int
    points: int


class GoalMet(RobotBetween, frozen=True):
    """A robot met its secret goal and revealed it; `points` is its new total. [RV-13]"""

    reads = "{robot} meets the goal {goal} and now has {number} point."
    reads_many = "{robot} meets the goal {goal} and now has {number} points."
    counted = "points"
    goal: CardName
    points: int


class GoalDrawn(RobotBetween, frozen=True):
    """A player drew a secret goal, which is hidden from others. [RV-7, RV-13, RV-21, RV-27]"""

    reads = "{robot} gets a secret goal."


class Killed(RobotBetween, frozen=True):
    """A robot caused the destruction of another robot, the `victim`. [RV-22, RV-23]"""

    reads = "{victim} was destroyed because of {robot}."
    victim: RobotName


class Leads(RobotBetween, frozen=True):
    """A player with more points than every other player took the leader token. [RV-16]"""

    reads = "{robot} takes the lead."


class StayedOut(RobotBetween, frozen=True):
    """A robot could not return because no flag was free. [RV-28]"""

    reads = "{robot} cannot come back: no flag is free."


class TimeUp(Between, frozen=True):
    """The game's time ran out, and one more round will be played. [RV-15]"""

    reads = "Time is up: one more round is played."
