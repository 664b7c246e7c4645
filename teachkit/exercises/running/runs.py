"""Run a learner's source in this process, with a budget of steps, so that nothing runs forever.

A run captures printed text, and reports errors as codes. A step is inserted at the start of each
function and of each iteration of a loop; otherwise the code is unchanged. Counting steps needs no
signal, clock or trace function: it works in threads and on Windows, does not disturb debuggers and
coverage tools, gives the same count on every machine, and cannot be escaped by a bare `except:`,
because the next step raises again.

Only the learner's own Python is counted: a single call that works for very long in C, such as
`10 ** 10 ** 10` or `list(itertools.count())`, cannot be stopped from within. Only the learner
(Interrupt) or the parent process can stop it.
"""

from __future__ import annotations

import ast
import builtins
import io
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from traceback import walk_stack, walk_tb
from types import CodeType, FunctionType, MappingProxyType, TracebackType
from typing import Any, NoReturn, cast

from teachkit.core.language.python_source import UNREADABLE, no_warnings
from teachkit.core.strings import cut, nearest
from teachkit.exercises.running.results import Plain, Result, plain, value_of

# -- steps -----------------------------------------------------------------------------------------

MOST_STEPS = 100_000
MOST_DEEP = 500  # nested calls of learners' code; Python's own limit also counts the caller's
MANY = 100  # a loop with fewer iterations is not reported as endless
FEW = 10  # the same limit, if a few expensive steps have used up the budget

COUNT = "<step>"  # learners cannot write this name
SOURCE = "<answer>"  # the file name of counted code, in tracebacks


class TooManySteps(BaseException):
    """Raised when the budget of steps is used up.

    This is not an `Exception`, because learners' code may catch those.
    """


class Steps:
    """A budget of steps. `steps(line)` uses up one step, or raises `TooManySteps` if none is left.

    Calls that are nested too deeply also raise `TooManySteps`, and set `are_too_deep`.
    """

    def __init__(self, loops: Sequence[tuple[int, int]] = ()) -> None:
        self.loops = loops
        self.renew()

    def renew(self) -> None:
        self.left = MOST_STEPS
        self.turns: Counter[int] = Counter()
        self.many = MANY
        self.are_too_deep = False
        self.deepest = sum(1 for _ in walk_stack(sys._getframe())) + MOST_DEEP

    def __call__(self, line: int, enters: bool = False) -> bool:
        self.left -= 1
        self.turns[line] += 1
        if enters and self.left >= 0 and _is_deeper_than(self.deepest):
            self.left, self.are_too_deep = -1, True
        if self.left < 0:
            raise TooManySteps
        return True

    def spend(self) -> NoReturn:
        """Use up the whole budget after a few steps that did too much work.

        Raise `TooManySteps`.
        """
        self.left, self.many = -1, FEW
        raise TooManySteps

    @property
    def are_spent(self) -> bool:
        return self.left < 0

    def endless_loop(self, lines: Sequence[int]) -> int:
        """Return the first line of the loop that seems endless, or 0 if there is none.

        `lines` are the current lines of all active calls, the outermost first.
        """
        for line in lines:
            for first, last in self.loops:
                if first <= line <= last and self.turns[first] >= self.many:
                    return first
        return 0

    @property
    def busiest_line(self) -> int:
        return self.turns.most_common(1)[0][0] if self.turns else 0


def _is_deeper_than(depth: int) -> bool:
    try:
        return bool(sys._getframe(depth))
    except ValueError:
        return False


def counted(tree: ast.Module) -> tuple[CodeType, Steps]:
    """Compile a module to code that counts its own steps, and return the code and its `Steps`.

    Raise the same errors as `compile`.

    >>> code, steps = counted(ast.parse("while True: pass"))
    >>> exec(code, {COUNT: steps})
    Traceback (most recent call last):
    teachkit.exercises.running.runs.TooManySteps
    >>> steps.endless_loop([1])
    1
    """
    counting = _Counting()
    tree = ast.fix_missing_locations(counting.visit(tree))
    code = compile(tree, SOURCE, "exec", dont_inherit=True)
    return code, Steps(counting.loops)


