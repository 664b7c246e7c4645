"""Is an exercise true? Its solution earns everything, its mistakes do not, its starts hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from teachkit.errors import DataError, TeachkitError
from teachkit.exercises.difficulty import Difficulty, difficulty
from teachkit.exercises.exercise import Exercise
from teachkit.exercises.flags import flags
from teachkit.exercises.grade import grade
from teachkit.exercises.kinds import kind_of
from teachkit.exercises.par import Par, bounds
from teachkit.exercises.reading import load_exercise
from teachkit.exercises.verdict import Remark
from teachkit.words import say


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
    return kind_of(exercise).solution(exercise)


def _flaws(exercise: Exercise) -> Iterator[Remark]:
    yield from kind_of(exercise).flaws(exercise)
    if not exercise.file.hints:
        yield Remark("hints", say("There are no hints; write at least one."))
    yield from _nothing_to_see(exercise)
    yield from _not_on_offer(exercise)
    yield from _wrong_solution(exercise)
    yield from _wrong_mistakes(exercise)


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
    result = grade(exercise, solution(exercise))
    if not result.solved:
        missing = next((verdict.says for verdict in result.verdicts if not verdict.passed), "")
        says = say("The solution earns {points} of {possible}: {missing}",
                   points=result.points, possible=result.possible, missing=missing)  # fmt: skip
        yield Remark("solution", says)


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
