"""Function exercises, whose answer is a source: stored, graded, run where the caller wants."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import find_exercise
from teachkit.classroom.progress import points
from teachkit.exercises.running.results import Result
from tests.exercises.functionfiles import SWAP, as_lesson

HALF = "def swap(n):\n    return n if n < 50 else 5"


@pytest.fixture(autouse=True)
def a_lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working folder with the function exercises as lesson 97."""
    monkeypatch.chdir(tmp_path)
    as_lesson("97", tmp_path)


def hand_in(*answers: str) -> None:
    for answer in answers:
        Answers().hand_in(find_exercise("97-swap"), answer)


def test_the_source_is_the_answer_with_attempts_best_and_points(tmp_path: Path) -> None:
    hand_in(HALF, SWAP, "def swap(n) return")
    kept = json.loads((tmp_path / "answers.json").read_text())["answers"]["97-swap"]
    assert (kept["attempts"], kept["points"], kept["possible"]) == (3, 6, 6)
    assert (kept["answer"], kept["best"]) == ("def swap(n) return", SWAP)


def test_points_are_computed_from_the_source(capsys: pytest.CaptureFixture[str]) -> None:
    assert points("97-swap") == 0.0
    hand_in("print('loaded')\n" + HALF)
    assert points("97-swap") == 1.0
    hand_in(SWAP)
    assert points("97") == points("97-swap") == 6.0
    assert capsys.readouterr() == ("", "")


def test_the_calls_are_made_where_the_caller_wants() -> None:
    asked: list[Any] = []

    def elsewhere(source: str, function: str, calls: Any) -> list[Result]:
        asked.append((source, function))
        return [Result(73 if source == "anything" else 0)] * len(calls)

    swap = find_exercise("97-swap")
    graded = Answers().hand_in(swap, "anything", elsewhere)
    known = [mistake.answer for mistake in swap.file.mistakes]
    assert asked == [(source, "swap") for source in ("anything", *known)]
    assert graded.says[:2] == (
        "1 of 4 cases are right.",
        "swap(11) returned 73. It should return 11.",
    )
