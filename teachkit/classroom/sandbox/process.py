"""One process that runs a learner's code: its limits, its start and its end, and its output.

The process gets the source and the arguments of its calls over a pipe, and writes a line of JSON
for each result. `walls_here` tries which walls this machine can build.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from teachkit.classroom.sandbox.sandbox_protocol import GarbledError, result_in
from teachkit.classroom.sandbox.walls import Walls, walls_to_try
from teachkit.exercises.running.results import Plain, Result
from teachkit.words import say

STARTING = 30.0  # seconds; a busy machine may take long, and that is no learner's fault

READY = b'"ready"'


class SandboxError(RuntimeError):
    """A failure of the sandbox itself.

    It is not a `TeachkitError`, which grading takes for the learner's fault and gives no points.
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


# -- one answer ------------------------------------------------------------------------------------


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


def run(
    walls: Walls, limits: Limits, source: str, name: str, calls: Sequence[Sequence[Plain]]
) -> list[Result]:
    """What a fresh process told: a result for each call, up to one that broke it.

    Nothing at all: the process did not start.
    """
    request = {
        "source": source,
        "name": name,
        "calls": calls,
        "user": walls.next_user(),
        "limits": limits.of_kernel(),
    }
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
            if run(walls, Limits(), _TRIAL, "f", [[1]]) == [Result(trouble="missing", reason="F")]:
                return walls
    raise SandboxError(
        say("Functions cannot be run here; install bubblewrap, or do not start as root.")
    )
