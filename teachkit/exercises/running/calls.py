"""Running a learner's function here, in this process: in the learner's own kernel.

This is no sandbox. It keeps endless loops, `input()` and `exit()` from spoiling a lesson; it
keeps nobody from doing harm on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import repeat
from types import CodeType, FunctionType
from typing import Any, cast

from teachkit.errors import ProgramError
from teachkit.exercises.running.results import Plain, Result, value_of
from teachkit.exercises.running.run import Run, WrongArgumentsError, read, unreadable


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
        code, steps = read(source)
    except ProgramError as error:
        return repeat(unreadable(error), len(calls))
    run = Run(steps)
    found = loaded(code, run, function)
    if isinstance(found, Result):
        return repeat(found, len(calls))
    return _results_of(run, found, calls)


def loaded(
    code: CodeType, run: Run, function: str, offered: Mapping[str, Any] | None = None
) -> Callable[..., Any] | Result:
    """Run counted code in a namespace of its own, and give its function; or what went wrong.

    `offered` are names that are there beside Python's own.
    """
    builtins = run.builtins() | dict(offered or {})
    namespace: dict[str, Any] = {"__name__": "__main__", "__builtins__": builtins}
    result = run.result_of(lambda: exec(code, namespace), loading=True)
    found = namespace.get(function)
    if result.trouble and (result.trouble != "raised" or not callable(found)):
        return result
    if not callable(found):
        return Result(trouble="missing", reason=_other_function(function, namespace))
    return cast("Callable[..., Any]", found)


def _other_function(name: str, namespace: dict[str, Any]) -> str:
    """The function that was perhaps meant, if there is one."""
    from teachkit.core.texts import nearest

    functions = [other for other, thing in namespace.items() if isinstance(thing, FunctionType)]
    return nearest(name, functions) or ""


def _results_of(run: Run, function: Any, calls: Sequence[Sequence[Plain]]) -> Iterator[Result]:
    result = Result()
    for call in calls:
        if result.trouble != "stopped":  # once is enough
            result = run.result_of(partial(called, function, call))
        yield result


def called(function: Any, call: Sequence[Plain]) -> Any:
    """Call it, with fresh arguments. Raises `WrongArgumentsError`, and whatever it raises."""
    arguments = [value_of(argument) for argument in call]
    try:
        return function(*arguments)
    except TypeError:
        if _takes(function, arguments):
            raise
        raise WrongArgumentsError from None


def _takes(function: Any, arguments: Sequence[Any]) -> bool:
    import inspect

    try:
        inspect.signature(function).bind(*arguments)
    except TypeError:
        return False
    except ValueError:
        pass  # a function that Python brings along does not always say what it takes
    return True
