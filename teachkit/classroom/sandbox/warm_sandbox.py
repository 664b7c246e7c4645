"""A sandboxed process that keeps a learner's strategy running between questions.

The process is started once and then answers the questions of all games in a tournament. It is
isolated like the processes of `sandbox`. If the strategy asks for later states, they are computed
outside the sandbox, where the rules are. Every question gets a result: a process that breaks or
takes too long is killed, and a new one is started for the next question.

>>> with WarmSandbox("def play(view, decision):\\n    return decision['options'][-1]") as player:
...     player.begin("1")
...     player.answer({"me": "red"}, {"options": ["run", "pass"]}, dict).value
'pass'
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Timer
from typing import Any

from teachkit.classroom.sandbox.process import (
    READY,
    STARTING,
    Limits,
    SandboxError,
    Stopwatch,
    charge,
    isolation_here,
    killed,
    started,
)
from teachkit.classroom.sandbox.sandbox_protocol import GarbledError, is_plain, result_in
from teachkit.errors import AnswerError
from teachkit.exercises.running.results import Result, value_of
from teachkit.exercises.running.runs import MOST_STEPS
from teachkit.exercises.running.strategy_games import LATER, Later
from teachkit.words import say


@dataclass(frozen=True)
class Patience:
    """Time limits for a strategy, in seconds used by the strategy itself.

    The time for computing the later states that a strategy asks for does not count. Inside the
    process, a limit on steps stops a strategy at the same step on every machine. The time limits
    stop strategies that sleep or stay in a single call, which the limit on steps does not stop.
    """

    answer: float = 3.0
    game: float = 30.0


LIMITS = Limits(seconds=600)
"""The usual limits of an answer, but with more CPU time, since one process plays many games."""
ASKED_BACK = (
    MOST_STEPS // LATER + 1
)  # an honest strategy runs out of steps before asking this often


class WarmSandbox:
    """A strategy in a sandbox, as a `teachkit.exercises.running.strategy_games.Player`.

    Each game begins with fresh variables and its own seed. `has_changed` is true if the strategy
    changed its arguments during its last answer; this has no effect, since they are copies.
    """

    def __init__(
        self,
        source: str,
        patience: Patience | None = None,
        limits: Limits = LIMITS,
        isolate: bool = True,
    ) -> None:
        self.source, self.patience, self.limits = source, patience or Patience(), limits
        self.has_changed = False
        self._isolation = isolation_here(isolate)
        self._process: subprocess.Popen[bytes] | None = None
        self._seed = ""
        self._cannot: Result | None = None
        self._worked = 0.0  # seconds for which the current process has worked
        self._left = self.patience.game

    def __enter__(self) -> WarmSandbox:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process. A later question starts a new process."""
        process, self._process = self._process, None
        if process:
            killed(process)
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]

    def begin(self, seed: str) -> Result | None:
        """Load the source again to begin a game; return the error that occurred, or `None`."""
        self._seed, self._left = seed, self.patience.game
        if self._worked > self.limits.seconds / 2:
            self.close()
        return self._begun()

    def answer(self, view: dict[str, Any], question: dict[str, Any], later: Later) -> Result:
        """Ask the strategy a question about `view`; return its answer, or the error that occurred.

        `later` computes the later states that the strategy asks for.
        """
        self.has_changed = False
        if self._left <= 0:
            return Result(trouble="timeout")
        if not self._process:
            self._begun()
        if self._cannot:
            return self._cannot
        return self._asked({"view": view, "question": question}, later) or Result()

    def _begun(self) -> Result | None:
        if not self._process:
            self._start()
        self._cannot = self._asked({"begin": self._seed}, dict)
        return self._cannot

    def _start(self) -> None:
        """Start the process. Raise `SandboxError` if no process can be started."""
        isolation, self._worked = self._isolation, 0.0
        self._process = started(isolation.command())
        request = {
            "source": self.source,
            "user": isolation.next_user(),
            "limits": self.limits.of_kernel(),
        }
        self._watch = Stopwatch(self._process.pid)
        with self._watched(STARTING), suppress(OSError):
            self._tell(request)
            if self._heard() == READY + b"\n":
                self._watch = Stopwatch(self._process.pid)  # now it has its innermost process
                return
        self.close()
        raise SandboxError(say("Python could not be started to run the answers."))

    # -- one question -----------------------------------------------------------------------------

    def _asked(self, question: dict[str, Any], later: Later) -> Result | None:
        """Ask `question` and return the result; end the process if there is no valid result."""
        try:
            return self._exchanged(question, later)
        except (_BrokeError, GarbledError) as error:
            self.close()
            return Result(trouble=getattr(error, "trouble", "garbled"))
        except BaseException:
            self.close()  # the next output would belong to this question
            raise

    def _exchanged(self, message: dict[str, Any], later: Later) -> Result | None:
        left = self.patience.answer
        for _ in range(ASKED_BACK):
            self._watch.start()
            try:
                line = self._sent(message, left)
            finally:  # the time counts even if the process was killed
                time = self._watch.time()
                left -= time.used
                self._left -= time.used
                self._worked += time.used
                charge(time.cost)
            reply = _read(line)
            if isinstance(reply, dict):
                message = _foreseen(reply["later"], later)
                continue
            result, self.has_changed = reply
            return None if result is None else result_in(json.dumps(result).encode())
        raise _BrokeError("slow")

    def _sent(self, message: dict[str, Any], patience: float) -> bytes:
        """Send a message and return the reply. Raise `_BrokeError` if no valid line arrives."""
        line = b""
        with self._watched(patience) as watch, suppress(OSError):
            self._tell(message)
            line = self._heard()
        if watch.rang:
            raise _BrokeError("timeout")
        if len(line) > self.limits.output:
            raise _BrokeError("flooded")
        if not line.endswith(b"\n"):
            raise _BrokeError("died")
        return line

    def _tell(self, message: dict[str, Any]) -> None:
        assert self._process
        assert self._process.stdin
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()

    def _heard(self) -> bytes:
        assert self._process
        assert self._process.stdout
        return self._process.stdout.readline(self.limits.output + 1)

    @contextmanager
    def _watched(self, patience: float) -> Iterator[_Watch]:
        """Kill the process if it uses more than `patience` seconds during the `with` block."""
        assert self._process
        watch = _Watch(max(patience, 0), self._process, self._watch)
        watch.start()
        try:
            yield watch
        finally:
            watch.cancel()


