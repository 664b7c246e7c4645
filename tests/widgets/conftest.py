"""Fixtures for tests of widgets: a working folder, and workbenches that store answers in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom.answers import Answers
from teachkit.exercises.authoring.files import make_exercise
from teachkit.widgets.workbench.bench import open_benches
from teachkit.widgets.workbench.workbench import Workbench

from .benches import BASE

TASK = "99-01-task"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The working folder, in which answers are stored; open benches are closed afterwards."""
    for name in ("TEACHKIT_ANSWERS", "TEACHKIT_LEARNER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    open_benches.clear()


@pytest.fixture
def bench(request: pytest.FixtureRequest, folder: Path) -> Callable[..., Workbench]:
    """A function `bench(key=value)` that opens `BASE`, or the module's, with these changes."""

    def opened(**changes: Any) -> Workbench:
        keys = getattr(request.module, "BASE", BASE)
        return Workbench(make_exercise(TASK, keys | changes), Answers(folder, ""))

    return opened


@pytest.fixture
def kept(folder: Path) -> Callable[[], dict[str, Any]]:
    """A function that returns the stored record of that exercise."""
    return lambda: json.loads((folder / "answers.json").read_text())["answers"][TASK]
