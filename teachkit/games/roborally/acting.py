"""A card's turn to act, which its priority has decided."""

from __future__ import annotations

from teachkit.core.run.walk import Started
from teachkit.words import say


class Acted(Started, frozen=True):
    """A robot's card of a register is about to run; `priority` has decided when. [RR-4]

    >>> from teachkit.core.language.nodes import Instruction
    >>> from teachkit.core.run.walk import Step
    >>> acted = Acted("red", Step(Instruction("left", ("90",)), 1), 3, 90)
    >>> acted.heading, acted.note, acted.among_others()
    ('Register 3', '90', 'Red, card 1: left 90.')
    """

    priority: int = 0

    @property
    def note(self) -> str:
        return str(self.priority) if self.priority else ""

    @property
    def heading(self) -> str:
        return say("Register {number}", number=self.round)

    @property
    def headings(self) -> str:
        return say("Registers")
