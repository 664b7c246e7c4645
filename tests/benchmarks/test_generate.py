"""Benchmark of generating a level against proving its par alone, from cold."""

from __future__ import annotations

from typing import Any

from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.generator.contract import Contract
from teachkit.exercises.generator.generate import Level, generate
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import par

from .ratio import at_least, report

RATE = 0.25  # levels, checked as by `teachkit check`, per proven par in the same time, at least
LEVELS = 6
CONTRACT = Contract("algoracing", needs=("x2",), par_cards=range(6, 9), turns=2, unique=True)


def generated() -> list[Level]:
    return generate(CONTRACT, LEVELS, seed=7)


def proven(levels: list[Level]) -> list[dict[str, int]]:
    """Prove the pars of these levels with empty caches."""
    return [
        {each.metric: each.best for each in par(exercise)} for exercise in map(made_anew, levels)
    ]


def made_anew(level: Level) -> Exercise:
    return make_exercise("level", level.data)


def test_against_the_bare_par(benchmark: Any) -> None:
    """Compare drawing, searching, choosing, writing and proving with proving alone."""
    levels = generated()
    promised = [{"cards": each.par_cards, "steps": each.difficulty.steps} for each in levels]
    assert proven(levels) == promised
    ratio = at_least(RATE, lambda: proven(levels), generated)
    assert report(benchmark, "levels for each bare par", ratio, generated) >= RATE
