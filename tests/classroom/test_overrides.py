"""The teacher's own marks: they count, they are shown as such, and no grading changes the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from teachkit.classroom.grading import grade as grading
from teachkit.classroom.grading.grade import Course, Override, grade_submission
from teachkit.classroom.grading.gradebook import Gradebook, canvas, gradebook, long
from teachkit.classroom.grading.overrides import COLUMNS, Overrides, read_overrides
from teachkit.classroom.grading.submissions import File, Submission
from teachkit.errors import DataError
from tests.classroom.handedin import STEPS, TWICE, answers, hand_in, own_course
from tests.test_cli import Teachkit, elsewhere, one_sentence, teachkit

__all__ = ["elsewhere", "teachkit"]

HEADS = "learner,exercise,points,comment\n"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    course = own_course(tmp_path_factory.mktemp("course"))
    return course._replace(untaught=("77-01-another-lesson",))


def changed(course: Course, path: Path, content: str | bytes) -> tuple[Overrides, Gradebook]:
    """Grade Ada Lovelace and Bo, with these changes."""
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    handed_in = {"Ada Lovelace": answers(), "Bo": answers({STEPS: "forward", TWICE: None})}
    graded = [
        grade_submission(course, Submission(name, "", (File("answers.json", text),)))
        for name, text in handed_in.items()
    ]
    found = read_overrides(path, graded, course)
    assert path.read_bytes() == (content.encode() if isinstance(content, str) else content)
    return found, gradebook(course, graded, overrides=found)


def test_a_change_counts_and_the_computed_points_stay(course: Course, tmp_path: Path) -> None:
    lines = "Bo,90-01,1,Nearly!\nBo,,,See me\nAda Lovelace,90-02-double,0,Not your own words\n"
    _, book = changed(course, tmp_path / "overrides.csv", HEADS + lines)
    ada, bo = book.learners
    assert [(row.points, row.counted) for row in (*ada.rows, *bo.rows)] == [
        (2, 2), (3, 0), (0, 1), (0, 0),
    ]  # fmt: skip
    assert bo.rows[0].override == Override(1, "Nearly!")
    assert (bo.comment, bo.rows[1].override) == ("See me", None)
    cells = [[line[3], *line[-4:-2]] for line in long(book)[1:]]
    assert cells == [[2, "", ""], [0, 3, "Not your own words"], [1, 0, "Nearly! See me"],
                     [0, "", "See me"]]  # fmt: skip
    assert [line[5:] for line in canvas(book)[2:]] == [(2, 0), (1, 0)]
    assert book.attention == []


def test_a_mark_counts_even_if_nothing_could_be_run(course: Course, tmp_path: Path) -> None:
    found, book = changed(course, tmp_path / "o.csv", f"{HEADS}Bo,{STEPS},2,\n")
    (_, bo) = book.learners
    blank = bo.rows[0]._replace(blank="It was not run.", override=None)
    (row,) = found.applied(bo._replace(rows=(blank,), is_read=False)).rows
    assert (blank.shown_points, row.shown_points) == ("", 2)


SPREADSHEETS = {
    "of Excel": "exercise;points;learner;comment\n90-01;1;Bo;schön\n".encode("cp1252"),
    "of another": "Learner\tExercise\tPoints\tComment\nBO\t90-01\t1\tschön\n".encode("utf-16"),
}


@pytest.mark.parametrize("content", SPREADSHEETS.values(), ids=list(SPREADSHEETS))
def test_a_spreadsheet_may_save_the_file_in_its_way(
    content: bytes, course: Course, tmp_path: Path
) -> None:
    found, _ = changed(course, tmp_path / "o.csv", content)
    assert found == Overrides({("Bo", STEPS): Override(1, "schön")}, [])


@pytest.mark.parametrize("name", ["Lovelace, Ada", "ada lovelace", "Ada Lovelace", "LovelaceAda"])
def test_a_name_may_be_written_in_another_order(name: str, course: Course, tmp_path: Path) -> None:
    found, _ = changed(course, tmp_path / "o.csv", f'{HEADS}"{name}",90-01,1,\n')
    assert [*found.changes] == [("Ada Lovelace", STEPS)]


FAULTY = [
    ("Cem,90-01,1,", 'there is no learner "Cem" in the table of grades'),
    ("Bo,90-03,1,", 'there is no exercise "90-03"'),
    ("Bo,90,1,", 'there is no exercise "90"'),
    ("Bo,90-01,3,", 'write points from 0 to 2, not "3"'),
    ("Bo,90-01,-1,", 'write points from 0 to 2, not "-1"'),
    ("Bo,90-01,a lot,", 'write points from 0 to 2, not "a lot"'),
    ("Bo,,2,", "points need an exercise; for all exercises, write only a comment"),
]


@pytest.mark.parametrize(("line", "says"), FAULTY)
def test_a_faulty_line_is_named_and_the_others_count(
    line: str, says: str, course: Course, tmp_path: Path
) -> None:
    content = f"{HEADS}Ada Lovelace,90-01,1,\n\n{line}\nBo,90-02,1,\n"
    found, book = changed(course, tmp_path / "marks.csv", content)
    assert [*found.changes] == [("Ada Lovelace", STEPS), ("Bo", TWICE)]
    assert book.attention == [f"marks.csv, line 4: {says}."]


def test_of_two_lines_the_last_one_counts(course: Course, tmp_path: Path) -> None:
    found, _ = changed(course, tmp_path / "o.csv", f"{HEADS}Bo,90-01,1,\nBo,90-01,2,\n")
    assert found.changes == {("Bo", STEPS): Override(2)}
    assert found.notes == [
        "o.csv, line 3: this learner and exercise occur twice; this line counts."
    ]


def test_marks_of_another_lesson_wait_for_it(course: Course, tmp_path: Path) -> None:
    found, _ = changed(course, tmp_path / "o.csv", f"{HEADS}Bo,77-01,1,\n")
    assert found == Overrides({}, [])


def test_where_there_is_no_file_one_is_begun(course: Course, tmp_path: Path) -> None:
    path = tmp_path / "overrides.csv"
    assert read_overrides(path, [], course) == Overrides({}, [])
    assert path.read_text(encoding="utf-8-sig") == ",".join(COLUMNS) + "\n"
    assert read_overrides(path, [], course) == Overrides({}, [])


def test_a_file_of_something_else_is_left_alone(course: Course, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="the first line must name the columns learner, exercise"):
        changed(course, tmp_path / "o.csv", "a,b\n1,2\n")


def test_what_a_teacher_wrote_is_never_lost(teachkit: Teachkit, tmp_path: Path) -> None:
    hand_in(tmp_path / "class", "Ada", "answers.json", content=answers())
    own_course(tmp_path / "course")
    asked = ("grade", "class", "--course", "course", "--workers", "1")
    assert teachkit(*asked).status == 0
    file = tmp_path / "overrides.csv"
    written = f"{HEADS}Ada,90-01,0,Talk to me\n"
    file.write_text(written, encoding="utf-8")
    assert teachkit(*asked, "--report", "r.html").status == 0
    for option in ("-o", "--report", "--anonymous", "--roster"):
        says = one_sentence(teachkit(*asked, option, "overrides.csv"))
        assert says == '"overrides.csv" is named twice. Give each file a name of its own.'
    assert file.read_text(encoding="utf-8") == written


def test_a_faulty_file_is_noticed_before_anything_is_graded(
    teachkit: Teachkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(tmp_path / "class", "Ada", "answers.json", content=answers())
    own_course(tmp_path / "course")
    monkeypatch.setattr(grading, "grade_class", None)  # grading would raise a TypeError
    asked = ("grade", "class", "--course", "course")
    (tmp_path / "overrides.csv").write_text("a,b\n", encoding="utf-8")
    says = "overrides.csv: the first line must name the columns learner, exercise, points, comment"
    assert one_sentence(teachkit(*asked)).endswith(says)
    (tmp_path / "overrides.csv").write_text("<!doctype html>", encoding="utf-8")
    assert one_sentence(teachkit(*asked)).endswith("this is not a table; save it as CSV")
    says = '"course/course.toml/o.csv" cannot be written to. Choose a folder of your own.'
    (tmp_path / "course" / "course.toml").touch()
    assert one_sentence(teachkit(*asked, "--overrides", "course/course.toml/o.csv")) == says
    assert not (tmp_path / "grades.csv").exists()
