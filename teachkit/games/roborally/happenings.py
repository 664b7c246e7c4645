"""What can happen between registers, in the past tense: dealing, programming, clean-up."""

from __future__ import annotations

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.events import Event
from teachkit.games.roborally.reasons import called, sentence
from teachkit.words import say, say_many, translate


class Placed(Event, frozen=True):
    """A robot was placed on its start square."""

    ends_card = True
    robot: str
    square: Square
    facing: Facing

    def __str__(self) -> str:
        return sentence(say("{robot} starts on {square} and faces {facing}.",
                            robot=called(self.robot), square=self.square,
                            facing=self.facing.says))  # fmt: skip


class TurnBegan(Event, frozen=True):
    """A turn began; turns are counted from 1."""

    ends_card = True
    number: int

    def __str__(self) -> str:
        return say("Turn {number} begins.", number=self.number)


class PoweredDown(Event, frozen=True):
    """A robot sleeps in this turn; all its damage is gone. [RR-32]"""

    ends_card = True
    robot: str

    def __str__(self) -> str:
        return sentence(say("{robot} is powered down, and its damage is gone.",
                            robot=called(self.robot)))  # fmt: skip


class Dealt(Event, frozen=True):
    """A player took program cards. [RR-1]"""

    ends_card = True
    robot: str
    count: int

    def __str__(self) -> str:
        return sentence(say_many("{robot} takes {number} card.", "{robot} takes {number} cards.",
                                 self.count, robot=called(self.robot)))  # fmt: skip


class Programmed(Event, frozen=True):
    """A player has filled the registers; nobody sees with what. [RR-2]"""

    ends_card = True
    robot: str

    def __str__(self) -> str:
        return sentence(say("{robot} is programmed.", robot=called(self.robot)))


class FilledUp(Event, frozen=True):
    """Time was up: chance filled the registers that were empty. [RR-2]"""

    ends_card = True
    robot: str
    count: int

    def __str__(self) -> str:
        return sentence(say_many(
            "Time is up: chance fills {number} register of {robot}.",
            "Time is up: chance fills {number} registers of {robot}.",
            self.count, robot=called(self.robot)))  # fmt: skip


class Announced(Event, frozen=True):
    """A player announced to power down in the next turn, or not to wake up. [RR-3, RR-32]"""

    ends_card = True
    robot: str

    def __str__(self) -> str:
        return sentence(say("{robot} will be powered down in the next turn.",
                            robot=called(self.robot)))  # fmt: skip


class Repaired(Event, frozen=True):
    """Damage was repaired; `damage` is what is left. [RR-27]"""

    ends_card = True
    robot: str
    points: int
    damage: int

    def __str__(self) -> str:
        return sentence(say("{robot} is repaired and has {damage} damage now.",
                            robot=called(self.robot), damage=self.damage))  # fmt: skip


class Unlocked(Event, frozen=True):
    """Registers are free again, the lowest first. [RR-29]"""

    ends_card = True
    robot: str
    registers: tuple[int, ...]

    def __str__(self) -> str:
        return say_many("Register {registers} of {robot} is free again.",
                        "Registers {registers} of {robot} are free again.",
                        len(self.registers), registers=", ".join(map(str, self.registers)),
                        robot=called(self.robot))  # fmt: skip


class GotOption(Event, frozen=True):
    """A robot got an option card. [RR-27]"""

    ends_card = True
    robot: str
    card: str

    def __str__(self) -> str:
        return sentence(say("{robot} gets the option {card}.",
                            robot=called(self.robot), card=translate(self.card)))  # fmt: skip


class CameBack(Event, frozen=True):
    """A destroyed robot came back to the board. [RR-31]"""

    ends_card = True
    robot: str
    square: Square
    facing: Facing
    damage: int

    def __str__(self) -> str:
        return sentence(say("{robot} is back on {square}, facing {facing}, with {damage} damage.",
                            robot=called(self.robot), square=self.square,
                            facing=self.facing.says, damage=self.damage))  # fmt: skip


class BecameReal(Event, frozen=True):
    """A virtual robot stood alone on its square at the end of a turn. [RR-34]"""

    ends_card = True
    robot: str

    def __str__(self) -> str:
        return sentence(say("{robot} is real from now on.", robot=called(self.robot)))


class Ended(Event, frozen=True):
    """The game is over."""

    ends_card = True
    reason: str

    def __str__(self) -> str:
        return self.reason
