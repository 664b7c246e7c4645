"""Running a learner's function here, in this process: in the learner's own kernel.

This is no sandbox. It keeps endless loops, `input()` and `exit()` from spoiling a lesson; it
keeps nobody from doing harm on purpose.
"""

from __future__ import annotations

import ast
import builtins
import io
import re
import threading
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import repeat
from types import CodeType, FunctionType, TracebackType
from typing import Any, NoReturn

from teachkit.errors import ProgramError
from teachkit.exercises.functions.counting import COUNT, SOURCE, Steps, counted
from teachkit.exercises.functions.results import Plain, Result, plain, value_of
from teachkit.words import say

MOST_PRINTED = 2_000
LONGEST_REASON = 80

_reading = threading.Lock()  # what Python warns of is shared by all threads


class _Asked(BaseException):
    """The code wants to be told something, and nobody is there."""


class _WrongArguments(BaseException):
    """The function takes other arguments than it is given."""


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


def call_here(source: str, function: str, calls: Sequence[Sequence[Plain]]) -> list[Result]:
    """Run a source in a namespace of its own, and call its function, with fresh arguments.

    Whatever goes wrong is a result. The source and every call have a budget of steps each.

    >>> half = "def half(n):\\n    return n // 2"
    >>> [result.value for result in call_here(half, "half", [[7], [5.0]])]
    [3, 2.0]
    >>> call_here("def half(n):\\n    while n: pass", "half", [[7]])[0].trouble
    'endless'
    """
    return list(results_here(source, function, calls))


def results_here(source: str, function: str, calls: Sequence[Sequence[Plain]]) -> Iterator[Result]:
    """What `call_here` gives, each result as soon as it is there."""
    try:
        code, steps = _read(source)
    except ProgramError as error:
        unreadable = Result(trouble="unreadable", reason=error.says, line=error.line, loading=True)
        return repeat(unreadable, len(calls))
    run = _Run(steps)
    namespace: dict[str, Any] = {"__name__": "__main__", "__builtins__": run.builtins()}
    loaded = run.result_of(lambda: exec(code, namespace), loading=True)
    called = namespace.get(function)
    if loaded.trouble and (loaded.trouble != "raised" or not callable(called)):
        return repeat(loaded, len(calls))
    if not callable(called):
        missing = Result(trouble="missing", reason=_other_function(function, namespace))
        return repeat(missing, len(calls))
    return run.results_of(called, calls)


def _read(source: str) -> tuple[CodeType, Steps]:
    """Counted code. Raises `ProgramError`."""
    try:
        with _reading, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return counted(ast.parse(source))
    except SyntaxError as error:
        from teachkit.core.python_text import reason_of

        raise ProgramError(reason_of(error), error.lineno or 1) from None
    except (ValueError, RecursionError, MemoryError):
        raise ProgramError(say("it is too tangled")) from None


def _other_function(name: str, namespace: dict[str, Any]) -> str:
    """The function that was perhaps meant, if there is one."""
    from teachkit.core.nearest import nearest

    functions = [other for other, thing in namespace.items() if isinstance(thing, FunctionType)]
    return nearest(name, functions) or ""


class _Run:
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

    def results_of(self, function: Any, calls: Sequence[Sequence[Plain]]) -> Iterator[Result]:
        result = Result()
        for call in calls:
            if result.trouble != "stopped":  # once is enough
                result = self.result_of(partial(_called, function, call))
            yield result

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


def _called(function: Any, call: Sequence[Plain]) -> Any:
    arguments = [value_of(argument) for argument in call]
    try:
        return function(*arguments)
    except TypeError:
        if _takes(function, arguments):
            raise
        raise _WrongArguments from None


def _takes(function: Any, arguments: Sequence[Any]) -> bool:
    import inspect

    try:
        inspect.signature(function).bind(*arguments)
    except TypeError:
        return False
    except ValueError:
        pass  # a function that Python brings along does not always say what it takes
    return True


def _ask(*prompt: object) -> NoReturn:
    raise _Asked


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
        case _WrongArguments():
            return Result(trouble="arguments")
        case _Asked():
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
