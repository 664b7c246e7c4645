"""Test that all sentences about a level and the wishes for it are provoked and translated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from teachkit.classroom.prover import found_in
from teachkit.core.data import structure
from teachkit.errors import DataError
from teachkit.exercises.authoring.findings import findings
from teachkit.exercises.authoring.proposals import proposals
from teachkit.exercises.making.proven import obstacle
from teachkit.exercises.making.wishes import Wishes
from teachkit.exercises.running.execution import execute_in_process
from teachkit.games import algoracing
from tests.exercises import test_findings, test_obstacles, test_wishes
from tests.exercises.making import data_of, made
from tests.exercises.test_obstacles import CARRIES, ON_C4, ROVER, SAMPLE, WALLS
from tests.exercises.test_wishes import FREE, LOOPS, PREDICT, REPAIR

from .extract import sentences
from .pseudo import Pseudo
from .test_kind_words import incomplete, of_making

HERE = ("proven", "wishes", "findings", "proposals", "prover")
# They need a check that only a start meets, a place that takes two more kinds of cards, and a
# process that breaks.
RARE = {
    "It is so at the start, but not later.",
    "The cards here do not get to {place}.",
    "Nothing gets to {place}.",
    "The proof broke off. Change something to try again.",
}
NESTED: dict[str, Any] = {
    "edition": "nested", "cards": ["forward", "left", "right", "2x", "3x", "5x"],
    "starts": [{"floor": "\n".join(["." + " ." * 11] * 12), "rovers": {"red": "a1 east"},
                "samples": dict.fromkeys(("l12", "a12", "f7", "l1", "c9"), "blue")}],
    "checks": [{"check": "carries", "samples": 4}],
}  # fmt: skip


def provoke() -> Iterator[object]:
    """Provoke the sentences with the examples of the tests of each part."""
    walled = {"edition": "compass", "starts": [ROVER | WALLS | SAMPLE], "checks": [CARRIES]}
    cases = (keys for keys, _ in test_obstacles.CASES.values())
    for keys in (*cases, walled, test_obstacles.TOO_MANY):
        yield obstacle(made(**keys))
    for keys, table, *_ in (*test_wishes.UNMET, (NESTED, {"unique": True})):
        yield structure(table, Wishes).unmet(made(**keys))
    with pytest.raises(DataError):
        yield Wishes.of({"needs": ["jumps"]}, algoracing.GAME, algoracing.GAME.editions["basic"])
    right = REPAIR | {"given": "forward, left"}
    alone = test_findings.LANES | {"solution": {}}
    free = {"cards": ["forward", "all-forward", "2x"], "edition": "loops"}
    for keys in (FREE, LOOPS, PREDICT, REPAIR, right, free, test_findings.LANES, alone, NESTED):
        yield [*findings(made(**keys), execute_in_process)]
    many = LOOPS | {"cards": ["forward", "left", "2x"], "starts": [ROVER, ROVER]}
    many["checks"] = [{"check": "stands_on", "square": "d2"}, {"check": "uses_at_most", "cards": 7}]
    for keys in (many, LOOPS, FREE | {"starts": [ROVER | SAMPLE | WALLS], "checks": [ON_C4]}):
        yield [*proposals(data_of(**keys), Wishes(par_cards="12"))]
    yield [*found_in(data_of(**FREE), {"solvable": True})]
    yield [
        *found_in(data_of(kind="function", function="f", cases=[{"call": [1], "returns": 1}]), {})
    ]


@pytest.mark.slow
def test_all_that_a_proof_says_is_provoked_and_translated(
    pseudo: Pseudo, catalogue: Catalog
) -> None:
    assert [*provoke(), *of_making(), *incomplete()]
    here = sentences(catalogue, *(f"/{room}.py" for room in HERE))
    assert len(here) > 50
    assert here - RARE - pseudo.asked == set()
