"""On which boards an idea shows: where who has it gives another answer than the right one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from teachkit.errors import TeachkitError
from teachkit.exercises.judging.predictions import board_of
from teachkit.exercises.misreadings.ideas import believed, misreadings_of, truth
from teachkit.exercises.model.exercise import Exercise


def boards(exercise: Exercise) -> Iterator[str]:
    """Each board that can be asked about, as an answer names it: `1:`, `2:`; or nothing, once."""
    if not exercise.kind.form.names_start:
        yield ""
        return
    yield from (f"{number}:" for number, _ in enumerate(exercise.starts, 1))


def about(exercise: Exercise, answer: str) -> str:
    """The one of these boards that an answer is about: `3:` for `3: b3 west`; else the first."""
    known = [*boards(exercise)]
    named = f"{board_of(answer)[0]}:"
    return named if named in known else known[0]


@lru_cache(maxsize=1024)
def right_answer(exercise: Exercise, board: str) -> str:
    """What is right here, where only one answer is; else nothing."""
    try:
        return truth(exercise, board)
    except TeachkitError:
        return ""


@lru_cache(maxsize=1024)
def wrong_answers(exercise: Exercise, board: str) -> Mapping[str, str]:
    """What each idea that shows here answers, by the idea's name; the commonest first."""
    right = right_answer(exercise, board)
    if not right:
        return {}
    answers = ((idea.name, believed(exercise, idea.read, board))
               for idea in misreadings_of(exercise.game))  # fmt: skip
    return {name: answer for name, answer in answers if answer not in ("", right)}


def rivals(exercise: Exercise, board: str, name: str) -> int:
    """How many other ideas answer here just as this one does."""
    answers = wrong_answers(exercise, board)
    return sum(answer == answers[name] for answer in answers.values()) - 1
