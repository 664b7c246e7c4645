"""A learner's Python run where it can do no harm: in a fresh process for each answer.

The process gets the source and what the function is called with, never what it should give.
What comes back is compared out here. Learner code may see the arguments of hidden cases, since
it is called with them; nobody is told what they should give. So it is with starts to drive on.

>>> half = "def half(n):\\n    return n // 2"
>>> [result.value for result in Sandbox().execute(half, "half", [[7], [5.0]])]
[3, 2.0]
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from teachkit.classroom.sandbox.sandbox_protocol import GarbledError, result_in
from teachkit.classroom.sandbox.walls import Walls, shortcomings, walls_to_try
from teachkit.exercises.running.execution import STRATEGY
from teachkit.exercises.running.results import Plain, Result
from teachkit.words import say

STARTING = 30.0  # seconds; a busy machine may take long, and that is no learner's fault
MOST_STARTS = 3  # of a process that breaks down: each start makes the calls that are left

READY = b'"ready"'


class SandboxError(RuntimeError):
    """The sandbox itself does not work.

    It is no `TeachkitError`: grading takes those for the learner's fault, and gives no points.
    """


@dataclass(frozen=True)
class Limits:
    """What one answer may use. The kernel keeps all but `patience` and `output`, we keep those."""

    seconds: int = 2
    """CPU time, of a process."""
    patience: float = 6.0
    """Seconds on the clock, all starts together."""
    memory: int = 256
    """Megabytes of address space, Python's own included."""
    output: int = 1_000_000
    """Bytes that may come back."""
    files: int = 16
    """Files open at a time. None can be written."""
    processes: int = 1
    """Processes and threads of the user that it runs as; the first is Python."""

    def of_kernel(self) -> dict[str, tuple[int, int]]:
        """Soft and hard limits by their names in `resource`."""
        memory = self.memory * 1_000_000
        return {
            "RLIMIT_CORE": (0, 0),
            "RLIMIT_FSIZE": (0, 0),
            "RLIMIT_CPU": (self.seconds, self.seconds + 1),  # first a signal that says why
            "RLIMIT_AS": (memory, memory),
            "RLIMIT_NOFILE": (self.files, self.files),
            "RLIMIT_NPROC": (self.processes, self.processes),
        }


@dataclass(frozen=True)
class Sandbox:
    """Runs answers, each in a process of its own; `isolate=False`: without bubblewrap.

    It holds nothing but its limits: make it anywhere, send it to another process.
    """

    limits: Limits = Limits()
    isolate: bool = True

    @property
    def is_walled(self) -> bool:
        """Whether answers run in a world of their own: behind bubblewrap."""
        try:
            return bool(walls_here(self.isolate).bubblewrap)
        except SandboxError:
            return False

    @property
    def shortcomings(self) -> tuple[str, ...]:
        """What cannot be enforced on this machine, a sentence each."""
        try:
            return tuple(shortcomings(walls_here(self.isolate)))
        except SandboxError as error:
            return (str(error),)

    def execute(self, source: str, name: str, calls: Sequence[Sequence[Plain]]) -> list[Result]:
        """What each call, each drive or each series gave: an `Execute`, to hand to `grade`.

        A call that breaks the process costs itself; those after it are made in a fresh one, a few
        times. A strategy is asked in a warm one, and its games are played out here. Raises
        `SandboxError` when no process can be started at all.
        """
        if name == STRATEGY:
            return self._played(source, calls)
        walls, until = walls_here(self.isolate), time.monotonic() + self.limits.patience
        results: list[Result] = []
        for _ in range(MOST_STARTS):
            results += _run(walls, self.limits, source, name, calls[len(results) :])
            if len(results) == len(calls):
                return results
            if time.monotonic() > until:
                break
        if not results:
            raise SandboxError(say("No Python can be started here to run answers in."))
        return results + results[-1:] * (len(calls) - len(results))

    def _played(self, source: str, calls: Sequence[Sequence[Plain]]) -> list[Result]:
        from teachkit.classroom.sandbox.warm import Warm  # which is built on this room
        from teachkit.exercises.running.series import results

        with Warm(source, isolate=self.isolate) as player:
            return list(results(player, calls))


