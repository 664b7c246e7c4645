"""Notebook 7 opens lessons too: with the extension where its server runs, they are alive."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from teachkit.classroom.lab import JUPYTERLAB

from .conftest import Shot, new_page
from .labpage import LAPTOP, REPOSITORY, Lab, running_lab

pytest.importorskip("notebook", minversion="7")
LESSON = "01-first-moves.ipynb"


def notebook_command(notebooks: Path) -> list[str]:
    """Notebook as anybody starts it, in a folder with a lesson."""
    shutil.copy(REPOSITORY / "lessons" / LESSON, notebooks)
    return [sys.executable, "-m", "jupyter", "notebook", f"--ServerApp.root_dir={notebooks}"]


@pytest.fixture
def seven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lab]:
    """The extension lies where the wheel would put it."""
    installed = tmp_path / "share" / "jupyter"
    shutil.copytree(JUPYTERLAB / "extensions", installed / "labextensions")
    monkeypatch.setenv("JUPYTER_PATH", str(installed))
    with running_lab(tmp_path, notebook_command) as lab:
        yield lab


@pytest.fixture
def window(browser: Browser) -> Iterator[Page]:
    """A page whose own scripts may fail: with nbgrader beside it, Notebook's settings do."""
    page = new_page(browser, viewport=LAPTOP)
    yield page
    page.context.close()


def test_a_lesson_is_alive_in_notebook_7(seven: Lab, window: Page, shot: Shot) -> None:
    page = window
    page.goto(f"{seven.url}/notebooks/{LESSON}")
    page.wait_for_selector(".tk-awake", state="attached")
    changed = page.get_by_role("heading", name="Change one card")
    bench = page.locator(".tk-bench").filter(has=changed)
    bench.get_by_role("button", name="Run", exact=True).click()
    bench.get_by_role("button", name="To the end", exact=True).click()
    expect(bench.locator(".tk-says")).to_contain_text("Nothing is changed yet")
    shot(page, "notebook-7")
