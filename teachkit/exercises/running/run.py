"""One run of a learner's source: a budget of steps, a paper to print on, a word for each trouble.

What runs it, a function's calls or a drive, decides what is run; whatever goes wrong is a result.
"""

from __future__ import annotations

import ast
import builtins
import io
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from types import CodeType, TracebackType
from typing import Any, NoReturn

from teachkit.core.language.python_tokens import no_warnings
from teachkit.errors import ProgramError
from teachkit.exercises.running.counting import COUNT, SOURCE, Steps, counted
from teachkit.exercises.running.results import Result, plain

MOST_PRINTED = 2_000
LONGEST_REASON = 80  # of what Python says; our own sentences are as long as they are
LONGEST_TOLD = 120


class _AskedError(BaseException):
    """The code wants to be told something, and nobody is there."""


class WrongArgumentsError(BaseException):
    """A function takes other arguments than it is given."""


class RefusedError(BaseException):
    """The code wants what is not on offer here; its text is the sentence that says so."""


class _Paper(io.StringIO):
    """What is printed; beyond the bottom nothing is kept."""

    def write(self, text: str) -> int:
        super().write(text[: MOST_PRINTED + 1 - self.tell()])
        return len(text)

    @property
    def text(self) -> str:
        return _cut(self.getvalue(), MOST_PRINTED)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def read(source: str) -> tuple[CodeType, Steps]:
    """Counted code. Raises `ProgramError`."""
    try:
        with no_warnings():
            return counted(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        from teachkit.core.language.python_errors import too_tangled, trouble_in

        raise ProgramError(*(trouble_in(source) or too_tangled())) from None


def unreadable(error: ProgramError) -> Result:
    """The result of a source that is no Python."""
    return Result(trouble="unreadable", reason=error.says, line=error.line, loading=True)


class Run:
    """One source, run with a budget of steps and with a paper of its own to print on."""

    def __init__(self, steps: Steps) -> None:
        self.steps = steps
        self.paper = _Paper()

    def builtins(self) -> dict[str, Any]:
        """What Python has built in, but for what speaks with a person or leaves."""
        return vars(builtins) | {
            COUNT: self.steps,
            "print": partial(print, file=self.paper),
            "input": _ask,
            "exit": _leave,
            "quit": _leave,
        }

    def result_of(self, act: Callable[[], Any], loading: bool = False) -> Result:
        self.steps.renew()
        self.paper.seek(0)
        self.paper.truncate()
        try:
            result = Result(plain(act()))
            if self.steps.are_spent:  # it was stopped, and would not hear of it
                result = self._spent([])
        except BaseException as error:
            lines = _lines(error.__traceback__, SOURCE)
            result = self._spent(lines) if self.steps.are_spent else trouble_of(error)
        return result._replace(printed=self.paper.text, loading=loading)

    def _spent(self, lines: Sequence[int]) -> Result:
        if self.steps.are_too_deep:
            return Result(trouble="recursion", line=_repeated(lines) or self.steps.busiest_line)
        line = self.steps.endless_loop(lines or [self.steps.busiest_line])
        if line:
            return Result(trouble="endless", line=line)
        return Result(trouble="slow", line=self.steps.busiest_line)


def _ask(*prompt: object) -> NoReturn:
    raise _AskedError


def _leave(*code: object) -> NoReturn:
    raise SystemExit


def trouble_of(error: BaseException, file: str = SOURCE) -> Result:
    """What went wrong, and in which line of this file.

    >>> try:
    ...     [][0]
    ... except IndexError as error:
    ...     trouble_of(error).reason
    'list index out of range'
    """
    lines = _lines(error.__traceback__, file)
    last = lines[-1] if lines else 1
    match error:
        case WrongArgumentsError():
            return Result(trouble="arguments")
        case RefusedError():
            return Result(trouble="refused", reason=_cut(str(error), LONGEST_REASON), line=last)
        case _AskedError():
            return Result(trouble="asks", line=last)
        case SystemExit():
            return Result(trouble="exits", line=last)
        case KeyboardInterrupt():
            return Result(trouble="stopped", line=last)
        case RecursionError():
            return Result(trouble="recursion", line=_repeated(lines) or last)
        case MemoryError():
            return Result(trouble="memory", line=last)
    return Result(trouble="raised", error=type(error).__name__, reason=_reason(error), line=last)


def _lines(trace: TracebackType | None, file: str) -> list[int]:
    """Where in this file the run was, outermost first."""
    lines = []
    while trace:
        if trace.tb_frame.f_code.co_filename == file:
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    return lines


def _repeated(lines: Sequence[int]) -> int:
    """The first line that comes again and again, 0 if none does."""
    times = Counter(lines)
    return next((line for line in lines if times[line] > 1), 0)


def _reason(error: BaseException) -> str:
    """What Python says of it, in one line; of a name only the name."""
    try:
        text = str(error)
    except BaseException:  # it may be the learner's own
        return ""
    quoted = re.search(r"'(\w+)'", text)
    if isinstance(error, NameError) and quoted:
        return quoted[1]
    return _cut(" ".join(text.split()), LONGEST_REASON)
