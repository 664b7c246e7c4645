"""Processes that run learners' code, with their limits and output, and a stopwatch for them.

A process receives the source code and the arguments of the calls over a pipe, and writes one line
of JSON per result. `isolation_here` finds the strongest isolation that works on this machine.

A process uses time while it runs on a processor, sleeps, or waits for anything except a processor.
Waiting for a processor does not count, because other work on the machine causes that wait. Only
Linux measures the wait; on other systems, it counts as time used.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path
from typing import NamedTuple

from teachkit.classroom.sandbox.isolation import Isolation, isolations_to_try
from teachkit.classroom.sandbox.sandbox_protocol import BrokeError, result_in
from teachkit.exercises.running.results import Calls, Result
from teachkit.words import say

LOOKING = 0.05  # seconds between two checks of the time that a process has used
STARTING = 30.0  # seconds; a busy machine may start slowly, which is not the learner's fault

READY = b'"ready"\n'


class SandboxError(RuntimeError):
    """Raised when the sandbox itself fails; the message says why.

    This is not a `TeachkitError`, because grading blames a `TeachkitError` on the learner and gives
    no points.
    """


class OutOfTimeError(SandboxError):
    """Raised when a learner's time allowance is used up."""


ALLOWANCE: ContextVar[float] = ContextVar("allowance", default=inf)
"""The seconds that the current learner's processes may still use together.

The answer that exhausts the allowance is left ungraded instead of being marked wrong, because
classmates with the same answer must get the same grade.
"""


def charge(seconds: float) -> None:
    """Subtract `seconds`, which is a `Time.cost`, from the learner's time allowance.

    Raise `OutOfTimeError` if nothing is left.
    """
    ALLOWANCE.set(left := ALLOWANCE.get() - seconds)
    if left <= 0:
        raise OutOfTimeError


@dataclass(frozen=True)
class Limits:
    """Limits on the resources that one answer may use.

    The kernel enforces all of them except `patience` and `output`, which this module enforces.
    """

    seconds: int = 2
    """CPU seconds that one process may use."""
    patience: float = 6.0
    """Seconds, including sleep, that all processes started for one answer may use together."""
    memory: int = 256
    """Maximum size of the address space in megabytes, including what Python itself needs."""
    output: int = 1_000_000
    """Maximum number of bytes of a line of output."""
    files: int = 16
    """Maximum number of files open at a time; none of them can be written to."""
    processes: int = 1
    """Maximum number of processes and threads of the answer's user, including Python itself."""

    def of_kernel(self) -> dict[str, tuple[int, int]]:
        """Return a dictionary that maps names of limits in `resource` to pairs `(soft, hard)`."""
        memory = self.memory * 1_000_000
        return {
            "RLIMIT_CORE": (0, 0),
            "RLIMIT_FSIZE": (0, 0),
            # The soft limit sends a signal, which reveals the reason; the hard limit kills.
            "RLIMIT_CPU": (self.seconds, self.seconds + 1),
            "RLIMIT_AS": (memory, memory),
            "RLIMIT_NOFILE": (self.files, self.files),
            "RLIMIT_NPROC": (self.processes, self.processes),
        }


# -- one process -----------------------------------------------------------------------------------


class Confined:
    """A process that runs a learner's code, shares only two pipes with this one, and has `limits`.

    `time` is the time that it used during the last `with` block of `patient`.
    """

    def __init__(self, isolation: Isolation, limits: Limits) -> None:
        self.isolation, self.limits = isolation, limits
        self.process = subprocess.Popen(
            isolation.command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=os.path.abspath(os.sep),
            env={name: os.environ[name] for name in _NEEDED if name in os.environ},
            start_new_session=True,
        )
        self._watch = Stopwatch(self.process.pid)
        self._lock, self._ended = threading.Lock(), threading.Event()
        self._most = inf, inf  # seconds and allowance; there is a limit only inside `patient`
        self._late: Time | None = None
        self._looking = threading.Thread(target=self._look, daemon=True)
        self._looking.start()

    def is_ready(self, request: Mapping[str, object]) -> bool:
        """Send `request` as the first line, and return whether the process could be started."""
        own = {"user": self.isolation.next_user(), "limits": self.limits.of_kernel()}
        try:
            with self.patient(STARTING):
                self.tell({**request, **own})
                first = self.hear()
        except BrokeError:
            return False
        self._watch = Stopwatch(self.process.pid)  # now it has its innermost process
        return first == READY

    def tell(self, message: object) -> None:
        """Send a line of JSON. If the process has ended, `hear` finds out why."""
        assert self.process.stdin
        with suppress(OSError):
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()

    def hear(self) -> bytes:
        """Return the next line that the process writes. Raise `BrokeError` if there is none."""
        assert self.process.stdout
        line = self.process.stdout.readline(self.limits.output)
        if line.endswith(b"\n"):
            return line
        if len(line) == self.limits.output:
            raise BrokeError("flooded")
        with suppress(subprocess.TimeoutExpired):  # the pipe was closed: it is about to end
            out_of_time = getattr(signal, "SIGXCPU", 0)
            if self.process.wait(1) in (-out_of_time, 128 + out_of_time):
                raise BrokeError("timeout")
        raise BrokeError("died")

    @contextmanager
    def patient(self, seconds: float, allowance: float = inf) -> Iterator[None]:
        """Kill the process if it uses more than `seconds` during the `with` block.

        It is also killed if its cost uses up `allowance`. If it was killed, raise `BrokeError` at
        the end of the block.
        """
        with self._lock:
            self._most = seconds, allowance
            self._watch.start()
        try:
            yield
        finally:
            with self._lock:
                self._most, self.time = (inf, inf), self._late or self._watch.time()
            if self._late:
                raise BrokeError("timeout")

    def _look(self) -> None:
        """Kill the process as soon as it uses more time than it may.

        One thread looks for the whole life of the process, because starting it takes longer than
        most answers.
        """
        while not (self._late or self._ended.wait(LOOKING)):
            with self._lock:
                seconds, allowance = self._most
                time = self._watch.time()
                if time.used >= seconds or time.cost >= allowance:
                    self._late = time
                    killed(self.process)

    def close(self) -> None:
        """End the process and close its pipes."""
        self._ended.set()
        self._looking.join()
        killed(self.process)
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]


