"""A real browser and a real JupyterLab for the tests in this folder.

Both are of package scope: while Playwright runs, nobody else can `asyncio.run`.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from .labpage import (
    Lab,
    cell_errors,
    go_to_notebook,
    run_all,
    running_lab,
    write_notebook,
)

OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]

OpenNotebook = Callable[..., Page]
Shot = Callable[[Page, str], Path]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    chromium = os.environ.get("TEACHKIT_CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        missing = "no browser: install chromium, or name one in TEACHKIT_CHROMIUM"
        if os.environ.get("TEACHKIT_BROWSER") == "required":
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=OPTIONS)
        yield running
        running.close()


@pytest.fixture(scope="package")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One JupyterLab for all tests, with settings of its own."""
    with running_lab(tmp_path_factory.mktemp("lab")) as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page with nobody's cookies; a script that fails on it fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 1000})
    page = context.new_page()
    script_errors: list[str] = []
    page.on("pageerror", lambda error: script_errors.append(str(error)))
    yield page
    context.close()
    assert script_errors == []


@pytest.fixture
def open_notebook(page: Page, lab: Lab, request: pytest.FixtureRequest) -> Iterator[OpenNotebook]:
    """`open_notebook(cells)` shows a notebook with these code cells, all of them run."""

    def open_with(
        cells: list[str], *, run: bool = True, may_fail: bool = False, alone: bool = False
    ) -> Page:
        name = "".join(letter if letter.isalnum() else "-" for letter in request.node.name)
        write_notebook(lab.folder / f"{name}.ipynb", cells)
        go_to_notebook(page, lab, f"{name}.ipynb", alone=alone)
        if run:
            run_all(page)
            assert may_fail or cell_errors(page) == []
        return page

    yield open_with
    lab.stop_kernels()


@pytest.fixture
def shot(tmp_path_factory: pytest.TempPathFactory) -> Shot:
    """`shot(page, name)` keeps a picture of the page, outside of the repository."""
    named = os.environ.get("TEACHKIT_SCREENSHOTS")
    folder = Path(named) if named else tmp_path_factory.getbasetemp() / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)

    def save_picture(page: Page, name: str) -> Path:
        path = folder / f"{name}.png"
        page.screenshot(path=path)
        return path

    return save_picture
