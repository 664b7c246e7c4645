"""What a learner predicts of a run, beside what happened: right or not, and where they parted."""

from __future__ import annotations

import re
from dataclasses import replace

from teachkit.core.game.predictions import Compared
from teachkit.core.run.walk import Started
from teachkit.errors import AnswerError
from teachkit.exercises.judging.attempts import attempt
from teachkit.exercises.model.exercise import Attempt, Exercise, Happens, Start
from teachkit.words import say

_NAMED = re.compile(r"\s*(\d{1,6})\s*[:：](.*)", re.DOTALL)


def board_of(answer: str) -> tuple[int | None, str]:
    """The board that an answer names, perhaps none, and what it says of it.

    >>> board_of("2: b4 north"), board_of("e3: north")
    ((2, ' b4 north'), (None, 'e3: north'))
    """
    named = _NAMED.fullmatch(answer)
    return (int(named[1]), named[2]) if named else (None, answer)


def read_prediction(exercise: Exercise, start: Start, text: str) -> str:
    """What was typed or pointed at, as `whereabouts` says it. Raises `AnswerError`."""
    return exercise.game.predictions(start.state).read(text)


def asked_run(exercise: Exercise, start: Start, happens: Happens = attempt) -> Attempt:
    """The run of the given program, as far as it is asked about."""
    tried = happens(exercise, exercise.given, start)
    if not exercise.file.after:
        return tried
    return replace(tried, trace=tried.trace.until(exercise.file.after))


def asks(exercise: Exercise, start: Start) -> str:
    """What is asked of a run, with the word that the game has for its rounds."""
    if not exercise.file.after:
        return say("How will it end?")
    started = [frame.event for frame in asked_run(exercise, start).trace
               if isinstance(frame.event, Started)]  # fmt: skip
    if not started:
        return say("How will it end?")
    last = started[-1]
    moment = last.heading if last.round else last.step.place
    return say("{moment}: how does it end?", moment=moment)


def unclear(exercise: Exercise, start: Start, text: str) -> str:
    """Why it is not clear how a learner thinks that a run will end; empty where it is."""
    if not text.strip():
        return say("Say first how it will end.")
    try:
        read_prediction(exercise, start, text)
    except AnswerError as error:
        return error.says
    return ""


def compared(tried: Attempt, said: str) -> Compared:
    """A prediction that was read, beside the end of this run."""
    place = tried.game.whereabouts(tried.trace.final, tried.player)
    return tried.game.predictions(tried.trace.start).compared(said, place)
