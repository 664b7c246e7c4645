"""Test that everything said about a learner's function is translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from IPython.core.interactiveshell import InteractiveShell

from teachkit.classroom.library import find_exercise
from teachkit.exercises.authoring.proof import flaws
from teachkit.exercises.explaining.callables import callables
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.running.recording import recorded
from teachkit.exercises.running.results import Result
from teachkit.exercises.running.troubles import Stopped
from teachkit.widgets.workbench.answercell import hand_in_cell
from teachkit.widgets.workbench.source_scenes import call_scene
from tests.exercises.drives import as_lesson as drives_as_lesson
from tests.exercises.drives import asked as drive
from tests.exercises.drives import stored as stored_drive
from tests.exercises.functionfiles import SWAP, as_lesson, asked, stored
from tests.exercises.raised import RAISED

from .extract import sentences
from .pseudo import Pseudo, escaped, refused

HERE = ("model/file", "running/troubles", "running/recording", "explaining/callables",
        "workbench/source_scenes", "answercell")  # fmt: skip
# Calls, values, what stands in quotes or in brackets, and what Python and an author say.
FACTS = re.compile(
    r""""[^"]*"|'[^']*'|\w+\([^)]*\)|\(\w+\)|\[.*\]|<\w+>|= \w+|[A-Z]\w+Error: .*|%%\S+ \S+|/\S+"""
)
WRITTEN = {"None", "True", "False", "case", "tk", "exercise", "gives", "returns"}


def not_translated(sentence: str) -> list[str]:
    return escaped(FACTS.sub("", sentence), WRITTEN)


GIVEN = ["7", "'8'", "8.0", "True", "[8]", "(8,)", "{8: 8}", "{8}", "None", "print(8)", "...", "8"]
BODIES = [
    "return 1 // 0", "return m", "n += m; m = 3", "return [][n]", "return {}[n]", "return n.x",
    "return input()", "exit()", "raise KeyboardInterrupt", "return f(n)", "while True: pass",
    "return f(n - 1) + f(n - 1) if n else 1", "return (n", "return 'n", "if n = 1: pass",
    "x x", *(body for body, _ in RAISED),
]  # fmt: skip
SOURCES = [
    "def f(): pass", "def F(n): pass", "f = 3", "-" * 9000 + "1", "1 // 0", "while True: pass",
]  # fmt: skip
FILES: list[dict[str, Any]] = [
    {"function": ""}, {"cases": [{"call": [7]}]}, {"cases": [{"call": "7 7", "returns": 1}]},
    {"cases": [{"call": "{7}", "returns": 1}]}, {"uses": ["/ /"]},
]  # fmt: skip


def graded() -> Iterator[tuple[Exercise, str]]:
    yield from ((asked(), f"def f(n):\n    {body}") for body in BODIES)
    yield from ((asked(), source) for source in SOURCES)
    for wanted in ("8", "None", "'8'", "[8]"):
        case = {"call": [20], "gives": wanted}
        yield from ((asked(case), f"def f(n): return {given}") for given in GIVEN)
    yield asked({"call": [7, 7], "returns": 1}), "def f(n): pass"
    hidden = asked({"call": [7], "returns": 1, "hidden": True})
    yield from ((hidden, f"def f(n): return {body}") for body in ("n", "n // 0"))
    yield stored("swap"), SWAP
    yield stored("swap"), "def swap(n):\n    return int(str(n).ljust(2, '0')[1::-1])"
    yield stored("swap"), "def swap(n):\n    return int(str(n).zfill(2)[::-1])"
    yield drive(), "x = 1"
    yield drive(uses=["while"]), "forward(); forward()"


def said() -> Iterator[str]:
    for exercise, answer in graded():
        yield from grade(exercise, answer).says
    for trouble in ("slow", "memory", "timeout", "flooded", "died", "garbled"):
        yield Stopped(Result(trouble=trouble), "f(7)").says
    for keys in FILES:
        yield refused(partial(asked, **keys))
    for sound in ({"checks": [{"check": "ends"}]}, {"given": "def f(n): return n + 1"}):
        yield from (flaw.says for flaw in flaws(asked(**sound)))


def said_of_calls() -> Iterator[str]:
    """Yield what is said about recorded calls, and what Python can call."""
    fail = "def f(n):\n    if n: n -= 1\n    g(n)\n    f(n)\ndef g(n): pass"
    sources = [fail, "def f(n):\n    return 1", "f = lambda n: [f(n) for k in range(400)]"]
    for source in sources:
        for stop in call_scene(source, recorded(source, "f", [[9]]))["stops"][1:]:
            yield from (re.sub(r"\b[fgn]\b", "", says) for says in stop["says"])
            yield from (frame["name"] for frame in stop["frames"] if "1" in frame["name"])
    given = "def f(n): pass\ndef g(n): pass"
    for exercise in (asked(given=given), drive(), find_exercise("22-07")):
        yield from (each.says for each in callables(exercise))


def said_in_cells(shell: InteractiveShell) -> Iterator[str]:
    cells = [
        ("", ""), ("97-swop", ""), ("06-01", ""), ("97-swap", SWAP), ("97-swap", "swap(1)"),
        ("97-swap", "def swap(n): print(n); return n"), ("97-swap", SWAP + "1 // 0"),
    ]  # fmt: skip
    cells.append(("96-corner", "print(1)\nforward()"))
    for name, cell in cells:
        verdicts = hand_in_cell(name, cell, shell)
        yield from (*verdicts.says, verdicts.caption, verdicts.score)


def test_every_sentence_on_functions_is_provoked_and_translated(
    pseudo: Pseudo, catalogue: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    as_lesson("97", tmp_path)
    drives_as_lesson("96", tmp_path)
    try:
        told = {*said(), *said_in_cells(InteractiveShell.instance()), *said_of_calls()}
    finally:
        InteractiveShell.clear_instance()
    assert [sentence for sentence in told if not_translated(sentence)] == []
    swap = stored("swap")
    # The bench of an earlier test may still be open, with its hints.
    own = {each.says for each in (*swap.cases, *swap.file.mistakes)} | {*swap.file.hints}
    drive = stored_drive("corner")
    own |= {drive.title, drive.file.text, *drive.file.hints, drive.file.mistakes[0].says}
    assert pseudo.asked - sentences(catalogue) - own == set()
    assert sentences(catalogue, *(f"/{room}.py" for room in HERE)) - pseudo.asked == set()
