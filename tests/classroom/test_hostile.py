"""Hostile submissions cost only their own learner: no other row, no file, little memory.

Each is graded in its own class, and the honest ones once more alone: in daily tests all classes of
a kind in one process, in nightly tests each in its own process, as for a teacher.
"""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from tests.classroom.handedin import STEPS, answers, hand_in, lesson
from tests.classroom.hostile import ROOMS, generators, generators_in, unseen
from tests.once import Once
from tests.thorough import THOROUGH

pytestmark = pytest.mark.slow

Record = Callable[[str, object], None]
HONEST = {"Ada", "Bo", "Zoë", "Grace Hopper", "x" * 80}
MOST_MB = 64
# An answers file is read where it is graded: by a worker, if there are several.
BY_WORKERS = generators_in("files").keys() if THOROUGH else set()
CASES = [(name, "1") for name in generators()] + [(name, "2") for name in sorted(BY_WORKERS)]

# Grades each class named in one process, and reports how each ended and its peak memory: the
# kernel resets a process's peak when "5" is written there. The memory of the parent does not count,
# so `wait4` would not do. Of child processes, only the largest so far is known.
GRADE = """
import io, json, os, sys, time
from contextlib import redirect_stderr
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from teachkit.cli import main

def forget():
    try:
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
    except OSError:
        pass

def most():
    try:
        (line,) = [line for line in open("/proc/self/status") if line.startswith("VmHWM")]
        return int(line.split()[1]) / 1e3
    except OSError:
        return getrusage(RUSAGE_SELF).ru_maxrss / 1e6

for place in json.load(sys.stdin):
    os.chdir(place)
    forget()
    began, said, status = time.monotonic(), io.StringIO(), 0
    try:
        with redirect_stderr(said):
            main(sys.argv[1:])
    except SystemExit as ended:
        status = ended.code
    workers = getrusage(RUSAGE_CHILDREN).ru_maxrss / 1e3
    print(json.dumps([status, said.getvalue(), most(), workers, time.monotonic() - began]))
"""


class Outcome(NamedTuple):
    """The results of grading a class: files, output, cost, and whether others are untouched."""

    lines: list[bytes]
    said: str
    mb: float
    workers_mb: float
    seconds: float
    is_untouched: bool
    says: dict[str, str]

    @property
    def rows(self) -> dict[str, str]:
        """Return the rows by learner: the points in order, then every note."""
        rows = list(csv.DictReader(line.decode("utf-8-sig") for line in self.lines))
        return {
            name: " ".join([row[column] for column in ("points", "note")
                            for row in rows if row["learner"] == name])
            for name in {row["learner"] for row in rows}
        }  # fmt: skip


def graded(places: dict[Path, dict[str, str]], workers: str, *options: str) -> list[Outcome]:
    """Grade the folder "class" of each place with the exercises beside it, all in one process."""
    command = [sys.executable, "-c", GRADE, "grade", "class", "--lessons", "lessons",
               "-o", "out/grades.csv", "--workers", workers, *options]  # fmt: skip
    for place in places:
        (place / "out").mkdir(exist_ok=True)
    done = subprocess.run(command, input=json.dumps([*map(str, places)]), capture_output=True,
                          text=True, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    outcomes = []
    for (place, says), line in zip(places.items(), done.stdout.splitlines(), strict=True):
        status, *facts = json.loads(line)
        assert status in (0, 1), facts
        written = (place / "out" / "grades.csv").read_bytes()
        outcomes.append(Outcome(written.splitlines(), *facts, is_untouched(place), says))
    return outcomes


def honest(place: Path) -> Path:
    """A class without hostile learners, and a file that must not be touched."""
    lesson(place / "lessons")
    for name in HONEST - {"Grace Hopper"}:
        content = answers({STEPS: "forward, " * len(name)})
        hand_in(place, "class", name, "answers.json", content=content)
    hand_in(place, "class", "Grace Hopper_7_assignsubmission_file_", "answers.json")
    hand_in(place, "elsewhere", "canary.json", content="a canary")
    return place / "class"


def is_untouched(place: Path) -> bool:
    canary = (place / "elsewhere" / "canary.json").read_text()
    return canary == "a canary" and {path.name for path in place.iterdir()} == {
        "class", "elsewhere", "lessons", "out"
    }  # fmt: skip


def together(names: Iterable[str], workers: str) -> dict[str, Outcome]:
    """Grade classes with one hostile submission each, and "" for the honest, in one process."""
    with TemporaryDirectory() as folder:
        places = {}
        for number, name in enumerate(["", *names]):
            place = Path(folder).resolve() / str(number)
            content = honest(place)
            places[place] = generators()[name](content) if name else {}
        return dict(zip(["", *names], graded(places, workers), strict=True))


@pytest.fixture
def outcomes(name: str, workers: str, once: Once) -> tuple[Outcome, Outcome]:
    """The honest class alone, and with this submission; in nightly tests in separate processes."""
    if THOROUGH:
        before = once(f"honest hand-ins, {workers} workers", lambda: together((), workers))
        return before[""], together([name], workers)[name]
    room = next(room for room in ROOMS if name in generators_in(room))
    found = once(f"hostile {room}", lambda: together(generators_in(room), workers))
    return found[""], found[name]


@pytest.mark.parametrize(("name", "workers"), CASES)
def test_a_hostile_hand_in_costs_only_its_own_learner(
    name: str, workers: str, outcomes: tuple[Outcome, Outcome], record_property: Record
) -> None:
    before, after = outcomes
    held = [line for line in after.lines if line in before.lines] == before.lines
    took = max(after.mb - before.mb, after.workers_mb - before.workers_mb)
    row = f"{name:45} {workers:>7} {'yes' if held else 'NO':>4} {took:5.1f} {after.seconds:7.2f}"
    record_property("hostile", row)
    assert held
    named = re.search(r"^- Left out, without answers: (.*)\.$", after.said, re.MULTILINE)
    empty = {*named[1].split(", ")} if named else set()
    assert {after.says[each] for each in empty} <= {"No answers file"}
    assert after.rows.keys() == HONEST | after.says.keys() - empty
    wrong = {each: after.rows[each] for each, says in after.says.items()
             if each not in empty and says not in after.rows[each]}  # fmt: skip
    assert wrong == {}
    assert took < MOST_MB
    assert after.is_untouched
    assert unseen(after.said + b"\n".join(after.lines).decode("utf-8-sig")) == set()


def test_all_of_them_at_once_cost_nobody_honest_anything(tmp_path: Path) -> None:
    """In one class, with the report; submissions are named after the function that makes them."""
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
    (before,) = graded({tmp_path / "alone": {}}, "1")
    (after,) = graded({tmp_path: {}}, "2", "--report", "out/report.html")
    assert [line for line in after.lines if line in before.lines] == before.lines
    assert len(after.rows) > len(generators())
    page = (tmp_path / "out" / "report.html").read_bytes().decode()
    assert unseen(after.said + b"\n".join(after.lines).decode("utf-8-sig") + page) == set()
    assert (tmp_path / "elsewhere" / "canary.json").read_text() == "a canary"


def test_there_are_enough_of_them() -> None:
    assert len(generators()) >= 100
