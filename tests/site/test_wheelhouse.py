"""Test the two commands for a school without internet: the second one in a network with no route.

TEACHKIT_THOROUGH=1 pytest tests/site/test_wheelhouse.py
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .pages import DOCS, ROOT

ALONE = (["unshare", "--net"], ["bwrap", "--dev-bind", "/", "/", "--unshare-net"])
BLOCK = r"<!-- wheelhouse -->\n```\n(.+)\n```"


def typed(*command: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    free = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        list(map(str, command)), cwd=cwd, env=free, capture_output=True, text=True
    )


@pytest.fixture
def alone(tmp_path: Path) -> list[str]:
    """The beginning of a command that runs the rest in a network without any route."""
    for way in ALONE:
        if shutil.which(way[0]) and typed(*way, "true", cwd=tmp_path).returncode == 0:
            return way
    pytest.skip("neither unshare nor bwrap may make a network namespace here")


def test_the_page_shows_two_commands() -> None:
    first, second = re.findall(BLOCK, (DOCS / "install.md").read_text(encoding="utf-8"))
    assert first.startswith("python3 -m pip wheel . ")
    assert " --no-index " in second


@pytest.mark.nightly
@pytest.mark.slow
def test_teachkit_is_installed_from_a_wheelhouse_without_a_network(
    alone: list[str], tmp_path: Path
) -> None:
    """An environment like the reader's, which then runs a program of lesson 00."""
    first, second = re.findall(BLOCK, (DOCS / "install.md").read_text(encoding="utf-8"))
    house = tmp_path / "wheelhouse"
    words = first.replace("-w wheelhouse", f"-w {house}").split()
    made = typed(sys.executable, *words[1:], cwd=ROOT)
    assert made.returncode == 0, made.stdout + made.stderr

    unreachable = "import socket; socket.create_connection(('192.0.2.1', 80), timeout=5)"
    tried = typed(*alone, sys.executable, "-c", unreachable, cwd=tmp_path)
    assert "unreachable" in tried.stderr
    for command in (
        f"{sys.executable} -m venv .venv",
        second,
        ".venv/bin/teachkit lab --help",
    ):
        ran = typed(*alone, *command.split(), cwd=tmp_path)
        assert ran.returncode == 0, ran.stdout + ran.stderr
    answer = ("00-04", "--program", "left, forward, forward")
    ran = typed(*alone, ".venv/bin/teachkit", "run", *answer, cwd=tmp_path)
    assert "It works: everything is as it should be." in ran.stdout, ran.stderr
