"""Full reports of an answer: the events on each start, and the verdict of each check."""

from __future__ import annotations

from dataclasses import dataclass

from teachkit.core.data import Table
from teachkit.exercises.explaining.explain import explain
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.model.exercise import Attempt, Exercise
from teachkit.exercises.model.verdict import Grade
from teachkit.exercises.running.execution import execute_here
from teachkit.words import say


@dataclass(frozen=True)
class Report:
    """An answer, its grade, and the runs of it or of the given program."""

    exercise: Exercise
    answer: str
    grade: Grade
    attempts: tuple[Attempt, ...]


def report(exercise: Exercise, answer: str) -> Report:
    """Grade an answer and run it on every start.

    Raise `TeachkitError` if a program cannot be read or may not be handed in.
    """
    kind = exercise.kind
    program = kind.program(exercise, answer)
    if program:
        kind.judge(exercise, answer, execute_here)
    elif program is None:
        program = exercise.given
    attempts = [attempt(exercise, program, start) for start in exercise.starts] if program else []
    explained = explain(exercise, answer, grade(exercise, answer))
    return Report(exercise, answer, explained, tuple(attempts))


def as_text(told: Report) -> str:
    """Return the events and the last board of each start, then the verdicts and other sentences."""
    lines = []
    for number, tried in enumerate(told.attempts, 1):
        if len(told.attempts) > 1:
            lines.append(say("Board {number}", number=number))
        lines += [tried.trace.story(), str(tried.trace.final), ""]
    for verdict in told.grade.verdicts:
        mark = say("yes") if verdict.passed else say("not yet")
        says = f" {verdict.says}" if verdict.says else ""
        lines.append(f"{verdict.check}: {mark}.{says} ({verdict.points}/{verdict.possible})")
    said = {verdict.says for verdict in told.grade.verdicts}
    lines += [says for says in told.grade.says if says not in said]
    facts = {"points": told.grade.points, "possible": told.grade.possible}
    return "\n".join((*lines, say("{points} of {possible} points", **facts)))


def as_json(told: Report) -> Table:
    """Return the report as plain data; an event is its class name with its facts."""
    return {
        "exercise": told.exercise.id,
        "answer": told.answer,
        "points": told.grade.points,
        "possible": told.grade.possible,
        "verdicts": [
            {key: getattr(verdict, key) for key in ("check", "passed", "says", "points")}
            for verdict in told.grade.verdicts
        ],
        "starts": [
            {"frames": tried.trace.to_json()["frames"], "outcome": _outcome(tried)}
            for tried in told.attempts
        ],
    }


def _outcome(tried: Attempt) -> str:
    """Return the final position of the piece, or that there is no end."""
    if tried.trace.endless:
        return str(tried.trace.endless)
    return tried.game.whereabouts(tried.trace.final, tried.player)
