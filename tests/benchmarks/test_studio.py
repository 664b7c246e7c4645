"""Benchmark of proving an exercise after each edit, and of cancelling a proof.

The share of edits that are proven within a second depends on the machine, so it is only reported.
"""

from __future__ import annotations

import threading
from statistics import median
from time import perf_counter, process_time
from typing import Any

import pytest

from teachkit.classroom.prover import Prover
from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.authoring.findings import Lines, findings
from teachkit.exercises.running.execution import execute_in_process
from tests.thorough import THOROUGH

from .edits import EDITS, recorded

STEP = 1 if THOROUGH else 8  # every eighth edit by day
CANCELLED = 20


def proof_of(data: dict[str, Any]) -> Lines:
    *_, lines = findings(make_exercise("level", data), execute_in_process)
    return lines


def test_the_share_of_edits_proven_within_a_second(benchmark: Any) -> None:
    edits, times, complete = recorded(), list[float](), 0
    assert len(edits) == 4 * EDITS
    for data in edits[::STEP]:
        began = process_time()
        lines = proof_of(data)
        times.append(process_time() - began)
        complete += all(line.name != "effort" for line in lines)
    share = sum(time <= 1 for time in times) / len(times)
    benchmark.extra_info["answered within a second"] = f"{share:.1%} of {len(times)} edits"
    benchmark.extra_info["proven completely"] = f"{complete / len(times):.1%}"
    benchmark.extra_info["median"] = f"{median(times):.2f} s"
    again = edits[:: 10 * STEP]
    assert benchmark.pedantic(lambda: [*map(proof_of, again)]) == [*map(proof_of, again)]


@pytest.mark.slow
def test_the_time_until_a_newer_edit_is_worked_on(benchmark: Any) -> None:
    """The second edit cannot be read, so its answer comes at once when the first is cancelled."""
    prover, waits = Prover(), list[float]()
    long = recorded()[2]
    try:
        for _ in range(CANCELLED):
            began, done = threading.Event(), threading.Event()
            prover.prove(long, {"unique": True}, lambda lines, last, began=began: began.set())
            assert began.wait(60)
            start = perf_counter()
            prover.prove({}, {}, lambda lines, last, done=done: done.set())
            assert done.wait(60)
            waits.append(perf_counter() - start)
    finally:
        prover.close()
    benchmark.extra_info["cancelled"] = (
        f"in {1000 * median(waits):.0f} ms, at most {1000 * max(waits):.0f} ms"
    )
    benchmark.pedantic(lambda: None)