class _Watch(Timer):
    """A timer that kills a process after the process has used `patience` seconds.

    `rang` is true if the timer has killed the process.
    """

    def __init__(self, patience: float, process: subprocess.Popen[bytes], watch: Stopwatch) -> None:
        super().__init__(patience, self._ring)
        self.daemon = True
        self.process, self.rang = process, False
        self.patience, self.watch = patience, watch

    def _ring(self) -> None:
        while (left := self.patience - self.watch.time().used) > 0:
            if self.finished.wait(left):
                return
        self.rang = True
        killed(self.process)


class _BrokeError(Exception):
    """Raised when a question has no result; `trouble` is the error code."""

    def __init__(self, trouble: str) -> None:
        super().__init__(trouble)
        self.trouble = trouble


def _read(line: bytes) -> Any:
    """Parse a line from the process.

    The line is a request for a later state, or a pair: a result, and whether the strategy changed
    its arguments. Raise `_BrokeError` if it is anything else.
    """
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError):
        raise _BrokeError("garbled") from None
    match reply:
        case {"later": answer} if len(reply) == 1 and is_plain(answer):
            return reply
        case [None | dict(), bool()]:
            return reply
    raise _BrokeError("garbled")


def _foreseen(answer: object, later: Later) -> dict[str, Any]:
    try:
        return {"view": later(value_of(answer))}
    except AnswerError as error:
        return {"refused": error.says}
