"""Learners' names, answers and output are only text in everything that is written."""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from teachkit.classroom.grading.grade import OLD, _judged, sweep
from teachkit.classroom.sandbox import isolation, process, sandbox
from teachkit.classroom.sandbox.isolation import Isolation
from teachkit.classroom.sandbox.process import Limits, Time
from teachkit.classroom.sandbox.sandbox import Sandbox
from tests.classroom.handedin import RIGHT, STEPS, TWICE, answers, hand_in, lesson
from tests.classroom.hostile import unseen
from tests.classroom.hostile.outputs import DRAWN, HAND_INS, TURNED
from tests.test_cli import Teachkit, elsewhere, teachkit
from tests.test_cli_grade import graded, points, rows

__all__ = ["elsewhere", "graded", "teachkit"]  # fixtures

WRONG = "def double(n): return 'no'"
HONEST = {"Ada": {}, "Zoë, the 2nd": {STEPS: "forward"}, "Bo": {TWICE: None}}
NO_WALL = "Functions only run under bubblewrap. To run them without it, use --trust-functions."


def honest(folder: Path, name: str) -> None:
    for learner, records in HONEST.items():
        hand_in(folder, name, learner, "answers.json", content=answers(records))


# Written out -----------------------------------------------------------------------------------


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    honest(tmp_path, "with")
    honest(tmp_path, "without")
    for each in HAND_INS.values():
        hand_in(tmp_path, "with", each.folder, "answers.json", content=each.file)
    return tmp_path


def test_hostile_and_honest_hand_ins_have_their_own_rows(hostile: Path, graded: Teachkit) -> None:
    said = graded("-o", "with.csv", "--report", "report.html", folder="with")
    graded("-o", "without.csv", folder="without")
    found = points("with.csv")
    for name, each in HAND_INS.items():
        mine = found[each.learner, STEPS], found[each.learner, TWICE]
        assert mine == (each.program, each.function), name
    files = ("with.csv", "without.csv", "report.html")
    with_them, alone, report = (Path(file).read_bytes().decode("utf-8-sig") for file in files)
    assert [line for line in alone.splitlines() if line not in with_them.splitlines()] == []
    assert unseen(said.err + said.out + with_them + report) == set()
    for row in rows("with.csv"):
        for cell in row.values():
            for part in cell.split(";"):
                assert not part.lstrip(' "').startswith(("=", "+", "-", "@", "＝", "＋", "−")), cell


@pytest.mark.parametrize("form", ["moodle", "canvas"])
def test_an_lms_gets_only_text(form: str, hostile: Path, graded: Teachkit) -> None:
    graded("--format", form, folder="with")
    text = Path("grades.csv").read_bytes().decode("utf-8-sig")
    assert unseen(text) == set()
    cells = [part for row in csv.reader(text.splitlines()) for cell in row
             for part in cell.split(";")]  # fmt: skip
    assert {cell for cell in cells if cell.lstrip(' "')[:1] in {*"=+-@＝＋−"}} <= {"-"}


def test_what_is_typed_wipes_no_terminal(teachkit: Teachkit, tmp_path: Path) -> None:
    program, function = sorted((lesson(tmp_path) / "exercises" / "90").iterdir())
    source = f"def double(n):\n    return 2 * n  # {DRAWN}{TURNED}"
    for file, answer in ((program, DRAWN), (program, TURNED), (function, source)):
        for options in ([], ["--json"]):
            said = teachkit("run", file, "--program", answer, *options)
            assert unseen(said.out + said.err) == set()
    assert json.loads(said.out)["answer"] == source


# No wall ---------------------------------------------------------------------------------------


