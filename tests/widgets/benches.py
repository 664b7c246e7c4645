"""The exercise of most workbenches in these tests, and a learner who runs cards on it."""

from __future__ import annotations

from typing import Any

from teachkit.widgets.workbench.workbench import Workbench

BASE: dict[str, Any] = {
    "title": "To the sample",
    "text": "Drive to **c1**.",
    "lesson": "99",
    "game": "algoracing",
    "kind": "program",
    "hints": ["Look.", "Count."],
    "starts": [{"floor": ". . . .", "rovers": {"red": "a1 east"}, "samples": {"c1": "blue"}}],
    "checks": [{"check": "carries", "samples": 1, "points": 2}],
    "solution": {"answer": "forward, forward"},
}


def run(bench: Workbench, *cards: Any) -> Workbench:
    """Lay these cards in place of what lies there, run them, and return the bench."""
    bench.builder.program = list(cards)
    bench.run()
    return bench