_NEEDED = ("SYSTEMROOT",)  # Windows cannot start a process without it


def killed(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its children. Killing bubblewrap ends everything in the sandbox."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def run(
    isolation: Isolation, limits: Limits, sources: Sequence[str], name: str, calls: Calls
) -> tuple[list[Result], Time]:
    """Call the function `name` of each source in a fresh process; return the results and the time.

    `calls` contains the arguments of each call. If a call breaks the process, its result has an
    error code and is the last one. The list of results is empty if the process did not start.
    Several sources share the limits, and each could change what the ones after it do.
    """
    results: list[Result] = []
    most = len(sources) * len(calls)
    with closing(Confined(isolation, limits)) as process:
        if not process.is_ready({"sources": sources, "name": name, "calls": calls}):
            return [], Time(0.0, 0.0)  # not the learner's fault
        try:
            with process.patient(limits.patience, ALLOWANCE.get()):
                while len(results) < most:
                    results.append(result_in(process.hear()))
        except BrokeError as error:
            results.append(Result(trouble=error.trouble))
    return results[:most], process.time


# -- what this machine can do --------------------------------------------------------------------

_TRIAL = "F = lambda n: n"  # its name is not `f`, so the search for `f` loads more modules


@cache
def isolation_here() -> Isolation:
    """Return the strongest isolation that works on this machine.

    Raise `SandboxError` if no isolation works.
    """
    for isolation in isolations_to_try():
        with suppress(OSError):
            results, _ = run(isolation, Limits(), [_TRIAL], "f", [[1]])
            if results == [Result(trouble="missing", reason="F")]:
                return isolation
    raise SandboxError(
        say("Functions cannot run here. Install bubblewrap, or do not start teachkit as root.")
    )


COMPUTING = 1 / 6
"""The cost of one second on a processor; low, because a slow machine computes for longer."""


class Time(NamedTuple):
    """The seconds that a process has used, and how many of them it spent computing.

    A process computes while it runs on a processor.

    >>> Time(used=8, computed=6).cost
    3.0
    """

    used: float
    computed: float

    @property
    def cost(self) -> float:
        """The seconds to charge; each second of computing counts as only `COMPUTING` seconds."""
        return self.used - (1 - COMPUTING) * self.computed


class Stopwatch:
    """A stopwatch for the time that a process has used since `start`.

    Under bubblewrap, the innermost process is measured. Delays of the thread that created the
    stopwatch are ignored, because that thread may notice late that the process has ended.
    """

    def __init__(self, pid: int) -> None:
        self._process, self._here = _innermost(pid), Path("/proc/thread-self").resolve()
        self.start()

    def start(self) -> None:
        """Reset the stopwatch to zero and start it."""
        self._computed = self._delayed = 0.0
        self._before, self._began = self._counted(), time.monotonic()

    def time(self) -> Time:
        """Return the time that the process has used since the stopwatch was started."""
        computed, delayed = (
            now - before for now, before in zip(self._counted(), self._before, strict=True)
        )
        # Once a process has ended, only the earlier measurements are known.
        self._computed = max(self._computed, computed)
        self._delayed = max(self._delayed, delayed)
        used = max(0.0, time.monotonic() - self._began - self._delayed)
        return Time(used, min(used, self._computed))

    def _counted(self) -> tuple[float, float]:
        """Return the process's seconds of computing, and the seconds that do not count as used."""
        computed, waited = _schedule(self._process)
        return computed, waited + sum(_schedule(self._here))


def _schedule(place: Path) -> tuple[float, float]:
    """Return the seconds that a process or thread spent on a processor and waiting for one.

    `place` is the folder of the process or thread in `/proc`. If the seconds are unknown, return
    zeros.
    """
    try:
        with open(f"{place}/schedstat", "rb", buffering=0) as file:  # quicker than `read_text`
            computed, waited, _ = file.read().split()
        return int(computed) / 1e9, int(waited) / 1e9
    except (OSError, ValueError):
        return 0.0, 0.0


def _innermost(pid: int) -> Path:
    """Return the `/proc` folder of the innermost descendant of `pid`, or of `pid` itself."""
    place = Path(f"/proc/{pid}")
    try:
        children = (place / "task" / str(pid) / "children").read_text().split()
    except OSError:
        return place
    return _innermost(int(children[0])) if children else place
