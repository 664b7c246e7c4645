"""The exercise of most workbench tests, and a learner's actions at a workbench."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
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
    """Replace the program by these cards, run it, and return the bench."""
    bench.builder.program = list(cards)
    bench.run()
    return bench


def check(bench: Workbench, *answers: str) -> Workbench:
    """Enter each of these answers in the task's form, check it, and return the bench."""
    for answer in answers:
        bench.form.answer = answer
        bench.run()
    return bench


def press(bench: Any, button: str, fact: Any = None) -> None:
    """Press a button beside the verdict, as the browser sends it."""
    count = bench.feedback.pressed.get("n", 0) + 1
    bench.feedback.pressed = {"button": button, "fact": fact, "n": count}


def carried(bench: Any, opened: Callable[[], Any]) -> Any:
    """Return a bench on a different computer, with the answers of this one restored there."""
    press(bench, "save")
    Path("answers.json").unlink()
    elsewhere = opened()
    press(elsewhere, "bring", bench.feedback.file["content"])
    return elsewhere
