"""The house is in order: what tools say of the whole of it, and what only we ask."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOOLS = Path(sys.executable).parent

TOP_LEVEL = {"README.md", "binder", "lessons", "pyproject.toml", "teachkit", "tests"}
CUSTOMARY = {"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"}


@pytest.mark.parametrize(
    "command",
    [
        "ruff check --no-cache .",
        "ruff format --no-cache --check --diff .",
        "mypy",
        "lint-imports --no-cache",
    ],
)
def test_tools_are_content(command: str) -> None:
    tool, *options = command.split()
    ran = subprocess.run([TOOLS / tool, *options], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.fixture(scope="module")
def files() -> list[Path]:
    """All files that are kept, those that nobody has committed yet included."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    try:
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [Path(name) for name in ran.stdout.splitlines() if (ROOT / name).is_file()]


def test_a_file_is_one_room(files: list[Path]) -> None:
    """A file of more than 350 lines is usually two."""
    ours = [file for file in files if file.parts[0] == "teachkit" and file.suffix == ".py"]
    lines = {str(file): len((ROOT / file).read_text().splitlines()) for file in ours}
    assert {file: count for file, count in lines.items() if count > 350} == {}


def test_the_top_level_holds_what_the_design_names(files: list[Path]) -> None:
    shown = {file.parts[0] for file in files if not file.parts[0].startswith(".")}
    assert shown - TOP_LEVEL - CUSTOMARY == set()


def test_no_file_knows_the_machine_it_was_made_on(files: list[Path]) -> None:
    """A home, this checkout or this environment: such a path works for one person only."""
    places = {str(place) for place in (ROOT, Path.home(), sys.prefix)} - {"/"}
    here = [re.escape(f"{place}/") for place in places]
    machine = re.compile("|".join([r"(?<![\w.~])/(?:home|Users|root)/\w", *here]))
    found = [
        f"{file}:{number}: {line[:120]}"
        for file in files
        for number, line in enumerate((ROOT / file).read_text(errors="ignore").splitlines(), 1)
        if machine.search(line)
    ]
    assert found == []
