"""Answers of several things, as they are given and as they are saved."""

from __future__ import annotations

from typing import Any

from teachkit.errors import AnswerError
from teachkit.words import say, shown


def no_list(answer: Any) -> str | None:
    """Why this is no answer of several things; a text is one thing, and a set has no order."""
    if isinstance(answer, list | tuple):
        return None
    return say("Answer with a list in square brackets, not with {answer}.", answer=shown(answer))


def saved_list(data: Any) -> tuple[Any, ...]:
    """A saved answer of several things. Raises `AnswerError` for anything else."""
    if no_list(data):
        raise no_saved(data)
    return tuple(data)


def no_saved(data: Any) -> AnswerError:
    """What is told of a saved answer that never was one."""
    return AnswerError(say("This saved answer does not fit: {answer}.", answer=shown(data)))
