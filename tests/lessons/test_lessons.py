"""Test that every lesson runs, shows its stored output, and grades as it promises."""

from __future__ import annotations

import re
from base64 import b64decode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import course, exercises_of, find_exercise
from teachkit.classroom.progress import points
from teachkit.exercises.authoring.minutes import lesson_minutes, minutes
from teachkit.exercises.authoring.proof import solution
from tests.every_exercise import exercises
from tests.lessons.executed import execute, executed
from tests.lessons.lessonbook import FIRST_VISIT, LESSONS, code_cells, lessons, read
from tests.thorough import THOROUGH

HEADINGS = ["Predict", "Run", "Investigate", "Modify", "Make"]
PINS = LESSONS.parent / "binder" / "requirements.txt"

every_lesson = pytest.mark.parametrize("path", lessons(), ids=lambda path: path.stem)
notebooks = [*lessons(), FIRST_VISIT]
every_notebook = pytest.mark.parametrize("path", notebooks, ids=lambda path: path.stem)
graded_lessons = [path for path in lessons() if not path.name.startswith("00")]
every_graded_lesson = pytest.mark.parametrize("path", graded_lessons, ids=lambda path: path.stem)
# One lesson is answered in its own kernel every day: cards, tables, choices and functions.
IN_A_KERNEL = [path for path in graded_lessons if THOROUGH or path.name.startswith("12")]

stored = cache(read)


def test_the_lessons_of_the_first_unit_are_there():
    """Lessons 00 to 06 exist, in their order."""
    assert [f"{number:02}" for number in range(7)] == [path.name[:2] for path in lessons()][:7]


@every_notebook
def test_every_cell_of_a_lesson_was_run(path):
    """Unlike this test, nbval ignores a cell that was never run."""
    counts = [cell.execution_count for cell in code_cells(stored(path))]
    assert counts == list(range(1, len(counts) + 1))


@every_notebook
def test_no_lesson_cell_went_wrong_or_warned(path):
    """There is no traceback, and nothing on stderr."""
    outputs = [output for cell in code_cells(stored(path)) for output in cell.outputs]
    wrong = [one for one in outputs if one.output_type == "error" or one.get("name") == "stderr"]
    assert wrong == []


@every_lesson
def test_a_lesson_has_the_five_headings_in_order(path):
    """They are Predict, Run, Investigate, Modify, Make."""
    text = "\n".join(cell.source for cell in stored(path).cells if cell.cell_type == "markdown")
    found = re.findall(r"^## (\w+)", text, re.MULTILINE)
    assert [word for word in found if word in HEADINGS] == HEADINGS


def test_the_first_visit_takes_twenty_minutes():
    """Count its exercises, and its text at 200 words for each minute."""
    cells = stored(FIRST_VISIT).cells
    asked = [re.fullmatch(r'tk\.exercise\("(.+)"\)', cell.source) for cell in cells]
    tasks = sum(minutes(find_exercise(found[1])) for found in asked if found)
    words = sum(len(cell.source.split()) for cell in cells if cell.cell_type == "markdown")
    assert 15 <= tasks + words / 200 <= 22


@every_lesson
def test_a_lesson_has_teachers_notes(path):
    """They have aims, time, misconceptions, answer key and unplugged twin."""
    notes = (LESSONS / "teachers" / f"{path.name[:2]}.md").read_text(encoding="utf-8")
    for heading in ("Aims", "Time", "Misconceptions", "Answer key", "Unplugged"):
        assert re.search(rf"^#+ .*{heading}", notes, re.MULTILINE), heading


def test_no_lesson_requires_more_than_25_minutes_for_a_period():
    """The rule is that of `teachkit check --minutes`."""
    lessons = lesson_minutes(exercises(), {each.number: each.periods for each in course(LESSONS).lessons})
    assert len(lessons) == len(list(LESSONS.glob("[0-9]*.ipynb")))
    assert [each for each in lessons if each.required > each.most] == []


def choices():
    """Return the choices of all lessons, each with the letter of the right option."""
    return [(each, solution(each)) for each in exercises() if each.file.kind == "choice"]


def test_no_letter_is_right_more_often_than_the_others():
    often = Counter(letter for each, letter in choices())
    assert {*often} == {"a", "b", "c", "d"}
    assert max(often.values()) - min(often.values()) <= 1, often


def test_the_answer_key_has_the_right_letter_of_a_choice():
    """Choices that are looked at together, such as 03-09, may be explained below the key."""
    found = 0
    for each, letter in choices():
        notes = (LESSONS / "teachers" / f"{each.lesson}.md").read_text(encoding="utf-8")
        for row in re.findall(rf"^\| {each.id[:5]} \| (.*)", notes, re.MULTILINE):
            assert re.match(rf"{letter}\b", row), each.id
            found += 1
    assert found > 20


