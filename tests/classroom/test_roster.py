"""Rosters are read as Moodle, Canvas and schools write them, and matched with what is handed in."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from teachkit.classroom.grading.attendance import Attendance, attendance
from teachkit.classroom.grading.grade import Course, grade_submission
from teachkit.classroom.grading.gradebook import Gradebook, canvas, gradebook, long, moodle
from teachkit.classroom.grading.roster import Pupil, read_roster
from teachkit.classroom.grading.submissions import File, Submission
from teachkit.classroom.grading.tables import as_csv, as_xlsx
from teachkit.classroom.grading.taught import taught
from teachkit.errors import DataError, UnknownNameError
from tests.classroom.handedin import STEPS, TWICE, answers, own_course
from tests.classroom.rosters import CANVAS, NAMES, PARTICIPANTS, WORKSHEET

NAMED = ["Ada Lovelace", "Zoë van der Berg", "雷 李", "Alan Turing"]


@pytest.fixture
def roster(tmp_path: Path) -> Callable[[str | bytes], tuple[Pupil, ...]]:
    """Read a roster with this content."""

    def read(content: str | bytes) -> tuple[Pupil, ...]:
        path = tmp_path / "class.csv"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return read_roster(path)

    return read


Read = Callable[[str | bytes], tuple[Pupil, ...]]


# Reading ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [PARTICIPANTS, WORKSHEET, CANVAS, NAMES])
def test_the_exports_of_lms_and_plain_lists_are_read_as_they_are(text: str, roster: Read) -> None:
    assert [pupil.name for pupil in roster(text)] == NAMED


ENCODED = {
    "with a mark": PARTICIPANTS.encode("utf-8-sig"),
    "UTF-16": PARTICIPANTS.encode("utf-16"),
    "UTF-16 without a mark": PARTICIPANTS.encode("utf-16-le"),
    "for Excel": PARTICIPANTS.replace(",", ";").replace('"Red; Robots"', '"Red, Robots"').encode(),
    "tabs": PARTICIPANTS.replace(",", "\t").replace('"Red\t Robots"', '"Red, Robots"').encode(),
    "old line ends": PARTICIPANTS.replace("\n", "\r\n").encode(),
}


@pytest.mark.parametrize("content", ENCODED.values(), ids=list(ENCODED))
def test_encodings_and_delimiters_of_spreadsheets_make_no_difference(
    content: bytes, roster: Read
) -> None:
    found = roster(content)
    assert [pupil.name for pupil in found] == NAMED
    assert [pupil.groups for pupil in found] == [("Red", "Robots"), ("Blue",), (), ("Red",)]
    assert found[0].cell("email") == "ada@school.example"


def test_windows_letters_and_a_workbook_are_read(roster: Read, tmp_path: Path) -> None:
    german = "Vorname;Nachname;E-Mail-Adresse\nZoë;Müller;z@x.org\n".encode("cp1252")
    assert [pupil.name for pupil in roster(german)] == ["Zoë Müller"]
    book = tmp_path / "class.csv"  # whatever it is called
    book.write_bytes(as_xlsx([line.split(",") for line in ("Name,Group", "Ada,Red")]))
    assert read_roster(book) == (Pupil("Ada", ("Red",), (("Name", "Ada"), ("Group", "Red"))),)


def test_two_of_one_name_are_told_apart_by_a_key(roster: Read) -> None:
    found = roster("Name,Email\nAda,a@x.org\nBo,b@x.org\nada,c@x.org\nAda,\n")
    assert [pupil.name for pupil in found] == ["Ada (a@x.org)", "Bo", "ada", "Ada (4)"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "there are no names here; write one on each line"),
        ("Name,Group\n,Red\n", "there are no names here; write one on each line"),
        ("Email address\na@x.org\n", "no column holds the names; call it Name, or First name and"),
        (b"a\0\xff", "this is not a table; save it as CSV"),
    ],
)
def test_a_faulty_roster_is_one_sentence(content: str | bytes, says: str, roster: Read) -> None:
    with pytest.raises(DataError, match=says):
        roster(content)


# Who handed in ---------------------------------------------------------------------------------


def handed_in(learner: str, number: str = "", is_late: bool = False, text: str = "") -> Submission:
    return Submission(learner, number, (File("answers.json", text or answers()),), is_late)


MATCHED = [  # a roster, the name and the number in an LMS's file, and the pupil
    (NAMES, "Ada Lovelace", "", "Ada Lovelace"),
    (NAMES, "Lovelace, Ada", "", "Ada Lovelace"),
    (NAMES, "lovelace ada", "", "Ada Lovelace"),
    (NAMES, "lovelaceada", "501", "Ada Lovelace"),
    (NAMES, "vanderbergzoë", "502", "Zoë van der Berg"),
    (NAMES, "李雷", "", "雷 李"),
    (NAMES, "Ada Lovelace (501)", "501", "Ada Lovelace"),
    (NAMES, "Red-Ada Lovelace", "501", "Ada Lovelace"),
    (NAMES, "Red-Ada Lovelace", "", ""),
    (NAMES, "Ada", "", ""),
    (CANVAS, "somebody", "502", "Zoë van der Berg"),
    (CANVAS, "zoe", "", "Zoë van der Berg"),
    (CANVAS, "s4", "", "Alan Turing"),
    (WORKSHEET, "somebody", "503", "雷 李"),
    (PARTICIPANTS, "alan@school.example", "", "Alan Turing"),
    (PARTICIPANTS, "somebody", "503", ""),
]


@pytest.mark.parametrize(("text", "name", "number", "pupil"), MATCHED)
def test_a_submission_gets_the_name_on_the_roster(
    text: str, name: str, number: str, pupil: str, roster: Read
) -> None:
    there = attendance([handed_in(name, number)], roster(text))
    found = [each.learner for each in there.submissions if each.learner not in there.missing]
    assert found == [pupil or name]
    unknown = [file.trouble for file in there.submissions[-1].files if file.trouble]
    assert ("This name is not on the roster." in unknown) == (not pupil)


def test_a_name_that_two_pupils_have_is_given_to_neither(roster: Read) -> None:
    there = attendance([handed_in("Lovelace, Ada")], roster("Ada Lovelace\nLovelace Ada\n"))
    assert len(there.missing) == 2
    assert len(there.submissions) == 3


def test_of_two_that_fit_a_pupil_the_one_of_the_lms_is_theirs(roster: Read) -> None:
    """Anybody may have named the other one."""
    lms = handed_in("lovelaceada", "501")
    there = attendance([handed_in("Ada Lovelace"), lms], roster(CANVAS))
    named = {each.learner: each for each in there.submissions}
    assert named["Ada Lovelace"].files == lms.files
    (_, note) = named["Ada Lovelace (Ada Lovelace)"].files
    assert note.trouble == "This name looks like another learner's. They are graded separately."


def empty(learner: str, number: str = "") -> Submission:
    return Submission(learner, number, (File("", trouble="No answers file was handed in."),))


def test_folders_without_answers_are_learners_only_if_an_lms_or_the_roster_says_so(
    roster: Read,
) -> None:
    some = [handed_in("Ada Lovelace"), empty("feedback"), empty("Alan Turing"), empty("zoe", "502")]
    there = attendance(some)
    assert [each.learner for each in there.submissions] == ["zoe", "Ada Lovelace"]
    assert there.notes == ["Left out, without answers: Alan Turing, feedback."]
    there = attendance(some, roster(CANVAS))
    assert sorted(there.missing) == ["Alan Turing", "雷 李"]
    assert there.notes == [
        "Not handed in: Alan Turing, 雷 李.",
        "Left out, without answers: feedback.",
    ]


# The tables ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return own_course(tmp_path_factory.mktemp("course"))


def book_of(course: Course, there: Attendance, due: datetime | None = None) -> Gradebook:
    graded = [grade_submission(course, each) for each in there.submissions]
    return gradebook(course, graded, there, due=due)


def of_class(course: Course, pupils: tuple[Pupil, ...], due: datetime | None = None) -> Gradebook:
    """Ada solves everything, Zoë one exercise, and a stranger hands in, too."""
    some = answers({STEPS: {"answer": "forward", "changed": "2026-12-01T17:00:01Z"}})
    zoe = handed_in("vanderbergzoë", "502", text=some)
    there = attendance([handed_in("Ada Lovelace"), zoe, handed_in("Eve")], pupils)
    return book_of(course, there, due)


def test_moodle_finds_learners_by_the_keys_on_the_roster(course: Course, roster: Read) -> None:
    """A learner without a key is left out, since Moodle would stop there."""
    assert moodle(of_class(course, roster(PARTICIPANTS))) == [
        ("First name", "Last name", "Email address", STEPS, TWICE),
        ("Ada", "Lovelace", "ada@school.example", 2, 3),
        ("Alan", "Turing", "alan@school.example", "-", "-"),
        ("Zoë", "van der Berg", "zoe@school.example", 0, 3),
        ("雷", "李", "li@school.example", "-", "-"),
    ]


def test_moodle_s_worksheet_is_filled_in(course: Course, roster: Read) -> None:
    """The share of the points becomes a share of the maximum grade."""
    heads, *lines = moodle(of_class(course, roster(WORKSHEET)))
    assert ",".join(map(str, heads)) == WORKSHEET.partition("\n")[0]
    assert [line[:1] + line[3:5] for line in lines] == [
        ["Participant 501", "100.00", "100.00"],
        ["Participant 504", "", "100.00"],
        ["Participant 502", "60.00", "100.00"],
        ["Participant 503", "", "100.00"],
    ]


def test_canvas_gets_its_own_columns_back(course: Course, roster: Read) -> None:
    assert canvas(of_class(course, roster(CANVAS)), totals=True) == [
        ("Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Lesson 90"),
        ("    Points Possible", "", "", "", "", 5),
        ("Lovelace, Ada", "501", "s1", "ada", "Red", 5),
        ("Turing, Alan", "504", "s4", "alan", "Red", ""),
        ("Eve", "", "", "", "", 5),
        ("van der Berg, Zoë", "502", "s2", "zoe", "Blue", 3),
        ("李, 雷", "503", "s3", "li", "Red", ""),
    ]


def test_totals_are_a_line_for_each_learner(course: Course, roster: Read) -> None:
    due = datetime(2026, 12, 1, 17, tzinfo=UTC)
    book = of_class(course, roster(PARTICIPANTS), due)
    assert long(book, totals=True) == [
        ("learner", "groups", "handed in", "Lesson 90 / 5", "Total / 5", "comment"),
        ("Ada Lovelace", "Red, Robots", "yes", 5, 5, ""),
        ("Alan Turing", "Red", "no", "", "", ""),
        ("Eve", "", "yes", 5, 5, ""),
        ("Zoë van der Berg", "Blue", "late", 3, 3, ""),
        ("雷 李", "", "no", "", "", ""),
    ]
    assert book.attention[:2] == ["Not handed in: Alan Turing, 雷 李.", "Late: Zoë van der Berg."]


@pytest.mark.parametrize(
    ("changed", "is_late", "late"),
    [("2026-12-01T17:00:00Z", False, False), ("2026-12-01T17:00:01Z", False, True),
     ("tomorrow", False, False), ("2026-11-01T00:00:00Z", True, True)],
)  # fmt: skip
def test_late_is_who_canvas_marks_or_who_changed_an_answer_after_the_due_time(
    changed: str, is_late: bool, late: bool, course: Course
) -> None:
    text = answers({STEPS: {"answer": "forward", "changed": changed}})
    there = attendance([handed_in("Ada", "", is_late, text)])
    book = book_of(course, there, datetime(2026, 12, 1, 17, tzinfo=UTC))
    assert [graded.is_late for graded in book.learners] == [late]


def test_equal_tables_are_equal_workbooks_with_numbers_and_without_formulas() -> None:
    import openpyxl

    rows = [("learner", "points"), ("=1+1", 2), ("Zoë\x07", 0.5), (None, "")]
    content = as_xlsx(rows)
    sheet = openpyxl.load_workbook(io.BytesIO(content)).active
    assert [*sheet.values] == [
        ("learner", "points"), ("'=1+1", 2), ("Zoë\ufffd", 0.5), (None, None),
    ]  # fmt: skip
    assert "f" not in {cell.data_type for row in sheet for cell in row}
    assert b"modified" not in content
    assert as_csv(rows).startswith("\ufefflearner,points\r\n'=1+1,2\r\n")


# What was taught -------------------------------------------------------------------------------


def lessons_of(course: Course) -> set[str]:
    return {name[:2] for name, _ in course.exercises}


def answered(*exercises: str) -> list[Submission]:
    text = answers({STEPS: None, TWICE: None} | dict.fromkeys(exercises, "forward"))
    return [handed_in("Ada", text=text)]


def test_lessons_that_nobody_has_answered_are_left_out(course: Course) -> None:
    packaged = "02-04-round-the-wall"
    assert lessons_of(taught(course, answered(STEPS))) == {"90"}
    assert lessons_of(taught(course, answered(STEPS, packaged))) == {"02", "90"}
    assert lessons_of(taught(course, answered(packaged))) == {"02"}
    assert lessons_of(taught(course, answered())) == {"90"}
    four, ahead = answered(STEPS) * 4, answered(packaged)
    assert lessons_of(taught(course, four + ahead)) == {"90"}
    assert lessons_of(taught(course, four[:3] + ahead)) == {"02", "90"}


def test_exactly_what_is_asked_for_is_graded_answered_or_not(course: Course) -> None:
    whole = taught(course, answered("02-04-round-the-wall"), ["90-01", "03"])
    ids = [name for name, _ in whole.exercises]
    assert ids[-1] == STEPS
    assert {name[:2] for name in ids[:-1]} == {"03"}
    (graded,) = (grade_submission(whole, each) for each in answered("02-04-round-the-wall"))
    assert not any(row.notes for row in graded.rows)  # which is known, but was not asked for


def test_a_lesson_that_there_is_not_is_said(course: Course) -> None:
    with pytest.raises(UnknownNameError, match=r'There is no lesson or exercise "91"\.'):
        taught(course, [], ["91"])


def test_an_own_exercise_replaces_a_packaged_one_of_its_name(course: Course) -> None:
    name = "02-04-round-the-wall"
    own = course._replace(exercises=((name, dict(course.exercises)[STEPS]),))
    assert dict(taught(own, answered(name)).exercises) == dict(own.exercises)
