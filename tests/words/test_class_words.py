"""Test that everything said about a whole class is translated, by provoking each sentence."""

from __future__ import annotations

import io
import os
import re
import sys
import zipfile
from collections.abc import Iterator
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from teachkit.classroom.grading import archives as budget
from teachkit.classroom.grading import grade
from teachkit.classroom.grading.alike import OWN_LETTERS, with_alike_noted
from teachkit.classroom.grading.grade import (
    Course,
    Graded,
    Override,
    Row,
    course_in,
    grade_class,
    grade_submission,
)
from teachkit.classroom.grading.gradebook import Gradebook, gradebook
from teachkit.classroom.grading.made_boards import class_boards, with_copies_noted
from teachkit.classroom.grading.roster import read_roster
from teachkit.classroom.grading.submissions import File, Submission, submissions_in
from teachkit.classroom.grading.submitted_answers import SelfReport
from teachkit.classroom.grading.tables import as_xlsx
from teachkit.classroom.jobs import FailedJob, Journal, cluster, run_jobs
from teachkit.classroom.library import RELEASED, find_exercise
from teachkit.classroom.report.answer_drawing import answer_drawn, board_drawn, given_drawn
from teachkit.classroom.report.page import heat_map, page
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.classroom.variants import name_hash
from teachkit.cli import main
from teachkit.widgets.workbench.feedback_pages import feedback_page
from teachkit.widgets.workbench.run_pages import gallery_page
from teachkit.words import say
from tests.classroom import makers
from tests.classroom.handedin import STEPS, TWICE, answers, hand_in, lesson
from tests.classroom.madeup import zipped
from tests.classroom.rosters import NAMES
from tests.exercises.making import START, made

from .extract import sentences
from .pseudo import Pseudo, escaped, refused

ROOMS = (
    "teachkit/classroom/grading/", "teachkit/classroom/jobs.py", "teachkit/classroom/report/",
    "teachkit/classroom/pages/report.html", "teachkit/cli/classes.py",
    "teachkit/classroom/pages/gallery.html", "teachkit/widgets/workbench/run_pages.py",
    "teachkit/classroom/pages/feedback.html", "teachkit/widgets/workbench/feedback_pages.py",
)  # fmt: skip
# Said before there is a class, or on other pages: tests/test_cli_release and
# tests/widgets/test_page read these.
ELSEWHERE = {
    "Not copied: {names}.",
    "Nothing runs in this exercise, so there is no page to save.",
    "The old folder is now called {folder}.",
    "To grade, use your own complete folder: --course {folder}",
    "{count} more",
    "{file} contains {pages}, {exercises} and {cards} to cut out.",
    "{file} contains {pages} with the answers to {exercises}.",
    "{folder} contains {notebooks} and {exercises}.",
    *(f"{{number}} {noun}" for word in ("card", "exercise", "notebook", "page")
      for noun in (word, f"{word}s")),
}  # fmt: skip
# What stands in quotes, paths, ids, names of learners and errors, and what a shell is told.
FACTS = re.compile(
    r"\b\d: [a-z]\d \w+"  # an answer
    r'|"[^"]*"|\S*/\S*|\b\d\d-\d\d-[\w-]+|\b[A-Z]\w*\b(?=[:,])|\(\w+Error\)'
    r"|\boverrides\.csv|\blearner, exercise, points, comment|/ \d+"
    r"|--resume|--trust-functions|\b[0-9a-f]{16}\b|\w+\.json"
)


WRONG = "def double(n): return 1"
WRITTEN = {"A", "B", "Twice", "Ada", "Bo", "seat", "old", "bubblewrap", "x"}
WRITTEN |= {
    "Oz",
    "E4",
    "Alan",
    "Lovelace",
    "Turing",
    "zip",
    "alan",
    "plan",
    "pip",
    "install",
    "openpyxl",
    "teachkit",
}
WRITTEN |= {
    "forward",
    "left",
    "u-turn",
    "east",
    "north",
    "E",
    "N",
    "a",
    "def",
    "double",
    "n",
    "return",
}
WRITTEN |= {f"L{number}" for number in range(10)} | {*makers.NAMES, "Unsolved"}


