"""The exercise of most workbenches in these tests, and what a learner does at one."""

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
    """Lay these cards in place of what lies there, run them, and return the bench."""
    bench.builder.program = list(cards)
    bench.run()
    return bench


def check(bench: Workbench, *answers: str) -> Workbench:
    """Give these answers in the task's form, check each one, and return the bench."""
    for answer in answers:
        bench.form.answer = answer
        bench.run()
    return bench


def press(bench: Any, button: str, fact: Any = None) -> None:
    """Press a button beside the verdict, as the browser sends it."""
    count = bench.feedback.pressed.get("n", 0) + 1
    bench.feedback.pressed = {"button": button, "fact": fact, "n": count}


def carried(bench: Any, opened: Callable[[], Any]) -> Any:
    """Return the bench on another computer to which the answers of this one were brought."""
    press(bench, "save")
    Path("answers.json").unlink()
    elsewhere = opened()
    press(elsewhere, "bring", bench.feedback.file["content"])
    return elsewhere
