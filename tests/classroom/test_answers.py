"""Answers files: written at every change, and never lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachkit.classroom.answers import Answers, answers_file, answers_folder, learner_name
from teachkit.errors import DataError, FolderError
from teachkit.exercises.authoring.proof import solution
from teachkit.exercises.kinds import KINDS
from tests.exercises.making import made
from tests.exercises.test_written_answers import EVERY_KIND, LIKE_AN_ANSWER

RIGHT, HALF = "forward, forward", "forward"
ENDS_ON_C1, PASSES_B1 = ({"check": "stands_on", "square": "c1"}, {"check": "passes", "where": "b1"})
EXERCISE = made(checks=[ENDS_ON_C1, PASSES_B1])
EARLY, LATE = "2026-01-01T00:00:00Z", "2099-01-01T00:00:00Z"
DAMAGED = [
    b"",
    b"{",
    b'{"teachkit": 1, "answers": {"small": {"answer": "forw',
    "{'learner': 'Zoë'}".encode("latin-1"),
    b"[]",
    b"3",
    b'{"teachkit": 1}',
    b'{"teachkit": 2, "answers": {}}',
    b'{"teachkit": 1, "answers": []}',
    b'{"teachkit": 1, "answers": {"small": "forward"}}',
    b'{"teachkit": 1, "answers": {}, "watched": []}',
    b'{"teachkit": 1, "answers": {}, "watched": {"run": {"2": 7}}}',
    b'{"teachkit": 1, "answers": {"small": {"attempts": "many"}}}',
    b'{"teachkit": 1, "answers": {"small": {"points": null}}}',
    b'{"a":' * 100_000,
]


@pytest.fixture
def answers(tmp_path: Path) -> Answers:
    return Answers(tmp_path, "")


def on_disk(folder: Path) -> dict[str, Any]:
    """Return the records in the file."""
    return dict(json.loads((folder / "answers.json").read_text(encoding="utf-8"))["answers"])


def shown(folder: Path) -> list[str]:
    """Return the files that a learner sees in the folder."""
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))


# Keeping ---------------------------------------------------------------------------------------


def test_every_change_is_on_disk_at_once(answers: Answers, tmp_path: Path) -> None:
    for answer in ("forward", "forward, left", ""):
        answers.save(EXERCISE, answer)
        assert on_disk(tmp_path)["small"]["answer"] == answer
    answers.note(EXERCISE, hints=2)
    assert on_disk(tmp_path)["small"]["hints"] == 2


def test_what_is_laid_is_not_an_attempt_yet(answers: Answers) -> None:
    answers.save(EXERCISE, RIGHT)
    assert answers.record("small").keys() == {"answer", "exercise", "changed"}


def test_a_file_says_what_the_design_says(answers: Answers, tmp_path: Path) -> None:
    answers.note(EXERCISE, hints=1, prediction="c1 east")
    answers.hand_in(EXERCISE, RIGHT)
    file = json.loads((tmp_path / "answers.json").read_text(encoding="utf-8"))
    changed = file["answers"]["small"].pop("changed")
    assert len(changed) == len("2026-11-20T09:30:00Z")
    assert changed.endswith("Z")
    assert file == {
        "teachkit": 1,
        "learner": "",
        "answers": {
            "small": {
                "exercise": EXERCISE.hash,
                "answer": RIGHT,
                "ran": RIGHT,
                "best": RIGHT,
                "points": 2,
                "possible": 2,
                "attempts": 1,
                "hints": 1,
                "prediction": "c1 east",
            }
        },
    }


def test_the_best_attempt_is_kept_beside_the_last(answers: Answers) -> None:
    points = [answers.hand_in(EXERCISE, answer).points for answer in (HALF, RIGHT, HALF)]
    assert points == [1, 2, 1]
    record = answers.record("small")
    assert (record["answer"], record["best"]) == (HALF, RIGHT)
    assert (record["points"], record["possible"], record["attempts"]) == (2, 2, 3)


def test_of_two_equal_attempts_the_later_is_kept(answers: Answers) -> None:
    answers.hand_in(EXERCISE, RIGHT)
    answers.hand_in(EXERCISE, "forward, jump")
    assert answers.record("small")["best"] == "forward, jump"


@pytest.mark.parametrize("unread", ["", " \n", "?", ",", "forwad", "forward, lft", "3x("])
@pytest.mark.parametrize("before", [HALF, "left"])
def test_what_cannot_be_read_changes_nothing(answers: Answers, before: str, unread: str) -> None:
    """The stored answer, the best points, and the number of attempts stay."""
    answers.hand_in(EXERCISE, before)
    kept = answers.record("small")
    assert answers.hand_in(EXERCISE, unread).unread
    assert answers.record("small") == kept


def test_what_cannot_be_read_is_kept_where_nothing_else_is(answers: Answers) -> None:
    for nothing in ("", "?", ","):
        answers.hand_in(EXERCISE, nothing)
    assert answers.record("small") == {}
    answers.hand_in(EXERCISE, "forwad")
    answers.hand_in(EXERCISE, "lft")
    assert answers.record("small").keys() == {"answer", "exercise", "changed"}
    assert answers.record("small")["answer"] == "forwad"


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None, max_examples=25)
@given(answer=st.one_of(st.text(max_size=40), LIKE_AN_ANSWER))
def test_whatever_is_typed_an_unread_answer_changes_nothing(
    kind: str, answer: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    answers, exercise = Answers(tmp_path_factory.mktemp("class"), ""), EVERY_KIND[kind]
    answers.hand_in(exercise, "insert jump at 1" if kind == "edit" else solution(exercise))
    kept = answers.record(exercise.id)
    assert kept["attempts"] == 1
    result = answers.hand_in(exercise, answer)
    record = answers.record(exercise.id)
    assert (record == kept) == result.unread
    assert record["attempts"] == 2 - result.unread


def test_starting_again_loses_no_points(answers: Answers) -> None:
    answers.hand_in(EXERCISE, RIGHT)
    answers.reset(EXERCISE)
    record = answers.record("small")
    assert (record["answer"], record["best"], record["points"]) == ("", RIGHT, 2)


def test_showing_an_exercise_writes_nothing(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        assert Answers(folder, "").record("small") == Answers(folder, "").read()["answers"] == {}
    assert list(tmp_path.iterdir()) == []


def test_what_we_do_not_know_is_kept(answers: Answers, tmp_path: Path) -> None:
    mine: dict[str, Any] = {
        "teachkit": 1,
        "school": "North",
        "answers": {"small": {"mood": ":-)"}, "other": {"answer": "left", "stars": [1, 2]}},
    }
    (tmp_path / "answers.json").write_text(json.dumps(mine), encoding="utf-8")
    answers.hand_in(EXERCISE, RIGHT)
    kept = answers.read()
    assert (kept["school"], kept["answers"]["small"]["mood"]) == ("North", ":-)")
    assert kept["answers"]["other"] == mine["answers"]["other"]


def test_answers_to_runs_come_back_with_a_copy(answers: Answers, tmp_path: Path) -> None:
    other = Answers(tmp_path, "Bo")
    answers.keep_watched("there and here", 2, "b1 north")
    other.keep_watched("there", 1, "a1 east")
    other.keep_watched("there and here", 2, "b1 south")
    answers.restore(other.download())
    assert answers.watched("there") == {"1": "a1 east"}
    assert answers.watched("there and here") == {"2": "b1 north"}


# Two lessons at once ---------------------------------------------------------------------------

ROOT = Path(__file__).parents[2]  # the root of the imports
LESSON = """
import sys
from pathlib import Path
from teachkit.classroom.answers import Answers
from tests.exercises.making import made

