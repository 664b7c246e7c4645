"""Test an installed teachkit without a checkout."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
BESIDE_THE_CODE = {".css", ".html", ".js", ".json", ".toml", ".mo"}
EXTENSIONS = "share/jupyter/labextensions"


@pytest.fixture(scope="module")
def wheel_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    [file] = folder.glob("teachkit-*.whl")
    return file


@pytest.fixture(scope="module")
def wheel(wheel_file: Path) -> set[str]:
    """The names of all files in the wheel."""
    return set(ZipFile(wheel_file).namelist())


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
    ours = {"teachkit", "teachkit-0.1.0.dist-info", "teachkit-0.1.0.data"}
    assert {name.split("/")[0] for name in wheel} <= ours


def test_the_wheel_brings_jupyterlab_what_makes_lessons_alive(wheel: set[str]) -> None:
    room = ROOT / "teachkit" / "jupyterlab" / "extensions"
    shared = {
        f"teachkit-0.1.0.data/data/{EXTENSIONS}/{file.relative_to(room).as_posix()}"
        for file in room.rglob("*")
        if file.is_file()
    }
    assert len(shared) == 4
    assert shared - wheel == set()


@pytest.mark.slow
def test_jupyterlab_knows_the_extension_until_teachkit_is_uninstalled(
    wheel_file: Path, tmp_path: Path
) -> None:
    """In an environment of its own, with the JupyterLab of this one."""
    venv.create(tmp_path, with_pip=True, symlinks=True)
    pip = [tmp_path / "bin" / "pip", "--disable-pip-version-check", "-q"]
    _run(*pip, "install", "--no-deps", wheel_file)
    [ours] = [line for line in _listed(tmp_path) if "teachkit v0.1.0" in line]
    assert "OK" in ours
    _run(*pip, "uninstall", "-y", "teachkit")
    assert [line for line in _listed(tmp_path) if "teachkit v0.1.0" in line] == []
    assert not (tmp_path / EXTENSIONS / "teachkit").exists()


def _listed(environment: Path) -> list[str]:
    """Return what `jupyter labextension list` prints about another environment."""
    folder = str(environment / "share" / "jupyter")
    said = _run(sys.executable, "-m", "jupyter", "labextension", "list",
                env=os.environ | {"JUPYTER_PATH": folder})  # fmt: skip
    sections = itertools.groupby(said.splitlines(), key=lambda line: line.startswith(" "))
    above = ""
    for inside, lines in sections:
        if inside and above.startswith(folder):
            return list(lines)
        above = list(lines)[-1]
    return []


def _run(*command: object, **options: object) -> str:
    ran = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr
