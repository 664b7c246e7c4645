"""Every lesson runs, says what it said, and grades as it promises."""

from __future__ import annotations

import re
import tempfile
from base64 import b64decode
from functools import cache
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import exercises_of
from teachkit.exercises.proof import solution
from tests.lessons.lessonbook import LESSONS, code_cells, lessons, read, run

HEADINGS = ["Predict", "Run", "Investigate", "Modify", "Make"]
PINS = LESSONS.parent / "binder" / "requirements.txt"

every_lesson = pytest.mark.parametrize("path", lessons(), ids=lambda path: path.stem)
graded_lessons = [path for path in lessons() if not path.name.startswith("00")]
every_graded_lesson = pytest.mark.parametrize("path", graded_lessons, ids=lambda path: path.stem)


def test_the_lessons_of_the_first_unit_are_there():
    """Lessons 00 to 06, in their order."""
    assert [f"{number:02}" for number in range(7)] == [path.name[:2] for path in lessons()][:7]


@every_lesson
def test_every_cell_of_a_lesson_was_run(path):
    """nbval passes a cell that was never run in silence; this does not."""
    counts = [cell.execution_count for cell in code_cells(read(path))]
    assert counts == list(range(1, len(counts) + 1))


@every_lesson
def test_no_lesson_cell_went_wrong_or_warned(path):
    """No traceback, and nothing on stderr."""
    outputs = [output for cell in code_cells(read(path)) for output in cell.outputs]
    wrong = [one for one in outputs if one.output_type == "error" or one.get("name") == "stderr"]
    assert wrong == []


@every_lesson
def test_a_lesson_has_the_five_headings_in_order(path):
    """Predict, Run, Investigate, Modify, Make."""
    text = "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    found = re.findall(r"^## (\w+)", text, re.MULTILINE)
    assert [word for word in found if word in HEADINGS] == HEADINGS


@every_lesson
def test_a_lesson_has_teachers_notes(path):
    """Aims, time, misconceptions, answer key, unplugged twin."""
    notes = (LESSONS / "teachers" / f"{path.name[:2]}.md").read_text(encoding="utf-8")
    for heading in ("Aims", "Time", "Misconceptions", "Answer key", "Unplugged"):
        assert re.search(rf"^#+ .*{heading}", notes, re.MULTILINE), heading


@every_graded_lesson
def test_nbgrader_metadata_is_valid_and_its_points_are_those_of_the_exercises(path):
    """A school that has nbgrader can use the same notebooks."""
    from nbgrader.nbgraderformat.v3 import MetadataValidatorV3

    notebook = read(path)
    checks = {}
    for cell in notebook.cells:
        if "nbgrader" in cell.metadata:
            MetadataValidatorV3().validate_cell(cell)
        about = cell.metadata.get("nbgrader", {})
        assert not about.get("solution")  # nbgrader would empty it, and leave no %%exercise
        if about.get("grade"):
            assert (about["locked"], about["solution"]) == (True, False)
            assert cell.source == f'tk.points("{about["grade_id"]}")'
            checks[about["grade_id"]] = about["points"]
    assert checks == {each.id: each.possible for each in exercises_of(path.name[:2])}
    grade_ids = [cell.metadata["nbgrader"]["grade_id"] for cell in notebook.cells
                 if "nbgrader" in cell.metadata]  # fmt: skip
    assert len(set(grade_ids)) == len(grade_ids)


@every_graded_lesson
def test_an_untouched_lesson_earns_nothing_and_reference_answers_earn_all(path, tmp_path):
    """Through a real kernel, as a school would grade it."""
    exercises = exercises_of(path.name[:2])
    answered = tmp_path / "answered"
    answered.mkdir()
    answers = Answers(answered, "")
    for exercise in exercises:
        answers.hand_in(exercise, solution(exercise))
    assert set(_points(_untouched(path)).values()) == {0.0}
    assert _points(run(path, answered)) == {each.id: float(each.possible) for each in exercises}


@cache
def _untouched(path):
    """The lesson as it runs for somebody who has not begun; running it writes no answers."""
    with tempfile.TemporaryDirectory() as folder:
        notebook = run(path, Path(folder))
        assert list(Path(folder).iterdir()) == []
    return notebook


def _points(notebook) -> dict[str, float]:
    return {
        cell.metadata["nbgrader"]["grade_id"]: float(cell.outputs[-1]["data"]["text/plain"])
        for cell in code_cells(notebook)
        if cell.metadata.get("nbgrader", {}).get("grade")
    }


@every_lesson
def test_board_pictures_are_the_same_to_the_pixel(path):
    """In the pinned environment; elsewhere letters may be drawn a little differently."""
    pin = re.search(r"^matplotlib==(\S+)", PINS.read_text(), re.MULTILINE)
    if not pin or pin[1] != version("matplotlib"):
        pytest.skip(f"pictures are compared with matplotlib {pin and pin[1]} only")
    stored, drawn = (_pictures(each) for each in (read(path), _untouched(path)))
    assert len(stored) == len(drawn) > 0
    for number, (before, now) in enumerate(zip(stored, drawn, strict=True)):
        assert before == now, f"picture {number} of {path.name} has changed"


def _pictures(notebook) -> list[tuple]:
    """Size and pixels of every picture."""
    shown = [output.data.get("text/html", "") for cell in code_cells(notebook)
             for output in cell.outputs if "data" in output]  # fmt: skip
    encoded = re.findall(r"data:image/png;base64,([\w+/=]+)", "".join(shown))
    pictures = [Image.open(BytesIO(b64decode(each))) for each in encoded]
    return [(picture.size, picture.convert("RGBA").tobytes()) for picture in pictures]


@every_lesson
def test_a_lesson_without_a_kernel_shows_each_board_with_its_text(path):
    """As a static page: every picture has a text alternative, and its text board below.

    What is asked stands above, as a reader expects it and not as its author wrote it.
    """
    from nbconvert import HTMLExporter

    page, _ = HTMLExporter().from_filename(str(path))
    pictures = re.findall(r'<img alt="([^"]*)"[^>]*><details><summary>[^<]+</summary><pre', page)
    assert len(pictures) == len(_pictures(read(path))) > 0
    assert all(pictures)
    stills = re.findall(r'<figure class="tk-still".*?</figure>', page, re.DOTALL)
    assert len([still for still in stills if "<h3>" in still]) == len(_exercises(read(path)))
    prose = [re.sub(r"<(pre|code).*?</\1>", "", still, flags=re.DOTALL) for still in stills]
    assert [still for still in prose if "**" in still or "`" in still] == []


def _exercises(notebook) -> list:
    return [cell for cell in code_cells(notebook) if cell.source.startswith("tk.exercise(")]
