"""A lesson is alive when it is opened, and again whenever its kernel was gone."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
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
    NOTEBOOK,
    Lab,
    cell_errors,
    command,
    dark_theme,
    go_to_notebook,
    learners_command,
    open_lesson,
    restart_kernel,
    running_lab,
    wait_until_awake,
    write_notebook,
)

LESSON = "01-first-moves.ipynb"
BENCH = f"{NOTEBOOK} .tk-bench"
SCREEN = {"width": 1366, "height": 768}
CHORDS = [
    "d d", "x", "Shift+M", "m", "y", "r", "1", "a", "b", "v", "z", "0 0", "Control+Shift+ArrowUp",
    "Control+Shift+ArrowDown", "Delete", "Control+x", "Control+v", "Control+z", "i i", "Alt+Enter",
    "Control+Backspace", "Shift+A", "Shift+B", "c v", "o", "Shift+L",
]  # fmt: skip


@pytest.fixture(scope="module")
def ada(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """`teachkit lab`, with the lessons as they are handed out."""
    with running_lab(tmp_path_factory.mktemp("ada"), learners_command) as lab:
        yield lab


@pytest.fixture(autouse=True)
def school_laptop(page: Page, ada: Lab) -> Iterator[None]:
    page.set_viewport_size(SCREEN)
    yield
    ada.stop_kernels()


def works(page: Page) -> None:
    """A press of Run is answered by the kernel."""
    bench = page.locator(BENCH).filter(has=page.get_by_role("heading", name="Change one card"))
    says = bench.locator(".tk-says")
    says.evaluate("says => says.replaceChildren()")
    bench.get_by_role("button", name="Run", exact=True).click()
    expect(says).not_to_be_empty()
    expect(says).not_to_contain_text("No answer")


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


def test_a_lesson_is_alive_without_a_key(ada: Lab, page: Page, shot: Shot) -> None:
    open_lesson(page, ada, LESSON)
    shot(page, "alive-01")
    assert cell_errors(page) == []
    expect(page.locator(BENCH)).to_have_count(8)
    works(page)
    for code_or_points in (".jp-CodeCell .jp-InputArea", ".jp-Placeholder", "pre >> text='0.0'"):
        assert page.locator(NOTEBOOK).locator(code_or_points).locator("visible=true").count() == 0
    assert not page.evaluate("window.jupyterapp.shell.currentWidget.context.model.dirty")


def test_no_key_pressed_by_mistake_changes_the_lesson(ada: Lab, page: Page) -> None:
    open_lesson(page, ada, LESSON)
    before = cells(page)
    kinds = [kind for _, kind, source, _ in before]
    text, exercise = 2, next(at for at, cell in enumerate(before) if "tk.exercise" in cell[2])
    assert (kinds[text], kinds[exercise]) == ("markdown", "code")
    for number in (text, exercise):
        for chord in CHORDS:
            choose(page, number)
            for key in chord.split():
                page.keyboard.press(key)
            assert cells(page) == before, (number, chord)
            assert page.locator(".jp-Dialog").count() == 0, (number, chord)
    page.locator(f"{NOTEBOOK} .jp-RenderedMarkdown p").first.dblclick()
    page.keyboard.type("abc")
    assert cells(page) == before
    works(page)


def test_shift_enter_stays_where_it_is(ada: Lab, page: Page) -> None:
    """In a cell that learners write."""
    open_lesson(page, ada, "10-digits.ipynb")
    number = next(at for at, cell in enumerate(cells(page)) if cell[2].startswith("73 // 10"))
    choose(page, number)
    page.keyboard.press("Enter")
    page.keyboard.press("Control+End")
    page.keyboard.type(", 5")
    page.keyboard.press("Control+z")
    page.keyboard.type(", 4")
    page.keyboard.press("Shift+Enter")
    expect(page.locator(".jp-OutputArea-output").get_by_text("(7, 3, 4)")).to_be_visible()
    active = "window.jupyterapp.shell.currentWidget.content.activeCellIndex"
    assert page.evaluate(active) == number


def test_a_restarted_kernel_is_mended(ada: Lab, page: Page) -> None:
    open_lesson(page, ada, LESSON)
    restart_kernel(page)
    wait_until_awake(page)
    works(page)


def test_a_killed_kernel_is_mended(ada: Lab, page: Page) -> None:
    open_lesson(page, ada, LESSON)
    [kernel] = ada.kernels()
    os.kill(_process_of(kernel), signal.SIGKILL)
    page.wait_for_selector(AWAKE, state="detached")
    wait_until_awake(page)
    expect(page.locator(".jp-Dialog")).to_have_count(0)
    works(page)


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


def test_a_kernel_that_is_gone_is_told_and_one_button_brings_it_back(
    ada: Lab, page: Page, shot: Shot
) -> None:
    open_lesson(page, ada, LESSON)
    [kernel] = ada.kernels()
    gone = time.perf_counter()
    ada.delete_kernel(kernel)
    notice = page.locator(f"{NOTEBOOK} .tk-asleep").first
    expect(notice).to_be_visible(timeout=5000)
    print(f"\ntold after {time.perf_counter() - gone:.1f} s")
    expect(notice).to_contain_text("The exercises fell asleep.")
    shot(page, "asleep")
    notice.get_by_role("button", name="Wake them up").click()
    wait_until_awake(page)
    expect(page.locator(".tk-asleep")).to_have_count(0)
    works(page)


def test_reopened_it_is_alive_with_what_was_laid(ada: Lab, page: Page) -> None:
    open_lesson(page, ada, LESSON)
    works(page)
    command(page, "docmanager:save")
    open_lesson(page, ada, LESSON)
    works(page)
    ada.stop_kernels()
    open_lesson(page, ada, LESSON)
    works(page)


def test_a_second_lesson_and_a_second_tab_are_alive(ada: Lab, page: Page) -> None:
    open_lesson(page, ada, LESSON)
    other = page.context.new_page()
    open_lesson(other, ada, LESSON)
    works(other)
    works(page)
    other.close()
    command(page, "docmanager:open", path="02-which-way-am-i-facing.ipynb")
    page.wait_for_function(
        "() => window.jupyterapp.shell.currentWidget.title.label.startsWith('02')"
    )
    wait_until_awake(page)
    expect(page.locator(BENCH).first).to_be_visible()


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


@pytest.mark.parametrize("is_marked", [True, False])
def test_nothing_but_our_own_calls_in_marked_lessons_is_run_unasked(
    is_marked: bool, ada: Lab, page: Page
) -> None:
    path = ada.folder / f"foreign-{is_marked}.ipynb"
    ours = ["import teachkit as tk", "tk.exercise('01-05-change-one-card')"]
    write_notebook(path, [*FOREIGN, *(ours if is_marked else [ours[1]])])
    notebook = json.loads(path.read_text())
    for cell in notebook["cells"]:
        cell["metadata"] = {"teachkit": {"live": True}}
    if is_marked:
        notebook["metadata"]["teachkit"] = {"lesson": True}
    path.write_text(json.dumps(notebook))
    go_to_notebook(page, ada, path.name)
    if is_marked:
        wait_until_awake(page)
        works(page)
    else:
        page.wait_for_timeout(2000)
    assert _was_run(page) == [False] * len(FOREIGN) + [is_marked] * (2 if is_marked else 1)
    assert not (ada.folder / "ran").exists()


def _was_run(page: Page) -> list[bool]:
    found: list[bool] = page.evaluate(
        """() => window.jupyterapp.shell.currentWidget.content.widgets
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


def test_a_dark_theme_stays(ada: Lab, page: Page, shot: Shot) -> None:
    """What learners have chosen for their JupyterLab is theirs."""
    open_lesson(page, ada, LESSON)
    dark_theme(page)
    open_lesson(page, ada, LESSON)
    expect(page.locator('body[data-jp-theme-light="false"]')).to_be_attached()
    shot(page, "alive-dark")
    command(page, "apputils:change-theme", theme="JupyterLab Light")
