"""Recordings: one call of a learner's function, line by line, with the variables of each frame."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from types import FrameType, FunctionType
from typing import Any, NamedTuple

from teachkit.exercises.running.results import Plain, Result, plain, shown
from teachkit.exercises.running.runs import SOURCE, Run, called
from teachkit.words import say_many

MOST_MOMENTS = 300
MOST_LOOKS = 3_000  # the number of events after which a recording is cut, even if few are kept
MOST_SCOPES = 8
MOST_VARIABLES = 12


class Scope(NamedTuple):
    """An active call: the name of its function, and its variables as short Python text."""

    name: str
    variables: Mapping[str, str]


class Moment(NamedTuple):
    """A moment just after `line` ran.

    `around` are the lines of the other active calls, and `frames` all active calls; the outermost
    comes first in both. `begins` is the text of the call that begins at this moment, and
    `returned` that of the value returned by the innermost call; otherwise, they are "".
    """

    line: int
    around: tuple[int, ...] = ()
    frames: tuple[Scope, ...] = ()
    begins: str = ""
    returned: str = ""


class Recording(NamedTuple):
    """The recorded moments of a call, and its result.

    `raised` is the moment at which an exception stopped the call. If `is_cut` is true, only the
    first moments are recorded.
    """

    moments: Sequence[Moment]
    result: Result
    raised: Moment = Moment(0)
    is_cut: bool = False


def recorded(source: str, name: str, calls: Sequence[Sequence[Plain]]) -> Recording:
    """Run a source and all `calls` of its function `name` as `execute_in_process` does.

    Only the last call is recorded. Its result is the same as without a recording.

    >>> half = "def half(n):\\n    n //= 2\\n    return n"
    >>> recording = recorded(half, "half", [[7]])
    >>> [(moment.line, dict(moment.frames[0].variables)) for moment in recording.moments]
    [(1, {'n': '7'}), (2, {'n': '3'}), (3, {'n': '3'})]
    >>> recording.moments[-1].returned, recording.result.value
    ('3', 3)
    """
    run = Run(source)
    found = run.load(name)
    if isinstance(found, Result):
        return Recording((), found)
    *before, last = calls
    for call in before:
        run.result_of(partial(called, found, call))
    recorder = _Recorder()
    tracing = sys.gettrace()
    sys.settrace(recorder.enter)
    try:
        result = run.result_of(partial(called, found, last))
    finally:
        sys.settrace(tracing)
    return Recording(recorder.moments, result, recorder.raised, recorder.is_cut)


class _Active:
    """An active call. `line` is its current line, and `fails` is true while it is raising."""

    def __init__(self, frame: FrameType) -> None:
        self.frame, self.line, self.fails = frame, frame.f_code.co_firstlineno, False


class _Recorder:
    """A trace function that records the moments of learners' functions and lambdas."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self.raised = Moment(0)
        self.is_cut = False
        self._looks = 0
        self._stack: list[_Active] = []
        self._error: object = None

    def enter(self, frame: FrameType, event: str, fact: Any) -> Any:
        name = frame.f_code.co_name
        if frame.f_code.co_filename != SOURCE or (name[0] == "<" and name != "<lambda>"):
            return None
        self._stack.append(_Active(frame))
        scope = self._scope(frame)
        self._keep(begins=f"{scope.name}({', '.join(scope.variables.values())})")
        return self._step

    def _step(self, frame: FrameType, event: str, fact: Any) -> Any:
        here = self._stack[-1]
        if event == "exception":
            here.fails = True
            if fact[1] is not self._error:
                self._error, self.raised = fact[1], self._moment()
        elif event == "return":
            if not here.fails:
                self._keep(returned=shown(plain(fact)))
            self._stack.pop()
        elif event == "line":
            if not here.fails:
                self._keep()
            here.line, here.fails = frame.f_lineno, False
        return self._step

    def _keep(self, begins: str = "", returned: str = "") -> None:
        """Record this moment, unless nothing has changed since the last one.

        This is so when a loop jumps back to its own line, or a function to its first statement.
        """
        moment = self._moment()
        self._looks += 1
        if len(self.moments) == MOST_MOMENTS or self._looks > MOST_LOOKS:
            self.is_cut = True
            sys.settrace(None)
        elif begins or returned or moment != self.moments[-1]._replace(begins=""):
            self.moments.append(moment._replace(begins=begins, returned=returned))

    def _moment(self) -> Moment:
        around = tuple(dict.fromkeys(active.line for active in self._stack[:-1]))
        scopes = [self._scope(active.frame) for active in self._stack[-MOST_SCOPES:]]
        if left_out := len(self._stack) - len(scopes):
            says = say_many("{number} more call", "{number} more calls", left_out)
            scopes.insert(0, Scope(says, {}))
        return Moment(self._stack[-1].line, around, tuple(scopes))

    @staticmethod
    def _scope(frame: FrameType) -> Scope:
        known = [
            (name, shown(plain(value)))
            for name, value in frame.f_locals.items()
            if name[0] not in "_." and type(value) is not FunctionType
        ]
        return Scope(frame.f_code.co_name.strip("<>"), dict(known[:MOST_VARIABLES]))
