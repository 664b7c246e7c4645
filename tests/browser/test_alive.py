"""Browser tests of lessons that run when they are opened, and again after their kernel is gone."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from teachkit.classroom.notebooks import JUPYTERLAB, our_call
from tests.lessons.lessonbook import code_cells, lessons, read

from .conftest import Shot, new_page, note_errors
from .labpage import (
    AWAKE,
    LAPTOP,
    NOTEBOOK,
    Lab,
    Window,
    change_theme,
    open_document,
    open_lesson,
    restart_kernel,
    save,
    wait_until_awake,
    write_notebook,
)

LESSON, OTHER = "short.ipynb", "other.ipynb"
IMPORT, EXERCISE = "import teachkit as tk", "tk.exercise('01-05-change-one-card')"
YOURS = "73 // 10"
CHORDS = [
    "d d", "x", "Shift+M", "m", "y", "r", "1", "a", "b", "v", "z", "0 0", "Control+Shift+ArrowUp",
    "Control+Shift+ArrowDown", "Delete", "Control+x", "Control+v", "Control+z", "i i", "Alt+Enter",
    "Control+Backspace", "Shift+A", "Shift+B", "c v", "o", "Shift+L",
]  # fmt: skip


@pytest.fixture(scope="module")
def window(browser: Browser, learners_lab: Lab) -> Iterator[Window]:
    """A window with the shortest possible lesson, opened once on a school laptop."""
    page = new_page(browser, viewport=LAPTOP)
    script_errors = note_errors(page)
    path = learners_lab.folder / LESSON
    write_notebook(path, [IMPORT, EXERCISE, YOURS], live=2, is_lesson=True)
    notebook = json.loads(path.read_text())
    text = {"id": "text", "cell_type": "markdown", "metadata": {}, "source": "Nothing to write"}
    path.write_text(json.dumps(notebook | {"cells": [*notebook["cells"], text]}))
    open_lesson(page, learners_lab, LESSON)
    yield Window(page, script_errors)
    page.context.close()
    learners_lab.forget()


@pytest.fixture
def short(window: Window) -> Iterator[Page]:
    """Its page, on which no script may fail."""
    yield window.page
    assert window.script_errors == []


def works(page: Page) -> None:
    """Assert that the kernel answers a press of Run."""
    bench = page.locator(f"{NOTEBOOK} .tk-bench").first
    says = bench.locator(".tk-says")
    says.evaluate("says => says.replaceChildren()")
    bench.get_by_role("button", name="Run", exact=True).click()
    expect(says).to_have_text(re.compile(r"^(?!No answer)."))


def cells(page: Page) -> Any:
    """Return everything that a wrong key could change: cells, their type and text, or a dialog."""
    return page.evaluate(
        """() => [...window.jupyterapp.shell.currentWidget.content.widgets.map(({ model }) => [
            model.type, model.id, model.sharedModel.getSource(), JSON.stringify(model.metadata)
        ]), ...[...document.querySelectorAll('.jp-Dialog')].map(() => ['dialog'])]"""
    )


def choose(page: Page, number: int) -> None:
    """Select a cell by a click beside it, so that keys go to the notebook."""
    page.evaluate(
        """number => {
          const notebook = window.jupyterapp.shell.currentWidget.content;
          notebook.activeCellIndex = number;
          notebook.mode = 'command';
          notebook.activeCell.node.focus();
        }""",
        number,
    )


def test_no_key_pressed_by_mistake_changes_the_lesson(short: Page) -> None:
    """Neither its text nor an exercise changes; Shift+Enter in a learner's cell stays there."""
    before = cells(short)
    assert [kind for kind, *_ in before] == ["code", "code", "code", "markdown"]
    for number in (1, 3):
        for chord in CHORDS:
            choose(short, number)
            for key in chord.split():
                short.keyboard.press(key)
            assert cells(short) == before, (number, chord)
    short.locator(f"{NOTEBOOK} .jp-RenderedMarkdown p").first.dblclick()
    short.keyboard.type("abc")
    assert cells(short) == before
    works(short)
    choose(short, 2)
    short.keyboard.press("Enter")
    short.keyboard.press("Control+End")
    for text, key in ((", 5", "Control+z"), (", 4", "Shift+Enter")):
        short.keyboard.type(text)
        short.keyboard.press(key)
    expect(short.locator(".jp-OutputArea-output").get_by_text("(7, 4)")).to_be_visible()
    active = "window.jupyterapp.shell.currentWidget.content.activeCellIndex"
    assert short.evaluate(active) == 2


