"""A drive judged: the source is run where the caller wants, its row replayed and judged here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

from teachkit.exercises.judging.functions import of_words
from teachkit.exercises.judging.programs import judge, smallest_first
from teachkit.exercises.model.exercise import Attempt, Exercise, Start
from teachkit.exercises.model.verdict import Grade, earns_nothing
from teachkit.exercises.running.course import Course
from teachkit.exercises.running.driving import Drive, replayed
from teachkit.exercises.running.execution import DRIVE
from teachkit.exercises.running.results import Execute
from teachkit.exercises.running.vocabulary import words_in
from teachkit.words import say, translate


def courses_of(exercise: Exercise) -> list[Course]:
    """What a source is given on each start: never what is wanted there."""
    return [_course(exercise, start) for start in exercise.starts]


def _course(exercise: Exercise, start: Start) -> Course:
    game, state = exercise.game, start.state
    cards = exercise.cards or dict.fromkeys(card.name for card in exercise.instructions)
    asks = exercise.file.sensors or [*exercise.instructions.sensors, *game.sensors.readings]
    return Course(game, game.players(state)[0], state, cards, asks, start.answers)


def judge_drive(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """The grade of the rows that came out: on each start, what the rules say of its row there.

    Words that are asked for, or to be avoided, earn a point each once all else is right.
    """
    drives = replays(exercise, answer, execute)
    if not any(drive.program or drive.result.trouble for drive in drives):
        return earns_nothing(exercise.possible, say("Nothing was driven; call a function."))
    attempts = attempts_of(exercise, drives)
    mistake = translate(_mistakes(exercise, execute).get(_did(drives), ""))
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


def replays(exercise: Exercise, answer: str, execute: Execute) -> list[Drive]:
    """What a source does on each start, as far as we believe it: its rows, performed here."""
    courses = courses_of(exercise)
    results = execute(answer, DRIVE, [course.to_call() for course in courses])
    pairs = zip(courses, results, strict=True)
    return [replayed(answer, course, result) for course, result in pairs]


def attempts_of(exercise: Exercise, drives: Sequence[Drive]) -> list[Attempt]:
    """Each drive as checks look at it."""
    return [
        Attempt(exercise.game, course.player, drive.program, drive.trace)
        for course, drive in zip(courses_of(exercise), drives, strict=True)
    ]


def _did(drives: Sequence[Drive]) -> tuple[object, ...]:
    """What a source does, in short: sources that do the same make the same mistake."""
    return tuple((drive.program, drive.result.trouble) for drive in drives)


_known: WeakKeyDictionary[Exercise, dict[tuple[object, ...], str]] = WeakKeyDictionary()


def _mistakes(exercise: Exercise, execute: Execute) -> dict[tuple[object, ...], str]:
    """What the author's wrong sources do, with the sentence for each; the first one counts."""
    if exercise not in _known:
        found = _known[exercise] = {}
        for mistake in exercise.file.mistakes:
            found.setdefault(_did(replays(exercise, mistake.answer, execute)), mistake.says)
    return _known[exercise]
