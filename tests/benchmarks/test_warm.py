"""Benchmark of a question to a strategy in its warm sandbox against the same question here."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

import pytest

from teachkit.classroom.sandbox.warm_sandbox import WarmSandbox
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Decision
from teachkit.exercises.running.strategy_player import InProcessPlayer, Player
from teachkit.games import NAMES, game
from teachkit.play.json_view import later, question_of, view_of
from teachkit.play.match import Match
from teachkit.play.strategies import at_random

MOST = 3.0  # milliseconds
QUESTIONS = 300
SOURCE = """
def play(view, decision):
    return decision["candidates"][-1]
"""

Asked = tuple[dict[str, Any], dict[str, Any], Callable[[Any], dict[str, Any]]]


def questions(name: str) -> list[Asked]:
    """Return the questions of random games, with all data for the learner."""
    module, found = game(name), list[Asked]()

    def keep(view: Any, decision: Decision) -> Any:
        me = str(decision.player)
        found.append((view_of(module, view, me), question_of(decision, Chance(len(found))),
                      lambda plain: later(module, view, decision, (), plain)))  # fmt: skip
        return at_random(len(found))(view, decision)

    for seed in range(20):
        setup = module.opening.match(2)
        Match(module, setup, seed, dict.fromkeys(setup.players, keep), frame_limit=1000)
    return (found * QUESTIONS)[:QUESTIONS]


def milliseconds(player: Player, asked: list[Asked]) -> float:
    times = []
    for view, question, look in asked:
        start = perf_counter()
        assert not player.answer(view, question, look).trouble
        times.append(1000 * (perf_counter() - start))
    return median(times)


@pytest.mark.parametrize("name", NAMES)
def test_a_warm_call_takes_less_than_three_milliseconds(name: str, benchmark: Any) -> None:
    """Wall-clock time in the median, because most of it is spent waiting for another process."""
    asked = questions(name)
    with WarmSandbox(SOURCE) as warm:
        here = InProcessPlayer(SOURCE)
        assert warm.begin("1") is here.begin("1") is None
        milliseconds(warm, asked[:20])
        benchmark.pedantic(lambda: milliseconds(warm, asked[:20]), rounds=3)
        sandboxed, unheld = milliseconds(warm, asked), milliseconds(here, asked)
    benchmark.extra_info["sandboxed call, warm"] = f"{sandboxed:.2f} ms ({unheld:.2f} ms here)"
    assert sandboxed < MOST