def test_a_kernel_that_ends_comes_back(learners_lab: Lab, short: Page, shot: Shot) -> None:
    """A restarted or killed kernel comes back by itself, one ended by the server by a button."""
    restart_kernel(short)
    wait_until_awake(short)
    works(short)

    [kernel] = learners_lab.kernels()
    os.kill(_process_of(kernel), signal.SIGKILL)
    short.wait_for_selector(AWAKE, state="detached")
    wait_until_awake(short)
    expect(short.locator(".jp-Dialog")).to_have_count(0)
    works(short)

    learners_lab.delete_kernel(kernel)
    notice = short.locator(f"{NOTEBOOK} .tk-asleep").first
    expect(notice).to_contain_text("The exercises have fallen asleep.")
    shot(short, "asleep")
    notice.get_by_role("button", name="Wake them up").click()
    wait_until_awake(short)
    expect(short.locator(".tk-asleep")).to_have_count(0)
    works(short)


def _process_of(kernel: str) -> int:
    """Return the process whose command line names this kernel's connection file."""
    [found] = [
        int(folder.name)
        for folder in Path("/proc").iterdir()
        if folder.name.isdecimal() and f"kernel-{kernel}".encode() in _command_line(folder)
    ]
    return found


def _command_line(folder: Path) -> bytes:
    try:
        return (folder / "cmdline").read_bytes()
    except OSError:
        return b""


def test_reopened_in_a_second_tab_and_beside_a_second_lesson(
    learners_lab: Lab, short: Page, shot: Shot
) -> None:
    """With its kernel and without; a dark theme chosen by the learner stays."""
    other = short.context.new_page()
    open_lesson(other, learners_lab, LESSON)
    works(other)
    works(short)
    other.close()
    save(short)
    change_theme(short)
    learners_lab.stop_kernels()
    open_lesson(short, learners_lab, LESSON)
    expect(short.locator('body[data-jp-theme-light="false"]')).to_be_attached()
    works(short)
    shot(short, "alive-dark")
    change_theme(short, dark=False)
    write_notebook(learners_lab.folder / OTHER, [IMPORT, EXERCISE], live=2, is_lesson=True)
    open_document(short, OTHER)
    wait_until_awake(short)
    works(short)


FOREIGN = [
    "import teachkit as tk  # and more",
    "import os",
    "tk.exercise(open('ran', 'w').name)",
    "tk.exercise(f\"{open('ran', 'w')}\")",
    "tk.exercise('01-05'); open('ran', 'w')",
    "tk.exercise('01-05')\nopen('ran', 'w')",
    "tk.exercise('01-05') or (open('ran', 'w'))",
    "tk.watch('a', program=open('ran', 'w'))",
    "tk.watch('a', program==open('ran', 'w'))",
    "tk.exercise(*open('ran', 'w'))",
    "tk.exercise('''a''' + open('ran', 'w'))",
    "open('ran', 'w')",
    "%run ran",
    "!touch ran",
    "tk.classroom.exercise('a')",
    "[tk.exercise('01-05')]",
]


def test_nothing_but_our_own_calls_in_marked_lessons_is_run_unasked(
    learners_lab: Lab, short: Page
) -> None:
    """Open the notebook without a mark first, so that it has time while the other one runs."""
    sources, nothing = [*FOREIGN, IMPORT, EXERCISE], [False] * len(FOREIGN)
    for is_lesson in (False, True):
        name = f"foreign-{is_lesson}.ipynb"
        path = learners_lab.folder / name
        write_notebook(path, sources, live=len(sources), is_lesson=is_lesson)
        open_document(short, name)
    wait_until_awake(short)
    works(short)
    assert _was_run(short) == [*nothing, True, True]
    open_document(short, "foreign-False.ipynb")
    assert _was_run(short) == [*nothing, False, False]
    assert not (learners_lab.folder / "ran").exists()


def _was_run(page: Page) -> list[bool]:
    found: list[bool] = page.evaluate(
        """() => window.jupyterapp.shell.currentWidget.content.widgets
            .filter(({ model }) => model.type === 'code')
            .map(({ model }) => model.executionCount !== null)"""
    )
    return found


def test_the_extension_knows_every_call_that_lessons_are_made_of(page: Page) -> None:
    """It recognizes the same calls as `mark`."""
    live = {
        cell.source: cell.metadata.get("teachkit", {}).get("live", False)
        for path in lessons()
        for cell in code_cells(read(path))
        if our_call(cell.source) != "points"
    }
    script = (JUPYTERLAB / "extensions" / "teachkit" / "static" / "remoteEntry.js").read_text()
    page.evaluate(f"{script};0")
    ours = "sources => sources.map(window._JUPYTERLAB.teachkit.isOurs)"
    assert len(live) > 80
    assert page.evaluate(ours, list(live)) == list(live.values())
    assert page.evaluate(ours, FOREIGN) == [False] * len(FOREIGN)
