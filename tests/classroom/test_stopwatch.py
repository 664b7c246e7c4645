"""Test that the time of a learner's process does not depend on what else the machine does."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from teachkit.classroom.sandbox import process
from teachkit.classroom.sandbox.process import (
    ALLOWANCE,
    COMPUTING,
    OutOfTimeError,
    Stopwatch,
    Time,
    charge,
)
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.classroom.sandbox.warm_sandbox import WarmSandbox

needs_linux = pytest.mark.skipif(
    not Path("/proc/self/schedstat").exists(), reason="needs the statistics of Linux's scheduler"
)


@contextmanager
def running(source: str) -> Iterator[int]:
    """Run a line of Python that begins after it has printed; yield the id of its process."""
    source = f"import time; print(flush=True); {source}"
    with subprocess.Popen([sys.executable, "-c", source], stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        try:
            yield process.pid
        finally:
            process.kill()


def after(watch: Stopwatch, seconds: float) -> Time:
    """Return the first time that has so many seconds."""
    while (found := watch.time()).used < seconds:
        time.sleep(0.01)
    return found


@needs_linux
def test_sleep_costs_all_of_its_time() -> None:
    with running("time.sleep(900)") as pid:
        slept = after(Stopwatch(pid), 0.2)
        assert slept.computed < slept.used / 2
        assert slept.cost > slept.used / 2


@needs_linux
def test_computing_costs_a_part_of_its_time() -> None:
    with running("[None for n in iter(int, 1)]") as pid:
        computed = after(Stopwatch(pid), 0.2)
        assert computed.computed > computed.used / 2
        assert computed.cost < computed.used * (1 + COMPUTING) / 2 + 0.01


def test_waiting_for_a_processor_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of ten seconds, the process computes for 1 and waits for 5; the watching thread takes 2."""
    schedules = {Path("/proc/0"): iter(((3.0, 4.0), (4.0, 9.0)))}
    here = iter(((0.5, 0.5), (1.5, 1.5)))
    monkeypatch.setattr(process, "_schedule", lambda place: next(schedules.get(place, here)))
    clock = iter((0.0, 10.0))
    monkeypatch.setattr(process, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    assert Stopwatch(0).time() == Time(used=3, computed=1)


def test_an_allowance_is_charged_until_nothing_is_left() -> None:
    before = ALLOWANCE.set(5)
    charge(3)
    assert ALLOWANCE.get() == 2
    with pytest.raises(OutOfTimeError):
        charge(2)
    ALLOWANCE.reset(before)
    charge(10**9)  # nobody but a learner who is graded has a limit


BUSY = """
import time
def {}:
    while time.process_time() < 0.7:
        sum(range(500_000))
    return {}
"""


@needs_linux
def test_an_answer_is_never_wrong_because_little_is_left_of_the_allowance() -> None:
    """It would be wrong for classmates with the same answer, too, as grades are kept."""
    before = ALLOWANCE.set(0.4)
    try:
        [called] = Sandbox().execute(BUSY.format("f(n)", "n"), "f", [[3]])
        ALLOWANCE.set(0.4)
        with WarmSandbox(BUSY.format("play(view, decision)", "decision['options'][0]")) as player:
            player.begin("1")
            answered = player.answer({"me": "red"}, {"options": ["run"]}, dict)
        ALLOWANCE.set(0.01)
        with pytest.raises(OutOfTimeError):
            Sandbox().execute(BUSY.format("f(n)", "n"), "f", [[3]])
    finally:
        ALLOWANCE.reset(before)
    assert (called.value, answered.value) == (3, "run")
