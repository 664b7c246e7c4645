"""What is said of an answer: verdicts and a grade. And a remark, which is said of an exercise."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from teachkit.core.game.predictions import Part


@dataclass(frozen=True)
class Verdict:
    """What one check says: passed or not, its sentence, the points it earns and could."""

    check: str
    passed: bool
    says: str
    points: int
    possible: int


@dataclass(frozen=True)
class Grade:
    """All verdicts of one attempt; `failed_start` is the smallest start where something failed.

    `parts` are the pieces of an answer, where each is right or not by itself. An answer that is
    `unread` could not be understood, or is none: that is no try. `ideas` are the names of the
    misreadings that explain a wrong one.
    """

    verdicts: tuple[Verdict, ...]
    points: int
    possible: int
    says: tuple[str, ...] = ()
    failed_start: int | None = None
    parts: tuple[Part, ...] = ()
    unread: bool = False
    ideas: tuple[str, ...] = ()

    @property
    def solved(self) -> bool:
        """Whether nothing is missing; it may be right, and earn less for what was tried before."""
        is_right = bool(self.verdicts) and all(verdict.passed for verdict in self.verdicts)
        return is_right or self.points == self.possible


def earns_nothing(possible: int, says: str) -> Grade:
    """The grade of what cannot be judged, and why.

    >>> earns_nothing(2, "Lay a card first.").points
    0
    """
    return Grade((Verdict("answer", False, says, 0, possible),), 0, possible, (says,))


def no_try(possible: int, says: str) -> Grade:
    """The grade of what is no answer yet, and how one is given; it counts as no attempt.

    >>> no_try(2, "Lay a card first.").unread
    True
    """
    return replace(earns_nothing(possible, says), unread=True)


class Remark(NamedTuple):
    """Something about a key of an exercise file, and what to do about it."""

    key: str
    says: str

    def __str__(self) -> str:
        return f"{self.key}: {self.says}" if self.key else self.says
