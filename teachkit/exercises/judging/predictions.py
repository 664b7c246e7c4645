"""Predictions of a run: the question, the parsed answer, and its comparison."""

from __future__ import annotations

import re
from dataclasses import replace

from teachkit.core.game.whereabouts import Compared
from teachkit.core.run.walk import Started
from teachkit.errors import AnswerError
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.model.exercise import Attempt, Exercise, Happens, Start
from teachkit.words import say

_NAMED = re.compile(r"\s*(\d{1,6})\s*[:：](.*)", re.DOTALL)


def board_of(answer: str) -> tuple[int | None, str]:
    """Return the board that an answer names, if any, and the rest of the answer.

    >>> board_of("2: b4 north"), board_of("e3: north")
    ((2, ' b4 north'), (None, 'e3: north'))
    """
    named = _NAMED.fullmatch(answer)
    return (int(named[1]), named[2]) if named else (None, answer)


def asked_run(exercise: Exercise, start: Start, happens: Happens = attempt) -> Attempt:
    """Return the run of the given program, up to the end of the question."""
    tried = happens(exercise, exercise.given, start)
    if not exercise.file.after:
        return tried
    return replace(tried, trace=tried.trace.until(exercise.file.after))


def asks(exercise: Exercise, start: Start) -> str:
    """Return the question about a run, with the game's word for its rounds."""
    run = asked_run(exercise, start).trace if exercise.file.after else ()
    started = [event for event, _ in run if isinstance(event, Started)]
    if not started:
        return say("How will it end?")
    last = started[-1]
    moment = last.heading if last.round else last.step.place
    return say("{moment}: how does it end?", moment=moment)


def unclear(exercise: Exercise, start: Start, text: str) -> str:
    """Return why a prediction is unclear, or ""."""
    if not text.strip():
        return say("Say first how it will end.")
    try:
        exercise.game.predictions(start.state).read(text)
    except AnswerError as error:
        return error.says
    return ""


def compared(tried: Attempt, said: str) -> Compared:
    """Compare a parsed prediction with the end of a run."""
    place = tried.game.whereabouts(tried.trace.final, tried.player)
    return tried.game.predictions(tried.trace.start).compared(said, place)