# -- one process ---------------------------------------------------------------------------------


class _Listener(threading.Thread):
    """Hands over the request and keeps what comes back, so that nobody is kept waiting by it."""

    def __init__(self, process: subprocess.Popen[bytes], request: bytes, lines: int, most: int):
        super().__init__(daemon=True)
        self.process, self.request, self.lines, self.most = process, request, lines, most
        self.heard = bytearray()
        self.began = threading.Event()

    def run(self) -> None:
        with suppress(OSError):  # it may be gone before it was told, or killed while it tells
            self._tell_and_listen()
        self.began.set()

    def _tell_and_listen(self) -> None:
        """A pipe is read bit by bit: whoever writes may never come to an end."""
        with self.process.stdin as request, self.process.stdout as answer:  # type: ignore[union-attr]
            request.write(self.request)
            request.close()
            while self.lines > 0 and not self.is_flooded:
                part = os.read(answer.fileno(), 65_536)
                if not part:
                    break
                self.heard += part
                self.lines -= part.count(b"\n")
                self.began.set()

    @property
    def is_flooded(self) -> bool:
        return len(self.heard) > self.most


def _run(
    walls: Walls, limits: Limits, source: str, name: str, calls: Sequence[Sequence[Plain]]
) -> list[Result]:
    """What a fresh process told: a result for each call, up to one that broke it.

    Nothing at all: the process did not start.
    """
    request = {"source": source, "name": name, "calls": calls,
               "user": walls.next_user(), "limits": limits.of_kernel()}  # fmt: skip
    process = started(walls.command())
    listener = _Listener(process, json.dumps(request).encode(), 1 + len(calls), limits.output)
    try:
        listener.start()
        listener.began.wait(STARTING)
        listener.join(limits.patience)
        broke = _why_it_broke(process, listener)
    finally:
        killed(process)
    return _results(bytes(listener.heard[: limits.output]), len(calls), broke)


_NEEDED = ("SYSTEMROOT",)  # Windows starts nothing without


def started(command: list[str]) -> subprocess.Popen[bytes]:
    """A process that knows nothing of the one that started it, but for two pipes."""
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=os.path.abspath(os.sep),
        env={name: os.environ[name] for name in _NEEDED if name in os.environ},
        start_new_session=True,
    )


def _why_it_broke(process: subprocess.Popen[bytes], listener: _Listener) -> str:
    """The trouble of the call that was under way, if one was."""
    if listener.is_flooded:
        return "flooded"
    if listener.is_alive():
        return "timeout"
    if listener.lines > 0:  # it closed the door, and so is about to end
        with suppress(subprocess.TimeoutExpired):
            out_of_time = getattr(signal, "SIGXCPU", 0)
            if process.wait(1) in (-out_of_time, 128 + out_of_time):
                return "timeout"
    return "died"


def killed(process: subprocess.Popen[bytes]) -> None:
    """End it and what it started. Behind bubblewrap all that is inside ends with it."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def _results(heard: bytes, calls: int, broke: str) -> list[Result]:
    first, *lines = heard.split(b"\n")
    if first != READY:
        return []
    results = []
    for line in lines[:-1][:calls]:
        try:
            results.append(result_in(line))
        except GarbledError:
            return [*results, Result(trouble="garbled")]
    return results if len(results) == calls else [*results, Result(trouble=broke)]


# -- what this machine can do --------------------------------------------------------------------

_TRIAL = "F = lambda n: n"  # what is called f is looked for: more is loaded


@lru_cache(maxsize=2)
def walls_here(isolate: bool) -> Walls:
    """The strongest walls that stand when they are tried."""
    for walls in walls_to_try(isolate):
        with suppress(OSError):
            if _run(walls, Limits(), _TRIAL, "f", [[1]]) == [Result(trouble="missing", reason="F")]:
                return walls
    raise SandboxError(
        say("Functions cannot be run here; install bubblewrap, or do not start as root.")
    )
