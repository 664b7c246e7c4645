"""Proofs that exercises are sound, with remarks on flaws and on anything doubtful."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby
from pathlib import Path
from typing import Any, NamedTuple

from teachkit.core.game.game import Misreading
from teachkit.core.game.level_generator import Ask
from teachkit.core.language.program import Program
from teachkit.core.run.trace import Trace
from teachkit.core.strings import suggested
from teachkit.errors import DataError, ProgramError, TeachkitError
from teachkit.exercises.authoring.files import load_exercise, unused_keys
from teachkit.exercises.authoring.strategy_proof import strategy_flaws
from teachkit.exercises.authoring.text_remarks import text_flags, text_flaws, unforeseen
from teachkit.exercises.explaining import bughunt
from teachkit.exercises.explaining.explain import explain
from teachkit.exercises.judging.building import cards_of
from teachkit.exercises.judging.grade import grade, judged
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.making.proven import proven
from teachkit.exercises.misreadings import diagnosis
from teachkit.exercises.model.exercise import Exercise, Start
from teachkit.exercises.model.file import PHASES
from teachkit.exercises.model.verdict import Grade, Remark
from teachkit.exercises.running.execution import execute_in_process
from teachkit.exercises.running.results import Execute
from teachkit.exercises.solving import par
from teachkit.exercises.solving.par import Difficulty, Par
from teachkit.exercises.solving.puzzle import deck
from teachkit.play.search import TooLargeError, kinds_in
from teachkit.words import say, say_many, translate


class Foreseen(NamedTuple):
    """Counts of the wrong answers that misreadings cause.

    `wrong` is the number of these answers, and `told` the number of them that are explained.
    `lucky` maps the name of a misreading to the numbers of the boards on which it gives the right
    answer by luck; misreadings that never cause a wrong answer are left out.
    """

    wrong: int
    told: int
    lucky: Mapping[str, tuple[int, ...]]

    @property
    def says(self) -> Iterator[str]:
        """A sentence for each misreading that gives the right answer by luck, with the boards."""
        for misreading, numbers in self.lucky.items():
            listed = ", ".join(map(str, numbers))
            yield say_many(
                '"{idea}" gives the right answer by luck on board {boards}.',
                '"{idea}" gives the right answer by luck on boards {boards}.',
                len(numbers),
                idea=misreading,
                boards=listed,
            )


def foreseen(exercise: Exercise) -> Foreseen | None:
    """Return counts of the wrong answers to `exercise` that misreadings cause.

    Return `None` unless every board has exactly one right answer.
    """
    if not all(diagnosis.right_answer(exercise, board) for board in diagnosis.boards(exercise)):
        return None
    wrong = (diagnosis.wrong_answers(exercise, board) for board in diagnosis.boards(exercise))
    answers = dict.fromkeys(answer for each in wrong for answer in each.values())
    explained = sum(_is_explained(exercise, each) for each in answers)
    return Foreseen(len(answers), explained, dict(_lucky(exercise)))


def _is_explained(exercise: Exercise, answer: str) -> bool:
    """Return whether a misreading or the author's own sentence explains `answer`."""
    result = explain(exercise, answer, grade(exercise, answer))
    authors = {translate(mistake.says) for mistake in exercise.file.mistakes}
    return bool(result.ideas or authors & {*result.says})


