"""Exercises that are answered with a row of cards: what `program`, `repair`, `arrange` share."""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.core.language.program import Program
from teachkit.errors import ProgramError
from teachkit.exercises.judging.attempts import Happens
from teachkit.exercises.judging.limits import problems
from teachkit.exercises.judging.programs import judge_program, works_as
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Grade, Remark, no_try
from teachkit.exercises.running.results import Execute
from teachkit.exercises.solving.puzzle import deck
from teachkit.play.search.memory import Memory
from teachkit.play.search.search import may_ask
from teachkit.words import say, translate


def possible(exercise: Exercise) -> int:
    """The points of all checks."""
    return sum(check.points for check in exercise.checks) or exercise.file.points


def program(exercise: Exercise, answer: str) -> Program:
    """The program that is written. Raises `ProgramError`."""
    return exercise.read(answer)


def judge(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Its cards are looked at, then it runs on every start."""
    laid = program(exercise, answer)
    if not laid:
        return no_try(exercise.possible, say("Lay a card first."))
    if found := problems(exercise, laid):
        raise ProgramError(found[0].says)
    return judge_program(exercise, laid, known_mistake(exercise, laid))


def if_so(exercise: Exercise, happens: Happens, answer: str) -> str:
    """This program, if it would do all that it should."""
    return answer if works_as(exercise, program(exercise, answer), happens) else ""


def known_mistake(exercise: Exercise, program: Program) -> str:
    """The sentence the author wrote for this wrong program, if any."""
    for mistake in exercise.file.mistakes:
        if exercise.read(mistake.answer) == program:
            return translate(mistake.says)
    return ""


def solution(exercise: Exercise) -> str:
    """The author's."""
    return exercise.file.solution.answer


def flaws(exercise: Exercise) -> Iterator[Remark]:
    """There is something to check, and nothing to ask: grading never guesses."""
    if not exercise.checks:
        yield Remark("checks", say("There are no [[checks]]; nothing could be wrong."))
    if exercise.others_act:
        return  # nobody can look ahead; what the solution is asked shows when it runs
    memory = Memory(exercise.game, exercise.player)
    for number, start in enumerate(exercise.starts, 1):
        if not start.answers and may_ask(memory.moment(start.state), deck(exercise).cards):
            says = say("Start {number} can raise a question; write its answers.", number=number)
            yield Remark("starts", says)
