"""Judging programs by what they did: checks over all starts, points, and what is told first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from teachkit.core.language.program import Program
from teachkit.exercises.judging.attempts import attempt, played_steps
from teachkit.exercises.judging.checks import SHAPES, complaint_about
from teachkit.exercises.model.exercise import Attempt, Exercise, Happens
from teachkit.exercises.model.file import CheckLine
from teachkit.exercises.model.verdict import Grade, Verdict
from teachkit.words import say


def judge_program(exercise: Exercise, program: Program, mistake: str = "") -> Grade:
    """What a program earns on all starts. `mistake` is the author's sentence, if it is known."""
    attempts = [attempt(exercise, program, start) for start in exercise.starts]
    return judge(exercise.checks, attempts, mistake, smallest_first(exercise, attempts))


def works_as(exercise: Exercise, program: Program, happens: Happens) -> bool:
    """Whether it would earn everything if programs ran like this; no start is run needlessly."""
    runs = (happens(exercise, program, start) for start in exercise.starts)
    return all(judge(exercise.checks, [run]).solved for run in runs)


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
    complaints = [[complaint_about(each, line) for each in attempts] for line in checks]
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
        _feedback(
            counted,
            failed if any(len({*row}) > 1 for row in complaints) else None,
            () if failed is None else _how_far(checks, complaints, failed),
            mistake,
        ),
        failed,
    )


def _counted(verdict: Verdict, works: bool) -> Verdict:
    counts = verdict.passed and (works or verdict.check not in SHAPES)
    return replace(verdict, passed=counts, points=verdict.possible if counts else 0)


def _how_far(
    checks: tuple[CheckLine, ...], complaints: Sequence[Sequence[str | None]], failed: int
) -> Iterator[str]:
    """What works already: on how many boards, and how many of what is asked for several times."""
    asked = [row for line, row in zip(checks, complaints, strict=True) if line.check not in SHAPES]
    boards = len(complaints[0])
    if 0 < (work := sum(not any(row[place] for row in asked) for place in range(boards))) < boards:
        yield say("It works on {number} of {boards} boards.", number=work, boards=boards)
    first = next(line.check for line, row in zip(checks, complaints, strict=True) if row[failed])
    alike = [row for line, row in zip(checks, complaints, strict=True) if line.check == first]
    if boards == 1 and (done := sum(not row[failed] for row in alike)):
        yield say("{done} of {number} is done.", done=done, number=len(alike))


def _feedback(
    verdicts: tuple[Verdict, ...], board: int | None, how_far: Iterable[str], mistake: str
) -> tuple[str, ...]:
    """How far it is, as the goal itself counts; the author's sentence for a known mistake; and
    what else is missing. A board is named only where another one goes otherwise.
    """
    if all(verdict.passed for verdict in verdicts):
        return (say("It works: everything is as it should be."),)
    first, *others = dict.fromkeys(verdict.says for verdict in verdicts if verdict.says)
    if board is not None:
        first = say("Board {number}: {says}", number=board + 1, says=first)
    return (" ".join((*how_far, first)), *([mistake] if mistake else []), *others)
