"""A drive judged: the source is run where the caller wants, its row replayed and judged here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from teachkit.exercises.checks import Attempt
from teachkit.exercises.driving.course import Course
from teachkit.exercises.driving.driving import Drive, drives_here, replayed
from teachkit.exercises.execution import DRIVE
from teachkit.exercises.exercise import Exercise, Start
from teachkit.exercises.functions.results import Execute, Result
from teachkit.exercises.functions.verdicts import of_words
from teachkit.exercises.functions.vocabulary import words_in
from teachkit.exercises.judging import judge, smallest_first
from teachkit.exercises.verdict import Grade
from teachkit.words import say, translate


def courses_of(exercise: Exercise) -> list[Course]:
    """What a source is given on each start: never what is wanted there."""
    return [_course(exercise, start) for start in exercise.starts]


def _course(exercise: Exercise, start: Start) -> Course:
    game, state = exercise.game, start.state
    cards = exercise.cards or dict.fromkeys(card.name for card in exercise.instructions)
    asks = exercise.file.sensors or [*exercise.instructions.sensors, *game.GAUGES]
    return Course(game, game.players(state)[0], state, cards, asks, start.answers)


def judge_drive(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """What a source earns whose runs give these rows, whatever else is told of them."""
    calls = [course.to_call() for course in courses_of(exercise)]
    return judge_rows(exercise, answer, execute(answer, DRIVE, calls))


def judge_rows(exercise: Exercise, answer: str, results: Sequence[Result]) -> Grade:
    """The grade of the rows that came out: on each start, what the rules say of this one.

    Words that are asked for, or to be avoided, earn a point each once all else is right.
    """
    drives = [replayed(answer, course, result)
              for course, result in zip(courses_of(exercise), results, strict=True)]  # fmt: skip
    attempts = attempts_of(exercise, drives)
    mistake = translate(_mistakes(exercise).get(_did(drives), ""))
    judged = judge(exercise.checks, attempts, mistake, smallest_first(exercise, attempts))
    works = judged.solved
    words = of_words(exercise, works, words_in(answer, whole=True))
    missing = [verdict.says for verdict in words if works and verdict.says]
    if missing:
        right = say("It does what it should.")
        judged = replace(judged, says=(right, *([mistake] if mistake else []), *missing))
    return replace(
        judged,
        verdicts=(*judged.verdicts, *words),
        points=judged.points + sum(verdict.points for verdict in words),
        possible=judged.possible + sum(verdict.possible for verdict in words),
        says=tuple(dict.fromkeys(judged.says)),
    )


def attempts_of(exercise: Exercise, drives: Sequence[Drive]) -> list[Attempt]:
    """Each drive as checks look at it."""
    return [
        Attempt(exercise.game, course.player, drive.program, drive.trace)
        for course, drive in zip(courses_of(exercise), drives, strict=True)
    ]


def _did(drives: Sequence[Drive]) -> tuple[object, ...]:
    """What a source does, in short: sources that do the same make the same mistake."""
    return tuple((drive.program, drive.result.trouble) for drive in drives)


@lru_cache(maxsize=64)
def _mistakes(exercise: Exercise) -> dict[tuple[object, ...], str]:
    """What the author's wrong sources do, with the sentence for each; the first one counts."""
    found: dict[tuple[object, ...], str] = {}
    for mistake in exercise.file.mistakes:
        did = _did(list(drives_here(mistake.answer, courses_of(exercise))))
        found.setdefault(did, mistake.says)
    return found
