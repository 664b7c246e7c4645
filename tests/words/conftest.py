"""Fixtures with the sources, their sentences, and a pseudo-language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tests.once import Once

from .packaged import ROOT, extracted
from .pseudo import Pseudo, in_pseudo


@pytest.fixture
def pseudo() -> Iterator[Pseudo]:
    """Translate everything to pseudo during a test; the language records what was asked for."""
    with in_pseudo() as language:
        yield language


@pytest.fixture(scope="session")
def catalogue(once: Once) -> Catalog:
    """The catalogue of sentences, extracted by the command that translators use."""
    return extracted(once)


@pytest.fixture(scope="session")
def sources() -> dict[Path, ast.Module]:
    """All Python files of teachkit, parsed, by path."""
    files = sorted((ROOT / "teachkit").rglob("*.py"))
    return {file.relative_to(ROOT): ast.parse(file.read_text(encoding="utf-8")) for file in files}
