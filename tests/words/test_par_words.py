"""Test that sentences about par are translated: cards and steps, proven or not, one or many."""

from __future__ import annotations

import pytest

from teachkit.core.language.program import Program
from teachkit.exercises.solving.par import Par
from teachkit.play.search.deck import Metric

from .pseudo import Pseudo, escaped


@pytest.mark.parametrize("metric", ["cards", "steps"])
@pytest.mark.parametrize("best", [1, 7])
@pytest.mark.parametrize("proven", [True, False])
def test_a_par_speaks_the_learners_language(
    metric: Metric, best: int, proven: bool, pseudo: Pseudo
) -> None:
    assert escaped(str(Par(metric, best, Program(), proven=proven)), set()) == []
