"""Kind `lanes`: lay a program for each of several pieces; they run together, on every start.

The answer has a line for each piece, `red: forward, left`. Each piece has a hand of its own, and
a check that names no `player` is asked of each. In what order they act is the rule of the game.
"""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.core.game.game import Game
from teachkit.core.language.lanes import Lanes
from teachkit.core.language.nodes import Repeat, brackets_in
from teachkit.core.language.program import Program
from teachkit.core.run.events import called
from teachkit.errors import ProgramError
from teachkit.exercises.judging.mistakes import foreseen_program
from teachkit.exercises.judging.programs import judge_program, problems
from teachkit.exercises.model.exercise import (
    Exercise,
    Hint,
    Kind,
    Rung,
    authors_solution,
    needs_start,
)
from teachkit.exercises.model.file import File
from teachkit.exercises.model.forms import LANES
from teachkit.exercises.model.verdict import Grade, Remark, no_try
from teachkit.exercises.running.results import Execute
from teachkit.words import say


def given(file: File, game: Game) -> Program:
    """What lies there from the beginning is read like an answer, with the pieces of the start."""
    needs_start(file)
    return Program()


def program(exercise: Exercise, answer: str) -> Lanes:
    """The programs that are written. Raises `ProgramError`."""
    return Lanes.read_lanes(answer, exercise.learners, exercise.game.instructions)


def judge(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """All cards are looked at, then all programs run at once."""
    laid = program(exercise, answer)
    if not laid:
        return no_try(exercise.possible, say("Lay a card first."))
    if found := problems(exercise, laid):
        raise ProgramError(found[0].says)
    return judge_program(exercise, laid, foreseen_program(exercise, laid))


def flaws(exercise: Exercise) -> Iterator[Remark]:
    """There is something to check, and the same pieces are there on every start."""
    if not exercise.checks:
        yield Remark("checks", say("There are no [[checks]]; nothing could be wrong."))
    if len(exercise.learners) < 2:
        yield Remark("starts", say("This kind needs two pieces without a program of their own."))
    for number, start in enumerate(exercise.starts, 1):
        acting = exercise.game.programs(start.state)
        here = {name for name in exercise.game.players(start.state) if name not in acting}
        if here != set(exercise.learners):
            says = say("Start {number} has other pieces than the first.", number=number)
            yield Remark("starts", says)
    try:
        program(exercise, exercise.file.given)
    except ProgramError as error:
        yield Remark("given", error.says)


# -- help ----------------------------------------------------------------------------------------


def _spare(exercise: Exercise, answer: str) -> Hint | None:
    """A card that no piece needs."""
    loops = (f"{times}x" for times in exercise.rules.loops if f"{times}x" in exercise.cards)
    hand = (*(card.name for card in exercise.instructions), *loops)
    needed = _names(program(exercise, authors_solution(exercise)))
    spare = next((name for name in hand if name not in needed), None)
    if spare is None:
        return None
    says = say('You do not need the card "{card}".', card=spare)
    return Hint("spare", says, answer, spare=spare)


def _names(laid: Program) -> set[str]:
    loops = (node for node, _, _ in brackets_in(laid.body) if isinstance(node, Repeat))
    return {*(card.name for card in laid.instructions), *(f"{loop.times}x" for loop in loops)}


def _lane(exercise: Exercise, answer: str) -> Hint | None:
    """The whole program of the first piece that has another one."""
    try:
        laid = dict(program(exercise, answer).lanes)
    except ProgramError:
        laid = {}
    for name, right in program(exercise, authors_solution(exercise)).lanes:
        if laid.get(name) != right:
            says = say("{actor} can run this:", actor=called(name))
            return Hint("lane", f"{says}\n{right}", answer)
    return None


def _whole(exercise: Exercise, answer: str) -> Hint | None:
    text = authors_solution(exercise)
    return Hint("solution", "\n".join((say("A solution:"), text)), answer) if text else None


TOGETHER = Kind(
    "lanes",
    form=LANES,
    judge=judge,
    flaws=flaws,
    ladder=(
        Rung("spare", _spare, stays=True),
        Rung("lane", _lane),
        Rung("solution", _whole, stays=True),
    ),
    program=program,
    given=given,
)
