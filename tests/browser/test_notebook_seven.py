"""Lessons in Notebook 7, which run when its server has the extension."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from teachkit.classroom.notebooks import JUPYTERLAB

from .conftest import Shot, new_page
from .labpage import LAPTOP, Lab, running_lab, write_notebook

pytest.importorskip("notebook", minversion="7")
LESSON = "short.ipynb"
CELLS = ["import teachkit as tk", "tk.exercise('01-05-change-one-card')"]


def notebook_command(notebooks: Path) -> list[str]:
    """Return the command that starts Notebook normally, in a folder with a short lesson."""
    write_notebook(notebooks / LESSON, CELLS, live=len(CELLS), is_lesson=True)
    return [sys.executable, "-m", "jupyter", "notebook", f"--ServerApp.root_dir={notebooks}"]


@pytest.fixture
def seven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lab]:
    """A server with the extension in the place where the wheel installs it."""
    installed = tmp_path / "share" / "jupyter"
    shutil.copytree(JUPYTERLAB / "extensions", installed / "labextensions")
    monkeypatch.setenv("JUPYTER_PATH", str(installed))
    with running_lab(tmp_path, notebook_command) as lab:
        yield lab


@pytest.fixture
def window(browser: Browser) -> Iterator[Page]:
    """A page whose own scripts may fail, because Notebook's settings do beside nbgrader."""
    page = new_page(browser, viewport=LAPTOP)
    yield page
    page.context.close()


def test_a_lesson_is_alive_in_notebook_7(seven: Lab, window: Page, shot: Shot) -> None:
    page = window
    page.goto(f"{seven.url}/notebooks/{LESSON}")
    page.wait_for_selector(".tk-awake", state="attached")
    bench = page.locator(".tk-bench")
    bench.get_by_role("button", name="Run", exact=True).click()
    bench.get_by_role("button", name="To the end", exact=True).click()
    expect(bench.locator(".tk-says")).to_contain_text("Now change one card.")
    shot(page, "notebook-7")
