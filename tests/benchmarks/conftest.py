"""Fixtures of the benchmarks, which run alone: beside other tests their ratios mean nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import browser, lab, open_notebook, page

__all__ = ["browser", "lab", "open_notebook", "page"]  # fixtures; one browser for all benchmarks

RATIOS = pytest.StashKey[list[str]]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("benchmark_only"):
        return
    alone = pytest.mark.skip(reason="run alone: python -m pytest tests/benchmarks --benchmark-only")
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(alone)


@pytest.fixture(autouse=True)
def ratios(benchmark: Any, request: pytest.FixtureRequest) -> Iterator[None]:
    """Print the results of each benchmark at the end, whether it passed or not."""
    yield
    found = request.config.stash.setdefault(RATIOS, [])
    found += [
        f"{request.node.name}, {what}: {ratio}" for what, ratio in benchmark.extra_info.items()
    ]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if found := config.stash.get(RATIOS, []):
        terminalreporter.section("ratios, each measured inside one interleaved run")
        for line in found:
            terminalreporter.write_line(line)