def _lucky(exercise: Exercise) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield a pair for each misreading that gives the right answer on some boards only by luck.

    The pair is the misreading's name, and the numbers of these boards. On at least one other board,
    the misreading gives a wrong answer.
    """
    if not exercise.kind.form.names_start:
        return
    places = [*zip(diagnosis.boards(exercise), exercise.starts, strict=True)]
    shown = {name for board, _ in places for name in diagnosis.wrong_answers(exercise, board)}
    for misreading in diagnosis.misreadings_of(exercise.game):
        hiding = tuple(
            number
            for number, (board, start) in enumerate(places, 1)
            if misreading.name not in diagnosis.wrong_answers(exercise, board)
            and _runs_differently(exercise, misreading, start)
        )
        if misreading.name in shown and hiding:
            yield misreading.name, hiding


def _runs_differently(exercise: Exercise, misreading: Misreading, start: Start) -> bool:
    """Return whether the given program passes through different states when misread."""
    try:
        seen = misreading.read(exercise.game, start.state, exercise.given)
        really = attempt(exercise, exercise.given, start).trace
        return seen is not None and _way(seen) != _way(really)
    except TeachkitError:
        return False


def _way(trace: Trace) -> list[Any]:
    """Return the states of a run in order, without consecutive duplicates."""
    return [state for state, _ in groupby([trace.start, *(state for _, state in trace)])]


# -- proofs --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Proof:
    """The findings about an exercise file: flaws, flags, pars, and the wrong answers to expect.

    `exercise` is `None` if the file cannot be read, or is a notebook. `answers` are the right
    answers, if the rules compute them.
    """

    path: Path
    exercise: Exercise | None = None
    flaws: tuple[Remark, ...] = ()
    flags: tuple[Remark, ...] = ()
    pars: tuple[Par, ...] = ()
    difficulty: Difficulty | None = None
    foreseen: Foreseen | None = None
    answers: tuple[str, ...] = ()
    is_notebook: bool = False

    @property
    def status(self) -> int:
        """The exit status: 0 if the exercise is sound, 1 if it has flaws, 2 if it is unreadable."""
        if self.exercise is None and not self.is_notebook:
            return 2
        return 1 if self.flaws else 0

    @property
    def verdict(self) -> str:
        """The result of the proof as a word: unreadable, faulty, flagged or holds."""
        sound = say("flagged") if self.flags else say("holds")
        return (sound, say("faulty"), say("unreadable"))[self.status]

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """All remarks for the author: flaws, then flags."""
        return (*self.flaws, *self.flags)

    def __str__(self) -> str:
        return " ".join(map(str, self.remarks)) or self.verdict


COURSE, RENAMED = "course.toml", "renamed.toml"


def prove(path: Path, execute: Execute = execute_in_process) -> Proof:
    """Check the exercise in the file `path`, and return the proof.

    If the file cannot be read, the reason is a flaw. `execute` runs the exercise's Python, and must
    use a sandbox unless the file is trusted.
    """
    try:
        exercise = load_exercise(path)
    except DataError as error:
        return Proof(path, flaws=(Remark("", error.says.removeprefix(f"{path}: ")),))
    if found := flaws(exercise, execute):
        return Proof(path, exercise, tuple(found))
    doubts, pars = (*flags(exercise, execute), *unforeseen(exercise)), par.bounds(exercise)
    answers = right_answers(exercise) if exercise.kind.solution else ()
    facts = par.difficulty(exercise), foreseen(exercise), answers
    return Proof(path, exercise, (), doubts, pars, *facts)


def exercise_paths(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield `paths`, with each folder replaced by all TOML files in it, except those of a course.

    Raise `DataError` if a path does not exist.
    """
    for path in paths:
        if not path.exists():
            raise DataError(say("this file cannot be opened"), path)
        inside = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        yield from (each for each in inside if each.name not in (COURSE, RENAMED))


def shared_ids(paths: Iterable[Path]) -> dict[Path, Remark]:
    """Return a remark for each of `paths` whose id another file has, in `paths` or in its course.

    The files of a course are those in the same folder `exercises`.
    """
    files = {path: path.resolve() for path in paths}
    folders = {each for file in files.values() for each in file.parents if each.name == "exercises"}
    known = {*files.values()}.union(*(folder.rglob("*.toml") for folder in folders))
    found = dict[Path, Remark]()
    for path, file in files.items():
        if twins := sorted(each for each in known if each.stem == file.stem and each != file):
            says = say('This id is also that of "{path}". Rename one of the files.', path=twins[0])
            found[path] = Remark("", says)
    return found


def flaws(exercise: Exercise, execute: Execute = execute_in_process) -> list[Remark]:
    """Return a remark for each flaw of `exercise`; an empty list if it is sound."""
    try:
        return list(_flaws(exercise, execute))
    except TeachkitError as error:
        return [Remark("solution", error.says)]


def solution(exercise: Exercise) -> str:
    """Return the right answer: the one computed by the rules, or else the author's."""
    computed = exercise.kind.solution
    return computed(exercise) if computed else exercise.file.solution.answer


def right_answers(exercise: Exercise) -> tuple[str, ...]:
    """Return the right answers: one for each board if answers name a board, or else only one."""
    if not exercise.kind.form.names_start or len(exercise.starts) == 1:
        return (solution(exercise),)
    return tuple(diagnosis.right_answer(exercise, board) for board in diagnosis.boards(exercise))


def answers_in_words(answers: Iterable[str]) -> str:
    """Return a sentence with the right answers.

    >>> answers_in_words(["1: b2 north", "2: c2 east"])
    'The right answer: 1: b2 north; 2: c2 east.'
    """
    return say("The right answer: {answer}.", answer="; ".join(answers).replace("\n", "; "))


