"""The sources, the sentences in them, and a language that nobody speaks."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from teachkit import words

from .pseudo import Pseudo

ROOT = Path(__file__).parents[2]


@pytest.fixture
def pseudo() -> Iterator[Pseudo]:
    """Everything is said in pseudo until the test is over; it keeps what it was asked for."""
    language = Pseudo()
    words.use(language)
    yield language
    words.use("en")


@pytest.fixture(scope="session")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """What a translator gets, by the very command that a translator types."""
    file = tmp_path_factory.mktemp("catalogue") / "teachkit.pot"
    command = ["-m", "babel.messages.frontend", "extract", "-F", "pyproject.toml", "-o"]
    ran = subprocess.run(
        [sys.executable, *command, file, "."], cwd=ROOT, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    with file.open("rb") as opened:
        return read_po(opened)


@pytest.fixture(scope="session")
def sources() -> dict[Path, ast.Module]:
    """All our own Python, parsed, by its path."""
    files = sorted((ROOT / "teachkit").rglob("*.py"))
    return {file.relative_to(ROOT): ast.parse(file.read_text(encoding="utf-8")) for file in files}
