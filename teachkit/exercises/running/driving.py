"""Driving: a source run on a course, here in this process; and a row that came out, replayed.

Whoever runs a source elsewhere gets a row of instructions with their lines, as plain data, and
believes nothing else. The row is performed again by the rules, and that is what counts.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import CodeType
from typing import Any

from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.trace import Trace
from teachkit.core.run.walk import Started, Step
from teachkit.errors import ProgramError, TeachkitError
from teachkit.exercises.running.counting import Steps
from teachkit.exercises.running.course import Course
from teachkit.exercises.running.driving_api import (
    MOST_CALLS,
    Call,
    OverError,
    Wheel,
    needs_brackets,
)
from teachkit.exercises.running.driving_sentences import trouble_on_the_way
from teachkit.exercises.running.results import Plain, Result
from teachkit.exercises.running.run import RefusedError, Run, read, unreadable


@dataclass(frozen=True)
class Drive:
    """What a source did on one course: all that happened, and where each call came from.

    Card 3 of the trace is the third call. `result` is how it ended.
    """

    trace: Trace
    calls: tuple[Call, ...]
    result: Result

    @property
    def steps(self) -> list[Step]:
        """The instructions as they were performed, with their lines."""
        return [event.step for event, _ in self.trace if isinstance(event, Started)]

    @property
    def program(self) -> Program:
        """The row of instructions that came out."""
        return Program(tuple(step.instruction for step in self.steps))

    @property
    def told(self) -> Result:
        """What an `Execute` tells of it: the same row as texts, and how it ended."""
        return self.result._replace(
            value=[f"{step.line} {step.instruction}" for step in self.steps]
        )


def drives_here(source: str, courses: Sequence[Course]) -> Iterator[Drive]:
    """Run a source on each course, in a namespace of its own each time.

    >>> from teachkit.games import algoracing
    >>> start = algoracing.Setup(floor=". . .", rovers={"red": "a1 east"}).state()
    >>> course = Course(algoracing.GAME, "red", start, {"forward": None}, ["square"])
    >>> (drive,) = drives_here("while square() != 'c1':\\n    forward()", [course])
    >>> str(drive.program), [call.lines for call in drive.calls]
    ('forward, forward', [(2,), (2,)])
    >>> drive.told.value
    ['2 forward', '2 forward']
    """
    try:
        code, steps = read(source)
    except ProgramError as error:
        for course in courses:
            yield _driven(source, Wheel(course), unreadable(error))
        return
    names, is_stopped = _bare_names(source), False
    for course in courses:
        if not is_stopped:
            drive = _drive(source, names, code, steps, course)
        is_stopped = drive.result.trouble == "stopped"  # once is enough
        yield drive


def results_here(source: str, calls: Sequence[Sequence[Plain]]) -> Iterator[Result]:
    """What `drives_here` gives, as an `Execute` tells it."""
    for drive in drives_here(source, [Course.of_call(call) for call in calls]):
        yield drive.told


def _drive(
    source: str, names: dict[str, int], code: CodeType, steps: Steps, course: Course
) -> Drive:
    wheel, run = Wheel(course, steps), Run(steps)
    functions = wheel.functions()
    for name in names.keys() & functions:
        reason = needs_brackets(name)
        return _driven(source, wheel, Result(trouble="refused", reason=reason, line=names[name]))
    builtins = run.builtins() | functions
    namespace: dict[str, Any] = {"__name__": "__main__", "__builtins__": builtins}

    def drive() -> None:
        with suppress(OverError):
            exec(code, namespace)

    return _driven(source, wheel, run.result_of(drive))


def _bare_names(source: str) -> dict[str, int]:
    """Lines that are only a name, by that name: they do nothing, and Python does not say so."""
    return {
        node.value.id: node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Name)
    }


def _driven(source: str, wheel: Wheel, result: Result) -> Drive:
    """A drive that has ended: as programs do, or with a trouble, which is its last event."""
    if not result.trouble:
        wheel.finish()
    else:
        wheel.break_off(trouble_on_the_way(result, wheel.functions(), source))
    return Drive(wheel.trace(), tuple(wheel.calls), result._replace(value=None))


# -- a row that came out somewhere else ------------------------------------------------------------


class _ForgedError(Exception):
    """A row that no honest run gives."""


def replayed(source: str, course: Course, result: Result) -> Drive:
    """What a row really does by the rules, whoever says that it came out.

    >>> from teachkit.games import algoracing
    >>> start = algoracing.Setup(floor=". . .", rovers={"red": "a1 east"}).state()
    >>> course = Course(algoracing.GAME, "red", start, {"forward": 1}, ["square"])
    >>> replayed("forward()", course, Result(["1 forward", "1 forward"])).trace.endless.says
    'What came back from your code cannot be read.'
    """
    wheel, vocabulary = Wheel(course), course.vocabulary
    try:
        for line, instruction in _row(result.value, len(source.splitlines())):
            wheel.check(instruction, vocabulary[instruction.name])
            with suppress(OverError):
                wheel.perform(instruction, line)
                wheel.calls.append(Call((line,)))
    except (_ForgedError, RefusedError, KeyError, TeachkitError):
        result = Result(trouble="garbled")
    return _driven(source, wheel, result)


def _row(row: Plain, lines: int) -> Iterator[tuple[int, Instruction]]:
    """The lines and instructions of a row. Raises `_ForgedError`."""
    if row is None:
        return
    if type(row) is not list or len(row) > MOST_CALLS:
        raise _ForgedError
    for each in row:
        words = each.split(" ") if type(each) is str else []
        if len(words) < 2 or not words[0].isdecimal() or not 0 <= int(words[0]) <= lines:
            raise _ForgedError
        yield int(words[0]), Instruction(words[1], tuple(words[2:]))
