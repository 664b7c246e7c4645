"""The learners' copy gives no answer away; points and hash stay the same."""

from __future__ import annotations

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import exercise_files, find_exercise, packaged_lessons
from teachkit.classroom.notebooks import mark
from teachkit.classroom.release import learners_copy, release
from teachkit.core.data import read_toml
from teachkit.errors import DataError, FolderError
from teachkit.exercises.authoring.files import load_exercise, make_exercise
from teachkit.exercises.judging.grade import grade
from tests.classroom.test_secrets import found_in, secrets_of
from tests.exercises.making import START

SECRET = "right, right, right"
FILE = f"""
# the trick is: {SECRET}
title  = "Two steps"
text   = "Drive to **c1**."
lesson = "90"
game   = "algoracing"
kind   = "program"
hints  = ["It looks that way already."]

[[starts]]
floor  = ". . ."
rovers = {{ red = "a1 east" }}

[[starts]]
hidden = true
floor  = ". . . ."
rovers = {{ red = "a1 east" }}

[[checks]]
check  = "stands_on"
square = "c1"
points = 2

[solution]
answer = "forward, forward"
says   = "SECRET"

[[mistakes]]
answer = "forward"
says   = "SECRET"
"""
FUNCTION = """
title    = "Next"
text     = "Write `after(n)`."
lesson   = "90"
game     = "algoracing"
kind     = "function"
function = "after"
points   = 3
hints    = ["Add."]
given    = "def after(n):\\n    return ..."

[[cases]]
call    = [1]
returns = 2

[[cases]]
call    = [98765]
returns = 98766
hidden  = true

[solution]
answer = "def after(n):\\n    return n + 1"
"""
GIVEN = "%%exercise 90-02\ndef after(n):\n    return ..."
VIEW = "application/vnd.jupyter.widget-view+json"


def cell(source: str, *outputs: dict[str, Any], **about: Any) -> dict[str, Any]:
    return {
        "cell_type": "code", "execution_count": 1, "id": str(abs(hash(source)))[:8],
        "metadata": about, "outputs": list(outputs), "source": source,
    }  # fmt: skip


def shown(text: str, **other: Any) -> dict[str, Any]:
    data = {"text/plain": text, **other}
    return {"output_type": "display_data", "metadata": {}, "data": data}


def notebook(*cells: dict[str, Any], **about: Any) -> str:
    return json.dumps({"cells": list(cells), "metadata": about, "nbformat": 4, "nbformat_minor": 5})


UNTOUCHED = (
    cell('tk.exercise("90-01")', shown("a still picture"),
         shown("Workbench('90-01-steps', 0 of 2 points)", **{VIEW: {"model_id": "5"}}),
         nbgrader={"grade_id": "exercise-90-01"}),
    cell('tk.points("90-01-steps")', shown("0.0"), nbgrader={"grade_id": "90-01", "points": 2}),
    cell("73 / 10", shown("7.3")),
)  # fmt: skip


def own_lesson(folder: Path) -> Path:
    """Fill this folder with a teacher's own lesson."""
    inner = folder / "exercises" / "90"
    inner.mkdir(parents=True)
    (inner / "90-01-steps.toml").write_text(FILE)
    (inner / "90-02-next.toml").write_text(FUNCTION)
    (folder / "90-mine.ipynb").write_text(notebook(*UNTOUCHED))
    return folder


@pytest.fixture
def lessons(tmp_path: Path) -> Path:
    """A teacher's folder, in which somebody has also worked."""
    folder = own_lesson(tmp_path / "lessons")
    (folder / "map.png").write_bytes(b"picture")
    for path in ("teachers/90.md", "teachers/key.png", "answers-Zoë.json", "answers.json",
                 ".learner", ".ipynb_checkpoints/90-mine.ipynb", "exercises/90/notes.md",
                 "90.py"):  # fmt: skip
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text("SECRET")
    return folder


def released(lessons: Path, **how: Any) -> Path:
    return release(lessons, lessons.parent / "handout", **how).folder


def cells_of(folder: Path) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = json.loads((folder / "90-mine.ipynb").read_text())["cells"]
    return cells


# exercises ---------------------------------------------------------------------------------------


