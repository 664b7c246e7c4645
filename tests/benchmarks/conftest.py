"""Benchmarks run by themselves: beside other tests their ratios would say nothing."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("benchmark_only"):
        return
    alone = pytest.mark.skip(reason="run alone: python -m pytest tests/benchmarks --benchmark-only")
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(alone)
