"""What cards that robots hold can do, in the past tense."""

from __future__ import annotations

from teachkit.core.run.events import Event
from teachkit.games.roborally.reasons import called, sentence
from teachkit.words import say, translate


class CardUsed(Event, frozen=True):
    """A robot used a card that it holds, or a bug showed."""

    robot: str
    card: str

    def __str__(self) -> str:
        return sentence(say("{card} of {robot} is at work.",
                            robot=called(self.robot), card=translate(self.card)))  # fmt: skip


class Replaced(Event, frozen=True):
    """Another card lies in a register now; `by` is the robot that saw to it."""

    robot: str
    register: int
    by: str = ""

    def __str__(self) -> str:
        return say("Another card lies in register {register} of {robot}.",
                   register=self.register, robot=called(self.robot))  # fmt: skip


class LaidAside(Event, frozen=True):
    """A player laid a card aside for later in the turn; nobody sees which."""

    ends_card = True
    robot: str
    card: str

    def __str__(self) -> str:
        return sentence(say("{robot} lays a card aside for {card}.",
                            robot=called(self.robot), card=translate(self.card)))  # fmt: skip


class HandChanged(Event, frozen=True):
    """A player gave the whole hand for another one."""

    ends_card = True
    robot: str

    def __str__(self) -> str:
        return sentence(say("{robot} takes another hand.", robot=called(self.robot)))