@pytest.fixture(params=["a plain user", "root", "macOS"])
def no_wall(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A computer without bubblewrap, on which root has no Python that another user could start.

    macOS is only simulated: it has no bubblewrap, and does not limit memory.
    """
    is_root = request.param == "root"
    monkeypatch.setattr(isolation.shutil, "which", lambda *_, **__: None)
    monkeypatch.setattr(isolation, "is_root", lambda: is_root)
    if request.param == "macOS":
        monkeypatch.setattr(isolation, "sys", SimpleNamespace(**vars(sys) | {"platform": "darwin"}))
    if is_root:
        monkeypatch.setattr(isolation, "isolations_to_try", lambda: iter(()))
        monkeypatch.setattr(process, "isolations_to_try", lambda: iter(()))
    process.isolation_here.cache_clear()
    _judged.cache_clear()
    yield request.param
    process.isolation_here.cache_clear()


def writes(canary: Path) -> str:
    return f"open({str(canary)!r}, 'w').write('x')\ndef double(n):\n    return 2 * n"


@pytest.mark.parametrize("form", ["long", "moodle", "canvas"])
def test_without_a_wall_no_function_runs_and_its_points_are_blank(
    form: str, no_wall: str, graded: Teachkit, tmp_path: Path
) -> None:
    canary = tmp_path / "canary"
    hand_in(tmp_path, "class", "Ada", "answers.json", content=answers({TWICE: writes(canary)}))
    hand_in(tmp_path, "class", "Bo", "answers.json", content=answers({TWICE: None}))
    said = graded("--format", form, "--report", "report.html")
    assert not canary.exists()
    assert said.status == 1
    assert said.err.splitlines()[:2] == [NO_WALL, f"- Ada: {NO_WALL}"]
    if form == "long":
        (ada,) = (row for row in rows() if (row["learner"], row["exercise"]) == ("Ada", TWICE))
        assert (ada["points"], ada["solved"], ada["note"]) == ("", "", NO_WALL)
        assert [points()[key] for key in (("Ada", STEPS), ("Bo", TWICE))] == ["2", "0"]
    else:
        unknown = {"moodle": "-", "canvas": ""}[form]  # Moodle would read an empty cell as zero
        table = list(csv.reader(Path("grades.csv").read_text(encoding="utf-8").splitlines()))
        assert [row[-2:] for row in table[-2:]] == [["2", unknown], ["2", "0"]]
    page = Path("report.html").read_text(encoding="utf-8")
    assert f"Ada: {NO_WALL}" in page
    assert "Lesson 90: 2 of 2, 1 not run" in page
    assert "0/3" not in page


def test_trusted_functions_are_run(no_wall: str, graded: Teachkit, tmp_path: Path) -> None:
    """Root has no other user to run them as, so their points stay blank."""
    hand_in(tmp_path, "class", "Ada", "answers.json", content=answers())
    said = graded("--trust-functions")
    assert points()["Ada", TWICE] == ("" if no_wall == "root" else "3")
    assert NO_WALL not in said.err
    assert said.err.splitlines()[0] == (
        "Functions cannot run here. Install bubblewrap, or do not start teachkit as root."
        if no_wall == "root" else "Answers can reach the network and read files."
    )  # fmt: skip
    memory = "This system cannot limit how much memory answers use."
    assert (memory in said.err) == (no_wall == "macOS")


def test_behind_a_wall_nothing_changes(graded: Teachkit, tmp_path: Path) -> None:
    if not Sandbox().is_isolated:
        pytest.skip("bubblewrap does not work here")
    canary = tmp_path / "canary"
    hand_in(tmp_path, "class", "Ada", "answers.json", content=answers({TWICE: writes(canary)}))
    hand_in(tmp_path, "class", "Bo", "answers.json")
    assert graded().status == 0
    assert not canary.exists()
    assert [points()[name, TWICE] for name in ("Ada", "Bo")] == ["0", "3"]


# One learner's time ----------------------------------------------------------------------------


def test_a_learner_s_functions_have_a_time_together_and_others_theirs(
    graded: Teachkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first takes more than the total: the second is not run, but Ada's are."""

    def ran(isolation: Isolation, limits: Limits, sources: list[str], *call: Any) -> Any:
        results, time = process.run(isolation, limits, sources, *call)
        return results, Time(61, 0) if sources == [WRONG] else time

    monkeypatch.setattr(sandbox, "SECONDS", 60)
    monkeypatch.setattr("teachkit.classroom.sandbox.sandbox.run", ran)
    file = tmp_path / "lessons" / "exercises" / "90" / f"{TWICE}.toml"
    file.with_stem("90-03-again").write_bytes(file.read_bytes())
    record = {"90-03-again": "def double(n): return n + n"}
    hand_in(tmp_path, "class", "Ada", "answers.json", content=answers(record))
    hand_in(tmp_path, "class", "Mal", "answers.json", content=answers(
        {TWICE: WRONG, "90-03-again": "def double(n): return n * 2"}))  # fmt: skip
    said, found = graded(), points()
    assert [found["Mal", name] for name in (STEPS, TWICE, "90-03-again")] == ["2", "", ""]
    assert [found["Ada", name] for name in (STEPS, TWICE, "90-03-again")] == ["2", "3", "3"]
    assert "- Mal: Not run: this learner's functions took over 60 seconds.\n" in said.err


def test_a_hand_in_in_which_every_function_sleeps_is_not_waited_for(
    graded: Teachkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process is started; what sleeps is stopped when the learner's time is up."""
    monkeypatch.setattr(sandbox, "SECONDS", 1)
    file = tmp_path / "lessons" / "exercises" / "90" / f"{TWICE}.toml"
    names = [TWICE, *(f"90-0{number}-again" for number in range(3, 9))]
    for name in names[1:]:
        file.with_stem(name).write_bytes(file.read_bytes())
    asleep = {name: f"import time\ndef double(n):\n    time.sleep(9{name[4]})" for name in names}
    hand_in(tmp_path, "class", "Mal", "answers.json", content=answers(asleep))
    hand_in(tmp_path, "class", "Zoe", "answers.json")
    assert Sandbox().is_isolated  # the machine is known from here on
    started = Mock(side_effect=process.run)
    monkeypatch.setattr("teachkit.classroom.sandbox.sandbox.run", started)
    graded()
    found = points()
    assert [found["Mal", name] for name in (STEPS, *names)] == ["2", *[""] * len(names)]
    assert found["Zoe", TWICE] == "3"
    assert [call.args[2] for call in started.call_args_list] == [[asleep[TWICE]], [RIGHT[TWICE]]]


# Left behind -----------------------------------------------------------------------------------


def test_what_a_killed_run_left_is_swept(graded: Teachkit, tmp_path: Path) -> None:
    """And nothing else."""
    hand_in(tmp_path, "class", "Ada", "answers.json")
    old = [".grades.csv.abcd_123", ".report.html.00000000"]
    kept = [
        ".grades.csv.fresh_01", ".grades.csv.much-too-long", ".other.csv.abcd_123", "grades.csv.x",
    ]  # fmt: skip
    for name in old + kept:
        (tmp_path / name).write_text("x", encoding="utf-8")
        if "fresh" not in name:
            os.utime(tmp_path / name, (1, 1))
    (tmp_path / ".grades.csv.linked00").symlink_to(tmp_path / kept[0])
    (tmp_path / ".grades.csv.folder00").mkdir()
    graded("--report", "report.html")
    here = {path.name for path in tmp_path.iterdir()}
    assert here & {*old} == set()
    assert here >= {*kept, ".grades.csv.linked00", ".grades.csv.folder00"}


def test_another_s_leftover_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = tmp_path / ".grades.csv.abcd_123"
    left.write_text("x", encoding="utf-8")
    os.utime(left, (1, 1))
    monkeypatch.setattr(os, "getuid", lambda: left.stat().st_uid + 1)
    sweep(tmp_path / "grades.csv")
    assert left.exists()
    monkeypatch.undo()
    sweep(tmp_path / "grades.csv")
    assert not left.exists()
    assert OLD >= 600
    sweep(tmp_path / "nowhere" / "grades.csv")
