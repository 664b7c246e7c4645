"""The round trip of a class of 25: from a new course to marks in the LMS and in a spreadsheet.

The course is made, checked and released. The learners answer in their own folders, and hand in by
way of Moodle and of Canvas. Everything is graded twice, with the teacher's changes, and the tables
are read by the rules of both LMSs.
"""

from __future__ import annotations

import csv
import io
import json
from html import unescape
from pathlib import Path

import pytest

from teachkit.classroom.answers import Answers, answers_file
from teachkit.classroom.library import exercise_files, find_exercise
from teachkit.classroom.new_files import new_course
from teachkit.exercises.authoring.proof import solution
from tests.classroom.conftest import patient
from tests.classroom.handedin import DOUBLE, RIGHT, TWICE
from tests.classroom.lms import canvas_import, moodle_import, moodle_worksheet
from tests.classroom.madeup import zipped
from tests.test_cli import Said, Teachkit, elsewhere, teachkit

__all__ = ["elsewhere", "patient", "teachkit"]  # fixtures

FIRST = [
    "Ada", "Zoë", "Jean-Luc", "李", "Søren", "Мария", "Aylin", "O'Neil", "José María", "ياسمين",
    "Mei", "Björn", "Chloë", "Dmitri", "Eun-ji", "Fatima", "Gérard", "Hana", "Ivo", "Jürgen",
    "Kofi", "Lakshmi", "Mónica", "Nguyễn", "Oisín",
]  # fmt: skip
LAST = [
    "Lovelace", "van der Berg", "Picard", "雷", "Kierkegaard", "Иванова", "Öztürk", "Smith, Jr.",
    "García López", "حداد", "Ling", "Åberg", "Dubois", "Petrov", "Kim", "al-Fihri", "Müller",
    "Nováková", "Horvat", "Groß", "Mensah", "Rao", "Sanz", "Thị", "Ó Briain",
]  # fmt: skip
PUPILS = [f"{first} {last}" for first, last in zip(FIRST, LAST, strict=True)]
MISSING, LATE = {*PUPILS[22:24]}, PUPILS[4]
FUNCTION = "51-04-double"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A new course with an exercise more, whose last case is hidden."""
    folder = tmp_path / "my course"
    new_course(folder, ("predict", "program", "repair"), "algoracing")
    text = DOUBLE.replace('"90"', '"51"') + "\n[[mistakes]]\nanswer = 'x'\nsays = 'Write it.'\n"
    (folder / "exercises" / "51" / f"{FUNCTION}.toml").write_text(text, encoding="utf-8")
    return folder


def worked(folder: Path, copy: Path, own: Path, who: int) -> bytes:
    """Answer in the learners' copy: everybody the first exercises, and the others some wrong."""
    learner = Answers(folder, PUPILS[who])
    for number, name in enumerate(n for n in exercise_files(copy) if n.startswith("51-")):
        right = RIGHT[TWICE] if name == FUNCTION else solution(find_exercise(name, own))
        wrong = "def double(n): return 4" if name == FUNCTION else "1: a1 south"
        answer = right if (who + number) % 4 or who == 0 else wrong
        learner.save(find_exercise(name, copy), str(answer))
    path = answers_file(folder, PUPILS[who])
    data = json.loads(path.read_text(encoding="utf-8"))
    for record in data["answers"].values():
        record["changed"] = (
            "2026-12-02T09:00:00Z" if PUPILS[who] == LATE else "2026-11-30T09:00:00Z"
        )
    return json.dumps(data).encode()