class _Counting(ast.NodeTransformer):
    """A transformer of syntax trees that inserts calls which count steps.

    `loops` holds the first and last line of each loop, outer loops first.
    """

    def __init__(self) -> None:
        self.loops: list[tuple[int, int]] = []

    def _loop(self, node: Any) -> Any:
        self.loops.append((node.lineno, node.end_lineno))
        self.generic_visit(node)
        for generator in getattr(node, "generators", ()):
            generator.ifs.insert(0, _step(node))
        if hasattr(node, "body"):
            node.body.insert(0, ast.Expr(_step(node)))
        return node

    visit_For = visit_AsyncFor = visit_While = _loop  # noqa: N815
    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _loop  # noqa: N815

    def _function(self, node: Any) -> Any:
        self.generic_visit(node)
        documented = ast.get_docstring(node, clean=False) is not None
        node.body.insert(1 if documented else 0, ast.Expr(_step(node, enters=True)))
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _function  # noqa: N815

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        self.generic_visit(node)
        step = ast.copy_location(_step(node, enters=True), node)
        both = ast.BoolOp(ast.And(), [step, node.body])
        node.body = ast.copy_location(both, node.body)
        return node


def _step(node: Any, enters: bool = False) -> ast.Call:
    facts: list[ast.expr] = [ast.Constant(node.lineno), ast.Constant(enters)]
    return ast.Call(ast.Name(COUNT, ast.Load()), facts, [])


# -- runs ------------------------------------------------------------------------------------------

MOST_PRINTED = 2_000
MOST_COLUMNS = 10_000
LONGEST_REASON = 80  # for Python's message; our own sentences may be longer
LONGEST_TOLD = 120


class _AskedError(BaseException):
    """Raised when a learner's code asks for input, which is not available."""


class WrongArgumentsError(BaseException):
    """Raised when a function is called with arguments that it does not accept."""


class RefusedError(BaseException):
    """Raised when a learner's code uses something unavailable; the message says what."""


class _Paper(io.StringIO):
    """A text stream that captures output up to a limited length, and drops the rest."""

    def write(self, text: str) -> int:
        super().write(text[: MOST_PRINTED + 1 - self.tell()])
        return len(text)

    @property
    def text(self) -> str:
        return cut(self.getvalue(), MOST_PRINTED)