@every_graded_lesson
def test_nbgrader_metadata_is_valid_and_its_points_are_those_of_the_exercises(path):
    """A school that has nbgrader can use the same notebooks."""
    from nbgrader.nbgraderformat.v3 import MetadataValidatorV3

    notebook = stored(path)
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
def test_an_untouched_lesson_earns_nothing(path, pytestconfig):
    """Run it as for a learner who has not begun."""
    assert set(_points(path, executed(path, pytestconfig)).values()) == {0.0}


@every_graded_lesson
def test_reference_answers_earn_all(path, tmp_path):
    """The lesson's `tk.points` cells show it."""
    answers, exercises = _answered(path, tmp_path), exercises_of(path.name[:2])
    shown = {each.id: float(repr(points(each.id, answers))) for each in exercises}
    assert shown == {each.id: float(each.possible) for each in exercises}


@pytest.mark.parametrize("path", IN_A_KERNEL, ids=lambda path: path.stem)
def test_an_answered_lesson_earns_all_through_a_real_kernel(path, tmp_path):
    """Grade it as a school would; cards and Python are among its answers."""
    answers = _answered(path, tmp_path)
    possible = {each.id: float(each.possible) for each in exercises_of(path.name[:2])}
    assert _points(path, execute(path, answers.folder)) == possible


def _answered(path, folder) -> Answers:
    """Return the reference answers to a lesson, handed in."""
    answers = Answers(folder, "")
    for exercise in exercises_of(path.name[:2]):
        answers.hand_in(exercise, solution(exercise))
    return answers


def _points(path, cells) -> dict[str, float]:
    """Return what each graded cell of a lesson showed in a run."""
    return {
        cell.metadata["nbgrader"]["grade_id"]: float(ran.data[-1]["text/plain"])
        for cell, ran in zip(code_cells(stored(path)), cells, strict=True)
        if cell.metadata.get("nbgrader", {}).get("grade")
    }


@every_notebook
def test_board_pictures_are_the_same_to_the_pixel(path, pytestconfig):
    """This holds in the pinned environment; elsewhere fonts may differ a little."""
    pin = re.search(r"^matplotlib==(\S+)", PINS.read_text(), re.MULTILINE)
    if not pin or pin[1] != version("matplotlib"):
        pytest.skip(f"pictures are compared with matplotlib {pin and pin[1]} only")
    before = _pictures(_stored_data(path))
    now = _pictures(data for ran in executed(path, pytestconfig) for data in ran.data)
    assert len(before) == len(now) > 0
    for number, (old, new) in enumerate(zip(before, now, strict=True)):
        assert old == new or _pixels(old) == _pixels(new), f"{path.name}: picture {number}"


def _pictures(shown: Iterable[Mapping[str, str]]) -> list[str]:
    """Yield every picture among the outputs, as its page encodes it."""
    pages = "".join(data.get("text/html", "") for data in shown)
    return re.findall(r"data:image/png;base64,([\w+/=]+)", pages)


def _stored_data(path: Path) -> Iterator[Mapping[str, str]]:
    """Yield everything that the stored lesson displays, by type."""
    return (output.data for cell in code_cells(stored(path))
            for output in cell.outputs if "data" in output)  # fmt: skip


def _pixels(encoded: str) -> tuple[tuple[int, int], bytes]:
    picture = Image.open(BytesIO(b64decode(encoded)))
    return picture.size, picture.convert("RGBA").tobytes()


@every_notebook
def test_a_lesson_without_a_kernel_shows_each_board_with_its_text(path):
    """On a static page every picture has a text alternative, and its text board below.

    The task comes above, in the reader's view and not in its author's syntax.
    """
    from nbconvert import HTMLExporter

    page, _ = HTMLExporter().from_filename(str(path))
    pictures = re.findall(r'<img alt="([^"]*)"[^>]*><details><summary>[^<]+</summary><pre', page)
    sources = [cell.source for cell in code_cells(stored(path))]
    places = sum(source.startswith("tk.place(") for source in sources)  # a picture without a board
    assert len(pictures) + places == len(_pictures(_stored_data(path))) > 0
    assert all(pictures)
    stills = re.findall(r'<figure class="tk-still".*?</figure>', page, re.DOTALL)
    assert len([still for still in stills if "<h3>" in still]) == sum(
        source.startswith("tk.exercise(") for source in sources
    )
    prose = [re.sub(r"<(pre|code).*?</\1>", "", still, flags=re.DOTALL) for still in stills]
    assert [still for still in prose if "**" in still or "`" in still] == []
