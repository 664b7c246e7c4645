"""Fixtures with the sources, their sentences, and a pseudo-language."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tests.once import Once

from .pseudo import Pseudo, in_pseudo

ROOT = Path(__file__).parents[2]
POT = "teachkit.pot"


@pytest.fixture
def pseudo() -> Iterator[Pseudo]:
    """Translate everything to pseudo during a test; the language records what was asked for."""
    with in_pseudo() as language:
        yield language


@pytest.fixture(scope="session")
def catalogue(once: Once) -> Catalog:
    """The catalogue of sentences, extracted by the command that translators use."""

    def extract(folder: Path) -> None:
        command = ["-m", "babel.messages.frontend", "extract", "-F", "pyproject.toml", "-o"]
        ran = subprocess.run(
            [sys.executable, *command, folder / POT, "."], cwd=ROOT, capture_output=True
        )
        assert ran.returncode == 0, ran.stderr.decode()

    with (once.path("catalogue", extract) / POT).open("rb") as opened:
        return read_po(opened)


@pytest.fixture(scope="session")
def sources() -> dict[Path, ast.Module]:
    """All Python files of teachkit, parsed, by path."""
    files = sorted((ROOT / "teachkit").rglob("*.py"))
    return {file.relative_to(ROOT): ast.parse(file.read_text(encoding="utf-8")) for file in files}