folder, lesson = sys.argv[1:]
answers = Answers(Path(folder), "")
for number in range(20):
    answers.save(made(f"{lesson}-{number}"), f"{number}x(left)")
"""


def test_two_lessons_may_be_open(tmp_path: Path) -> None:
    """Two processes write to one file, and each finds all its answers again."""
    lessons = [
        subprocess.Popen([sys.executable, "-c", LESSON, str(tmp_path), lesson], cwd=ROOT)
        for lesson in ("01", "02")
    ]
    assert [lesson.wait() for lesson in lessons] == [0, 0]
    answers = {name: record["answer"] for name, record in on_disk(tmp_path).items()}
    assert answers == {
        f"{lesson}-{number}": f"{number}x(left)" for lesson in ("01", "02") for number in range(20)
    }


def test_each_change_is_made_to_what_the_other_lesson_wrote(tmp_path: Path) -> None:
    one, other = Answers(tmp_path, ""), Answers(tmp_path, "")
    for lesson, name in ((one, "one"), (other, "other"), (one, "one")):
        lesson.save(made(name), "left")
    assert on_disk(tmp_path).keys() == {"one", "other"}


# Damage ----------------------------------------------------------------------------------------

Change = Callable[[Answers], object]
CHANGES: list[Change] = [
    lambda answers: answers.record("small"),
    lambda answers: answers.save(EXERCISE, RIGHT),
    lambda answers: answers.hand_in(EXERCISE, RIGHT),
]


@pytest.mark.parametrize("change", CHANGES, ids=["reading", "saving", "handing in"])
@pytest.mark.parametrize("content", DAMAGED, ids=lambda content: repr(content[:30]))
def test_damage_is_kept(content: bytes, change: Change, answers: Answers, tmp_path: Path) -> None:
    (tmp_path / "answers.json").write_bytes(content)
    change(answers)
    aside = tmp_path / "answers.damaged-1.json"
    assert aside.read_bytes() == content
    assert answers.notice == (
        "Your answers file was damaged. It is now called answers.damaged-1.json."
    )


def test_a_second_damage_gets_another_name(tmp_path: Path) -> None:
    for content in (b"first", b"second", b"third"):
        (tmp_path / "answers.json").write_bytes(content)
        Answers(tmp_path, "").save(EXERCISE, RIGHT)
    aside = [f"answers.damaged-{number}.json" for number in (1, 2, 3)]
    assert shown(tmp_path) == [*aside, "answers.json"]
    assert [(tmp_path / name).read_bytes() for name in aside] == [b"first", b"second", b"third"]
    assert on_disk(tmp_path).keys() == {"small"}


def test_a_sound_file_is_not_noticed(answers: Answers) -> None:
    answers.save(EXERCISE, RIGHT)
    answers.record("small")
    assert answers.notice == ""


def test_what_another_lesson_mended_is_not_set_aside(answers: Answers, tmp_path: Path) -> None:
    """This lesson reads a damaged file, but another one renames it first."""
    file = tmp_path / "answers.json"
    file.write_bytes(b"{")
    lock = answers._lock

    def the_other_was_quicker() -> Any:
        file.unlink()
        Answers(tmp_path, "").save(EXERCISE, RIGHT)
        return lock()

    answers._lock = the_other_was_quicker  # type: ignore[method-assign]
    assert answers.record("small")["answer"] == RIGHT
    assert shown(tmp_path) == ["answers.json"]


# Folders that cannot be written ----------------------------------------------------------------


def complaint(change: Callable[[], object]) -> str:
    with pytest.raises(FolderError) as caught:
        change()
    assert "\n" not in caught.value.says
    return caught.value.says


@pytest.mark.parametrize(
    ("content", "change"), [(b'{"teachkit": 1, "answers": {}}', CHANGES[1]), (b"{", CHANGES[0])]
)
def test_a_folder_without_permission_is_one_sentence_and_keeps_its_file(
    content: bytes,
    change: Change,
    answers: Answers,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "answers.json").write_bytes(content)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    says = complaint(lambda: change(answers))
    assert says == f'"{tmp_path}" cannot be written to. Choose a folder of your own.'
    assert (tmp_path / "answers.json").read_bytes() == content
    assert shown(tmp_path) == ["answers.json"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine", encoding="utf-8")
    answers = Answers(file / "lessons", "")
    complaint(lambda: answers.save(EXERCISE, RIGHT))
    complaint(lambda: answers.record("small"))
    assert file.read_text(encoding="utf-8") == "mine"


def test_a_file_that_cannot_be_read_is_not_called_damaged(answers: Answers, tmp_path: Path) -> None:
    (tmp_path / "answers.json").mkdir()
    says = complaint(lambda: answers.record("small"))
    assert says == f'"{tmp_path / "answers.json"}" cannot be read.'
    assert shown(tmp_path) == ["answers.json"]


def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    answers: Answers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers.save(EXERCISE, HALF)
    before = {path.name for path in tmp_path.iterdir()}

    def full(handle: int) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    complaint(lambda: answers.save(EXERCISE, RIGHT))
    assert on_disk(tmp_path)["small"]["answer"] == HALF
    assert {path.name for path in tmp_path.iterdir()} == before


# Download and restore --------------------------------------------------------------------------


def downloaded(folder: Path, records: dict[str, Any]) -> bytes:
    folder.mkdir()
    file = {"teachkit": 1, "learner": "", "answers": records}
    (folder / "answers.json").write_text(json.dumps(file), encoding="utf-8")
    return Answers(folder, "").download()


def test_a_download_brings_everything_to_another_computer(answers: Answers, tmp_path: Path) -> None:
    answers.hand_in(EXERCISE, RIGHT)
    answers.save(made("other"), "left")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert Answers(elsewhere, "").restore(answers.download()) == 2
    assert on_disk(elsewhere) == on_disk(tmp_path)


def test_restoring_keeps_what_says_something(answers: Answers, tmp_path: Path) -> None:
    """An exercise that was reset later elsewhere does not remove an answer."""
    answers.save(EXERCISE, HALF)
    emptied = {"small": {"answer": "", "changed": LATE}}
    assert answers.restore(downloaded(tmp_path / "theirs", emptied)) == 0
    assert on_disk(tmp_path)["small"]["answer"] == HALF


@pytest.mark.parametrize(
    ("points", "changed", "kept"),
    [(2, EARLY, "theirs"), (0, LATE, HALF), (1, LATE, "theirs"), (1, EARLY, HALF)],
    ids=["better", "worse", "equal and later", "equal and earlier"],
)
def test_restoring_keeps_the_better_answer(
    points: int, changed: str, kept: str, answers: Answers, tmp_path: Path
) -> None:
    answers.hand_in(EXERCISE, HALF)
    theirs = {"small": {"best": "theirs", "points": points, "changed": changed}}
    assert answers.restore(downloaded(tmp_path / "theirs", theirs)) == (kept == "theirs")
    assert on_disk(tmp_path)["small"]["best"] == kept


@pytest.mark.parametrize("points", [0, 2], ids=["worse", "better"])
def test_restoring_keeps_the_fewest_cards_and_the_most_medals(
    points: int, answers: Answers, tmp_path: Path
) -> None:
    answers.hand_in(EXERCISE, HALF)
    answers.note(EXERCISE, fewest=5, medals=1)
    theirs = {
        "small": {"best": "theirs", "points": points, "changed": EARLY, "fewest": 7, "medals": 2}
    }
    answers.restore(downloaded(tmp_path / "theirs", theirs))
    record = on_disk(tmp_path)["small"]
    assert (record["fewest"], record["medals"]) == (5, 2)


@pytest.mark.parametrize("content", DAMAGED, ids=lambda content: repr(content[:30]))
def test_no_answers_file_changes_nothing(content: bytes, answers: Answers, tmp_path: Path) -> None:
    answers.save(EXERCISE, RIGHT)
    before = (tmp_path / "answers.json").read_bytes()
    with pytest.raises(DataError) as caught:
        answers.restore(content)
    assert caught.value.says == "This is not an answers file. Choose a file that you downloaded."
    assert (tmp_path / "answers.json").read_bytes() == before


# Learners --------------------------------------------------------------------------------------


FILES = {
    "": "answers.json",
    "Ada": "answers-Ada.json",
    "Zoë": "answers-Zoë.json",
    "Zoe\u0308": "answers-Zoë.json",
    "Ada Lovelace": "answers-Ada-Lovelace.json",
    "../x": "answers-x.json",
    "/etc/passwd": "answers-etc-passwd.json",
    "C:\\x": "answers-C-x.json",
    "小明": "answers-小明.json",
    "...": "answers.json",
    "x" * 300: f"answers-{'x' * 50}.json",
}


@pytest.mark.parametrize(("learner", "file"), FILES.items())
def test_a_name_chooses_a_file_in_the_folder(learner: str, file: str, tmp_path: Path) -> None:
    assert answers_file(tmp_path, learner) == tmp_path / file
    Answers(tmp_path, learner).save(EXERCISE, RIGHT)
    assert shown(tmp_path) == [file]


def test_two_learners_do_not_see_one_another(tmp_path: Path) -> None:
    Answers(tmp_path, "Ada").hand_in(EXERCISE, RIGHT)
    assert Answers(tmp_path, "Zoë").record("small") == {}
    assert json.loads(Answers(tmp_path, "Ada").download())["learner"] == "Ada"


def test_a_folder_remembers_its_learner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert learner_name(tmp_path) == ""
    (tmp_path / ".learner").write_text("Zoë\n", encoding="utf-8")
    assert Answers(tmp_path).learner == "Zoë"
    monkeypatch.setenv("TEACHKIT_LEARNER", "Ada")
    assert Answers(tmp_path).learner == "Ada"


def test_a_damaged_name_is_no_name(tmp_path: Path) -> None:
    (tmp_path / ".learner").write_bytes("Zoë".encode("latin-1"))
    assert learner_name(tmp_path) == ""


def test_the_environment_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert answers_folder() == tmp_path
    monkeypatch.setenv("TEACHKIT_ANSWERS", str(tmp_path / "elsewhere"))
    assert answers_folder() == tmp_path / "elsewhere"


def test_a_damaged_file_that_cannot_be_renamed_is_said_to_be_so(
    answers: Answers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "answers.json").write_text("{", encoding="utf-8")

    def denied(path: Path, to: Path) -> Path:
        raise PermissionError

    monkeypatch.setattr(Path, "rename", denied)
    with pytest.raises(FolderError) as refused:
        answers.read()
    file = tmp_path / "answers.json"
    assert refused.value.says == f'"{file}" cannot be renamed. Rename it yourself.'
    assert file.read_text(encoding="utf-8") == "{"
