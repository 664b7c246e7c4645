"""What a learner predicts of a run, beside what happened: right or not, and where they parted."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from teachkit.core.game.predictions import Compared, Part
from teachkit.core.run.trace import Played
from teachkit.core.run.walk import Started
from teachkit.errors import AnswerError
from teachkit.exercises.judging.attempts import attempt, played_steps, stop_of
from teachkit.exercises.misreadings.explained import explaining
from teachkit.exercises.misreadings.explained import told as told_of
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


class Told(NamedTuple):
    """A prediction beside what happened: its parts, right or not, and all of it in sentences."""

    parts: tuple[Part, ...] = ()
    says: tuple[str, ...] = ()


def told(tried: Attempt, text: str) -> Told:
    """What is told of a prediction after the run. Raises `AnswerError` for an unclear one."""
    place = tried.game.whereabouts(tried.trace.final, tried.player)
    said = tried.game.predictions(tried.trace.start).read(text)
    seen = compared(tried, said)
    if all(part.right for part in seen.parts):
        return Told(seen.parts, (say("As you predicted: {place}.", place=place),))
    both = say("You said {said}; it was {place}.", said=said, place=place)
    apart = parted(tried, said)
    why = (apart,) if apart else told_of(explaining(tried, said))
    return Told(seen.parts, (" ".join(filter(None, (both, seen.says, *why))),))


def compared(tried: Attempt, said: str) -> Compared:
    """A prediction that was read, beside the end of this run."""
    place = tried.game.whereabouts(tried.trace.final, tried.player)
    return tried.game.predictions(tried.trace.start).compared(said, place)


def parted(tried: Attempt, said: str) -> str:
    """Where a wrong prediction and the run parted; empty if the run was never like that.

    It tells of steps that were played only: ask it after the run.
    """
    steps = played_steps(tried.trace)
    before = tried.game.whereabouts(tried.trace.start, tried.player)
    places = [before, *(tried.game.whereabouts(step.after, tried.player) for step in steps)]
    if places[-1] == said or said not in places:
        return ""
    last = len(places) - 1 - places[::-1].index(said)
    if last == 0:
        return say("That is how it began.")
    if any(step.step and step.step.turns for step in steps):
        return say("That was right after step {ran}. Step {following} changed it.",
                   ran=stop_of(tried.trace, last),
                   following=stop_of(tried.trace, last + 1))  # fmt: skip
    return say("That was right after card {ran}. Card {following} changed it.",
               **_cards(steps, last))  # fmt: skip


def _cards(steps: list[Played], last: int) -> dict[str, int]:
    """The numbers of the card that led there, and of the one that led away again."""
    ran, following = (step.step.card if step.step else 0 for step in steps[last - 1 : last + 1])
    return {"ran": ran, "following": following}
