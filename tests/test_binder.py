"""Test that Binder builds what the tests ran on: the same Python, the same pins."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from .thorough import THOROUGH

ROOT = Path(__file__).parents[1]
BINDER = ROOT / "binder"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PYTHON = (BINDER / "runtime.txt").read_text().strip().removeprefix("python-")


def pins() -> dict[str, str]:
    """The pinned version of each package."""
    lines = (BINDER / "requirements.txt").read_text().splitlines()
    pinned = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in pinned}


def test_everything_is_pinned_and_nothing_is_local() -> None:
    lines = (BINDER / "requirements.txt").read_text().splitlines()
    loose = [line for line in lines if not re.fullmatch(r"#.*|[\w.-]+==[\w.+]+", line)]
    assert loose == []


@pytest.mark.parametrize("needed", PROJECT["dependencies"])
def test_a_pin_is_one_that_the_package_accepts(needed: str) -> None:
    requirement = Requirement(needed)
    assert pins()[canonicalize_name(requirement.name)] in requirement.specifier


def test_lessons_can_be_pulled_into_a_binder() -> None:
    assert "nbgitpuller" in pins()


@pytest.mark.slow
def test_binder_understands_the_folder() -> None:
    """repo2docker writes the recipe of the image without building it, so it needs no docker."""
    recipe = output(sys.executable, "-m", "repo2docker", "--no-build", "--debug", ".")
    assert 'pip install --no-cache-dir -r "binder/requirements.txt"' in recipe
    assert "RUN ./binder/postBuild" in recipe
    assert f"python={PYTHON}" in recipe


@pytest.mark.slow
@pytest.mark.skipif(not THOROUGH, reason="installs everything anew: set TEACHKIT_THOROUGH=1")
@pytest.mark.skipif(f"{sys.version_info[0]}.{sys.version_info[1]}" != PYTHON,
                    reason=f"the pins are for Python {PYTHON}")  # fmt: skip
def test_the_pins_make_an_environment_in_which_lessons_open(tmp_path: Path) -> None:
    """Build the environment as Binder does: install the pins, then run `postBuild`."""
    venv.create(tmp_path, with_pip=True, symlinks=True)
    programs = tmp_path / "bin"
    output(programs / "pip", "install", "-q", "-r", BINDER / "requirements.txt")
    assert "lessons can be opened" in output(BINDER / "postBuild", first_on_path=programs)
    output(programs / "pip", "check")


def output(*command: Path | str, first_on_path: Path = ROOT) -> str:
    """All that a command prints in the checkout; it must succeed."""
    environment = os.environ | {"PATH": f"{first_on_path}{os.pathsep}{os.environ['PATH']}"}
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr
