"""What a class got wrong: of each exercise, who tried, who solved it, and the commonest mistake."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from contextlib import suppress
from typing import NamedTuple

from teachkit.classroom.grading.grade import Graded, Row
from teachkit.classroom.grading.gradebook import Gradebook
from teachkit.errors import TeachkitError
from teachkit.exercises.model.exercise import Exercise


class Mistake(NamedTuple):
    """A wrong answer that several gave; `says` is what each of them was told."""

    answer: str
    says: str
    learners: tuple[str, ...]


class Tried(NamedTuple):
    """How a class did at one exercise."""

    exercise: Exercise
    tried: int
    solved: int
    mistake: Mistake | None

    @property
    def stuck(self) -> int:
        return self.tried - self.solved


def how_it_went(book: Gradebook) -> list[Tried]:
    """Each exercise, in order."""
    rows: dict[str, list[tuple[Graded, Row]]] = {name: [] for name in book.exercises}
    for graded in book.learners:
        for row in graded.rows:
            if row.answer and row.exercise in rows and not row.blank:
                rows[row.exercise].append((graded, row))
    return [
        Tried(exercise, len(rows[name]), sum(row.solved for _, row in rows[name]),
              _commonest(exercise, rows[name]))
        for name, exercise in book.exercises.items()
    ]  # fmt: skip


def wrong_says(row: Row) -> str:
    """What is wrong, in one sentence: the author's, where the mistake is a known one."""
    return row.says[min(1, len(row.says) - 1)] if row.says else ""


def _commonest(exercise: Exercise, rows: list[tuple[Graded, Row]]) -> Mistake | None:
    """The wrong answer of most learners; of as many, the one that comes first by its text."""
    alike: dict[Hashable, list[tuple[Graded, Row]]] = defaultdict(list)
    for graded, row in rows:
        if not row.solved:
            alike[_kernel(exercise, row)].append((graded, row))
    if not alike:
        return None
    most = min(alike.values(), key=lambda same: (-len(same), same[0][1].answer))
    row = most[0][1]
    return Mistake(row.answer, wrong_says(row), tuple(graded.learner for graded, _ in most))


def _kernel(exercise: Exercise, row: Row) -> Hashable:
    """What makes two answers the same mistake: a function's is what it did, not how it looks."""
    kind = exercise.kind
    if kind.form.runs_python:
        return row.says
    with suppress(TeachkitError):
        if program := kind.program(exercise, row.answer):
            return program
    return " ".join(kind.form.last(row.answer).replace(",", " ").lower().split())


class Need(NamedTuple):
    """How much help a learner needs: points earned where the class is, and what is stuck."""

    graded: Graded
    points: int
    possible: int
    stuck: tuple[Row, ...]

    @property
    def share(self) -> float:
        return self.points / self.possible if self.possible else 0.0


def needs(book: Gradebook) -> list[Need]:
    """Everybody whose file could be read, the neediest first.

    Only exercises count that a quarter of the class has tried: nobody lags behind who has not
    done what is not yet asked.
    """
    readable = [graded for graded in book.learners if graded.is_read]
    asked = {tried.exercise.id for tried in how_it_went(book)
             if tried.tried and 4 * tried.tried >= len(readable)}  # fmt: skip
    found = []
    for graded in readable:
        known = [row for row in graded.rows if not row.blank]
        rows = [row for row in known if row.exercise in asked]
        stuck = tuple(row for row in known if row.answer and row.possible and not row.solved)
        found.append(
            Need(graded, sum(row.points for row in rows), sum(row.possible for row in rows), stuck)
        )
    return sorted(found, key=lambda need: (need.share, -len(need.stuck), need.graded.learner))
