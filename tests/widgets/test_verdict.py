"""A verdict belongs to the program that ran: it waits for the run, and is stale for another one."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.classroom.answers import Answers
from teachkit.exercises.reading import make_exercise
from teachkit.widgets.workbench.workbench import Workbench

from .test_workbench import BASE


@pytest.fixture
def bench(tmp_path: Any) -> Workbench:
    """Two squares to drive; everything that is sent is seen in `feedback`."""
    return Workbench(make_exercise("99-01-to-the-sample", BASE), Answers(tmp_path, ""))


def test_a_verdict_waits_for_its_run(bench: Workbench) -> None:
    bench.builder.program = ["forward"]
    bench.run()
    assert bench.feedback.waits
    assert bench.feedback.says[0] == "The rover carries 0 of 1 sample."


def test_what_is_refused_is_told_at_once(bench: Workbench) -> None:
    bench.builder.program = ["forward"]
    bench.run()
    bench.builder.program = [{"repeat": 2, "body": []}]
    bench.run()
    assert not bench.feedback.waits
    assert not bench.feedback.stale


def test_the_verdict_is_sent_in_one_piece(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody sees points or sentences before it is known that they wait, or before it plays."""
    bench.builder.program = ["forward", "forward"]
    sent: list[tuple[set[str], int]] = []
    monkeypatch.setattr(
        bench.feedback, "send_state", lambda key: sent.append((set(key), bench.player.plays))
    )
    bench.run()
    ((names, plays),) = sent
    assert names >= {"says", "mood", "points", "results", "waits"}
    assert plays == 1


def test_a_verdict_is_stale_as_long_as_another_program_lies_there(bench: Workbench) -> None:
    bench.builder.program = ["forward"]
    bench.run()
    says = list(bench.feedback.says)
    assert not bench.feedback.stale
    bench.builder.program = ["forward", "forward"]
    assert (bench.feedback.stale, bench.feedback.astray) == (True, False)
    bench.builder.program = ["forward"]
    assert (bench.feedback.stale, bench.feedback.astray) == (False, True)
    assert bench.feedback.says == says


def test_beginning_again_takes_the_verdict_away(bench: Workbench) -> None:
    bench.builder.program = ["forward"]
    bench.run()
    bench.reset()
    assert (bench.feedback.says, bench.feedback.stale) == ([], False)
