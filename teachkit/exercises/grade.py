"""An answer judged: a text goes in, verdicts with points come out.

Programs are run by the rules; what a learner predicts or traces is compared with what the
rules say, so no right answer is ever typed by an author. Only a Python function is executed,
where the caller wants it: in a lesson here, else in a sandbox.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from teachkit.core.game import GivenAnswers, Problem
from teachkit.core.nodes import brackets_in
from teachkit.core.program import Program
from teachkit.core.trace import Played, Trace, record
from teachkit.errors import ProgramError, TeachkitError
from teachkit.exercises.checks import SHAPES, Attempt, complaint
from teachkit.exercises.exercise import CheckLine, Exercise, Start
from teachkit.exercises.functions.results import Execute
from teachkit.exercises.functions.running import call_here
from teachkit.play.deck import bracket_name
from teachkit.words import say, say_many, translate


@dataclass(frozen=True)
class Verdict:
    """What one check says: passed or not, its sentence, the points it earns and could."""

    check: str
    passed: bool
    says: str
    points: int
    possible: int


@dataclass(frozen=True)
class Grade:
    """All verdicts of one attempt; `failed_start` is the smallest start where something failed."""

    verdicts: tuple[Verdict, ...]
    points: int
    possible: int
    says: tuple[str, ...] = ()
    failed_start: int | None = None

    @property
    def solved(self) -> bool:
        return self.points == self.possible


def grade(exercise: Exercise, answer: str, execute: Execute = call_here) -> Grade:
    """The grade of an answer, whatever it says; a wrong or unreadable one earns nothing.

    The first sentence of `says` is what works. `execute` runs a learner's Python function.
    """
    if not answer.strip():
        return _nothing(exercise, say("There is no answer yet."))
    try:
        if exercise.kind == "function":
            from teachkit.exercises.functions.handed_in import judge_function

            return judge_function(exercise, answer, execute)
        return _JUDGES[exercise.kind](exercise, answer)
    except TeachkitError as error:
        return _nothing(exercise, error.says)


def _nothing(exercise: Exercise, says: str) -> Grade:
    verdict = Verdict("answer", False, says, 0, exercise.possible)
    return Grade((verdict,), 0, exercise.possible, (says,))


def attempt(exercise: Exercise, program: Program, start: Start) -> Attempt:
    """This program on this start, whose answers are for whatever program asks for them."""
    player = exercise.game.players(start.state)[0]
    flow = exercise.game.resolve(start.state, {player: program})
    trace = record(flow, start.state, GivenAnswers(start.answers), player)
    return Attempt(exercise.game, player, program, trace)


# -- programs ----------------------------------------------------------------------------------


def problems(exercise: Exercise, program: Program) -> list[Problem]:
    """Why this program may not be handed in: the rules' reasons, then this exercise's cards."""
    start = exercise.starts[0].state
    found = exercise.game.problems(start, exercise.player, program)
    found += list(_beyond_limits(exercise, program))
    if exercise.kind == "repair":
        found += list(_wrongly_repaired(exercise, program))
    return found


def _beyond_limits(exercise: Exercise, program: Program) -> Iterator[Problem]:
    if not exercise.cards:
        return
    used: Counter[str] = Counter()
    for number, name in _named_cards(program):
        used[name] += 1
        limit = exercise.cards.get(name, 0)
        if limit == 0:
            yield Problem(number, say('There is no "{name}" card in this hand.', name=name))
        elif limit is not None and used[name] > limit:
            yield Problem(number, say_many('The hand has only {number} "{name}" card.',
                                           'The hand has only {number} "{name}" cards.',
                                           limit, name=name))  # fmt: skip


def _named_cards(program: Program) -> Iterator[tuple[int, str]]:
    yield from ((number, card.name) for number, card in enumerate(program.instructions, 1))
    for bracket, first, _ in brackets_in(program.body):
        yield first, bracket_name(bracket)


def _wrongly_repaired(exercise: Exercise, program: Program) -> Iterator[Problem]:
    left = iter(program.instructions)  # cards may be laid around fixed ones, which keep their order
    for card in exercise.file.fixed:
        if exercise.given.instructions[card - 1] not in left:
            yield Problem(card, say("Card {card} is fixed; leave it as it was.", card=card))
    most = exercise.file.changes
    if most is not None and (changed := changes(exercise.given, program)) > most:
        yield Problem(None, say_many("Change only {number} card; you changed {changed}.",
                                     "Change only {number} cards; you changed {changed}.",
                                     most, changed=changed))  # fmt: skip


def changes(before: Program, after: Program) -> int:
    """How many cards were put in, taken out or exchanged between two programs."""
    one, other = _flat(before), _flat(after)
    row = list(range(len(other) + 1))
    for i, mine in enumerate(one, 1):
        diagonal, row[0] = row[0], i
        for j, theirs in enumerate(other, 1):
            best = min(diagonal + (mine != theirs), row[j] + 1, row[j - 1] + 1)
            diagonal, row[j] = row[j], best
    return row[-1]


def _flat(program: Program) -> list[str]:
    """Cards and brackets as one row of words, so that a changed loop counts as one change."""
    return str(program).replace("(", " ( ").replace(")", " )").replace(",", " ").split()


def _judge_program(exercise: Exercise, answer: str) -> Grade:
    program = exercise.read(answer)
    if not program:
        return _nothing(exercise, say("Lay a card first."))
    if found := problems(exercise, program):
        raise ProgramError(found[0].says)
    attempts = [attempt(exercise, program, start) for start in exercise.starts]
    mistake = known_mistake(exercise, program)
    return judge(exercise.checks, attempts, mistake, smallest_first(exercise, attempts))


def smallest_first(exercise: Exercise, attempts: Sequence[Attempt]) -> list[int]:
    """The numbers of the starts in the order in which a learner looks at what is wrong.

    First those that are shown; of them first where the run takes the fewest steps; of equally
    many the board with the shortest text; else as in the exercise.
    """

    def size(place: int) -> tuple[bool, int, int]:
        tried, start = attempts[place], exercise.starts[place]
        return start.hidden, len(played_steps(tried.trace)), len(str(start.state))

    places = range(len(attempts))
    return sorted(places, key=size) if len(places) > 1 else list(places)


def known_mistake(exercise: Exercise, program: Program) -> str:
    """The sentence the author wrote for this wrong program, if any."""
    for mistake in exercise.file.mistakes:
        if exercise.read(mistake.answer) == program:
            return translate(mistake.says)
    return ""


def judge(
    checks: tuple[CheckLine, ...],
    attempts: list[Attempt],
    mistake: str = "",
    order: Sequence[int] = (),
) -> Grade:
    """The verdicts of these checks over all starts. A check passes if it does on each.

    How a program is made counts only once it does what it should. What is wrong is told of the
    first start, in this order, where anything is.
    """
    complaints = [[complaint(each, line.check, line.facts) for each in attempts] for line in checks]
    order = order or range(len(attempts))
    failed = next((place for place in order if any(row[place] for row in complaints)), None)
    verdicts = []
    for line, row in zip(checks, complaints, strict=True):
        says = next((row[place] for place in order if row[place]), None) or ""
        verdicts.append(Verdict(line.check, not says, says, 0, line.points))
    works = all(verdict.passed for verdict in verdicts if verdict.check not in SHAPES)
    counted = tuple(_counted(verdict, works) for verdict in verdicts)
    return Grade(
        counted,
        sum(verdict.points for verdict in counted),
        sum(line.points for line in checks),
        _feedback(counted, len(attempts), failed, mistake),
        failed,
    )


def _counted(verdict: Verdict, works: bool) -> Verdict:
    counts = verdict.passed and (works or verdict.check not in SHAPES)
    return replace(verdict, passed=counts, points=verdict.possible if counts else 0)


def _feedback(
    verdicts: tuple[Verdict, ...], starts: int, failed: int | None, mistake: str
) -> tuple[str, ...]:
    """What works first; then the author's sentence for a known mistake; then what is missing."""
    passed = sum(verdict.passed for verdict in verdicts)
    if passed == len(verdicts):
        return (say("It works: everything is as it should be."),)
    works = say("{passed} of {all} goals reached.", passed=passed, all=len(verdicts))
    missing = [verdict.says for verdict in verdicts if verdict.says]
    if starts > 1 and failed is not None:
        missing.insert(0, say("Look at board {number}.", number=failed + 1))
    return (works, *([mistake] if mistake else []), *missing)


