"""One run of a learner's source and calls of its function, here in this process.

A run has a budget of steps, keeps what is printed, and names its trouble by an error code.
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

from teachkit.core.language.python_tokens import no_warnings
from teachkit.exercises.running.counting import COUNT, SOURCE, Steps, counted
from teachkit.exercises.running.results import Plain, Result, cut, plain, value_of

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
        return cut(self.getvalue(), MOST_PRINTED)


class Run:
    """One source, run with a budget of steps and with a paper of its own to print on.

    A source that Python cannot read is never run: `unreadable` is its only result.
    """

    def __init__(self, source: str) -> None:
        self.steps = Steps()
        self.paper = _Paper()
        self.unreadable: Result | None = None
        try:
            with no_warnings():
                self.code, self.steps = counted(ast.parse(source))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            from teachkit.core.language.python_errors import too_tangled, trouble_in

            says, line, _ = trouble_in(source) or too_tangled()
            self.unreadable = Result(trouble="unreadable", reason=says, line=line, loading=True)

    def namespace(self, offered: Mapping[str, object]) -> dict[str, Any]:
        """Return a new namespace: what Python has built in, and what is `offered` beside it.

        What speaks with a person or leaves is replaced.
        """
        own = {COUNT: self.steps, "print": partial(print, file=self.paper), "input": _ask}
        own |= {"exit": _leave, "quit": _leave, **offered}
        return {"__name__": "__main__", "__builtins__": vars(builtins) | own}

    def load(
        self, function: str, offered: Mapping[str, object] = MappingProxyType({})
    ) -> Callable[..., Any] | Result:
        """Run the source in a namespace of its own. Return its function, or what went wrong."""
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
    return cut(" ".join(text.split()), LONGEST_REASON)


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
    run = Run(source)
    found = run.load(function)
    result = found if isinstance(found, Result) else Result()
    for call in calls:
        if not isinstance(found, Result) and result.trouble != "stopped":  # once is enough
            result = run.result_of(partial(called, found, call))
        yield result


def _other_function(name: str, namespace: dict[str, Any]) -> str:
    """The function that was perhaps meant, if there is one."""
    from teachkit.core.strings import nearest

    functions = [other for other, thing in namespace.items() if isinstance(thing, FunctionType)]
    return nearest(name, functions) or ""


def called(function: Any, call: Sequence[Plain]) -> Any:
    """Call it, with fresh arguments. Raises `WrongArgumentsError`, and whatever it raises."""
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
        pass  # a function that Python brings along does not always say what it takes
    return True
