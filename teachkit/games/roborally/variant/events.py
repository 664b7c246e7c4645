"""What can happen in the variant alone, in the past tense."""

from __future__ import annotations

from teachkit.core.run.events import Event
from teachkit.games.roborally.reasons import called, sentence
from teachkit.words import say, say_many, translate


class Drawn(Event, frozen=True):
    """Program cards decided who is initialised first. [RV-3]"""

    ends_card = True
    order: tuple[str, ...]

    def __str__(self) -> str:
        names = ", ".join(translate(name) for name in self.order)
        return say("They begin in this order: {robots}.", robots=names)


class Earned(Event, frozen=True):
    """A player got credits; `credits` is what it has now."""

    ends_card = True
    robot: str
    count: int
    credits: int

    def __str__(self) -> str:
        return sentence(say_many("{robot} gets {number} credit and has {credits} now.",
                                 "{robot} gets {number} credits and has {credits} now.",
                                 self.count, robot=called(self.robot),
                                 credits=self.credits))  # fmt: skip


class Paid(Event, frozen=True):
    """A player paid credits; `credits` is what is left."""

    ends_card = True
    robot: str
    count: int
    credits: int

    def __str__(self) -> str:
        return sentence(say_many("{robot} pays {number} credit and has {credits} left.",
                                 "{robot} pays {number} credits and has {credits} left.",
                                 self.count, robot=called(self.robot),
                                 credits=self.credits))  # fmt: skip


class GotBug(Event, frozen=True):
    """A robot got a bug. [RV-4, RV-25, RV-30]"""

    ends_card = True
    robot: str
    bug: str

    def __str__(self) -> str:
        return sentence(say("{robot} gets a bug: {bug}.",
                            robot=called(self.robot), bug=translate(self.bug)))  # fmt: skip


class Debugged(Event, frozen=True):
    """A wrench repaired a bug. [RV-18]"""

    ends_card = True
    robot: str
    bug: str

    def __str__(self) -> str:
        return sentence(say("{robot} is rid of the bug {bug}.",
                            robot=called(self.robot), bug=translate(self.bug)))  # fmt: skip


class Recharged(Event, frozen=True):
    """An option has all its charges again. [RV-19]"""

    ends_card = True
    robot: str
    card: str

    def __str__(self) -> str:
        return sentence(say("{card} of {robot} is charged again.",
                            robot=called(self.robot), card=translate(self.card)))  # fmt: skip


class GoalRolled(Event, frozen=True):
    """The die has chosen the next goal flag; 0: no flag would do. [RV-8, RV-9]"""

    ends_card = True
    flag: int

    def __str__(self) -> str:
        if not self.flag:
            return say("No flag can be the goal in this turn.")
        return say("The goal is flag {number} now.", number=self.flag)


class Scored(Event, frozen=True):
    """A robot reached the goal flag; `points` is what it has now. [RV-10]"""

    ends_card = True
    robot: str
    flag: int
    points: int

    def __str__(self) -> str:
        return sentence(say_many("{robot} reaches flag {flag} and has {number} point now.",
                                 "{robot} reaches flag {flag} and has {number} points now.",
                                 self.points, robot=called(self.robot),
                                 flag=self.flag))  # fmt: skip


class GoalMet(Event, frozen=True):
    """A robot met its secret goal, and shows it; `points` is what it has now. [RV-13]"""

    ends_card = True
    robot: str
    goal: str
    points: int

    def __str__(self) -> str:
        return sentence(say_many("{robot} meets the goal {goal} and has {number} point.",
                                 "{robot} meets the goal {goal} and has {number} points.",
                                 self.points, robot=called(self.robot),
                                 goal=translate(self.goal)))  # fmt: skip


class GoalDrawn(Event, frozen=True):
    """A player drew a secret goal; nobody else sees which. [RV-7, RV-13, RV-21, RV-27]"""

    ends_card = True
    robot: str

    def __str__(self) -> str:
        return sentence(say("{robot} gets a secret goal.", robot=called(self.robot)))


class Killed(Event, frozen=True):
    """One robot is to blame for the end of another. [RV-22, RV-23]"""

    ends_card = True
    robot: str
    victim: str

    def __str__(self) -> str:
        return sentence(say("{robot} is to blame for the end of {victim}.",
                            robot=called(self.robot), victim=called(self.victim)))  # fmt: skip


class Leads(Event, frozen=True):
    """A player has more points than every other, and takes the leader token. [RV-16]"""

    ends_card = True
    robot: str

    def __str__(self) -> str:
        return sentence(say("{robot} leads alone.", robot=called(self.robot)))


class StayedOut(Event, frozen=True):
    """There is no flag on which a robot could come back. [RV-28]"""

    ends_card = True
    robot: str

    def __str__(self) -> str:
        return sentence(say("{robot} finds no flag to come back on.", robot=called(self.robot)))


class TimeUp(Event, frozen=True):
    """Time is up: one more turn is played. [RV-15]"""

    ends_card = True

    def __str__(self) -> str:
        return say("Time is up: one more turn is played.")
