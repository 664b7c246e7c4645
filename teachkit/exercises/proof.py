"""Is an exercise true? Its solution earns everything, its mistakes do not, its starts hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from teachkit.errors import DataError, TeachkitError
from teachkit.exercises.exercise import Exercise, load_exercise
from teachkit.exercises.grade import attempt, grade, happened, right_choice, table_rows
from teachkit.exercises.par import deck, par
from teachkit.play.memory import Memory
from teachkit.play.search import may_ask
from teachkit.words import say

_COMPUTED = ("choice", "predict", "trace")


@dataclass(frozen=True)
class Proof:
    """What was found out about a file. `status` is 0: holds, 1: does not, 2: unreadable."""

    says: str
    status: int

    def __str__(self) -> str:
        return self.says


def prove(path: Path) -> Proof:
    """Whether the exercise in this file holds; a file that cannot be read says why."""
    try:
        exercise = load_exercise(path)
    except DataError as error:
        return Proof(error.says.removeprefix(f"{path}: "), 2)
    if found := flaws(exercise):
        return Proof(" ".join(found), 1)
    pars = [f"{best.best} {best.metric}" for best in par(exercise)]
    return Proof(say("holds; par: {pars}", pars=", ".join(pars)) if pars else say("holds"), 0)


def exercise_paths(paths: Iterable[Path]) -> Iterator[Path]:
    """These files, and in folders every TOML file. Raises `DataError` for what is not there."""
    for path in paths:
        if not path.exists():
            raise DataError(say("this file cannot be opened"), path)
        yield from sorted(path.rglob("*.toml")) if path.is_dir() else [path]


def flaws(exercise: Exercise) -> list[str]:
    """Everything that does not hold, a sentence each; empty for an exercise that is sound."""
    try:
        return list(_flaws(exercise))
    except TeachkitError as error:
        return [error.says]


def solution(exercise: Exercise) -> str:
    """The right answer: the author's program, or what the rules compute."""
    if exercise.kind == "choice":
        return right_choice(exercise)
    if exercise.kind == "predict":
        return happened(exercise, exercise.given, exercise.starts[0])
    if exercise.kind == "trace":
        trace = attempt(exercise, exercise.given, exercise.starts[0]).trace
        return "\n".join(table_rows(exercise, trace))
    return exercise.file.solution.answer


def _flaws(exercise: Exercise) -> Iterator[str]:
    if exercise.kind == "function" and exercise.checks:
        yield say("A function is checked on [[cases]]; take the [[checks]] away.")
    if exercise.kind not in (*_COMPUTED, "function") and not exercise.checks:
        yield say("There are no [[checks]]; nothing could be wrong.")
    if not exercise.file.hints:
        yield say("There are no hints; write at least one.")
    yield from _wrong_solution(exercise)
    yield from _wrong_mistakes(exercise)
    yield from _nothing_to_do(exercise)
    yield from _open_questions(exercise)


def _wrong_solution(exercise: Exercise) -> Iterator[str]:
    if exercise.kind in _COMPUTED and exercise.file.solution.answer:
        yield say("The answer is computed; take the solution's answer away.")
    result = grade(exercise, solution(exercise))
    if not result.solved:
        missing = next((verdict.says for verdict in result.verdicts if not verdict.passed), "")
        yield say("The solution earns {points} of {possible}: {missing}",
                  points=result.points, possible=result.possible, missing=missing)  # fmt: skip
    if exercise.kind == "predict":
        for number, start in enumerate(exercise.starts[1:], 2):
            answer = f"{number}: {happened(exercise, exercise.given, start)}"
            if not grade(exercise, answer).solved:
                yield say("The prediction for board {number} is refused.", number=number)


def _wrong_mistakes(exercise: Exercise) -> Iterator[str]:
    for number, mistake in enumerate(exercise.file.mistakes, 1):
        result = grade(exercise, mistake.answer)
        if result.solved:
            yield say("Mistake {number} earns everything; it is no mistake.", number=number)
        elif mistake.says not in result.says:
            yield say("Mistake {number} does not get its own sentence, but: {says}",
                      number=number, says=result.says[-1])  # fmt: skip


def _nothing_to_do(exercise: Exercise) -> Iterator[str]:
    if exercise.kind == "repair" and grade(exercise, str(exercise.given)).solved:
        yield say("The given program is right already; nothing is to be repaired.")
    if exercise.kind == "function" and grade(exercise, exercise.file.given).solved:
        yield say("The given function is right already; nothing is to be written.")
    if exercise.kind in ("predict", "trace", "repair") and not exercise.given:
        yield say('This kind needs a program: given = "forward, left".')
    if exercise.kind == "choice" and len(exercise.file.choices) < 2:
        yield say("A choice needs at least two [[choices]].")


def _open_questions(exercise: Exercise) -> Iterator[str]:
    """Where the rules can ask somebody, the start must answer: grading never guesses."""
    if exercise.kind in (*_COMPUTED, "function"):
        return
    memory = Memory(exercise.game, exercise.player)
    for number, start in enumerate(exercise.starts, 1):
        if not start.answers and may_ask(memory.node(start.state), deck(exercise).instructions):
            yield say("Start {number} can raise a question; write its answers.", number=number)
