"""Fixtures with a real browser and a real JupyterLab.

Both have package scope: while Playwright runs, no other test can call `asyncio.run`.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from .labpage import (
    SECONDS,
    Lab,
    Window,
    cell_errors,
    change_theme,
    close_documents,
    go_to_notebook,
    learners_command,
    open_document,
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
LIGHT_BODY = 'body:not([data-jp-theme-light="false"])'

OpenNotebook = Callable[..., Page]
Shot = Callable[[Page, str], Path]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A headless Chromium; the smaller build for headless use, if it is installed."""
    chromium = (
        os.environ.get("TEACHKIT_CHROMIUM")
        or shutil.which("chromium-headless-shell")
        or shutil.which("chromium")
    )
    if chromium is None:
        missing = "no browser: install chromium, or name one in TEACHKIT_CHROMIUM"
        if os.environ.get("TEACHKIT_BROWSER") == "required":
            pytest.fail(missing)
        pytest.skip(missing)
    expect.set_options(timeout=SECONDS * 1000)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=OPTIONS)
        yield running
        running.close()


@pytest.fixture(scope="package")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One JupyterLab for all tests, with separate settings."""
    with running_lab(tmp_path_factory.mktemp("lab")) as running:
        yield running


@pytest.fixture(scope="package")
def learners_lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A JupyterLab started by `teachkit lab --name Ada`, with the lessons as handed out."""
    with running_lab(tmp_path_factory.mktemp("ada"), learners_command) as running:
        yield running


@pytest.fixture
def ada(learners_lab: Lab) -> Iterator[Lab]:
    """The same as new, as if Ada ran `teachkit lab` for the first time."""
    yield learners_lab
    learners_lab.forget()


# Errors of JupyterLab itself when a kernel ends: a request was pending, or a message arrived after
# the socket was closed.
JUPYTERLABS_OWN = re.compile(
    r"Canceled future for \w+ message"
    r"|Kernel message validation error: Cannot read properties of null \(reading 'protocol'\)"
)


def new_page(browser: Browser, **options: Any) -> Page:
    """Return an empty page without cookies; errors in its scripts are recorded."""
    context = browser.new_context(**options)
    context.set_default_timeout(SECONDS * 1000)
    return context.new_page()


def note_errors(page: Page) -> list[str]:
    """Return a list to which each error of a script on this page is added."""
    script_errors: list[str] = []

    def note(error: object) -> None:
        if not JUPYTERLABS_OWN.search(str(error)):
            script_errors.append(str(error))

    page.on("pageerror", note)
    return script_errors


def passing(page: Page) -> Iterator[Page]:
    """Yield a page for one test, then assert that none of its scripts failed."""
    script_errors = note_errors(page)
    yield page
    page.context.close()
    assert script_errors == []


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    yield from passing(new_page(browser, viewport={"width": 1280, "height": 1000}))


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A touch page of a phone's size, without animations."""
    yield from passing(
        new_page(
            browser, viewport={"width": 390, "height": 800}, has_touch=True, reduced_motion="reduce"
        )
    )


@pytest.fixture
def folder(lab: Lab, request: pytest.FixtureRequest) -> Path:
    """The folder of this test's notebooks, without any answers."""
    return _folder_of(request, lab)


def _folder_of(request: pytest.FixtureRequest, lab: Lab) -> Path:
    path = lab.folder / re.sub(r"\W+", "-", request.node.name)
    path.mkdir(exist_ok=True)
    return path


@pytest.fixture
def open_notebook(
    browser: Browser, lab: Lab, request: pytest.FixtureRequest
) -> Iterator[OpenNotebook]:
    """A function `open_notebook(cells)` that shows a notebook with these cells, all run.

    JupyterLab is loaded once for all tests by mouse and keys, and once for those by touch.
    """
    folder = _folder_of(request, lab)

    def open_with(
        cells: list[str], *, touch: bool = False, may_fail: bool = False, **view: Any
    ) -> Page:
        number = len(list(folder.glob("*.ipynb"))) + 1
        write_notebook(folder / f"{number}.ipynb", cells)
        if touch not in lab.windows:
            lab.windows[touch] = _window(browser, touch)
        page = lab.windows[touch].page
        name = f"{folder.name}/{number}.ipynb"
        if page.url == "about:blank":
            go_to_notebook(page, lab, name)
        else:
            open_document(page, name)
        _see(page, **view)
        run_all(page)
        assert may_fail or cell_errors(page) == []
        return page

    yield open_with
    errors = [error for window in lab.windows.values() for error in window.script_errors]
    lab.windows = {touch: window for touch, window in lab.windows.items() if _is_left(window)}
    lab.stop_kernels()
    assert errors == []


def _window(browser: Browser, touch: bool) -> Window:
    page = new_page(browser, has_touch=touch)
    return Window(page, note_errors(page))


def _see(page: Page, *, size: Any = None, still: bool = False) -> None:
    """Set the size of a page's window; if `still`, switch animations off."""
    page.set_viewport_size(size or {"width": 1280, "height": 1000})
    page.emulate_media(reduced_motion="reduce" if still else "no-preference")


def _is_left(window: Window) -> bool:
    """Prepare the window for the next test; if a dialog is open, close the window instead."""
    page = window.page
    if page.locator(".jp-Dialog").count():
        page.context.close()
        return False
    window.script_errors.clear()
    close_documents(page)
    if not page.locator(LIGHT_BODY).count():
        change_theme(page, dark=False)
    return True


@pytest.fixture
def shot(tmp_path_factory: pytest.TempPathFactory) -> Shot:
    """A function `shot(page, name)` that saves a screenshot outside the repository."""
    named = os.environ.get("TEACHKIT_SCREENSHOTS")
    folder = Path(named) if named else tmp_path_factory.getbasetemp() / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)

    def save_picture(page: Page, name: str) -> Path:
        path = folder / f"{name}.png"
        page.screenshot(path=path)
        return path

    return save_picture
