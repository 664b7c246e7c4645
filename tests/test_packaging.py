"""What somebody gets who installs teachkit and has no checkout."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
BESIDE_THE_CODE = {".css", ".js", ".toml", ".mo"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of all files in the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    [file] = folder.glob("teachkit-*.whl")
    return set(ZipFile(file).namelist())


def test_the_wheel_carries_the_lessons(wheel: set[str]) -> None:
    lessons = {
        f"teachkit/{file.relative_to(ROOT).as_posix()}"
        for kind in ("*.ipynb", "exercises/*/*.toml", "teachers/*.md")
        for file in (ROOT / "lessons").glob(kind)
    }
    assert lessons
    assert lessons - wheel == set()


def test_the_wheel_carries_what_stands_beside_the_code(wheel: set[str]) -> None:
    beside = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "teachkit").rglob("*")
        if file.suffix in BESIDE_THE_CODE
    }
    assert beside
    assert beside - wheel == set()


def test_the_wheel_carries_nobodys_answers(wheel: set[str]) -> None:
    assert [name for name in wheel if "answers" in name and not name.endswith(".py")] == []


def test_the_tests_stay_at_home(wheel: set[str]) -> None:
    assert {name.split("/")[0] for name in wheel} <= {"teachkit", "teachkit-0.1.0.dist-info"}
