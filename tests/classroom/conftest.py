"""Surroundings of every test of a class: no learner, and patience on a busy machine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from teachkit.classroom.grading import function_execution
from teachkit.classroom.jobs import Way, cluster, here, processes
from teachkit.classroom.sandbox.process import Limits
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.classroom.sandbox.warm_sandbox import Patience

PATIENCE = 120.0  # seconds for an answer; however busy a machine is, only a fault takes longer
HOUR = 3_600.0


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not take whoever runs the tests for a learner."""
    for name in ("TEACHKIT_ANSWERS", "TEACHKIT_LEARNER"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A real scheduler with two workers, each a process."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as running:
        running.adapt(minimum=2, maximum=2)  # on a busy machine a nanny may give up
        yield running.scheduler_address


@pytest.fixture
def way(request: pytest.FixtureRequest) -> Way:
    """Where jobs are done: here, by processes or by a cluster, as the test's parameter says."""
    if request.param == "here":
        return here()
    if request.param == "processes":
        return processes(2)
    return cluster(request.getfixturevalue("address"))


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Longer limits on the clock than the product's; those of CPU time and steps stay.

    A test of a limit on the clock sets its own, or the clock.
    """
    monkeypatch.setattr(function_execution, "SECONDS", HOUR)
    monkeypatch.setattr(Patience.__init__, "__defaults__", (PATIENCE, HOUR))
    seconds, _, *others = Limits.__init__.__defaults__ or ()
    monkeypatch.setattr(Limits.__init__, "__defaults__", (seconds, PATIENCE, *others))
    monkeypatch.setattr(Sandbox.__init__, "__defaults__", (Limits(), True))
    function_execution.sandbox.cache_clear()
    yield
    function_execution.sandbox.cache_clear()
