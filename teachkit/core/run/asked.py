"""What a program asks on its way: the questions of its `if` and `while`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from teachkit.core.language.nodes import Condition
from teachkit.core.run.actors import says_who
from teachkit.core.run.flow import Event
from teachkit.words import say

if TYPE_CHECKING:
    from teachkit.core.run.walk import Turn


class Question(NamedTuple):
    """An `if` or `while` as it asks: which bracket (from 1), and the turn of each loop around it.

    The turn of a `while` is its last: the one that begins if the answer is yes.
    """

    condition: Condition
    bracket: int
    turns: tuple[Turn, ...] = ()
    again: bool = False

    def __str__(self) -> str:
        if self.again:
            return say("while {condition}", condition=self.condition)
        return say("if {condition}", condition=self.condition)


class Asked(Event, frozen=True):
    """An `if` or `while` asked whether its condition holds. A question is no card: none counts it.

    >>> print(Asked("red", Question(Condition("blocked", wanted=False), 1), True))
    If not blocked? Yes.
    """

    actor: str
    question: Question
    answer: bool

    def facts(self) -> dict[str, Any]:
        asked = {"question": str(self.question), "bracket": self.question.bracket}
        return {"actor": self.actor, **asked, "answer": self.answer}

    def __str__(self) -> str:
        facts = {"condition": self.question.condition}
        if self.question.again and self.answer:
            return say("While {condition}? Yes.", **facts)
        if self.question.again:
            return say("While {condition}? No.", **facts)
        return say("If {condition}? Yes.", **facts) if self.answer else say(
            "If {condition}? No.", **facts)  # fmt: skip

    def among_others(self) -> str:
        return says_who(self)
