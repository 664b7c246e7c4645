"""Where exercises are found: a teacher's own first, then those that come with teachkit."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from teachkit.classroom.library import (
    exercise_files,
    exercises_of,
    find_exercise,
    packaged_lessons,
)
from teachkit.errors import DataError, UnknownNameError
from tests.exercises.test_files import FILE

FIRST = min((packaged_lessons() / "exercises").rglob("*.toml"))


def own(folder: Path, lesson: str, name: str, title: str = "Mine") -> Path:
    """An exercise of the folder's own."""
    path = folder / "exercises" / lesson / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(FILE.replace("Two steps", title), encoding="utf-8")
    return path


def complaint(name: str, folder: Path) -> str:
    with pytest.raises(UnknownNameError) as caught:
        find_exercise(name, folder)
    return caught.value.says


def test_an_exercise_is_found_by_its_id(tmp_path: Path) -> None:
    assert find_exercise(FIRST.stem, tmp_path).id == FIRST.stem


def test_the_first_part_of_an_id_is_enough(tmp_path: Path) -> None:
    own(tmp_path, "90", "90-01-first")
    own(tmp_path, "90", "90-02-second")
    assert find_exercise("90-02", tmp_path).id == "90-02-second"
    assert find_exercise("90-02-second", tmp_path).id == "90-02-second"


def test_a_part_that_fits_several_or_is_no_whole_part_is_not_enough(tmp_path: Path) -> None:
    own(tmp_path, "90", "90-01-first")
    own(tmp_path, "90", "90-02-second")
    for name in ("90", "90-0", "90-02-sec"):
        assert complaint(name, tmp_path).startswith(f'There is no exercise "{name}".')


def test_a_whole_id_wins_over_the_first_part_of_another(tmp_path: Path) -> None:
    own(tmp_path, "90", "90-01")
    own(tmp_path, "90", "90-01-first")
    assert find_exercise("90-01", tmp_path).id == "90-01"


def test_a_lesson_is_answered_with_its_first_exercise(tmp_path: Path) -> None:
    own(tmp_path, "90", "90-01-first")
    own(tmp_path, "90", "90-02-second")
    with pytest.raises(UnknownNameError, match='Did you mean "90-01-first"'):
        find_exercise("90", tmp_path)


def test_a_misspelt_id_is_answered_with_the_nearest(tmp_path: Path) -> None:
    own(tmp_path, "90", "90-01-kangaroo")
    says = 'There is no exercise "90-01-kangaro". Did you mean "90-01-kangaroo"?'
    assert complaint("90-01-kangaro", tmp_path) == says


def test_the_folder_s_own_comes_before_the_packaged_one(tmp_path: Path) -> None:
    path = own(tmp_path, FIRST.parent.name, FIRST.stem)
    assert exercise_files(tmp_path)[FIRST.stem] == path
    assert find_exercise(FIRST.stem, tmp_path).title == "Mine"
    assert find_exercise(FIRST.stem, tmp_path / "elsewhere").title != "Mine"


def test_the_working_folder_is_the_folder_unless_said_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own(tmp_path, "90", "90-01-first")
    monkeypatch.chdir(tmp_path)
    assert find_exercise("90-01").title == "Mine"


def test_a_file_is_found_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "anywhere.toml"
    path.write_text(FILE, encoding="utf-8")
    assert find_exercise(str(path)).id == "anywhere"
    with pytest.raises(DataError, match="cannot be opened"):
        find_exercise(str(tmp_path / "nowhere.toml"))


def test_the_exercises_of_a_lesson_are_in_their_order(tmp_path: Path) -> None:
    for name in ("90-02-b", "90-10-c", "90-01-a"):
        own(tmp_path, "90", name)
    own(tmp_path, "91", "91-01-d")
    found = [exercise.id for exercise in exercises_of("90", tmp_path)]
    assert found == ["90-01-a", "90-02-b", "90-10-c"]


def test_an_edited_exercise_is_read_again(tmp_path: Path) -> None:
    path = own(tmp_path, "90", "90-01-first")
    assert find_exercise("90-01", tmp_path) is find_exercise("90-01", tmp_path)
    own(tmp_path, "90", "90-01-first", title="Edited")
    os.utime(path, (1, 1))  # at another time, however quick this test is
    assert find_exercise("90-01", tmp_path).title == "Edited"
