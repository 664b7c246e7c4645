"""Kinds `program`, `arrange` and `repair`: a row of cards is the answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from teachkit.core.language.program import Program
from teachkit.errors import ProgramError
from teachkit.exercises.explaining.explain import explain_program
from teachkit.exercises.explaining.hints import OF_PROGRAMS, OF_REPAIRS
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.judging.mistakes import foreseen_program
from teachkit.exercises.judging.program_runs import nothing_given
from teachkit.exercises.judging.programs import judge_program, problems, works_as
from teachkit.exercises.model.exercise import Exercise, Happens, Kind
from teachkit.exercises.model.forms import CARDS
from teachkit.exercises.model.verdict import Grade, Remark, no_try
from teachkit.exercises.running.results import Execute
from teachkit.exercises.solving.puzzle import deck
from teachkit.play.search import Memory, may_ask
from teachkit.words import say


def judge_cards(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Check the cards of an answer, then run them on every start. Raise `ProgramError`."""
    laid = exercise.kind.program(exercise, answer)
    if not laid:
        return no_try(exercise.possible, say("Lay a card first."))
    if found := problems(exercise, laid):
        raise ProgramError(found[0].says)
    return judge_program(exercise, laid, foreseen_program(exercise, laid))


def program(exercise: Exercise, answer: str) -> Program:
    """Return the program that is written. Raise `ProgramError`."""
    return exercise.read(answer)


def outcome_of_cards(exercise: Exercise, happens: Happens, answer: str) -> str:
    """Return the answer if its program would do everything that it should, or nothing."""
    laid = exercise.kind.program(exercise, answer)
    return answer if laid is not None and works_as(exercise, laid, happens) else ""


def flaws_of_cards(exercise: Exercise) -> Iterator[Remark]:
    """Yield remarks on missing checks, and on questions that a run could raise."""
    yield from no_checks(exercise)
    if exercise.others_act:
        return  # nobody can look ahead; what the solution is asked shows when it runs
    memory = Memory(exercise.game, exercise.player)
    for number, start in enumerate(exercise.starts, 1):
        if not start.answers and may_ask(memory.moment(start.state), deck(exercise).cards):
            says = say("Start {number} can raise a question; write its answers.", number=number)
            yield Remark("starts", says)


def no_checks(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark if nothing is checked."""
    if not exercise.checks:
        yield Remark("checks", say("There are no [[checks]]; nothing could be wrong."))


def _flaws_of_repairs(exercise: Exercise) -> Iterator[Remark]:
    """Yield the same remarks, and those on a given program that needs no repair."""
    yield from flaws_of_cards(exercise)
    yield from nothing_given(exercise)
    if judged(exercise, str(exercise.given)).solved:
        says = say("The given program is right already; nothing is to be repaired.")
        yield Remark("given", says)


PROGRAM = Kind(
    "program",
    form=CARDS,
    judge=judge_cards,
    flaws=flaws_of_cards,
    ladder=OF_PROGRAMS,
    program=program,
    explain=explain_program,
    predicted_outcome=outcome_of_cards,
    is_searched=True,
)
"""Lay cards so that all checks hold on every start."""

ARRANGE = replace(PROGRAM, name="arrange", hides_used=True)
"""Put cards in order that are all there, with perhaps some too many."""

REPAIR = replace(
    PROGRAM, name="repair", flaws=_flaws_of_repairs, ladder=OF_REPAIRS, is_searched=False
)
"""Repair a program that is given and wrong; some of its cards may be fixed."""
