"""Verdicts and grades of answers, and remarks on exercises."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from teachkit.core.game.whereabouts import Part
from teachkit.words import say_many


def points_in_words(points: object, possible: int) -> str:
    """Return a phrase for `points` earned out of `possible`.

    >>> points_in_words(1, 1), points_in_words(0, 3)
    ('1 of 1 point', '0 of 3 points')
    """
    return say_many(
        "{points} of {number} point", "{points} of {number} points", possible, points=points
    )


@dataclass(frozen=True)
class Verdict:
    """The result of one check: whether it passed, the sentence about it, and its points."""

    check: str
    passed: bool
    says: str
    points: int
    possible: int


@dataclass(frozen=True)
class Grade:
    """All verdicts on one attempt, with its total points.

    `says` are sentences for the learner. If these are about failed checks, `failed_start` is the
    index of the start on which the checks failed. `parts` are the parts of the answer that are
    right or wrong separately. `unread` is true if the answer is empty or could not be understood;
    such an answer does not count as an attempt. `ideas` are the names of the misreadings that
    explain a wrong answer. `note` is a sentence for the teacher.
    """

    verdicts: tuple[Verdict, ...]
    says: tuple[str, ...] = ()
    failed_start: int | None = None
    parts: tuple[Part, ...] = ()
    unread: bool = False
    ideas: tuple[str, ...] = ()
    note: str = ""

    @property
    def points(self) -> int:
        return sum(verdict.points for verdict in self.verdicts)

    @property
    def possible(self) -> int:
        return sum(verdict.possible for verdict in self.verdicts)

    @property
    def solved(self) -> bool:
        """Whether all checks passed, or all points were earned.

        An answer to a choice passes all checks even if wrong letters cost points before.
        """
        is_right = bool(self.verdicts) and all(verdict.passed for verdict in self.verdicts)
        return is_right or self.points == self.possible


def earns_nothing(possible: int, *says: str) -> Grade:
    """Return a grade of 0 points for an answer that cannot be judged, with the reason if known.

    >>> earns_nothing(2, "Add a card first.").points
    0
    """
    return Grade((Verdict("answer", False, "".join(says), 0, possible),), says)


def no_try(possible: int, says: str) -> Grade:
    """Return a grade of 0 points for text that is not an answer.

    The text does not count as an attempt.

    >>> no_try(2, "Add a card first.").unread
    True
    """
    return replace(earns_nothing(possible, says), unread=True)


class Remark(NamedTuple):
    """A remark on a flaw in an exercise file: the key concerned, and what to do about it."""

    key: str
    says: str

    def __str__(self) -> str:
        return f"{self.key}: {self.says}" if self.key else self.says