# -- answers that are compared with what the rules say -----------------------------------------


def _judge_choice(exercise: Exercise, answer: str) -> Grade:
    right = right_choice(exercise)
    letter = answer.strip().lower()
    letters = list("abcdefghij"[: len(exercise.file.choices)])
    if letter not in letters:
        return _nothing(exercise, say("Choose one of: {letters}.", letters=", ".join(letters)))
    return _all_or_nothing(exercise, answer, letter == right, say("Look again, step by step."))


def right_choice(exercise: Exercise) -> str:
    """The letter of the one option for which the checks pass (or fail, if so asked).

    Raises `ProgramError` when there is not exactly one.
    """
    wanted = exercise.file.right == "passes"
    found = []
    for letter, choice in zip("abcdefghij", exercise.file.choices, strict=False):
        program = exercise.read(choice.program) if choice.program else exercise.given
        starts = [exercise.starts[choice.start - 1]] if choice.start else exercise.starts
        lines = tuple(CheckLine(str(table["check"]), 1, _facts(table)) for table in choice.checks)
        attempts = [attempt(exercise, program, start) for start in starts]
        if judge(lines or exercise.checks, attempts).solved == wanted:
            found.append(letter)
    if len(found) != 1:
        raise ProgramError(say("Exactly one choice must be right, not {found}.",
                               found=", ".join(found) or "none"))  # fmt: skip
    return found[0]


