"""A lesson is alive when it is opened, and again whenever its kernel was gone."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from teachkit.classroom.alive import our_call
from teachkit.classroom.lab import JUPYTERLAB
from tests.lessons.lessonbook import code_cells, lessons, read

from .conftest import Shot
from .labpage import (
    AWAKE,
    LAPTOP,
    NOTEBOOK,
    Lab,
    change_theme,
    go_to_notebook,
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


@pytest.fixture
def short(page: Page, ada: Lab) -> Page:
    """The shortest lesson that there can be, opened on a school's laptop."""
    page.set_viewport_size(LAPTOP)
    write_lesson(ada.folder / LESSON, [IMPORT, EXERCISE, YOURS], live=2)
    open_lesson(page, ada, LESSON)
    return page


def write_lesson(path: Path, cells: list[str], live: int, *, is_marked: bool = True) -> None:
    """A lesson whose first cells are marked as live; perhaps it is no lesson itself."""
    write_notebook(path, cells)
    notebook = json.loads(path.read_text())
    for cell in notebook["cells"][:live]:
        cell["metadata"] = {"teachkit": {"live": True}}
    text = {"id": "text", "cell_type": "markdown", "metadata": {}, "source": "Nothing to write"}
    notebook["cells"].append(text)
    if is_marked:
        notebook["metadata"]["teachkit"] = {"lesson": True}
    path.write_text(json.dumps(notebook))


def works(page: Page) -> None:
    """A press of Run is answered by the kernel."""
    bench = page.locator(f"{NOTEBOOK} .tk-bench").first
    says = bench.locator(".tk-says")
    says.evaluate("says => says.replaceChildren()")
    bench.get_by_role("button", name="Run", exact=True).click()
    expect(says).to_have_text(re.compile(r"^(?!No answer)."))


def cells(page: Page) -> Any:
    """All that a wrong key could change: which cells there are, of which kind, saying what."""
    return page.evaluate(
        """() => window.jupyterapp.shell.currentWidget.content.widgets.map(({ model }) => [
            model.id, model.type, model.sharedModel.getSource(), JSON.stringify(model.metadata)
        ])"""
    )


def choose(page: Page, number: int) -> None:
    """Select a cell as a click beside it does: keys are heard by the notebook now."""
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
    """Neither in its text nor at an exercise; and Shift+Enter in a learner's cell stays there."""
    before = cells(short)
    kinds = [kind for _, kind, _, _ in before]
    assert kinds == ["code", "code", "code", "markdown"]
    for number in (1, 3):
        for chord in CHORDS:
            choose(short, number)
            for key in chord.split():
                short.keyboard.press(key)
            assert cells(short) == before, (number, chord)
            assert short.locator(".jp-Dialog").count() == 0, (number, chord)
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


def test_a_kernel_that_ends_comes_back(ada: Lab, short: Page, shot: Shot) -> None:
    """Restarted or killed, all by itself; ended by the server, with one button."""
    restart_kernel(short)
    wait_until_awake(short)
    works(short)

    [kernel] = ada.kernels()
    os.kill(_process_of(kernel), signal.SIGKILL)
    short.wait_for_selector(AWAKE, state="detached")
    wait_until_awake(short)
    expect(short.locator(".jp-Dialog")).to_have_count(0)
    works(short)

    ada.delete_kernel(kernel)
    notice = short.locator(f"{NOTEBOOK} .tk-asleep").first
    expect(notice).to_contain_text("The exercises fell asleep.")
    shot(short, "asleep")
    notice.get_by_role("button", name="Wake them up").click()
    wait_until_awake(short)
    expect(short.locator(".tk-asleep")).to_have_count(0)
    works(short)


def _process_of(kernel: str) -> int:
    """The process whose command line names this kernel's connection file."""
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
    ada: Lab, short: Page, shot: Shot
) -> None:
    """With its kernel and without; a dark theme that learners have chosen stays."""
    works(short)
    other = short.context.new_page()
    open_lesson(other, ada, LESSON)
    works(other)
    works(short)
    other.close()
    save(short)
    change_theme(short)
    open_lesson(short, ada, LESSON)
    expect(short.locator('body[data-jp-theme-light="false"]')).to_be_attached()
    works(short)
    shot(short, "alive-dark")
    change_theme(short, dark=False)
    ada.stop_kernels()
    open_lesson(short, ada, LESSON)
    works(short)
    write_lesson(ada.folder / OTHER, [IMPORT, EXERCISE], live=2)
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


def test_nothing_but_our_own_calls_in_marked_lessons_is_run_unasked(ada: Lab, page: Page) -> None:
    """The notebook without a mark is opened first: when the other one is awake, it had its time."""
    for is_marked in (False, True):
        name, cells = f"foreign-{is_marked}.ipynb", [*FOREIGN, IMPORT, EXERCISE]
        write_lesson(ada.folder / name, cells, live=len(cells), is_marked=is_marked)
    go_to_notebook(page, ada, "foreign-False.ipynb")
    open_document(page, "foreign-True.ipynb")
    wait_until_awake(page)
    works(page)
    nothing = [False] * len(FOREIGN)
    assert _was_run(page) == [*nothing, True, True]
    open_document(page, "foreign-False.ipynb")
    assert _was_run(page) == [*nothing, False, False]
    assert not (ada.folder / "ran").exists()


def _was_run(page: Page) -> list[bool]:
    found: list[bool] = page.evaluate(
        """() => window.jupyterapp.shell.currentWidget.content.widgets
            .filter(({ model }) => model.type === 'code')
            .map(({ model }) => model.executionCount !== null)"""
    )
    return found


def test_the_extension_knows_every_call_that_lessons_are_made_of(page: Page) -> None:
    """It reads a call as `mark` does, and nothing else."""
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
