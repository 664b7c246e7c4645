"""A hostile hand-in costs only its own learner: no other row, no file, no memory to speak of."""

from __future__ import annotations

import csv
import io
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from teachkit.classroom.grading.grade import Course, grade_submission
from teachkit.classroom.grading.gradebook import gradebook, long
from teachkit.classroom.grading.submissions import submissions_in
from tests.classroom.handedin import STEPS, answers, hand_in, own_course
from tests.classroom.hostile import generators

HONEST = {"Ada", "Bo", "Zoë", "Grace Hopper", "x" * 80}
MOST_MB = 64
TABLE: list[str] = []


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return own_course(tmp_path_factory.mktemp("lessons"))


@pytest.fixture(scope="module", autouse=True)
def printed() -> Iterator[None]:
    yield
    print("\n".join(["", f"{'name':45} held    MB  seconds", *TABLE]))


def honest(folder: Path) -> Path:
    for name in HONEST - {"Grace Hopper"}:
        hand_in(folder, name, "answers.json", content=answers({STEPS: "forward, " * len(name)}))
    hand_in(folder, "Grace Hopper_7_assignsubmission_file_", "answers.json")
    hand_in(folder.parent, "elsewhere", "canary.json", content="a canary")
    return folder


def table(course: Course, folder: Path) -> list[str]:
    graded = [grade_submission(course, each) for each in submissions_in(folder)]
    return long(gradebook(course, graded)).splitlines()


@pytest.mark.parametrize("name", generators())
def test_a_hostile_hand_in_costs_only_its_own_learner(
    name: str, course: Course, tmp_path: Path
) -> None:
    folder = honest(tmp_path / "class")
    before = table(course, folder)
    says = generators()[name](folder)
    tracemalloc.start()
    began = time.monotonic()
    try:
        after = table(course, folder)
        peak = tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()
    seconds = time.monotonic() - began
    rows = list(csv.DictReader(io.StringIO("\n".join(after))))
    notes = {row["learner"]: row["note"] for row in rows}
    notes |= {row["learner"]: f"{notes[row['learner']]} {row['note']}" for row in rows}
    held = [line for line in after if line in before] == before
    TABLE.append(f"{name:45} {'yes' if held else 'NO':4} {peak:5.1f} {seconds:8.2f}")
    assert held
    assert notes.keys() == HONEST | says.keys()
    assert [each for each in says if says[each] not in notes[each]] == []
    assert peak < MOST_MB
    assert (tmp_path / "elsewhere" / "canary.json").read_text() == "a canary"
    assert {path.name for path in tmp_path.iterdir()} == {"class", "elsewhere"}


def test_there_are_enough_of_them() -> None:
    assert len(generators()) >= 40
