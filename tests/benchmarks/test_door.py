"""Benchmark of opening a lesson, from the address to an exercise, against plain JupyterLab."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Browser, Page

from tests.browser.labpage import (
    NOTEBOOK,
    SECONDS,
    Lab,
    learners_command,
    running_lab,
    wait_for_kernel,
)

from .ratio import by_day

ROUNDS = by_day(15)
LESSON = "01-first-moves.ipynb"
UNMARKED = "unmarked.ipynb"


@pytest.mark.browser
def test_the_first_exercise_is_there_soon_after_the_kernel(browser, benchmark, tmp_path):
    """Open the same lesson without its mark, which is not run, in turn.

    Each time has its own kernel, and a browser without a cache.
    """
    seconds: dict[str, list[float]] = {"kernel": [], "exercise": []}
    with running_lab(tmp_path, learners_command) as lab:
        lesson = nbformat.read(lab.folder / LESSON, as_version=4)
        del lesson.metadata["teachkit"]
        nbformat.write(lesson, lab.folder / UNMARKED)

        def one_round() -> None:
            seconds["kernel"].append(_waited(browser, lab, UNMARKED, wait_for_kernel))
            seconds["exercise"].append(_waited(browser, lab, LESSON, _wait_for_exercise))

        benchmark.pedantic(one_round, rounds=ROUNDS, warmup_rounds=1)
    kernel, exercise = median(seconds["kernel"][1:]), median(seconds["exercise"][1:])
    benchmark.extra_info["first live exercise to idle kernel"] = (
        f"{exercise / kernel:.2f} ({exercise:.1f} s to {kernel:.1f} s)"
    )
    assert exercise <= 1.3 * kernel


def _wait_for_exercise(page: Page) -> Any:
    return page.wait_for_selector(f"{NOTEBOOK} .tk-bench")


def _waited(browser: Browser, lab: Lab, name: str, wait: Callable[[Page], Any]) -> float:
    lab.stop_kernels()
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.set_default_timeout(SECONDS * 1000)
    start = time.perf_counter()
    page.goto(f"{lab.url}/doc/tree/{name}?reset")
    wait(page)
    seconds = time.perf_counter() - start
    context.close()
    return seconds
