"""Mistakes that the author of an exercise foresaw: the sentence for a wrong answer."""

from __future__ import annotations

from collections.abc import Callable
from operator import eq
from typing import Any
from weakref import WeakKeyDictionary

from teachkit.core.language.program import Program
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import translate

_foreseen: WeakKeyDictionary[Exercise, list[tuple[Any, str]]] = WeakKeyDictionary()


def foreseen(
    exercise: Exercise,
    mine: object,
    meaning: Callable[[str], object],
    is_same: Callable[[Any, Any], bool] = eq,
) -> str:
    """Return the author's sentence for the first mistake with the same meaning as `mine`, or "".

    `meaning(answer)` returns what is compared, such as a program or its behaviour; it is computed
    once for each exercise.
    """
    if exercise not in _foreseen:
        _foreseen[exercise] = [(meaning(each.answer), each.says) for each in exercise.file.mistakes]
    alike = (says for known, says in _foreseen[exercise] if is_same(known, mine))
    return translate(next(alike, ""))


def foreseen_program(exercise: Exercise, program: Program | None) -> str:
    """Return the author's sentence for this wrong program, or ""."""
    return foreseen(exercise, program, lambda answer: exercise.kind.program(exercise, answer))


def foreseen_text(exercise: Exercise, answer: str) -> str:
    """Return the author's sentence for this wrong answer, compared word by word, or ""."""
    return foreseen(exercise, words_of_answer(answer), words_of_answer)


def words_of_answer(answer: str) -> list[str]:
    """Return the words of an answer; a number may have leading zeros.

    >>> words_of_answer("C4, north") == words_of_answer("c4 north")
    True
    >>> words_of_answer("08"), words_of_answer("80")
    (['8'], ['80'])
    """
    words = answer.replace(",", " ").lower().split()
    return [word.lstrip("0") or "0" if word.isdecimal() else word for word in words]
