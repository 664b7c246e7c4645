"""Search for exercises: a teacher's own first, then those that come with teachkit."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from teachkit.classroom.library import (
    exercise_files,
    exercises_of,
    find_exercise,
    lesson_of,
    packaged_lessons,
)
from teachkit.core.data import read_toml
from teachkit.errors import DataError, UnknownNameError
from tests.exercises.test_files import FILE

FIRST = min((packaged_lessons() / "exercises").rglob("*.toml"))


def own(folder: Path, name: str, title: str = "Mine") -> Path:
    """An exercise in the folder itself."""
    path = folder / "exercises" / name[:2] / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = FILE.replace("Two steps", title).replace('lesson = "90"', f'lesson = "{name[:2]}"')
    path.write_text(text, encoding="utf-8")
    return path


FOUND = {
    FIRST.stem: FIRST.stem,
    "90-01-first": "90-01-first",
    "90-02": "90-02-second",  # the first part is enough
    "90-03": "90-03",  # a whole id, and the first part of another
}
UNKNOWN = {
    "90": 'Did you mean "90-01-first"?',  # a lesson: its first exercise is named
    "90-0": "",  # not a whole part
    "90-02-sec": "",
    "chess": 'There is no exercise "chess".',  # nothing that is not close is suggested
    "90-02-secnd": 'Did you mean "90-02-second"?',
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("90-01-first", "90-02-second", "90-03", "90-03-third"):
        own(tmp_path, name)
    return tmp_path


@pytest.mark.parametrize(("name", "found"), FOUND.items())
def test_an_exercise_is_found_by_id_or_first_part(name: str, found: str, folder: Path) -> None:
    assert find_exercise(name, folder).id == found


@pytest.mark.parametrize(("name", "says"), UNKNOWN.items())
def test_an_unknown_id_is_answered_with_the_nearest(name: str, says: str, folder: Path) -> None:
    with pytest.raises(UnknownNameError) as caught:
        find_exercise(name, folder)
    assert caught.value.says.startswith(f'There is no exercise "{name}".')
    assert caught.value.says.endswith(says)


def test_the_folder_s_own_comes_before_the_packaged_one(tmp_path: Path) -> None:
    path = own(tmp_path, FIRST.stem)
    assert exercise_files(tmp_path)[FIRST.stem] == path
    assert find_exercise(FIRST.stem, tmp_path).title == "Mine"
    assert find_exercise(FIRST.stem, tmp_path / "elsewhere").title != "Mine"


def test_the_working_folder_is_meant(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless another one is named."""
    monkeypatch.chdir(folder)
    assert find_exercise("90-01").title == "Mine"


def test_a_file_is_found_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "anywhere.toml"
    path.write_text(FILE, encoding="utf-8")
    assert find_exercise(str(path)).id == "anywhere"
    with pytest.raises(DataError, match="cannot be opened"):
        find_exercise(str(tmp_path / "nowhere.toml"))


def test_the_exercises_of_a_lesson_are_in_their_order(tmp_path: Path) -> None:
    for name in ("90-02-b", "90-10-c", "90-01-a", "91-01-d"):
        own(tmp_path, name)
    found = [exercise.id for exercise in exercises_of("90", tmp_path)]
    assert found == ["90-01-a", "90-02-b", "90-10-c"]


def test_the_key_lesson_decides_wherever_the_file_lies(tmp_path: Path) -> None:
    moved = own(tmp_path, "90-01-a").rename(tmp_path / "exercises" / "90-01-a.toml")
    assert [exercise.id for exercise in exercises_of("90", tmp_path)] == ["90-01-a"]
    moved.write_text(moved.read_text(encoding="utf-8").replace('"90"', '"91"'), encoding="utf-8")
    os.utime(moved, (1, 1))
    assert exercises_of("90", tmp_path) == []
    assert [exercise.id for exercise in exercises_of("91", tmp_path)] == ["90-01-a"]


@pytest.mark.parametrize("text", ["lesson = 91", "lesson = "])
def test_the_folder_decides_if_the_key_cannot_be_read(text: str, tmp_path: Path) -> None:
    path = own(tmp_path, "90-01-a")
    path.write_text(text, encoding="utf-8")
    assert lesson_of(path) == "90"


def test_the_packaged_exercises_are_in_the_folders_of_their_lessons() -> None:
    """So `lesson_of` need not read them."""
    for path in (packaged_lessons() / "exercises").rglob("*.toml"):
        assert read_toml(path)["lesson"] == path.parent.name == lesson_of(path)


def test_an_edited_exercise_is_read_again(tmp_path: Path) -> None:
    path = own(tmp_path, "90-01-first")
    assert find_exercise("90-01", tmp_path) is find_exercise("90-01", tmp_path)
    own(tmp_path, "90-01-first", title="Edited")
    os.utime(path, (1, 1))  # at another time, however fast this test is
    assert find_exercise("90-01", tmp_path).title == "Edited"