def test_nothing_of_the_teachers_is_in_the_copy(lessons: Path) -> None:
    made = release(lessons, lessons.parent / "handout")
    assert made.left_behind == ("90.py", "answers-Zoë.json", "answers.json",
                                "exercises/90/notes.md", "teachers/90.md",
                                "teachers/key.png")  # fmt: skip
    folder = made.folder
    names = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert names == {".teachkit-release", "90-mine.ipynb", "map.png",
                     "exercises/90/90-01-steps.toml", "exercises/90/90-02-next.toml"}  # fmt: skip
    text = "\n".join(path.read_text() for path in (folder / "exercises").rglob("*.toml"))
    for secret in ("SECRET", SECRET, "hidden", "98765", "solution", "mistakes", "n + 1"):
        assert secret not in text


def test_what_a_learner_sees_is_as_it_was(lessons: Path) -> None:
    folder = released(lessons)
    mine = load_exercise(lessons / "exercises/90/90-01-steps.toml")
    theirs = load_exercise(folder / "exercises/90/90-01-steps.toml")
    assert (theirs.hash, theirs.possible, theirs.title, theirs.cards, theirs.checks) == (
        mine.hash, mine.possible, mine.title, mine.cards, mine.checks,
    )  # fmt: skip
    assert [start.state for start in theirs.starts] == [mine.starts[0].state]


@pytest.mark.parametrize("name", list(exercise_files()))
def test_every_exercise_of_ours_can_be_released_with_the_same_hash_and_points(name: str) -> None:
    data = read_toml(exercise_files()[name])
    text, cut = learners_copy(name, data)
    mine, theirs = find_exercise(name), make_exercise(name, tomllib.loads(text))
    assert (theirs.hash, theirs.possible) == (mine.hash, mine.possible)
    assert cut.mistakes == len(mine.file.mistakes) > 0
    assert tomllib.loads(text).keys() <= data.keys() - {"solution", "mistakes"}


def test_an_answer_to_the_copy_counts_as_one_to_the_original(lessons: Path) -> None:
    folder = released(lessons)
    learner = Answers(folder, "")
    assert learner.hand_in(find_exercise("90-01", folder), "forward, forward").points == 2
    mine = find_exercise("90-01", lessons)
    assert learner.record(mine.id)["exercise"] == mine.hash
    assert grade(mine, learner.record(mine.id)["answer"]).possible == 2


