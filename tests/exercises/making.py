"""Small exercises for tests, and an enumeration of all small programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from teachkit.core.language.instructions import Condition, If, Instruction, Node, Repeat, While
from teachkit.core.language.program import Program
from teachkit.errors import DataError
from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.explaining.explain import explain
from teachkit.exercises.explaining.hints import Asked, Hint, hint
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Grade

START: dict[str, Any] = {"floor": ". . .\n. . .", "rovers": {"red": "a1 east"}}


def made(name: str = "small", /, **keys: Any) -> Exercise:
    """Return an exercise that asks for two steps east, with these keys changed."""
    return make_exercise(name, data_of(**keys))


def data_of(**keys: Any) -> dict[str, Any]:
    """Return the plain data of an exercise that asks for two steps east, with changed keys."""
    data: dict[str, Any] = {
        "title": "Two steps",
        "lesson": "00",
        "game": "algoracing",
        "kind": "program",
        "text": "Drive to **c1**.",
        "starts": [START],
        "checks": [{"check": "stands_on", "square": "c1"}],
        "hints": ["It looks that way already."],
        "solution": {"answer": "forward, forward"},
    }
    return data | keys


def explained(exercise: Exercise, answer: str) -> Grade:
    """Return the grade of an answer with explanations, as its learner sees it."""
    return explain(exercise, answer, grade(exercise, answer))


def complaint(make: Callable[..., Any] = made, /, **keys: Any) -> str:
    """Return the error message for an exercise that cannot be made with these keys."""
    with pytest.raises(DataError) as caught:
        make(**keys)
    assert "\n" not in caught.value.says
    return caught.value.says


def climb(exercise: Exercise, answer: str = "", asked: Asked = Asked()) -> list[Hint]:  # noqa: B008
    """Return all hints for one answer, in the order in which they can be asked for."""
    hints: list[Hint] = []
    while new := hint(exercise, asked, answer):
        hints.append(new)
        asked = asked.after(new)
    return hints


def copied(paths: Iterable[Path], number: str, folder: Path) -> None:
    """Copy exercise files into a folder as a separate lesson: `97-swap`, `97-digits`, …"""
    inner = folder / "exercises" / number
    inner.mkdir(parents=True)
    for path in paths:
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"^lesson .*", f'lesson = "{number}"', text, flags=re.MULTILINE)
        (inner / f"{number}-{path.name}").write_text(text, encoding="utf-8")


def programs_of(
    cards: Sequence[str], loops: Sequence[int], most: int, conditions: Sequence[Condition] = ()
) -> Iterator[Program]:
    """Yield every program of one card, then of two, up to `most`, valid in the edition or not.

    If there are conditions, `while` and `if` cards are used too.
    """
    for cost in range(1, most + 1):
        yield from (Program(row) for row in _rows(cards, loops, conditions, cost))


def _rows(
    cards: Sequence[str], loops: Sequence[int], conditions: Sequence[Condition], cost: int
) -> Iterator[tuple[Node, ...]]:
    if cost == 0:
        yield ()
    for first in range(1, cost + 1):
        for node in _nodes(cards, loops, conditions, first):
            for rest in _rows(cards, loops, conditions, cost - first):
                yield (node, *rest)


def _nodes(
    cards: Sequence[str], loops: Sequence[int], conditions: Sequence[Condition], cost: int
) -> Iterator[Node]:
    if cost == 1:
        yield from map(Instruction, cards)
        return
    for row in _rows(cards, loops, conditions, cost - 1):
        yield from (Repeat(times, row) for times in loops)
        for condition in conditions:
            yield While(condition, row)
            yield from (If(condition, row[:place], row[place:]) for place in range(len(row) + 1))
