"""Kinds of exercises, a module each: how an answer is judged, and what else differs by kind.

Whoever holds an exercise asks `kind_of` it, and never compares a kind's name.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Protocol, cast

from teachkit.core.game.game import Game
from teachkit.core.language.program import Program
from teachkit.exercises.explaining.rungs import Rung
from teachkit.exercises.judging.attempts import Happens
from teachkit.exercises.model.exercise import Exercise, File
from teachkit.exercises.model.forms import Form
from teachkit.exercises.model.verdict import Grade, Remark
from teachkit.exercises.running.results import Execute

NAMES = (
    "program", "repair", "choice", "arrange", "predict", "trace", "edit", "lanes", "function",
    "drive", "order", "strategy",
)  # fmt: skip


class Kind(Protocol):
    """The names that the module of a kind has."""

    @property
    def FORM(self) -> Form:  # noqa: N802
        """How the answer is given."""

    @property
    def LADDER(self) -> tuple[Rung, ...]:  # noqa: N802
        """The rungs of help above the author's hints; the last one is the right answer."""

    @property
    def IS_SEARCHED(self) -> bool:  # noqa: N802
        """Whether a cheapest program is looked for: pars, badges, the next card."""

    @property
    def HIDES_USED(self) -> bool:  # noqa: N802
        """Whether cards that are all laid are no longer shown among those to be laid."""

    @property
    def NAMES_START(self) -> bool:  # noqa: N802
        """Whether an answer is about one start, which it names, and the next try about another.

        `2: b4 north` is about the second.
        """

    def given(self, file: File, game: Game) -> Program:
        """The program that is there from the beginning, maybe none.

        Raises `DataError` where the file lacks what this kind needs.
        """

    def possible(self, exercise: Exercise) -> int:
        """The points that a right answer earns."""

    def program(self, exercise: Exercise, answer: str) -> Program | None:
        """The program that an answer is; `None` where it is none. Raises `TeachkitError`."""

    def judge(self, exercise: Exercise, answer: str, execute: Execute) -> Grade:
        """What an answer earns. Raises `TeachkitError` for one that cannot be read.

        `execute` runs a learner's Python.
        """

    def if_so(self, exercise: Exercise, happens: Happens, answer: str) -> str:
        """The right answer if programs ran like this, as `judge` writes what it has read.

        It is about the board that `answer` is about. Where many answers may be right it is
        `answer` itself, if it were right then; empty where nothing can be said.
        """

    def solution(self, exercise: Exercise) -> str:
        """The right answer: the author's, or what the rules compute."""

    def flaws(self, exercise: Exercise) -> Iterator[Remark]:
        """What does not hold that could not be wrong in another kind."""


def kind_of(exercise: Exercise) -> Kind:
    """The kind of an exercise."""
    return kind_named(exercise.kind)


def kind_named(name: str) -> Kind:
    """The kind of this name, imported when it is asked for.

    >>> str(kind_named("trace").FORM)
    'rows'
    """
    return cast("Kind", import_module(f"teachkit.exercises.kinds.{name}"))
