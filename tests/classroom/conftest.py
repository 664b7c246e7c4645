"""Fixtures of every test of classes: no learner's name, and long time limits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from teachkit.classroom.jobs import Backend, cluster, here, processes
from teachkit.classroom.sandbox import sandbox
from teachkit.classroom.sandbox.process import Limits
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.classroom.sandbox.warm_sandbox import Patience

PATIENCE = 120.0  # seconds for an answer; no machine is so busy that only a fault takes longer
HOUR = 3_600.0


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the learner's name of the person who runs the tests."""
    for name in ("TEACHKIT_ANSWERS", "TEACHKIT_LEARNER"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a real scheduler with two workers, each a process."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as running:
        running.adapt(minimum=2, maximum=2)  # on a busy machine a worker's supervisor may give up
        yield running.scheduler_address


@pytest.fixture
def backend(request: pytest.FixtureRequest) -> Backend:
    """The backend that the test's parameter names: here, processes or a cluster."""
    if request.param == "here":
        return here()
    if request.param == "processes":
        return processes(2)
    return cluster(request.getfixturevalue("address"))


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Raise all limits of wall-clock time, but not those of CPU time and steps.

    A test of a wall-clock limit sets its own limit, or the clock.
    """
    monkeypatch.setattr(sandbox, "SECONDS", HOUR)
    monkeypatch.setattr(Patience.__init__, "__defaults__", (PATIENCE, HOUR, HOUR))
    seconds, _, *others = Limits.__init__.__defaults__ or ()
    monkeypatch.setattr(Limits.__init__, "__defaults__", (seconds, PATIENCE, *others))
    monkeypatch.setattr(Sandbox.__init__, "__defaults__", (Limits(),))
