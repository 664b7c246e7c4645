"""A learner's strategy in a process of its own that stays warm, where it can do no harm.

It is started once and then answers question after question, in all games of a tournament. The
walls are those of `sandbox`. What comes later by the rules it asks out here, for the rules are not
in there with it. Whatever it does, it gets a result: who breaks down or takes too long is ended,
and started anew for the next question.

>>> with Warm("def play(view, decision):\\n    return decision['options'][-1]") as player:
...     player.begin("1")
...     player.answer({"me": "red"}, {"options": ["run", "pass"]}, dict).value
'pass'
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Timer
from types import TracebackType
from typing import Any

from teachkit.classroom.sandbox.process import (
    READY,
    STARTING,
    Limits,
    SandboxError,
    killed,
    started,
    walls_here,
)
from teachkit.classroom.sandbox.sandbox_protocol import GarbledError, is_plain, result_in
from teachkit.classroom.sandbox.walls import WARM_CELL
from teachkit.errors import AnswerError
from teachkit.exercises.running.counting import MOST_STEPS
from teachkit.exercises.running.results import Result, value_of
from teachkit.exercises.running.series import LATER, Later
from teachkit.words import say


@dataclass(frozen=True)
class Patience:
    """How long a strategy is waited for, in seconds on the clock; what it asks back is free.

    Steps are counted inside, and stop whoever works too long, at the same step on every machine.
    This is for those whom steps do not stop: who sleeps, or works without end in one call.
    """

    answer: float = 3.0
    game: float = 30.0


LIMITS = Limits(seconds=600)
"""As for an answer; the CPU time is that of a process for many games."""
ASKED_BACK = MOST_STEPS // LATER + 1  # as often as steps allow whoever counts them


class Warm:
    """A source that is asked in a sandbox: a `teachkit.exercises.running.series.Player`.

    Each game begins with fresh variables and its own seed. `has_changed` tells of the last answer
    whether the learner changed the view: in vain, it was a copy.
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
        self._walls = walls_here(isolate)
        self._process: subprocess.Popen[bytes] | None = None
        self._seed = ""
        self._cannot: Result | None = None
        self._worked = 0.0  # seconds of this process
        self._left = self.patience.game

    def __enter__(self) -> Warm:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process. It can be asked again all the same: then another is started."""
        process, self._process = self._process, None
        if process:
            killed(process)
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]

    def begin(self, seed: str) -> Result | None:
        """A new game: the source is loaded anew. Returns the trouble that it ran into."""
        self._seed, self._left = seed, self.patience.game
        if self._worked > self.limits.seconds / 2:
            self.close()
        return self._begun()

    def answer(self, view: dict[str, Any], question: dict[str, Any], later: Later) -> Result:
        """What it answers, or the trouble that it ran into."""
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
        """Raises `SandboxError` when no process can be started at all."""
        walls, self._worked = self._walls, 0.0
        self._process = started(walls.command(WARM_CELL))
        request = {
            "source": self.source,
            "user": walls.next_user(),
            "limits": self.limits.of_kernel(),
        }
        with self._watched(STARTING), suppress(OSError):
            self._tell(request)
            if self._heard() == READY + b"\n":
                return
        self.close()
        raise SandboxError(say("No Python can be started here to run answers in."))

    # -- one question -----------------------------------------------------------------------------

    def _asked(self, question: dict[str, Any], later: Later) -> Result | None:
        """The result of this question; who gives none is ended."""
        try:
            return self._exchanged(question, later)
        except (_BrokeError, GarbledError) as error:
            self.close()
            return Result(trouble=getattr(error, "trouble", "garbled"))
        except BaseException:
            self.close()  # nobody knows what it would say next
            raise

    def _exchanged(self, message: dict[str, Any], later: Later) -> Result | None:
        left = self.patience.answer
        for _ in range(ASKED_BACK):
            began = time.monotonic()
            try:
                line = self._sent(message, left)
            finally:  # who was stopped has used it, too
                worked = time.monotonic() - began
                left -= worked
                self._left -= worked
                self._worked += worked
            told = _read(line)
            if isinstance(told, dict):
                message = _foreseen(told["later"], later)
                continue
            result, self.has_changed = told
            return None if result is None else result_in(json.dumps(result).encode())
        raise _BrokeError("slow")

    def _sent(self, message: dict[str, Any], patience: float) -> bytes:
        """The line that comes back. Raises `_BrokeError`."""
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
        """End the process if it takes longer, whether it is being told something or heard."""
        assert self._process
        watch = _Watch(max(patience, 0), self._process)
        watch.start()
        try:
            yield watch
        finally:
            watch.cancel()


class _Watch(Timer):
    """Ends a process when the time is over; `rang` tells whether it was."""

    def __init__(self, patience: float, process: subprocess.Popen[bytes]) -> None:
        super().__init__(patience, self._ring)
        self.daemon = True
        self.process, self.rang = process, False

    def _ring(self) -> None:
        self.rang = True
        killed(self.process)


class _BrokeError(Exception):
    """No result came; `trouble` is why."""

    def __init__(self, trouble: str) -> None:
        super().__init__(trouble)
        self.trouble = trouble


def _read(line: bytes) -> Any:
    """A question about what comes later, or a pair: a result, and whether the view was changed.

    Raises `_BrokeError` for what no honest process tells.
    """
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        raise _BrokeError("garbled") from None
    match told:
        case {"later": answer} if len(told) == 1 and is_plain(answer):
            return told
        case [None | dict(), bool()]:
            return told
    raise _BrokeError("garbled")


def _foreseen(answer: object, later: Later) -> dict[str, Any]:
    try:
        return {"view": later(value_of(answer))}
    except AnswerError as error:
        return {"refused": error.says}
