"""The door: from the address to an exercise that works, beside JupyterLab's own way to a kernel."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import browser
from tests.browser.labpage import (
    NOTEBOOK,
    SECONDS,
    Lab,
    learners_command,
    running_lab,
    wait_for_kernel,
)

__all__ = ["browser"]  # a fixture

ROUNDS = 3
LESSON = "01-first-moves.ipynb"


@pytest.mark.browser
@pytest.mark.usefixtures("browser")
def test_the_first_exercise_is_there_soon_after_the_kernel(request, benchmark, tmp_path):
    """The same lesson without its mark is opened in turn: nobody runs its cells."""
    opened = request.getfixturevalue("browser")
    seconds: dict[str, list[float]] = {"kernel": [], "exercise": []}
    with running_lab(tmp_path, learners_command) as lab:
        bare = nbformat.read(lab.folder / LESSON, as_version=4)
        del bare.metadata["teachkit"]
        nbformat.write(bare, lab.folder / "bare.ipynb")

        def one_round() -> None:
            seconds["kernel"].append(_seconds(opened, lab, "bare.ipynb", wait_for_kernel))
            seconds["exercise"].append(_seconds(opened, lab, LESSON, _exercise))

        benchmark.pedantic(one_round, rounds=ROUNDS, warmup_rounds=1)
    own, first = median(seconds["kernel"][1:]), median(seconds["exercise"][1:])
    benchmark.extra_info["first live exercise"] = (
        f"{first / own:.2f} ({first:.1f} s; {own:.1f} s to an idle kernel)"
    )
    assert first <= 1.6 * own


def _exercise(page: Page) -> Any:
    return page.wait_for_selector(f"{NOTEBOOK} .tk-bench")


def _seconds(opened: Browser, lab: Lab, name: str, is_there: Callable[[Page], Any]) -> float:
    """With a new kernel, in a browser that has seen nothing."""
    lab.stop_kernels()
    context = opened.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.set_default_timeout(SECONDS * 1000)
    begin = time.perf_counter()
    page.goto(f"{lab.url}/doc/tree/{name}?reset")
    is_there(page)
    seconds = time.perf_counter() - begin
    context.close()
    return seconds
