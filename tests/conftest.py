"""Selection of slow tests, and distribution of tests to several processes (`pytest -n auto`)."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from .once import Once, of_this_run
from .thorough import THOROUGH

if TYPE_CHECKING:
    from xdist.scheduler import LoadScopeScheduling

# Several processes share the machine, so the time of an example means nothing. Examples are the
# same for everybody, so that a test that passes once passes again; `TEACHKIT_EXPLORE=1` looks for
# new ones, ten times as many.
settings.register_profile("teachkit", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile("explore" if os.environ.get("TEACHKIT_EXPLORE") else "teachkit")

# Until all tests are collected: none of them is garbage, and scanning them takes seconds.
gc.disable()


def pytest_collection_finish() -> None:
    """Turn on garbage collection, but exclude the collected tests from it."""
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def _no_strategy_is_left() -> Iterator[None]:
    """End the processes that are kept warm for a strategy's next game, so that none is found."""
    yield
    if playing := sys.modules.get("teachkit.classroom.tournament.playing"):
        playing.cool_down()


def pytest_configure(config: pytest.Config) -> None:
    """Let nbval use the stored run of each lesson; as a plugin this works for lessons/ too."""
    if getattr(config.option, "nbval", False):
        from .lessons import executed

        config.pluginmanager.register(executed)


SLOW = ("lessons/", "tests/lessons/", "tests/benchmarks/")
# Their tests share nothing and take long, so each goes where there is room.
APART = (
    "tests/test_cli_grade.py",
    "tests/classroom/test_hostile.py",
    "tests/browser/test_table.py",
    "tests/browser/test_one_screen.py",
    "tests/browser/test_tour.py",
    "tests/browser/test_alive.py",
)
# They take minutes, so they begin first: at the end, the other processes would wait for them.
FIRST = (
    "tests/classroom/test_grade_class.py",
    "tests/interop/test_nbgrader.py",
    "tests/exercises/test_answers_to_wrong_programs.py",
    "tests/exercises/test_contract.py::test_it_holds[2",
    "tests/browser/",
)
BY_LESSON = "tests/lessons/test_lessons.py"
BY_PARAMETER = (BY_LESSON, "tests/exercises/test_contract.py")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark whole lessons, whole classes and benchmarks as slow; skip nightly tests by day."""
    for item in items:
        if item.nodeid.startswith(SLOW):
            item.add_marker(pytest.mark.slow)
    nightly = [] if THOROUGH else [item for item in items if item.get_closest_marker("nightly")]
    if nightly:
        config.hook.pytest_deselected(items=nightly)
        items[:] = [item for item in items if item not in set(nightly)]
    items.sort(key=lambda item: not item.nodeid.startswith(FIRST))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import the browser tests if they are deselected."""
    unwanted = "not browser" in config.option.markexpr and collection_path.name == "browser"
    return True if unwanted else None


@pytest.fixture(scope="session")
def once(pytestconfig: pytest.Config) -> Once:
    """A function `once(name, make)` that makes something in one test process, for all of them."""
    return of_this_run(pytestconfig)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> Generator[None, int, int]:
    """Use one process more than processors for slow tests, which wait for Chromium and kernels."""
    processors = yield
    return processors if "not slow" in config.option.markexpr else processors + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    """Keep each file in one process: its tests may share a kernel or other costly things.

    Files begin in the order of `items`, not those with the most tests first.
    """
    from xdist.scheduler import LoadScopeScheduling

    config.option.loadscopereorder = False

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file, _, test = nodeid.partition("::")
            if file in BY_PARAMETER:
                return f"{file}[{test.partition('[')[2]}"
            if file.endswith(".ipynb"):  # together with the tests that use the same run
                return f"{BY_LESSON}[{Path(file).stem}]"
            return nodeid if file.startswith(APART) else file

    return ByFile(config, log)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the cost of every hostile submission, if they were graded."""
    rows = [row for outcome in ("passed", "failed")
            for report in terminalreporter.stats.get(outcome, ())
            for name, row in getattr(report, "user_properties", ())
            if name == "hostile"]  # fmt: skip
    if rows:
        terminalreporter.section("hostile hand-ins")
        terminalreporter.write_line(f"{'name':45} workers held    MB seconds")
        for row in sorted(rows):
            terminalreporter.write_line(row)
