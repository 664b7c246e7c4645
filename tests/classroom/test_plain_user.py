"""`teachkit grade` by a plain user of a computer without bubblewrap: no functions are run."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import teachkit
from tests.classroom.handedin import RIGHT, STEPS, TWICE, answers, hand_in, lesson
from tests.exercises.drives import FOLDER

pytestmark = pytest.mark.slow

PACKAGE = Path(teachkit.__file__).parent
NOBODY = 65534
CORNER = "90-03-corner"
DRIVEN = "forward()\nforward()\nleft()\nforward()"
NO_WALL = "Functions only run under bubblewrap. To run them without it, use --trust-functions."
GRADE = f"""
import os
if os.getuid() == 0:
    os.setgroups([]), os.setgid({NOBODY}), os.setuid({NOBODY})
from teachkit.cli import main
main()
"""


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder of that user's own, since pytest's are closed to others."""
    folder = Path(tempfile.mkdtemp()).resolve()
    lesson(folder / "lessons")
    drive = folder / "lessons" / "exercises" / "90" / f"{CORNER}.toml"
    text = (FOLDER / "corner.toml").read_text(encoding="utf-8")
    drive.write_text(text.replace('lesson  = "12"', 'lesson  = "90"'), encoding="utf-8")
    yield folder
    for path in folder.rglob("*"):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o700)
    shutil.rmtree(folder)


def plain(command: Sequence[str], place: Path) -> list[str]:
    """The command, with everything it needs readable by another user."""
    python = {Path(prefix) / name for prefix in (sys.prefix, sys.base_prefix)
              for name in ("bin", "lib", "pyvenv.cfg")}  # fmt: skip
    needed = [path for path in sorted({*python, PACKAGE, place}) if path.exists()]
    closed = {path: first for path in needed if (first := _first_closed(path))}
    if os.getuid() != 0 or not closed:
        return [*command]
    wall = shutil.which("bwrap")
    assert wall, "only bubblewrap can show root's Python to another user"
    shown = ["--dev-bind", "/", "/"]
    for first in sorted({*closed.values()}):
        shown += ["--perms", "0755", "--tmpfs", str(first)]
    for path, first in closed.items():
        for folder in reversed(path.parents):
            if folder != first and folder.is_relative_to(first):
                shown += ["--perms", "0755", "--dir", str(folder)]
        shown += ["--bind" if path == place else "--ro-bind", str(path), str(path)]
    return [wall, "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", *shown, "--", *command]


def _first_closed(path: Path) -> Path | None:
    """Return the first folder above it that other users may not enter."""
    above = reversed(path.parents)
    return next((each for each in above if not each.stat().st_mode & 0o001), None)


def graded(place: Path, *options: str) -> tuple[int, list[str]]:
    """Return the exit status, and the output."""
    if os.getuid() == 0:
        for path in (place, *place.rglob("*")):
            os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    command = [sys.executable, "-c", GRADE, "grade", "class", "--lessons", "lessons", *options]
    env = {"PATH": "/nowhere", "HOME": str(place), "SECRET": "s3cret"}
    done = subprocess.run(plain(command, place), cwd=place, env=env, capture_output=True, text=True)
    return done.returncode, done.stderr.splitlines()


def cells(place: Path) -> list[list[str]]:
    return list(csv.reader((place / "grades.csv").read_text(encoding="utf-8-sig").splitlines()))


def points(place: Path) -> dict[tuple[str, str], str]:
    return {(row[0], row[1]): row[3] for row in cells(place)[1:]}


def writes(canary: Path) -> str:
    """Return a function that writes a file with a secret of the teacher's in its name."""
    leaves = f"import os\nopen({str(canary)!r} + os.environ.get('SECRET', ''), 'w').close()\n"
    return leaves + RIGHT[TWICE]


@pytest.fixture
def handed_in(place: Path) -> Path:
    """Ada hands in a malicious function and a drive; Bo only a program."""
    records = {TWICE: writes(place / "canary"), CORNER: DRIVEN}
    hand_in(place, "class", "Ada", "answers.json", content=answers(records))
    hand_in(place, "class", "Bo", "answers.json", content=answers({TWICE: None}))
    return place


def test_no_function_and_no_drive_is_run_and_their_points_are_blank(handed_in: Path) -> None:
    status, said = graded(handed_in, "--workers", "1")
    assert (status, said[:2]) == (1, [NO_WALL, f"- Ada: {NO_WALL}"])
    assert list(handed_in.glob("canary*")) == []
    assert points(handed_in) == {
        ("Ada", STEPS): "2", ("Ada", TWICE): "", ("Ada", CORNER): "",
        ("Bo", STEPS): "2", ("Bo", TWICE): "0", ("Bo", CORNER): "0",
    }  # fmt: skip


def test_an_lms_gets_blank_cells(handed_in: Path) -> None:
    """By two processes, in any order."""
    graded(handed_in, "--workers", "2", "--format", "moodle")
    assert list(handed_in.glob("canary*")) == []
    assert [row[-3:] for row in cells(handed_in)[-2:]] == [["2", "-", "-"], ["2", "0", "0"]]


def test_a_teacher_who_trusts_them_has_them_run(handed_in: Path) -> None:
    """As that user, with that user's files, but without the teacher's environment variables."""
    _, said = graded(handed_in, "--trust-functions", "--workers", "1")
    assert said[0] == "Answers can reach the network and read files."
    assert NO_WALL not in said
    found = points(handed_in)
    assert (found["Ada", TWICE], found["Ada", CORNER]) == ("3", "0")
    assert [path.name for path in handed_in.glob("canary*")] == ["canary"]


def test_what_is_closed_to_that_user_costs_its_learner_alone(place: Path) -> None:
    for name in ("Ada", "Eve", "Mal", "Una"):
        hand_in(place, "class", name, "answers.json")
    hand_in(place, "class", "Zip.zip")
    hand_in(place, "closed", "inside", "answers.json")
    closed = {"Eve": 0o000, "Mal": 0o444, "Una/answers.json": 0o000, "Zip.zip": 0o000}
    for name, mode in closed.items():
        (place / "class" / name).chmod(mode)
    (place / "class" / "Lin").symlink_to(place / "closed" / "inside")
    (place / "closed").chmod(0o000)
    status, said = graded(place, "--workers", "1")
    assert status == 1
    assert {line for line in said if line.startswith("- ") and NO_WALL not in line} == {
        "- Eve: Eve: this folder cannot be opened.",
        "- Lin: Lin: it is a link, and links are not followed.",
        "- Mal: Mal/answers.json: it cannot be read.",
        "- Una: Una/answers.json: it cannot be read.",
        "- Zip: Zip: this zip is damaged.",
    }
    assert points(place)["Ada", STEPS] == "2"
