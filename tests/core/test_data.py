"""Data files: errors for people, and files that are never half written."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from teachkit.core.data import read_toml, structure, write_whole
from teachkit.errors import DataError, FolderError

from ..cases import cases, raised


@dataclass(frozen=True)
class Mistake:
    """A wrong answer and its sentence."""

    answer: str
    says: str


@dataclass(frozen=True)
class Task:
    """A small file."""

    title: str
    points: int = 1
    mistakes: list[Mistake] = field(default_factory=list)
    cards: dict[str, list[str]] = field(default_factory=dict)


def test_plain_data_becomes_a_dataclass() -> None:
    data = {"title": "Round", "mistakes": [{"answer": "left", "says": "No."}]}
    assert structure(data, Task) == Task("Round", 1, [Mistake("left", "No.")])


@cases(
    "data, says",
    ({"titel": "Round"}, 'There is no key "titel". Did you mean "title"?'),
    (
        {"title": "R", "zzz": 1},
        'There is no key "zzz". Use one of: title, points, mistakes, cards.',
    ),
    (
        {"title": "R", "mistakes": [{"answer": "a", "says": "b"}, {"answr": "a"}]},
        'There is no key "answr" in "mistakes 2". Did you mean "answer"?',
    ),
    ({"title": 3}, "title: write text in quotes, not 3"),
    ({"title": "R", "points": "3"}, "points: write a whole number, not '3'"),
    ({"title": "R", "points": True}, "points: write a whole number, not True"),
    ({"title": "R", "mistakes": "left"}, "mistakes: write a list in square brackets, not 'left'"),
    (
        {"title": "R", "cards": {"red": "left"}},
        "cards.red: write a list in square brackets, not 'left'",
    ),
)
def test_wrong_data_is_told_by_its_key(data: dict[str, Any], says: str) -> None:
    assert raised(DataError, structure, data, Task).says == says


@cases("data, says", ({"points": 1}, "title"), ({"title": "R", 18: None}, 'There is no key "18"'))
def test_a_key_that_is_missing_or_no_text_is_named(data: dict[Any, Any], says: str) -> None:
    assert says in raised(DataError, structure, data, Task).says


def test_a_file_that_is_no_toml_names_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "task.toml"
    file.write_text('title = "Round"\npoints =\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"task\.toml: this is not a TOML file: .*line 2"):
        read_toml(file)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.toml: this file cannot be opened"):
        read_toml(tmp_path / "none.toml")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "task.toml").write_bytes(b"title = '\xff'")
    with pytest.raises(DataError, match="save it as UTF-8"):
        read_toml(tmp_path / "task.toml")


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    """The old file is there until the new one is, and nothing else is left."""
    file = tmp_path / "answers.json"
    write_whole(file, "old")
    write_whole(file, "new – ü")
    assert file.read_text(encoding="utf-8") == "new – ü"
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="Choose a folder of your own"):
        write_whole(tmp_path / "nowhere" / "answers.json", "new")
