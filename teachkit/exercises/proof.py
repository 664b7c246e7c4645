"""Is an exercise true? Its solution earns everything, its mistakes do not, its starts hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from teachkit.errors import DataError, TeachkitError
from teachkit.exercises.difficulty import Difficulty, difficulty
from teachkit.exercises.exercise import Exercise, load_exercise
from teachkit.exercises.flags import Remark, flags
from teachkit.exercises.grade import attempt, grade, happened, right_choice, table_rows
from teachkit.exercises.par import Par, bounds
from teachkit.exercises.puzzle import deck
from teachkit.play.memory import Memory
from teachkit.play.search import may_ask
from teachkit.words import say

_COMPUTED = ("choice", "predict", "trace")


@dataclass(frozen=True)
class Proof:
    """What was found out about a file: what does not hold, what is doubtful, and its pars.

    `exercise` is `None` when the file cannot be read.
    """

    path: Path
    exercise: Exercise | None = None
    flaws: tuple[Remark, ...] = ()
    flags: tuple[Remark, ...] = ()
    pars: tuple[Par, ...] = ()
    difficulty: Difficulty | None = None

    @property
    def status(self) -> int:
        """0: holds, flagged or not, 1: does not hold, 2: unreadable."""
        if self.exercise is None:
            return 2
        return 1 if self.flaws else 0

    @property
    def verdict(self) -> str:
        """The same in a word."""
        if self.status == 2:
            return say("unreadable")
        if self.status == 1:
            return say("faulty")
        return say("flagged") if self.flags else say("holds")

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Everything that an author should look at."""
        return (*self.flaws, *self.flags)

    def __str__(self) -> str:
        return " ".join(map(str, self.remarks)) or self.verdict


def prove(path: Path) -> Proof:
    """Whether the exercise in this file holds; a file that cannot be read says why."""
    try:
        exercise = load_exercise(path)
    except DataError as error:
        return Proof(path, flaws=(Remark("", error.says.removeprefix(f"{path}: ")),))
    if found := flaws(exercise):
        return Proof(path, exercise, tuple(found))
    doubts, pars = tuple(flags(exercise)), bounds(exercise)
    return Proof(path, exercise, (), doubts, pars, difficulty(exercise))


def exercise_paths(paths: Iterable[Path]) -> Iterator[Path]:
    """These files, and in folders every TOML file. Raises `DataError` for what is not there."""
    for path in paths:
        if not path.exists():
            raise DataError(say("this file cannot be opened"), path)
        yield from sorted(path.rglob("*.toml")) if path.is_dir() else [path]


def flaws(exercise: Exercise) -> list[Remark]:
    """Everything that does not hold, a remark each; empty for an exercise that is sound."""
    try:
        return list(_flaws(exercise))
    except TeachkitError as error:
        return [Remark("solution", error.says)]


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


def _flaws(exercise: Exercise) -> Iterator[Remark]:
    if exercise.kind == "function" and exercise.checks:
        says = say("A function is checked on [[cases]]; take the [[checks]] away.")
        yield Remark("checks", says)
    if exercise.kind not in (*_COMPUTED, "function") and not exercise.checks:
        yield Remark("checks", say("There are no [[checks]]; nothing could be wrong."))
    if not exercise.file.hints:
        yield Remark("hints", say("There are no hints; write at least one."))
    yield from _nothing_to_see(exercise)
    yield from _not_on_offer(exercise)
    yield from _wrong_solution(exercise)
    yield from _wrong_mistakes(exercise)
    yield from _nothing_to_do(exercise)
    yield from _open_questions(exercise)


def _nothing_to_see(exercise: Exercise) -> Iterator[Remark]:
    """Whoever does not see the picture reads the text board: it must say where the piece is."""
    for number, start in enumerate(exercise.starts, 1):
        player = exercise.game.players(start.state)[0]
        place = exercise.game.whereabouts(start.state, player).split()[0]
        if place not in str(start.state):
            says = say("The text of board {number} does not say where the piece is.", number=number)
            yield Remark("starts", says)


def _not_on_offer(exercise: Exercise) -> Iterator[Remark]:
    """Cards in the hand that can be of no use on some board."""
    brackets = {"while", "if", *(f"{times}x" for times in exercise.rules.loops)}
    for number, start in enumerate(exercise.starts, 1):
        here = {card.name for card in exercise.game.vocabulary(start.state)}
        for name in exercise.cards.keys() - here - brackets:
            says = say('Board {number} has no "{name}"; take it out of the hand.',
                       number=number, name=name)  # fmt: skip
            yield Remark("cards", says)


def _wrong_solution(exercise: Exercise) -> Iterator[Remark]:
    if exercise.kind in _COMPUTED and exercise.file.solution.answer:
        says = say("The answer is computed; take the solution's answer away.")
        yield Remark("solution", says)
    result = grade(exercise, solution(exercise))
    if not result.solved:
        missing = next((verdict.says for verdict in result.verdicts if not verdict.passed), "")
        says = say("The solution earns {points} of {possible}: {missing}",
                   points=result.points, possible=result.possible, missing=missing)  # fmt: skip
        yield Remark("solution", says)
    if exercise.kind == "predict":
        for number, start in enumerate(exercise.starts[1:], 2):
            answer = f"{number}: {happened(exercise, exercise.given, start)}"
            if not grade(exercise, answer).solved:
                says = say("The prediction for board {number} is refused.", number=number)
                yield Remark("starts", says)


def _wrong_mistakes(exercise: Exercise) -> Iterator[Remark]:
    for number, mistake in enumerate(exercise.file.mistakes, 1):
        result = grade(exercise, mistake.answer)
        if result.solved:
            says = say("Mistake {number} earns everything; it is no mistake.", number=number)
            yield Remark("mistakes", says)
        elif mistake.says not in result.says:
            says = say("Mistake {number} does not get its own sentence, but: {says}",
                       number=number, says=result.says[-1])  # fmt: skip
            yield Remark("mistakes", says)


def _nothing_to_do(exercise: Exercise) -> Iterator[Remark]:
    given = str(exercise.given)
    if exercise.kind == "repair" and grade(exercise, given).solved:
        says = say("The given program is right already; nothing is to be repaired.")
        yield Remark("given", says)
    if exercise.kind == "function" and grade(exercise, exercise.file.given).solved:
        says = say("The given function is right already; nothing is to be written.")
        yield Remark("given", says)
    if exercise.kind in ("predict", "trace", "repair") and not exercise.given:
        yield Remark("given", say('This kind needs a program: given = "forward, left".'))
    if exercise.kind == "choice" and len(exercise.file.choices) < 2:
        yield Remark("choices", say("A choice needs at least two [[choices]]."))


def _open_questions(exercise: Exercise) -> Iterator[Remark]:
    """Where the rules can ask somebody, the start must answer: grading never guesses."""
    if exercise.kind in (*_COMPUTED, "function"):
        return
    memory = Memory(exercise.game, exercise.player)
    for number, start in enumerate(exercise.starts, 1):
        if not start.answers and may_ask(memory.moment(start.state), deck(exercise).instructions):
            says = say("Start {number} can raise a question; write its answers.", number=number)
            yield Remark("starts", says)
