"""A run of a learner's source and calls of its function, in this process.

A run has a budget of steps, captures printed text, and reports errors as codes.
"""

from __future__ import annotations

import ast
import builtins
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import FunctionType, MappingProxyType, TracebackType
from typing import Any, NoReturn, cast

from teachkit.core.language.python_source import UNREADABLE, no_warnings
from teachkit.exercises.running.counting import COUNT, SOURCE, Steps, counted
from teachkit.exercises.running.results import Plain, Result, cut, plain, value_of

MOST_PRINTED = 2_000
LONGEST_REASON = 80  # for Python's message; our own sentences may be longer
LONGEST_TOLD = 120


class _AskedError(BaseException):
    """The code asks for input, which is not available."""


class WrongArgumentsError(BaseException):
    """A function does not accept its arguments."""


class RefusedError(BaseException):
    """The code uses something unavailable here; the text is the sentence about it."""


class _Paper(io.StringIO):
    """Captured output with a limited length."""

    def write(self, text: str) -> int:
        super().write(text[: MOST_PRINTED + 1 - self.tell()])
        return len(text)

    @property
    def text(self) -> str:
        return cut(self.getvalue(), MOST_PRINTED)


class Run:
    """One source, run with a budget of steps and its own captured output.

    A source with a syntax error is never run: its only result is `unreadable`.
    """

    def __init__(self, source: str) -> None:
        self.steps = Steps()
        self.paper = _Paper()
        self.unreadable: Result | None = None
        try:
            with no_warnings():
                self.code, self.steps = counted(ast.parse(source))
        except UNREADABLE:
            from teachkit.core.language.python_errors import too_tangled, trouble_in

            says, line, _ = trouble_in(source) or too_tangled()
            self.unreadable = Result(trouble="unreadable", reason=says, line=line, loading=True)

    def namespace(self, offered: Mapping[str, object]) -> dict[str, Any]:
        """Return a new namespace: Python's built-ins, and the names `offered` beside them.

        Built-ins that ask for input or exit are replaced.
        """
        own = {COUNT: self.steps, "print": partial(print, file=self.paper), "input": _ask}
        own |= {"exit": _leave, "quit": _leave, **offered}
        return {"__name__": "__main__", "__builtins__": vars(builtins) | own}

    def load(
        self, function: str, offered: Mapping[str, object] = MappingProxyType({})
    ) -> Callable[..., Any] | Result:
        """Run the source in its own namespace. Return its function, or the error."""
        if self.unreadable:
            return self.unreadable
        namespace = self.namespace(offered)
        result = self.result_of(lambda: exec(self.code, namespace), loading=True)
        found = namespace.get(function)
        if result.trouble and (result.trouble != "raised" or not callable(found)):
            return result
        if not callable(found):
            return Result(trouble="missing", reason=_other_function(function, namespace))
        return cast("Callable[..., Any]", found)

    def result_of(self, act: Callable[[], Any], loading: bool = False) -> Result:
        self.steps.renew()
        self.paper.seek(0)
        self.paper.truncate()
        try:
            result = Result(plain(act()))
            if self.steps.are_spent:  # it was stopped, but caught the exception
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
    """Return an error as a result, with its line in this file.

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
            return Result(trouble="refused", reason=cut(str(error), LONGEST_REASON), line=last)
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
    """Return the lines of this file in a traceback, outermost first."""
    lines = []
    while trace:
        if trace.tb_frame.f_code.co_filename == file:
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    return lines


def _repeated(lines: Sequence[int]) -> int:
    """Return the first line that is repeated, or 0."""
    times = Counter(lines)
    return next((line for line in lines if times[line] > 1), 0)


def _reason(error: BaseException) -> str:
    """Return Python's message in one line; for an unknown name only the name."""
    try:
        text = str(error)
    except BaseException:  # the exception may be of the learner's own class
        return ""
    quoted = re.search(r"'(\w+)'", text)
    if isinstance(error, NameError) and quoted:
        return quoted[1]
    return cut(" ".join(text.split()), LONGEST_REASON)


def results_here(source: str, function: str, calls: Sequence[Sequence[Plain]]) -> Iterator[Result]:
    """Run a source in its own namespace, and yield the results of calling its function.

    Each call gets fresh arguments. Every error is a result. The source and each call have a
    separate budget of steps.

    >>> half = "def half(n):\\n    return n // 2"
    >>> [result.value for result in results_here(half, "half", [[7], [5.0]])]
    [3, 2.0]
    >>> next(results_here("def half(n):\\n    while n: pass", "half", [[7]])).trouble
    'endless'
    """
    run = Run(source)
    found = run.load(function)
    result = found if isinstance(found, Result) else Result()
    for call in calls:
        if not isinstance(found, Result) and result.trouble != "stopped":  # one error is enough
            result = run.result_of(partial(called, found, call))
        yield result


def _other_function(name: str, namespace: dict[str, Any]) -> str:
    """Return the name of the function that was probably meant, or ""."""
    from teachkit.core.strings import nearest

    functions = [other for other, thing in namespace.items() if isinstance(thing, FunctionType)]
    return nearest(name, functions) or ""


def called(function: Any, call: Sequence[Plain]) -> Any:
    """Call a function with fresh arguments. Raises `WrongArgumentsError`, and its own errors."""
    arguments = [value_of(argument) for argument in call]
    try:
        return function(*arguments)
    except TypeError:
        if _takes(function, arguments):
            raise
        raise WrongArgumentsError from None


def _takes(function: Any, arguments: Sequence[object]) -> bool:
    import inspect

    try:
        inspect.signature(function).bind(*arguments)
    except TypeError:
        return False
    except ValueError:
        pass  # some built-in functions do not have a signature
    return True