def _facts(table: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key not in ("check", "points")}


def _judge_prediction(exercise: Exercise, answer: str) -> Grade:
    """The answer may name its start: `2: b4 north` is a prediction for the second."""
    number, _, words = answer.rpartition(":")
    boards = {str(place): start for place, start in enumerate(exercise.starts, 1)}
    start = boards.get(number.strip() or "1")
    if not start:
        return _nothing(exercise, say("There is no such board."))
    right = happened(exercise, exercise.given, start)
    return _all_or_nothing(exercise, answer, same(words, right), say("Something else happened."))


def happened(exercise: Exercise, program: Program, start: Start) -> str:
    """Where a program ends, as a learner would predict it: `b4 north`, or a number."""
    tried = attempt(exercise, program, start)
    return exercise.game.whereabouts(tried.trace.final, tried.player)


def _judge_table(exercise: Exercise, answer: str) -> Grade:
    """Row by row; the points are shared out, rounded down."""
    tried = attempt(exercise, exercise.given, exercise.starts[0])
    wanted = table_rows(exercise, tried.trace)
    given = answer.splitlines()
    given += [""] * (len(wanted) - len(given))
    hits = [same(mine, right) for mine, right in zip(given, wanted, strict=False)]
    right = sum(hits)
    points = exercise.possible * right // len(wanted)
    works = say("{right} of {all} rows are right.", right=right, all=len(wanted))
    wrong = () if all(hits) else (say("Row {row} is not right yet.", row=hits.index(False) + 1),)
    verdict = Verdict("table", all(hits), "".join(wrong), points, exercise.possible)
    says = (works, *_mistake(exercise, answer), *wrong)
    return Grade((verdict,), points, exercise.possible, says)


def table_rows(exercise: Exercise, trace: Trace) -> list[str]:
    """What the trace table should say, a row for each step: `b1 east`, or `skipped`."""
    player = exercise.player
    return [
        "skipped" if played.skipped else exercise.game.whereabouts(played.after, player)
        for played in played_steps(trace)
    ]


def played_steps(trace: Trace) -> list[Played]:
    return [played for played in trace.steps() if played.step]


def same(mine: str, right: str) -> bool:
    """Whether two answers say the same; a number may have its leading zero.

    >>> same("C4, north", "c4 north"), same("08", "8"), same("80", "8")
    (True, True, False)
    """
    return _words(mine) == _words(right)


def _words(text: str) -> list[str]:
    words = text.replace(",", " ").lower().split()
    return [word.lstrip("0") or "0" if word.isdecimal() else word for word in words]


def _all_or_nothing(exercise: Exercise, answer: str, right: bool, wrong: str) -> Grade:
    points = exercise.possible if right else 0
    says = () if right else (*_mistake(exercise, answer), wrong)[:1]
    verdict = Verdict("answer", right, says[0] if says else "", points, exercise.possible)
    works = say("Right.") if right else say("Thank you for trying.")
    return Grade((verdict,), points, exercise.possible, (works, *says))


def _mistake(exercise: Exercise, answer: str) -> tuple[str, ...]:
    mistakes = exercise.file.mistakes
    return tuple(translate(each.says) for each in mistakes if same(each.answer, answer))


_JUDGES = {
    "program": _judge_program,
    "repair": _judge_program,
    "arrange": _judge_program,
    "choice": _judge_choice,
    "predict": _judge_prediction,
    "trace": _judge_table,
}
