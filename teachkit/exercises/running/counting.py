"""Counting of steps in Python code, so that nothing runs forever.

A step is inserted at the start of each function and of each turn of a loop; otherwise the code does
the same. This needs no signal, clock or trace function: it works in threads and on Windows, does
not disturb debuggers and coverage, gives the same number on every machine, and cannot be escaped by
a bare `except:`, because the next step raises again.

Only the learner's own Python is counted: a single call that works for very long in C, such as `10
** 10 ** 10` or `list(itertools.count())`, cannot be stopped from within. Only the learner
(Interrupt) or the parent process can stop it.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Sequence
from types import CodeType
from typing import Any, NoReturn

MOST_STEPS = 100_000
MOST_DEEP = 500  # nested calls; Python's own limit includes the caller's
MANY = 100  # a loop with fewer turns is not the endless one
FEW = 10  # approximately, if the steps themselves cost more than they count

COUNT = "<step>"  # learners cannot write this name
SOURCE = "<answer>"  # the file name of counted code, in tracebacks


class TooManySteps(BaseException):
    """The budget is used up. It is not an `Exception`, because learners catch those."""


class Steps:
    """A budget of steps. `steps(line)` uses one; after the last one, each call stops the run.

    Calls that are nested too deeply stop it too, and set `are_too_deep`.
    """

    def __init__(self, loops: Sequence[tuple[int, int]] = ()) -> None:
        self.loops = loops
        self.renew()

    def renew(self) -> None:
        self.left = MOST_STEPS
        self.turns: Counter[int] = Counter()
        self.many = MANY
        self.are_too_deep = False
        self.deepest = _depth() + MOST_DEEP

    def __call__(self, line: int, enters: bool = False) -> bool:
        self.left -= 1
        self.turns[line] += 1
        if enters and self.left >= 0 and _is_deeper_than(self.deepest):
            self.left, self.are_too_deep = -1, True
        if self.left < 0:
            raise TooManySteps
        return True

    def spend(self) -> NoReturn:
        """Use up the budget at once, because few steps did too much."""
        self.left, self.many = -1, FEW
        raise TooManySteps

    @property
    def are_spent(self) -> bool:
        return self.left < 0

    def endless_loop(self, lines: Sequence[int]) -> int:
        """Return the line of the endless loop, or 0.

        `lines` are the current lines, that of the outermost call first.
        """
        for line in lines:
            for first, last in self.loops:
                if first <= line <= last and self.turns[first] >= self.many:
                    return first
        return 0

    @property
    def busiest_line(self) -> int:
        return self.turns.most_common(1)[0][0] if self.turns else 0


def _depth() -> int:
    """Return the number of nested calls."""
    frame, depth = sys._getframe().f_back, 0
    while frame:
        frame, depth = frame.f_back, depth + 1
    return depth


def _is_deeper_than(depth: int) -> bool:
    try:
        return bool(sys._getframe(depth))
    except ValueError:
        return False


def counted(tree: ast.Module) -> tuple[CodeType, Steps]:
    """Return the code of a module that counts its steps, and the counter.

    Raises the errors of `compile`.

    >>> code, steps = counted(ast.parse("while True: pass"))
    >>> exec(code, {COUNT: steps})
    Traceback (most recent call last):
    teachkit.exercises.running.counting.TooManySteps
    >>> steps.endless_loop([1])
    1
    """
    counting = _Counting()
    tree = ast.fix_missing_locations(counting.visit(tree))
    code = compile(tree, SOURCE, "exec", dont_inherit=True)
    return code, Steps(counting.loops)


class _Counting(ast.NodeTransformer):
    """Inserts the steps, and records the lines of each loop, outer ones first."""

    def __init__(self) -> None:
        self.loops: list[tuple[int, int]] = []

    def _loop(self, node: Any) -> Any:
        self.loops.append((node.lineno, node.end_lineno))
        self.generic_visit(node)
        for generator in getattr(node, "generators", ()):
            generator.ifs.insert(0, _step(node))
        if hasattr(node, "body"):
            node.body.insert(0, _statement(node))
        return node

    visit_For = visit_AsyncFor = visit_While = _loop  # noqa: N815
    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _loop  # noqa: N815

    def _function(self, node: Any) -> Any:
        self.generic_visit(node)
        documented = ast.get_docstring(node, clean=False) is not None
        node.body.insert(1 if documented else 0, _statement(node, enters=True))
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _function  # noqa: N815

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        self.generic_visit(node)
        both = ast.BoolOp(ast.And(), [_step(node, enters=True), node.body])
        node.body = ast.copy_location(both, node.body)
        return node


def _step(node: Any, enters: bool = False) -> ast.Call:
    facts: list[ast.expr] = [ast.Constant(node.lineno), ast.Constant(enters)]
    return ast.copy_location(ast.Call(ast.Name(COUNT, ast.Load()), facts, []), node)


def _statement(node: Any, enters: bool = False) -> ast.Expr:
    return ast.copy_location(ast.Expr(_step(node, enters)), node)