def as_table(rows: list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def email(who: int) -> str:
    return f"pupil{who}@school.example"


def rosters(folder: Path) -> None:
    """Write the class as Moodle's participants and worksheet, and as Canvas's gradebook."""
    people = [*enumerate(zip(FIRST, LAST, strict=True))]
    names = [[first, last, email(who), f"Group {who % 3}"] for who, (first, last) in people]
    heads = ["First name", "Last name", "Email address", "Groups"]
    (folder / "moodle.csv").write_text(as_table([heads, *names]), encoding="utf-8-sig")
    heads = ["Identifier", "Full name", "Email address", "Grade", "Maximum Grade",
             "Last modified (grade)", "Feedback comments"]  # fmt: skip
    lines = [
        [f"Participant {700 + who}", PUPILS[who], email(who), "", "50.00", "-", ""]
        for who in range(25)
    ]
    (folder / "worksheet.csv").write_text(as_table([heads, *lines]), encoding="utf-8")
    heads = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Quiz (9)"]
    students = [
        [f"{last}, {first}", str(700 + who), f"s{who}", f"p{who}", "8a", "3"]
        for who, (first, last) in people
    ]
    points = ["    Points Possible", "", "", "", "", "10"]
    (folder / "canvas.csv").write_text(as_table([heads, points, *students]), encoding="utf-8")


def downloads(folder: Path, work: dict[int, bytes]) -> None:
    """Write what the class has handed in, as Moodle and Canvas pack it."""
    moodle, canvas = dict[str, bytes](), dict[str, bytes]()
    for who, content in work.items():
        file = answers_file(Path(), PUPILS[who]).name
        moodle[f"{PUPILS[who]}_{700 + who}_assignsubmission_file_/{file}"] = content
        moodle[f"{PUPILS[who]}_{700 + who}_assignsubmission_file_/.{file}.lock"] = b""
        name = "".join(f"{LAST[who]}{FIRST[who]}".lower().split())
        late = "_LATE" if PUPILS[who] == LATE else ""
        canvas[f"{name}{late}_{700 + who}_{9_000 + who}_{file}"] = content
    (folder / "moodle.zip").write_bytes(zipped(moodle))
    (folder / "canvas.zip").write_bytes(zipped(canvas))


OVERRIDES = """\
learner,exercise,points,comment
Ada Lovelace,51-02,1,"Look at card 2 again, please."
"Lovelace, Ada",,,Well done!
"""


@pytest.mark.slow
def test_a_class_goes_the_whole_way_from_a_new_course_to_its_marks(
    teachkit: Teachkit, tmp_path: Path, course: Path
) -> None:
    assert teachkit("check", course / "exercises").status == 0
    assert teachkit("release", course, "-o", "copy").status == 0
    work = {
        who: worked(tmp_path / f"desk {who}", tmp_path / "copy", course, who)
        for who, name in enumerate(PUPILS)
        if name not in MISSING
        if not (tmp_path / f"desk {who}").mkdir()
    }
    rosters(tmp_path)
    downloads(tmp_path, work)
    (tmp_path / "overrides.csv").write_text(OVERRIDES, encoding="utf-8")

    def graded(lms: str, roster: str, output: str, *options: str) -> bytes:
        """Grade twice, and return the table, which must be equal byte for byte."""
        tables = []
        for _ in range(2):
            said = teachkit("grade", f"{lms}.zip", "--course", course, "--roster", roster,
                            "--due", "2026-12-01T12:00", "--workers", "1", "-o", output,
                            *options)  # fmt: skip
            assert notes(said) == [
                f"Not handed in: {', '.join(sorted(MISSING))}.", f"Late: {LATE}.",
            ]  # fmt: skip
            tables.append((tmp_path / output).read_bytes())
            assert (tmp_path / "overrides.csv").read_text(encoding="utf-8") == OVERRIDES
        assert tables[0] == tables[1]
        return tables[0]

    by_email = {email(who): name for who, name in enumerate(PUPILS)}
    by_number = {700 + who: name for who, name in enumerate(PUPILS)}
    ids = [name for name in exercise_files(course) if name.startswith("51-")]
    in_moodle = moodle_import(
        graded("moodle", "moodle.csv", "m.csv", "--format", "moodle"), by_email
    )
    content = graded("canvas", "canvas.csv", "c.csv", "--format", "canvas")
    in_canvas = canvas_import(content, by_number)
    assert {*in_moodle} == {*in_canvas} == {*PUPILS}
    assert [*in_moodle["Ada Lovelace"]] == ids
    for name in PUPILS:
        known = {key: grade for key, grade in in_moodle[name].items() if grade is not None}
        assert known == {key: grade for key, (grade, most) in in_canvas[name].items()}
        assert len(known) == (0 if name in MISSING else len(ids))
    possible = {name: find_exercise(name, course).possible for name in ids}
    right = {name: float(points) for name, points in possible.items()}
    assert in_moodle["Ada Lovelace"] == right | {ids[1]: 1}
    assert sum(in_moodle[name] == right for name in PUPILS) == 0
    assert {most for grades in in_canvas.values() for _, most in grades.values()} == {
        *map(float, possible.values())
    }

    graded("moodle", "moodle.csv", "grades.xlsx", "--totals")
    totals = workbook(tmp_path / "grades.xlsx")
    assert totals[0][3:5] == (f"Lesson 51 / {sum(possible.values())}",
                              f"Total / {sum(possible.values())}")  # fmt: skip
    for learner, groups, state, points, total, comment in totals[1:]:
        wanted = [grade for grade in in_moodle[learner].values() if grade is not None]
        assert (points, total) == ((sum(wanted), sum(wanted)) if wanted else (None, None))
        assert groups == f"Group {PUPILS.index(learner) % 3}"
        assert state == ("no" if learner in MISSING else "late" if learner == LATE else "yes")
        assert comment == ("Well done!" if learner == "Ada Lovelace" else None)
    content = graded(
        "moodle", "worksheet.csv", "w.csv", "--format", "moodle", "--feedback", "pages"
    )
    sheet = moodle_worksheet(content, {str(number): name for number, name in by_number.items()})
    ada = sum(grade or 0 for grade in in_moodle["Ada Lovelace"].values())
    share = f"{50 * ada / sum(possible.values()):.2f}"
    assert sheet["Ada Lovelace"] == (share, "Well done!")
    assert {name for name, (grade, _) in sheet.items() if not grade} == MISSING
    pages = {
        path.name: unescape(path.read_text(encoding="utf-8")) for path in Path("pages").iterdir()
    }
    assert len(pages) == len(PUPILS)
    for name in PUPILS:
        assert sum(name in page for page in pages.values()) == 1
    (own,) = (page for page in pages.values() if "Ada Lovelace" in page)
    assert "Look at card 2 again, please." in own
    assert sum("Well done!" in page for page in pages.values()) == 1


def notes(said: Said) -> list[str]:
    """Return the things to look at, as the command names them."""
    assert said.status == 1
    return [line.removeprefix("- ") for line in said.err.splitlines() if line.startswith("- ")]


def workbook(path: Path) -> list[tuple[object, ...]]:
    import openpyxl

    return [*openpyxl.load_workbook(path).active.values]