class Run:
    """A learner's source to run, with a budget of steps and its own captured output.

    A source with a syntax error is never run: its only result is `unreadable`. Errors are located
    by the lines of `file`, which is the source unless functions from elsewhere are run.
    """

    def __init__(self, source: str) -> None:
        self.file = SOURCE
        self.steps = Steps()
        self.paper = _Paper()
        self.rows = source.splitlines()
        self.unreadable: Result | None = None
        try:
            with no_warnings():
                self.code, self.steps = counted(ast.parse(source))
        except UNREADABLE:
            from teachkit.core.language.python_errors import too_tangled, trouble_in

            says, line, column = trouble_in(source) or too_tangled()
            columns = self._word_at(line, column - 1)
            self.unreadable = Result(None, "unreadable", "", says, line, *columns, loading=True)

    def namespace(self, offered: Mapping[str, object]) -> dict[str, Any]:
        """Return a new namespace with Python's built-ins and the names in `offered`.

        The built-in functions that ask for input or exit are replaced.
        """
        own = {COUNT: self.steps, "print": partial(print, file=self.paper), "input": _ask}
        own |= {"exit": _leave, "quit": _leave, **offered}
        return {"__name__": "__main__", "__builtins__": vars(builtins) | own}

    def load(
        self, function: str, offered: Mapping[str, object] = MappingProxyType({})
    ) -> Callable[..., Any] | Result:
        """Run the source in a new namespace, and return its function `function`, or an error."""
        if self.unreadable:
            return self.unreadable
        namespace = self.namespace(offered)
        result = self.result_of(lambda: exec(self.code, namespace), loading=True)
        found = namespace.get(function)
        if result.trouble and (result.trouble != "raised" or not callable(found)):
            return result
        if not callable(found):
            defined = [name for name, thing in namespace.items() if isinstance(thing, FunctionType)]
            return Result(trouble="missing", reason=nearest(function, defined) or "")
        return cast("Callable[..., Any]", found)

    def result_of(self, act: Callable[[], Any], loading: bool = False) -> Result:
        self.steps.renew()
        self.paper.seek(0)
        self.paper.truncate()
        try:
            result = Result(plain(act()))
            if self.steps.are_spent:  # the code was stopped, but caught the exception
                result = self._spent([])
        except BaseException as error:
            lines = _lines(error.__traceback__, self.file)
            result = self._spent(lines) if self.steps.are_spent else trouble_of(error, self.file)
            if result.trouble in ("raised", "refused", "asks", "exits"):
                column, end = self._columns(error.__traceback__, result.line)
                result = result._replace(column=column, end_column=end)
        return result._replace(printed=self.paper.text, loading=loading)

    def _columns(self, trace: TracebackType | None, line: int) -> tuple[int, int]:
        """Return the columns of the last part of `line` in a traceback, or zeros if unknown."""
        span = None
        while trace:
            code, at = trace.tb_frame.f_code, trace.tb_lasti // 2
            if code.co_filename == SOURCE:
                span = next(islice(code.co_positions(), at, None), None)
            trace = trace.tb_next
        match span:
            case int(first), int(last), int(start), int(end) if first == line <= len(self.rows):
                row = self.rows[line - 1].encode()
                parts = row[:start], row[: end if last == line else None]
                return self._between(*(part.decode(errors="ignore") for part in parts))
        return 0, 0

    def _word_at(self, line: int, start: int) -> tuple[int, int]:
        """Return the columns of the word or sign at character `start` of a line."""
        row = "".join(self.rows[line - 1 : line])
        word = re.compile(r"\w+|\S|$").match(row, start)
        return self._between(row[:start], row[: word.end()] if word else row)

    @staticmethod
    def _between(before: str, until: str) -> tuple[int, int]:
        start, end = (len(text.encode("utf-16-le", "replace")) // 2 for text in (before, until))
        return (start, end) if start < end <= MOST_COLUMNS else (0, 0)

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


_TROUBLES = {_AskedError: "asks", SystemExit: "exits", KeyboardInterrupt: "stopped",
             MemoryError: "memory"}  # fmt: skip


def trouble_of(error: BaseException, file: str = SOURCE) -> Result:
    """Convert an error into a result, with the number of the last line of `file` in the traceback.

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
        case RecursionError():
            return Result(trouble="recursion", line=_repeated(lines) or last)
    for kind, trouble in _TROUBLES.items():
        if isinstance(error, kind):
            return Result(trouble=trouble, line=last)
    return Result(trouble="raised", error=type(error).__name__, reason=_reason(error), line=last)


def _lines(trace: TracebackType | None, file: str) -> list[int]:
    """Return the line numbers of `file` in a traceback, the outermost first."""
    return [line for frame, line in walk_tb(trace) if frame.f_code.co_filename == file]


def _repeated(lines: Sequence[int]) -> int:
    """Return the first line that occurs more than once, or 0 if there is none."""
    times = Counter(lines)
    return next((line for line in lines if times[line] > 1), 0)


def _reason(error: BaseException) -> str:
    """Return Python's message on one line; for an unknown name, return only the name."""
    try:
        text = str(error)
    except BaseException:  # the exception may be of the learner's own class
        return ""
    quoted = re.search(r"'(\w+)'", text)
    if isinstance(error, NameError) and quoted:
        return quoted[1]
    return cut(" ".join(text.split()), LONGEST_REASON)


def called(function: Any, call: Sequence[Plain]) -> Any:
    """Call `function` with new copies of the arguments in `call`, and return its value.

    Raise `WrongArgumentsError` if the function does not accept the arguments. Errors inside the
    function propagate.
    """
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