def test_a_copy_s_own_exercises_come_first(lessons: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also a packaged one: its own come first in the working folder."""
    ours = next(path for name, path in exercise_files().items() if name.startswith("02-04"))
    (lessons / "exercises" / "02").mkdir()
    (lessons / "exercises" / "02" / ours.name).write_bytes(ours.read_bytes())
    assert find_exercise("02-04").file.solution.answer
    monkeypatch.chdir(released(lessons))
    assert not find_exercise("02-04").file.solution.answer
    assert find_exercise("90-01").file.mistakes == []


HIDDEN = START | {"hidden": True}
CASE = {"call": [1], "returns": 2, "hidden": True}


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"starts": [HIDDEN]}, "starts: all starts are hidden; show the learners at least one"),
    ({"starts": [HIDDEN, START]}, "start 1: move hidden starts after the others"),
    ({"starts": [START, HIDDEN, START]}, "start 2: move hidden starts after the others"),
    ({"kind": "function", "function": "f", "cases": [CASE], "starts": [], "checks": []},
     "cases: all cases are hidden; show the learners at least one"),
    ({"kind": "choice", "starts": [START, HIDDEN], "choices": [{"says": "a", "start": 2}] * 2},
     "choice 1: there is no start 2."),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "says"), REFUSED)
def test_what_learners_could_not_work_with_is_refused(keys: dict[str, Any], says: str) -> None:
    data = tomllib.loads(FILE) | keys
    with pytest.raises(DataError) as refused:
        learners_copy("90-01-steps", data)
    assert refused.value.says == says


def test_a_refused_exercise_is_named_and_nothing_is_written(lessons: Path) -> None:
    path = lessons / "exercises/90/90-01-steps.toml"
    path.write_text(FILE.replace("[[starts]]\n", "[[starts]]\nhidden = true\n", 1))
    with pytest.raises(DataError, match=r"90-01-steps\.toml: starts: all starts are hidden"):
        released(lessons)
    assert [each.name for each in lessons.parent.iterdir()] == ["lessons"]


# notebooks ---------------------------------------------------------------------------------------


def marked(cell: dict[str, Any]) -> dict[str, Any]:
    """Return a cell of a lesson."""
    cells = [copy.deepcopy(cell)]
    mark({"metadata": {}, "cells": cells})
    return cells[0]


def test_a_released_notebook_is_alive_when_it_is_opened(lessons: Path) -> None:
    """Also a teacher's own one without any marks."""
    notebook = json.loads((released(lessons) / "90-mine.ipynb").read_text())
    assert notebook["metadata"]["teachkit"] == {"lesson": True}
    assert notebook["cells"][0]["metadata"]["teachkit"] == {"live": True}


def test_an_untouched_notebook_keeps_its_pictures_and_its_metadata(lessons: Path) -> None:
    first, second, third = cells_of(released(lessons))
    assert first["outputs"] == [
        shown("a still picture"), shown("Workbench('90-01-steps', 0 of 2 points)")
    ]  # fmt: skip
    assert first["metadata"]["nbgrader"] == {"grade_id": "exercise-90-01"}
    assert second == marked(UNTOUCHED[1])
    assert third == marked(UNTOUCHED[2])


BENCH, POINTS, SUM = UNTOUCHED
SOLVED = cell('tk.exercise("90-01")', shown("Workbench('90-01-steps', 2 of 2 points)"))
WORKED = {
    "points": notebook(BENCH, cell('tk.points("90")', shown("1.0")), SUM),
    "workbench": notebook(SOLVED, POINTS, SUM),
    "widgets": notebook(*UNTOUCHED, widgets={"state": {"answer": "SECRET"}}),
    "function": notebook(BENCH, cell("%%exercise 90-02\nSECRET", shown("3 of 3 points")), SUM),
}


@pytest.mark.parametrize("worked", WORKED.values(), ids=WORKED)
def test_where_somebody_worked_nothing_of_it_is_left(lessons: Path, worked: str) -> None:
    (lessons / "90-mine.ipynb").write_text(worked)
    folder = released(lessons)
    first, second, third = cells_of(folder)
    for each in (first, second):
        assert (each["outputs"], each["execution_count"]) == ([], None)
    assert third == marked(UNTOUCHED[2])
    assert "SECRET" not in (folder / "90-mine.ipynb").read_text()


@pytest.mark.parametrize("before", ["", "\n", "  ", "\n \n\t"])
def test_a_cell_for_a_function_is_as_given_again(before: str, lessons: Path) -> None:
    """Jupyter runs a magic below empty lines and behind spaces, too."""
    answer = cell(f"{before}%%exercise 90-02\nSECRET", shown("SECRET"))
    (lessons / "90-mine.ipynb").write_text(notebook(answer))
    [given] = cells_of(released(lessons))
    assert ("".join(given["source"]), given["outputs"]) == (GIVEN, [])


def test_a_cell_with_fewer_cases_says_nothing_of_all_of_them(lessons: Path) -> None:
    (lessons / "90-mine.ipynb").write_text(notebook(cell(GIVEN, shown("0 of 2 cases are right."))))
    assert cells_of(released(lessons))[0]["outputs"] == []
    again = release(lessons, lessons.parent / "study", self_study=True).folder
    assert cells_of(again)[0]["outputs"] == [shown("0 of 2 cases are right.")]
    assert not (again / "answers.json").exists()


DAMAGED: list[Any] = [
    {"cell_type": "code"}, {"cell_type": "markdown", "metadata": {}}, "cell_type",
    cell("x", tags="teacher"), cell("x", tags=None), cell("x", jupyter=None),
    *(cell("x") | {key: None} for key in ("source", "outputs", "metadata", "cell_type")),
    cell("x") | {"outputs": ["a"]}, cell("x") | {"source": [1]},
    cell("x") | {"outputs": [{"output_type": "display_data", "metadata": {}, "data": None}]},
    cell("x") | {"metadata": []}, cell("x") | {"cell_type": "heading"}, cell("\ud800"),
]  # fmt: skip
FAULTY = dict.fromkeys(
    ["{", "[]", '{"nbformat": 3}', '{"nbformat": 4, "cells": [1]}', *map(notebook, DAMAGED)],
    "this file is not a notebook",
) | {notebook(cell("%%exercise 90-77\npass")): 'There is no exercise "90-77"'}


@pytest.mark.parametrize(("text", "says"), FAULTY.items())
def test_a_faulty_notebook_is_named(lessons: Path, text: str, says: str) -> None:
    (lessons / "90-mine.ipynb").write_text(text)
    with pytest.raises(DataError, match=rf"90-mine\.ipynb: {says}"):
        released(lessons)


def test_our_own_lessons_come_out_as_they_are_stored(tmp_path: Path) -> None:
    """Cell by cell, except for outputs about hidden cases and mistakes; and nothing is given away.

    Two functions have hidden cases. In the other cells, the starting code is a mistake.
    """
    made = release(packaged_lessons(), tmp_path / "handout")
    changed = [
        (name, before["id"])
        for name in made.notebooks
        for before, after in zip(*(json.loads((folder / name).read_text())["cells"]
                                   for folder in (packaged_lessons(), made.folder)), strict=True)
        if before != after
    ]  # fmt: skip
    assert [cell.removeprefix("answer-")[:5] for _, cell in changed] == [
        "12-04", "12-16", "14-02", "15-02", "15-04", "16-11", "22-07", "23-07",
    ]  # fmt: skip
    secrets = secrets_of(packaged_lessons())
    assert len(secrets) > 1_000
    assert found_in(made.folder, secrets) == []


# folders -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [".", "..", "inside", "exercises/90"])
def test_the_lessons_themselves_are_never_written(lessons: Path, target: str) -> None:
    with pytest.raises(FolderError, match="can be inside the other"):
        release(lessons, lessons / target, force=True)


def test_links_that_lead_out_of_the_folder_are_left_behind(lessons: Path) -> None:
    outside = lessons.parent / "secret"
    outside.write_text("SECRET")
    names = ["dead.png", "live.png", "live.ipynb", "exercises/90/90-03-live.toml"]
    for name in names:
        (lessons / name).symlink_to(outside if "live" in name else "nowhere.png")
    (lessons / "inside.png").symlink_to("map.png")
    made = release(lessons, lessons.parent / "handout")
    assert {*names} <= {*made.left_behind}
    assert (made.folder / "inside.png").read_bytes() == b"picture"


def test_an_untouched_release_is_made_anew(lessons: Path) -> None:
    released(lessons)
    (lessons / "map.png").unlink()
    assert not (released(lessons) / "map.png").exists()
    assert sorted(each.name for each in lessons.parent.iterdir()) == ["handout", "lessons"]


@pytest.mark.parametrize("name", ["diary.txt", "answers.json", "answers-Ada.json"])
def test_what_is_not_ours_is_not_touched(lessons: Path, name: str) -> None:
    """A folder of somebody else's, or a release in which somebody has worked."""
    if name != "diary.txt":
        released(lessons)
    target = lessons.parent / "handout"
    target.mkdir(exist_ok=True)
    (target / name).write_text("mine")
    with pytest.raises(FolderError, match=r"is not empty. Choose a different one, or use --force"):
        released(lessons)
    first = release(lessons, target, force=True)
    assert not (target / name).exists()
    assert first.moved_aside == lessons.parent / "handout-before"
    assert (first.moved_aside / name).read_text() == "mine"
    (target / name).write_text("mine again")
    again = release(lessons, target, force=True)
    assert again.moved_aside == lessons.parent / "handout-before-2"


def test_a_failing_release_restores_the_old(lessons: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = released(lessons)
    rename = Path.rename

    def failing(path: Path, to: Path) -> Path:
        if path.name == to.name == "handout":  # the new one, out of its hidden folder
            raise OSError("disk full")
        return rename(path, to)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(FolderError, match="cannot be written"):
        released(lessons)
    assert (target / "90-mine.ipynb").exists()
    assert sorted(each.name for each in lessons.parent.iterdir()) == ["handout", "lessons"]
