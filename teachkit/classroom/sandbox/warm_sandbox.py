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
from dataclasses import dataclass
from typing import Any

from teachkit.classroom.sandbox.process import (
    ALLOWANCE,
    Confined,
    Limits,
    SandboxError,
    charge,
    isolation_here,
)
from teachkit.classroom.sandbox.sandbox_protocol import (
    BrokeError,
    GarbledError,
    is_plain,
    result_in,
)
from teachkit.errors import AnswerError
from teachkit.exercises.running.results import Result, plain, value_of
from teachkit.exercises.running.runs import MOST_STEPS
from teachkit.exercises.running.strategy_player import LATER, Later
from teachkit.words import say


@dataclass(frozen=True)
class Patience:
    """Time limits for a strategy, in seconds used by the strategy itself.

    The time for computing the later states that a strategy asks for does not count. Inside the
    process, a limit on steps stops a strategy at the same step on every machine. The time limits
    stop strategies that sleep or stay in a single call, which the limit on steps does not stop.
    `sleep` is the time that a strategy may sleep during a game, since an honest one never does.
    """

    answer: float = 3.0
    game: float = 30.0
    sleep: float = 3.0


LIMITS = Limits(seconds=600)
"""The usual limits of an answer, but with more CPU time, since one process plays many games."""
# An honest strategy runs out of steps before it asks this often.
ASKED_BACK = MOST_STEPS // LATER + 1


class WarmSandbox:
    """A strategy in a sandbox, as a `teachkit.exercises.running.strategy_games.Player`.

    Each game begins with fresh variables and its own seed. `has_changed` is true if the strategy
    changed its arguments during its last answer; this has no effect, since they are copies.
    """

    def __init__(
        self, source: str, patience: Patience | None = None, limits: Limits = LIMITS
    ) -> None:
        self.source, self.patience, self.limits = source, patience or Patience(), limits
        self.has_changed = False
        self._process: Confined | None = None
        self._seed = ""
        self._cannot: Result | None = None
        self._worked = 0.0  # seconds for which the current process has worked
        self._left, self._asleep = self.patience.game, 0.0

    def __enter__(self) -> WarmSandbox:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process. A later question starts a new process."""
        process, self._process = self._process, None
        if process:
            process.close()

    def begin(self, seed: str) -> Result | None:
        """Load the source again to begin a game; return the error that occurred, or `None`."""
        self._seed, self._left, self._asleep = seed, self.patience.game, 0.0
        if self._worked > self.limits.seconds / 2:
            self.close()
        return self._begun()

    def answer(self, view: dict[str, Any], question: dict[str, Any], later: Later) -> Result:
        """Ask the strategy a question about `view`; return its answer, or the error that occurred.

        `later` computes the later states that the strategy asks for.
        """
        self.has_changed = False
        if self._left <= 0 or self._asleep >= self.patience.sleep:
            return Result(trouble="timeout")
        if not self._process:
            self._begun()
        if self._cannot:
            return self._cannot
        return self._asked({"view": view, "question": question}, later) or Result()

    def _begun(self) -> Result | None:
        """Begin a game, in a new process if there is none.

        Raise `SandboxError` if no process can be started.
        """
        if not self._process:
            self._worked = 0.0
            self._process = Confined(isolation_here(), self.limits)
            if not self._process.is_ready({"source": self.source}):
                self.close()
                raise SandboxError(say("Python could not be started to run the answers."))
        self._cannot = self._asked({"begin": self._seed}, dict)
        return self._cannot

    # -- one question -----------------------------------------------------------------------------

    def _asked(self, question: dict[str, Any], later: Later) -> Result | None:
        """Ask `question` and return the result; end the process if there is no valid result."""
        try:
            return self._exchanged(question, later)
        except BrokeError as error:
            self.close()
            return Result(trouble=error.trouble)
        except BaseException:
            self.close()  # the next output would belong to this question
            raise

    def _exchanged(self, message: dict[str, Any], later: Later) -> Result | None:
        """Send `message`, and the later states for which the process asks; return its result.

        A strategy that asks for one candidate's state will soon ask for those of the next ones, and
        each exchange takes time, so twice as many of them are sent ahead each time.
        """
        assert self._process
        left = self.patience.answer
        waiting = [*message.get("question", {}).get("candidates", ())]
        for asked in range(1, ASKED_BACK + 1):
            try:
                with self._process.patient(left, ALLOWANCE.get()):
                    self._process.tell(message)
                    line = self._process.hear()
            finally:  # the time counts even if the process was killed
                time = self._process.time
                left -= time.used
                self._left -= time.used
                self._worked += time.used
                if time.computed:  # else this system does not measure it
                    self._asleep += time.used - time.computed
                charge(time.cost)
            reply = _read(line)
            if not isinstance(reply, dict):
                result, self.has_changed = reply
                return None if result is None else result_in(json.dumps(result).encode())
            answer = value_of(reply["later"])
            if answer in waiting:
                waiting.remove(answer)
            answers, waiting = [answer, *waiting[: 2**asked]], waiting[2**asked :]
            message = {json.dumps(plain(each)): _foreseen(each, later) for each in answers}
        raise BrokeError("slow")


def _read(line: bytes) -> Any:
    """Parse a line from the process.

    The line is a request for a later state, or a pair: a result, and whether the strategy changed
    its arguments. Raise `GarbledError` if it is anything else.
    """
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError):
        raise GarbledError from None
    match reply:
        case {"later": answer} if len(reply) == 1 and is_plain(answer):
            return reply
        case [None | dict(), bool()]:
            return reply
    raise GarbledError


def _foreseen(answer: object, later: Later) -> dict[str, Any]:
    try:
        return {"view": later(answer)}
    except AnswerError as error:
        return {"refused": error.says}
