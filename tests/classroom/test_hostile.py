"""A hostile hand-in costs only its own learner: no other row, no file, no memory to speak of.

Each is graded by a process of its own, as a teacher would, and once more with the honest alone.
"""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.classroom.handedin import STEPS, answers, hand_in, lesson
from tests.classroom.hostile import files, generators, unseen
from tests.thorough import THOROUGH

HONEST = {"Ada", "Bo", "Zoë", "Grace Hopper", "x" * 80}
MOST_MB = 64
# What an answers file says is read where it is graded: by a worker, if there are several.
BY_WORKERS = vars(files).keys() & generators().keys() if THOROUGH else set()
CASES = [(name, "1") for name in generators()] + [(name, "2") for name in sorted(BY_WORKERS)]

# A process says of itself what it has taken at most, and of those that it started: what its
# starter takes is none of it, so `wait4` would not do.
GRADE = """
import json, sys
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from teachkit.cli import main

def most():
    try:
        (line,) = [line for line in open("/proc/self/status") if line.startswith("VmHWM")]
        return int(line.split()[1]) / 1e3
    except OSError:
        return getrusage(RUSAGE_SELF).ru_maxrss / 1e6

try:
    main(sys.argv[1:])
finally:
    print(json.dumps([most(), getrusage(RUSAGE_CHILDREN).ru_maxrss / 1e3]))
"""


class Outcome(NamedTuple):
    """What a grading process wrote, said and took."""

    lines: list[bytes]
    said: str
    mb: float
    workers_mb: float
    seconds: float

    @property
    def rows(self) -> dict[str, str]:
        """By learner: the points in their order, then every note."""
        rows = list(csv.DictReader(line.decode() for line in self.lines))
        return {
            name: " ".join([row[column] for column in ("points", "note")
                            for row in rows if row["learner"] == name])
            for name in {row["learner"] for row in rows}
        }  # fmt: skip


def graded(place: Path, workers: str, *options: str) -> Outcome:
    """Grade `place/class` with the exercises beside it."""
    command = [sys.executable, "-c", GRADE, "grade", "class", "--lessons", "lessons",
               "-o", "out/grades.csv", "--workers", workers, *options]  # fmt: skip
    (place / "out").mkdir(exist_ok=True)
    began = time.monotonic()
    done = subprocess.run(command, cwd=place, capture_output=True, timeout=600, check=False)
    seconds = time.monotonic() - began
    assert done.returncode in (0, 1), done.stderr.decode()
    mb, workers_mb = json.loads(done.stdout)
    written = (place / "out" / "grades.csv").read_bytes()
    return Outcome(written.splitlines(), done.stderr.decode(), mb, workers_mb, seconds)


def honest(place: Path) -> Path:
    """A class without anybody hostile, and a file that nobody may touch."""
    lesson(place / "lessons")
    for name in HONEST - {"Grace Hopper"}:
        content = answers({STEPS: "forward, " * len(name)})
        hand_in(place, "class", name, "answers.json", content=content)
    hand_in(place, "class", "Grace Hopper_7_assignsubmission_file_", "answers.json")
    hand_in(place, "elsewhere", "canary.json", content="a canary")
    return place / "class"


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Outcome]:
    """How the honest are graded without anybody hostile, by so many workers."""

    @cache
    def by(workers: str) -> Outcome:
        place = tmp_path_factory.mktemp("alone")
        honest(place)
        return graded(place, workers)

    return by


def is_untouched(place: Path) -> bool:
    canary = (place / "elsewhere" / "canary.json").read_text()
    return canary == "a canary" and {path.name for path in place.iterdir()} == {
        "class", "elsewhere", "lessons", "out"
    }  # fmt: skip


@pytest.mark.parametrize(("name", "workers"), CASES)
def test_a_hostile_hand_in_costs_only_its_own_learner(
    name: str,
    workers: str,
    alone: Callable[[str], Outcome],
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    before = alone(workers)
    says = generators()[name](honest(tmp_path))
    after = graded(tmp_path, workers)
    held = [line for line in after.lines if line in before.lines] == before.lines
    took = max(after.mb - before.mb, after.workers_mb - before.workers_mb)
    row = f"{name:45} {workers:>7} {'yes' if held else 'NO':>4} {took:5.1f} {after.seconds:7.2f}"
    record_property("hostile", row)
    assert held
    assert after.rows.keys() == HONEST | says.keys()
    assert {each: after.rows[each] for each in says if says[each] not in after.rows[each]} == {}
    assert took < MOST_MB
    assert is_untouched(tmp_path)
    assert unseen(after.said + b"\n".join(after.lines).decode()) == set()


def test_all_of_them_at_once_cost_nobody_honest_anything(tmp_path: Path) -> None:
    """In one class, with the page to read: what lies there is called after who made it."""
    place = honest(tmp_path)
    for number, generator in enumerate(generators().values()):
        made = tmp_path / "made" / "class"
        hand_in(made, "Ada", "answers.json")
        generator(made)
        for entry in sorted(made.iterdir()):
            if entry.name != "Ada":
                entry.rename(place / f"{entry.name[:80]} {number}{entry.suffix[:9]}")
        shutil.rmtree(tmp_path / "made")
    honest(tmp_path / "alone")
    before = graded(tmp_path / "alone", "1")
    after = graded(tmp_path, "2", "--report", "out/report.html")
    assert [line for line in after.lines if line in before.lines] == before.lines
    assert len(after.rows) > len(generators())
    page = (tmp_path / "out" / "report.html").read_bytes().decode()
    assert unseen(after.said + b"\n".join(after.lines).decode() + page) == set()
    assert (tmp_path / "elsewhere" / "canary.json").read_text() == "a canary"


def test_there_are_enough_of_them() -> None:
    assert len(generators()) >= 100