def folder_of_trouble(folder: Path) -> None:
    damaged = {"Ada": "{", "Bo": "[]", "Cem": '{"teachkit": 1}', "Dee": b"\xff", "Eve": " " * 3_001}
    for learner, content in damaged.items():
        hand_in(folder, learner, "answers.json", content=content)
    hand_in(folder, "Fay", "notes.txt")
    for number in range(budget.MOST_FILES + 1):
        hand_in(folder, "Gus", f"answers-{number}.json")
    (folder / "Hal").symlink_to(folder / "Ada")
    os.mkfifo(folder / "Ivy")
    hand_in(folder, "Jo.zip", content=b"PK")
    hand_in(folder, "Kim.zip", content=zipped({str(number): b"" for number in range(7)}))
    hand_in(folder, "Lou.zip", content=zipped({"../answers.json": b"{}", "answers.json": b"{}"}))
    packed = bytearray(zipped({"answers.json": b"{}"}))
    for header, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        packed[packed.index(header) + flags] |= 1
    hand_in(folder, "Mia.zip", content=bytes(packed))
    (folder / "Ned").mkdir()
    hand_in(folder, "Oz.zip", content=zipped({"answers.json": b"{}"}))
    hand_in(folder, "Oz", "answers.json")
    hand_in(folder, "Pat", *"abcdefgh", "answers.json")
    for name in ("Ada", "Bo"):
        hand_in(folder, "seat 7", f"answers-{name}.json")
    inner = zipped({"c.zip": zipped({"answers.json": b"{}"})})
    hand_in(folder, "Sue.zip", content=zipped({"b.zip": inner}))
    odd = io.BytesIO()
    with zipfile.ZipFile(odd, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("answers.json", "{}")
    hand_in(folder, "Tom.zip", content=odd.getvalue())
    for number in range(3):
        hand_in(folder, "Uma", f"answers-{number}.json", content=" " * 2_000)
        hand_in(folder, "Wes", "a", f"{number}.txt")
        hand_in(folder, "Wes", "b", f"{number}.txt")
    hand_in(folder, "Val.zip", content=zipped({"b.zip": zipped({"x": os.urandom(5_000)})}))


def said_of_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(budget, "MOST_BYTES", 3_000)
    monkeypatch.setattr(budget, "MOST_TEXT", 5_500)
    monkeypatch.setattr(budget, "MOST_UNPACKED", 4_000)
    monkeypatch.setattr(budget, "MOST_ENTRIES", 6)
    scan = os.scandir
    monkeypatch.setattr(
        os, "scandir", lambda place: closed() if "Ned" in str(place) else scan(place)
    )
    yield from troubles(folder)
    monkeypatch.undo()
    monkeypatch.setattr(budget, "MOST_SECONDS", -1.0)
    yield from troubles(folder)
    monkeypatch.undo()
    yield from troubles(folder)
    yield refused(partial(submissions_in, folder / "nowhere"))


def troubles(folder: Path) -> Iterator[str]:
    yield from (file.trouble for each in submissions_in(folder) for file in each.files)


def closed() -> Any:
    raise PermissionError


def said_of_courses(folder: Path) -> Iterator[str]:
    yield refused(partial(course_in, folder / "exercises")).rpartition(": ")[2]
    file = folder / "lessons" / "exercises" / "90" / f"{STEPS}.toml"
    again = file.parent / "more" / file.name
    again.parent.mkdir()
    again.write_bytes(file.read_bytes())
    yield refused(partial(course_in, folder / "lessons")).rpartition(": ")[2]
    again.unlink()
    (folder / "copy").mkdir()
    (folder / "copy" / RELEASED).touch()
    yield refused(partial(course_in, folder / "copy"))


def said_of_jobs(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    pytest.importorskip("distributed")
    monkeypatch.setattr("teachkit.classroom.jobs.PATIENCE", 0.2)
    yield refused(lambda: dict(run_jobs(abs, [1], cluster("tcp://127.0.0.1:9"))))
    monkeypatch.setitem(sys.modules, "distributed", None)
    yield refused(partial(cluster, "x"))


def handed(learner: str, *texts: str) -> Submission:
    """Write a hand-in with one file for each of these texts."""
    return Submission(learner, files=tuple(File("f.json", text) for text in texts))


def said_on_the_page(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    course = course_in(folder / "lessons")
    second = grade.exercises_of(course)[TWICE]
    foreign = {"answer": "left", "exercise": second.hash, "hints": "?"}
    edited = {"answer": "left, " * 9_000, "best": "left", "exercise": "old", "attempts": []}
    twice = answers().replace('"answers": {', f'"answers": {{"{STEPS}": 0, ')
    files = [
        answers({STEPS: foreign}), answers({STEPS: edited}), answers({STEPS: 3, "x": "y"}), twice,
        "{", '{"teachkit": 1}', "[]", "[" * 60_000,
        answers({f"x{n}": {} for n in range(1_001)}), answers({TWICE: WRONG}),
        answers({STEPS: None, TWICE: None}),
        answers({STEPS: "forward", TWICE: WRONG}),
    ]  # fmt: skip
    handed_in = [handed(f"L{min(number, 9)}", text) for number, text in enumerate(files)]
    handed_in.append(handed("Twice", *files[9:]))
    graded = [grade_submission(course, each) for each in handed_in]
    monkeypatch.setattr("teachkit.classroom.grading.grade.grade", partial(int, "no"))
    graded.append(grade_submission(course, handed("B", answers({STEPS: "u-turn"}))))
    monkeypatch.undo()
    whose = ((name_hash("A"), STEPS), (name_hash("C"), TWICE))
    varied = course._replace(variants=(("90-09", whose),))
    for name in ("A", "B"):
        for row in grade_submission(varied, handed(name, answers())).rows:
            yield from row.notes
    graded += not_run(course, handed_in[9], monkeypatch)
    monkeypatch.setattr("teachkit.classroom.jobs.run_jobs", lambda *_: [(0, failed())])
    journal: Journal[Submission, Graded] = Journal(folder / "x.csv.journal", course, Graded)
    graded += grade_class(course, handed_in[:1], Any, journal)  # type: ignore[arg-type]
    journal.remove()
    book = gradebook(course, graded)
    yield from book.attention
    heat_map(book)
    yield from texts(page(book))
    solved = gradebook(course, [grade_submission(course, handed("A", answers()))])
    yield from texts(page(solved))
    yield from texts(str(answer_drawn(made(), "2x(forward)")))
    yield from texts(str(answer_drawn(made(edition="routines"), "define x(left), x")))
    start = {"floor": ". .", "rovers": {"red": "a1 east"}}
    two = made(kind="predict", given="forward", starts=[start, start], checks=[], solution={})
    yield from texts(f"{board_drawn(two, '1: a1')}{given_drawn(two)}")
    for some in of_ideas():
        yield from texts(page(some))
    yield from of_feedback(course, book, graded[-1])
    hunt = find_exercise("04-02")
    marked = Row(hunt.id, answer="left", self_report=SelfReport(first_mark=1))
    yield from texts(page(Gradebook({hunt.id: hunt}, (Graded("Ada", "", (marked,)),)), ["-"]))


def said_of_rosters(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[str]:
    """Yield what is said about a roster, about changed marks, and on a table of totals."""
    faulty = folder / "faulty.csv"
    for content in (b"", b"Email address", b"a\0\xff"):
        faulty.write_bytes(content)
        yield refused(partial(read_roster, faulty)).rpartition(": ")[2]
    yield refused(partial(read_roster, folder)).rpartition(": ")[2]
    (folder / "roster.csv").write_text(NAMES, encoding="utf-8")
    alan = "alan_LATE_504_7_answers.json"
    for name in ("Ada Lovelace", alan, "Ada Lovelace.zip", "Zoë van der Berg"):
        content = zipped({"answers.json": answers().encode()}) if "zip" in name else None
        place = [name] if "." in name else [name, "answers.json"]
        hand_in(folder / "roster", *place, content=content)
    hand_in(folder / "roster", "plan", "notes.txt")
    hand_in(folder / "nobody", "plan", "notes.txt")
    lines = [
        "learner,exercise,points,comment", f"Ada Lovelace,{STEPS},1,", f"Ada Lovelace,{STEPS},2,",
        f"Nobody,{STEPS},1,", "Ada Lovelace,,1,", "Ada Lovelace,x,1,", f"Ada Lovelace,{STEPS},9,",
    ]  # fmt: skip
    (folder / "overrides.csv").write_text("\n".join(lines), encoding="utf-8")
    (folder / "wrong.csv").write_text("a,b", encoding="utf-8")
    output = folder / "totals.csv"
    for name, *options in (
        ("roster", "--roster", folder / "roster.csv", "--totals"),
        ("roster", "--overrides", folder / "wrong.csv"),
        ("roster", "--only", "x"),
        ("roster", "--report", output),
        ("nobody",),
    ):
        with pytest.raises(SystemExit):
            main(["grade", str(folder / name), "--course", str(folder / "lessons"), "-o",
                  str(output), "--workers", "1", *map(str, options)])  # fmt: skip
        yield from capsys.readouterr().err.splitlines()
    yield from output.read_text(encoding="utf-8-sig").splitlines()[0].split(",")[3:-1]
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    yield refused(partial(as_xlsx, []))
    monkeypatch.undo()


def said_of_boards(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[str]:
    """Yield what the gallery says about several boards and about one, and about none."""
    makers.make_lesson(folder / "making")
    course = course_in(folder / "making")
    handed_in = submissions_in(makers.make_class(folder / "makers"))
    some = [each for each in handed_in if each.learner in ("Ada", "Ben", "Cleo", "Dan", "Unsolved")]
    boards, _ = class_boards(course, some)
    yield from texts(gallery_page(boards, ["Ada"]))
    mend = makers.in_a_code(made(kind="repair", given="left", solution={"answer": "forward"}))
    two = makers.in_a_code(made(cards={"forward": 3}, starts=[START, START]))
    for exercise in (mend, two):
        board = boards[0]._replace(exercise=exercise, best=None)
        yield from texts(gallery_page([board], names=False))
    text = makers.answer(makers.board("Ada"))
    exercises = {makers.ID: makers.drive(), "x": makers.friend(makers.board("Ada"))}
    alike = [Graded(name, "", (Row(makers.ID, answer=text),)) for name in ("Ada", "Ben")]
    for graded in with_copies_noted(exercises, alike):
        yield from graded.rows[0].notes
    yield refused(partial(gallery_page, boards, ["Adda"]))
    monkeypatch.setattr("teachkit.classroom.grading.made_boards.made", partial(int, "no"))
    yield from class_boards(course, some[:1])[1]
    monkeypatch.undo()
    for name in ("makers", "one"):
        with pytest.raises(SystemExit):
            main(["gallery", str(folder / name), "-o", str(folder / "gallery.html"),
                  "--lessons", str(folder / "making")])  # fmt: skip
        yield capsys.readouterr().out


def of_ideas() -> Iterator[Gradebook]:
    """Classes that answered on a board of several, and in a table."""
    for number in ("02-01", "02-02"):
        asked = find_exercise(number)
        row = Row(asked.id, answer="1: a1 west", ideas=("turns also drive",))
        yield Gradebook({asked.id: asked}, (Graded("Ada", "", (row,)),))


def of_feedback(course: Course, book: Gradebook, one: Graded) -> Iterator[str]:
    """Pages for learners with many faults, a changed mark, a comment, no answer, and an idea."""
    yield from texts(page(book, anonymous=True))
    changed = {"answer": "forward", "changed": "2026-11-20T10:15:00Z"}
    graded = grade_submission(course, handed("A", answers({STEPS: changed, TWICE: None})))
    for override in (Override(1, "x"), Override(None, "x")):
        rows = tuple(row._replace(override=override) for row in graded.rows)
        late = graded._replace(rows=rows, comment="x", is_late=True)
        yield from texts(page(book._replace(learners=(late,))))
    override = Override(1, "x")
    rows = tuple(row._replace(override=override) for row in graded.rows)
    blank = tuple(row._replace(blank="x") for row in graded.rows)
    for each in (graded._replace(rows=rows), graded._replace(rows=blank), one):
        yield from texts(feedback_page(book, each))
    solved = grade_submission(course, handed("A", answers()))
    nothing = grade_submission(course, handed("A", answers({STEPS: None, TWICE: None})))
    half = "def double(n): return n + n if n < 5 else 0"
    unseen = grade_submission(course, handed("A", answers({TWICE: half})))
    for each in (solved, nothing, unseen):
        yield from texts(feedback_page(book, each))
    asked = {name: find_exercise(name) for name in (f"01-{number:02}" for number in range(1, 9))}
    lesson = {exercise.id: exercise for exercise in asked.values()}
    untried = Graded("A", "", tuple(Row(name) for name in lesson))
    for number in (4, 5):  # after three exercises, there is one more, or there are two
        few = dict(list(lesson.items())[:number])
        yield from texts(feedback_page(Gradebook(few, ()), untried))
    wrong = tuple(Row(name, answer="a", possible=1) for name in lesson)
    yield from texts(feedback_page(Gradebook(lesson, ()), Graded("A", "", wrong)))
    for some in of_ideas():
        yield from texts(feedback_page(some, some.learners[0]))
    long = Row(TWICE, answer="x" * OWN_LETTERS)
    pair = [Graded(name, "", (long,)) for name in ("Ada", "Bo")]
    for graded in with_alike_noted(book.exercises, pair):
        yield from graded.rows[0].notes


def not_run(
    course: Course, handed_in: Submission, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Graded]:
    """Provoke messages on missing limits, on more learners than are named, and on lack of time."""
    with monkeypatch.context() as patch:
        patch.setattr(Sandbox, "is_isolated", False)
        for number in range(6):
            yield grade_submission(course, handed_in._replace(learner=f"L{number}"))
    with monkeypatch.context() as patch:
        patch.setattr("teachkit.classroom.sandbox.sandbox.SECONDS", 0)
        yield grade_submission(course, handed_in)


def failed() -> FailedJob:
    return FailedJob(say("its worker process ended"))


def texts(markup: str) -> Iterator[str]:
    bare = re.sub(r"(?s)<(style|script|code)\b.*?</\1>", "", markup)
    shown = re.findall(r">([^<]+)<", bare)
    return (unescape(text) for text in shown if text.strip())


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """Empty the caches, which hold sentences in another language."""
    grade._judged.cache_clear()
    yield
    grade._judged.cache_clear()


def typed(folder: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[str]:
    """The summary, at both ends, and what is said where there is no place to write."""
    for name, *others in (
        ("class", "-o", "g.csv"),
        ("one", "-o", "g.csv"),
        ("exercises", "-o", "g.csv"),  # nobody handed in
        ("one", "-o", "g.csv", "--feedback", "one/."),
        ("one", "-o", "no/g.csv"),  # no journal can be kept
        ("one", "-o", "g.csv", "--report", "no/r.html"),  # Ada is done, and then it breaks off
    ):
        options = [str(folder / each) if "." in each else each for each in others]
        with pytest.raises(SystemExit):
            main(["grade", str(folder / name), "--lessons", str(folder / "lessons"),
                  "--workers", "1", *options])  # fmt: skip
        yield from capsys.readouterr().err.splitlines()


def test_every_sentence_on_a_class_is_provoked_and_translated(
    pseudo: Pseudo,
    catalogue: Catalog,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder_of_trouble(tmp_path / "class")
    for number in range(9):
        (tmp_path / "class" / f"E{number}").mkdir()
    hand_in(tmp_path, "one", "Ada", "answers.json")
    lesson(tmp_path / "lessons")
    (tmp_path / "exercises").mkdir()
    told = {
        *said_of_files(tmp_path / "class", monkeypatch),
        *said_of_courses(tmp_path),
        *typed(tmp_path, capsys),
        *said_on_the_page(tmp_path, monkeypatch),
        *said_of_jobs(monkeypatch),
        *said_of_boards(tmp_path, monkeypatch, capsys),
        *said_of_rosters(tmp_path, monkeypatch, capsys),
    }
    here = sentences(catalogue, *ROOMS)
    assert here - pseudo.asked - ELSEWHERE == set()
    left = {text: escaped(FACTS.sub("", text), WRITTEN) for text in told}
    assert {text: words for text, words in left.items() if words} == {}
