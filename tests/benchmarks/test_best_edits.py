"""What the exact best turn of Algoracing's complete rules costs, against trying every edit."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.games import algoracing
from teachkit.play.search.best_edits import Turn, best_edits
from tests.play.every_edit import naive, points_and_samples, positions

from .ratio import at_least, report

# Times as quick, at least, by how many commands lie in the algorithm. Where none lies, there are
# a few hundred sequences only, hardly any of them alike, and either way is done in an instant.
QUICKER = {0: 3.0, 1: 15.0, 2: 15.0, 3: 15.0, 4: 15.0}


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("lying", QUICKER)
def test_the_best_turn_against_every_sequence_of_edits(
    lying: int, seed: int, benchmark: Any
) -> None:
    """With four rovers in a match by chance: the same edits, row and worth are found."""
    view, player = next(
        (view, player)
        for view, player in positions(seed, seats=4, count=20)
        if len(view.table.algorithm.instructions) == lying
    )
    row, worth = view.table.algorithm, points_and_samples(player)

    def ours() -> Turn | None:
        return best_edits(algoracing.GAME, view, player, row, worth)

    def theirs() -> Turn | None:
        return naive(view, player, row, worth)

    assert ours() == theirs()
    ratio = at_least(QUICKER[lying], theirs, ours, rounds=3)
    what = "times quicker than trying every sequence of edits"
    assert report(benchmark, what, ratio, ours) >= QUICKER[lying]