def _flaws(exercise: Exercise, execute: Execute) -> Iterator[Remark]:
    yield from _unknown_words(exercise)
    yield from _typed_solution(exercise)
    yield from chain.from_iterable(flaw(exercise) for flaw in exercise.kind.flaws)
    yield from bughunt.flaws(exercise)
    if not exercise.possible:
        yield Remark("points", say("An answer earns no points. Write points = 1 or more."))
    yield from text_flaws(exercise)
    yield from _unused_keys(exercise)
    yield from _nothing_to_see(exercise)
    yield from _nothing_shown(exercise)
    yield from _not_on_offer(exercise)
    yield from _wrong_solution(exercise, execute)
    yield from _wrong_mistakes(exercise, execute)
    yield from _nothing_to_write(exercise, execute)
    if exercise.file.match.opponents:
        yield from strategy_flaws(exercise, execute)


def _unknown_words(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark for each unknown concept, and for an unknown phase."""
    concepts = par.concepts_of(exercise.game)
    for concept in exercise.file.teaches:
        if concept not in concepts:
            yield _unknown("teaches", concept, concepts)
    if exercise.file.phase not in PHASES:
        yield _unknown("phase", exercise.file.phase, PHASES)


def _unused_keys(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark for each key in the file that only exercises of other kinds use."""
    for key, kinds in unused_keys(exercise).items():
        says = say(
            "This kind does not use this key. Remove it, or choose a kind that does: {kinds}.",
            kinds=", ".join(kinds),
        )
        yield Remark(key, says)


def _typed_solution(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark if the author wrote a solution although the rules compute it."""
    if exercise.kind.solution and exercise.file.solution.answer:
        says = say("The rules compute the answer. Remove the answer from the solution.")
        yield Remark("solution", says)


def _unknown(key: str, word: str, known: Collection[str]) -> Remark:
    says = say('"{word}" is not known.', word=word)
    return Remark(key, suggested(says, word, known))


def _nothing_to_see(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark for each board whose text does not show where the first piece is.

    Blind readers rely on this text.
    """
    for number, start in enumerate(exercise.starts, 1):
        player = exercise.game.players(start.state)[0]
        place = exercise.game.whereabouts(start.state, player).split()[0]
        if place not in str(start.state):
            says = say("The text of board {number} does not say where the piece is.", number=number)
            yield Remark("starts", says)


def _nothing_shown(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark if all boards or all cases are hidden."""
    if exercise.starts and not exercise.shown_starts:
        yield Remark("starts", say("All boards are hidden. Show at least one."))
    if exercise.cases and all(case.hidden for case in exercise.cases):
        yield Remark("cases", say("All cases are hidden. Show at least one."))


def _not_on_offer(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark for each card in the hand that cannot be used on some board."""
    brackets = {*cards_of(exercise.rules)} - {*exercise.rules.instructions}
    for number, start in enumerate(exercise.starts, 1):
        here = {card.name for card in exercise.game.vocabulary(start.state)}
        for name in exercise.cards.keys() - here - brackets:
            facts = {"number": number, "name": name}
            says = say('Board {number} has no "{name}". Remove it from the hand.', **facts)
            yield Remark("cards", says)


def _wrong_solution(exercise: Exercise, execute: Execute) -> Iterator[Remark]:
    if not solution(exercise).strip():
        yield Remark("solution", say("There is no solution yet. Write one."))
        return
    result = grade(exercise, solution(exercise), execute)
    if not result.solved:
        missing = next((verdict.says for verdict in result.verdicts if not verdict.passed), "")
        facts = {"points": result.points, "possible": result.possible, "missing": missing}
        says = say("The solution earns {points} of {possible}: {missing}", **facts)
        yield Remark("solution", says)
        if _is_hopeless(exercise):
            yield Remark("checks", say("No program can earn full points here. Ask for less."))


def _is_hopeless(exercise: Exercise) -> bool:
    """Return whether a search has proven that no program gets a full score."""
    if not exercise.kind.is_searched:
        return False
    try:
        return proven(exercise).best() is None
    except (TooLargeError, TeachkitError):
        return False  # too much to search, or a check that cannot be searched


def _wrong_mistakes(exercise: Exercise, execute: Execute) -> Iterator[Remark]:
    for number, mistake in enumerate(exercise.file.mistakes, 1):
        result = grade(exercise, mistake.answer, execute)
        if result.solved:
            says = say("Mistake {number} earns full points, so it is not a mistake.", number=number)
            yield Remark("mistakes", says)
        elif result.unread and exercise.kind.form.names_start:
            facts = {"number": number, "example": right_answers(exercise)[0]}
            says = say(
                "Mistake {number} is not a prediction. Write it like this: {example}.", **facts
            )
            yield Remark("mistakes", says)
        elif translate(mistake.says) not in result.says:
            explained = explain(exercise, mistake.answer, result)
            facts = {"number": number, "says": explained.says[-1]}
            says = say("Mistake {number} should get its own sentence, but it gets: {says}", **facts)
            yield Remark("mistakes", says)


def _nothing_to_write(exercise: Exercise, execute: Execute) -> Iterator[Remark]:
    """Yield a remark if the given Python is already right."""
    if exercise.kind.form.runs_python and _grade_of_given(exercise, execute).solved:
        says = say("The given Python code is already right, so learners have nothing to do.")
        yield Remark("given", says)


@lru_cache(maxsize=16)
def _grade_of_given(exercise: Exercise, execute: Execute) -> Grade:
    """Return the grade of the given Python, which runs only once for flaws and flags."""
    return judged(exercise, exercise.file.given, execute)


# -- flags ---------------------------------------------------------------------------------------


def flags(
    exercise: Exercise, execute: Execute = execute_in_process, needed: Collection[str] = ()
) -> Iterator[Remark]:
    """Yield remarks on anything that is doubtful but may be intended.

    `execute` runs the author's Python. The concepts in `needed` have already been proven to be
    needed for a full score.
    """
    yield from _concepts_without_cards(exercise)
    yield from _cards_not_there(exercise)
    yield from text_flags(exercise, right_answers(exercise))
    yield from _goals_not_checked(exercise)
    yield from _concepts_not_needed(exercise, needed)
    if exercise.kind.form.runs_python:
        yield from _points_for_nothing(exercise, execute)


def _concepts_without_cards(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark for each concept whose cards are neither available nor given."""
    if not exercise.starts:
        return
    shown = (kinds_in(program) for _, program in _programs(exercise))
    here = {*deck(exercise).hand}.union(*shown)
    for concept in exercise.file.teaches:
        cards = par.carriers(concept, exercise.game, exercise.rules)
        if exercise.game.levels.concepts.get(concept) and not cards & here:
            says = say(
                "No card here teaches {concept}. Offer such a card, or teach something else.",
                concept=concept,
            )
            yield Remark("teaches", says)


def _programs(exercise: Exercise) -> Iterator[tuple[str, Program]]:
    """Yield the programs shown to learners, each with its key in the exercise file."""
    yield "given", exercise.given
    for choice in exercise.file.choices:
        yield "choices", exercise.read(choice.program)


def _cards_not_there(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark for each card in a shown program that cannot be used on some board."""
    for number, start in enumerate(exercise.starts, 1):
        here = exercise.game.vocabulary(start.state)
        for key, program in _programs(exercise):
            known = here.with_routines(program.procedures)
            for card in dict.fromkeys(program.instructions):
                try:
                    known.check(card)
                except ProgramError:
                    facts = {"number": number, "name": card.name}
                    says = say('Board {number} has no "{name}". Use a different card.', **facts)
                    yield Remark(key, says)


def _goals_not_checked(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark for each goal that a start shows but no check requires."""
    task = [
        Ask(line.check, fact, each)
        for line in exercise.checks
        for fact, value in line.facts.items()
        for each in (value if isinstance(value, list) else [value])
    ]
    for number, start in enumerate(exercise.starts if exercise.checks else (), 1):
        for name in exercise.game.levels.unasked(start.state, task):
            facts = {"number": number, "name": name}
            says = say("Board {number} shows {name}, but no check asks for it.", **facts)
            yield Remark("checks", says)


def _concepts_not_needed(exercise: Exercise, needed: Collection[str]) -> Iterator[Remark]:
    """Yield a remark for each concept whose cards are not needed for a full score."""
    for concept in exercise.file.teaches:
        found = None if concept in needed else par.program_without(exercise, concept)
        if isinstance(found, Program):
            says = say(
                "This works without {concept}: {program}. Limit the cards or add a check.",
                concept=concept,
                program=found,
            )
            yield Remark("teaches", says)


def _points_for_nothing(exercise: Exercise, execute: Execute) -> Iterator[Remark]:
    """Yield a remark if the given Python already earns points."""
    points = _grade_of_given(exercise, execute).points
    if points:
        says = say(
            "The given code already earns {points} of {possible}. Ask for more, or give less.",
            points=points,
            possible=exercise.possible,
        )
        yield Remark("given", says)
