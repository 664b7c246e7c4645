"""Benchmark of generating levels, from cold, against a plain search of one level."""

from __future__ import annotations

from typing import Any

from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.generator.contract import Contract
from teachkit.exercises.generator.generate import Level, generate
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import par

from . import levels
from .breadth import ByBreadth
from .ratio import at_least, report

RATE = 0.16  # of the time of LEVELS levels, with obstacles that matter, checked strictly; at least
LEVELS = 6
CONTRACT = Contract("algoracing", needs=("x2",), par_cards=range(6, 9), turns=2, unique=True)


def generated() -> list[Level]:
    return generate(CONTRACT, LEVELS, seed=7)


def proven(made: list[Level]) -> list[dict[str, int]]:
    """Prove the pars of these levels with empty caches."""
    return [{each.metric: each.best for each in par(exercise)} for exercise in map(made_anew, made)]


def made_anew(level: Level) -> Exercise:
    return make_exercise("level", level.data)


def test_against_a_plain_search(benchmark: Any) -> None:
    """Compare drawing, searching, choosing, writing and proving with a breadth-first search.

    The peer never changes, so a quicker search for par is not punished.
    """
    made = generated()
    promised = [{"cards": each.par_cards, "steps": each.difficulty.steps} for each in made]
    assert proven(made) == promised
    plain = ByBreadth(levels.delivery((*levels.PLAIN, "jump")))
    ratio = at_least(RATE, plain.fewest, generated)
    assert report(benchmark, "plain searches for six levels", ratio, generated) >= RATE
