"""The page that each learner gets back: about this learner only, and nothing that was hidden."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom.grading.grade import (
    Course,
    Graded,
    Override,
    Row,
    course_in,
    grade_submission,
)
from teachkit.classroom.grading.gradebook import Gradebook, gradebook
from teachkit.classroom.grading.submissions import File, Submission
from teachkit.classroom.library import find_exercise
from teachkit.cli import main
from teachkit.widgets.workbench.feedback_pages import feedback_page, feedback_pages, file_name
from tests.classroom.handedin import STEPS, TWICE, answers, hand_in, lesson
from tests.exercises.making import START, made

from .test_report import Read

HIDDEN = "90-03-hidden"
TWO_BOARDS = """
title  = "Two boards"
lesson = "90"
game   = "algoracing"
kind   = "program"
text   = "Drive to the sample."
cards  = ["forward", "left"]
hints  = ["How far is it?", "Count the squares."]

[[starts]]
floor   = ". . ."
rovers  = { red = "a1 east" }
samples = { b1 = "blue" }

[[starts]]
floor   = ". . . . . . ."
rovers  = { red = "a1 east" }
samples = { g1 = "blue" }
hidden  = true

[[checks]]
check   = "carries"
samples = 1

[solution]
answer = "forward, forward, forward, forward, forward, forward"
"""
BOTH = "def double(n):\n    return n + n if n < 5 else 0"  # wrong for the hidden case only


class Page(Read):
    """A parsed page, without its scripts."""

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["script"]:
            super().handle_data(data)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    folder = lesson(tmp_path_factory.mktemp("lessons"))
    (folder / "exercises" / "90" / f"{HIDDEN}.toml").write_text(TWO_BOARDS, encoding="utf-8")
    return course_in(folder, explains=True)


def book(course: Course, **files: Any) -> Gradebook:
    """Return a class: each learner with the records of a file, in which nothing is right."""
    nothing = dict.fromkeys((STEPS, TWICE))
    return gradebook(course, [
        grade_submission(course, Submission(name, files=(File("a.json", answers(nothing | each)),)))
        for name, each in files.items()
    ])  # fmt: skip


def page_of(course: Course, records: dict[str, Any], **changes: Override) -> Page:
    """Return the page of a learner with these answers, and with the teacher's changes to them."""
    whole = book(course, Ada=records)
    rows = (
        row._replace(override=changes.get("change") if row.answer else None)
        for row in whole.learners[0].rows
    )
    return Page(feedback_page(whole, whole.learners[0]._replace(rows=tuple(rows))))


def test_the_page_shows_what_went_wrong_and_what_comes_next(course: Course) -> None:
    read = page_of(course, {STEPS: {"answer": "forward", "changed": "2026-11-20T10:15:00Z"}})
    for words in (
        "Feedback for Ada 0 of 6 points · Newest answer: 2026-11-20",
        "Look at these again 90-01 Two steps 0 of 2 points Drive to c1 .",
        "Your answer: ↑ Forward ",
        "One step is missing. A hint: It looks that way already.",
        'A hint: It looks that way already. Try it again: tk.exercise("90-01-two-steps")',
        "What to try next 90-02 Twice as much",
    ):
        assert words in read.text
    assert "What you have done" not in read.text


def test_a_run_can_be_stepped_through_and_its_board_is_drawn(course: Course) -> None:
    read = page_of(course, {STEPS: "forward, left"})
    assert read.all("data-widget") == ["Player"]
    assert "Watch it step by step" in read.text
    (picture,) = [found for name, found in read.tags if name == "img" and found.get("width")][-1:]
    assert "b1" in str(picture["alt"])  # where the rover ended


def test_what_is_solved_is_a_list_with_one_run(course: Course) -> None:
    read = page_of(course, {STEPS: "forward, forward", TWICE: "def double(n):\n  return 2 * n"})
    assert "What you have done 90-01 Two steps (2 of 2 points) 90-02" in read.text
    assert "One of your programs" in read.text
    assert "Look at these again" not in read.text


def test_no_more_than_four_exercises_are_shown_at_length() -> None:
    exercises = {f"01-0{number}": find_exercise(f"01-0{number}") for number in range(1, 8)}
    rows = tuple(Row(each.id, "01", 0, 1, "dance", ("?",)) for each in exercises.values())
    whole = Gradebook({each.id: each for each in exercises.values()}, (Graded("Ada", "", rows),))
    source = feedback_page(whole, whole.learners[0])
    read = Page(source)
    assert read.text.count("Your answer:") == 4
    for exercise in exercises.values():
        assert exercise.title in read.text
    assert len(source) < 600_000


def test_the_teacher_has_the_last_word(course: Course) -> None:
    change = Override(1, "You were <nearly> there.")
    read = page_of(course, {STEPS: "forward"}, change=change)
    assert "1 of 6 points" in read.text
    assert "1 of 2 points, changed by your teacher" in read.text
    assert "Your teacher writes: You were <nearly> there." in read.text
    full = page_of(course, {STEPS: "forward"}, change=Override(2))
    assert "Look at these again" not in full.text
    assert "90-01 Two steps (2 of 2 points, changed by your teacher)" in full.text
    whole = book(course, Ada={})
    comment = whole.learners[0]._replace(comment="Well explained.")
    assert "Your teacher writes: Well explained." in Page(feedback_page(whole, comment)).text


def test_points_that_are_not_known_are_not_called_zero(course: Course) -> None:
    whole = book(course, Ada={STEPS: "forward"})
    (row, *others) = whole.learners[0].rows
    blank = whole.learners[0]._replace(rows=(row._replace(blank="Not run."), *others))
    text = Page(feedback_page(whole, blank)).text
    assert "90-01 Two steps (not marked yet)" in text
    assert "Not run." not in text


def test_a_page_without_answers_says_where_to_begin(course: Course) -> None:
    text = page_of(course, {}).text
    assert "There is no answer from you yet." in text
    assert "What to try next 90-01 Two steps" in text


def test_an_idea_is_shown_with_the_board_on_which_to_see_it() -> None:
    asked = find_exercise("02-01")
    row = Row(asked.id, possible=1, answer="1: a1 west", ideas=("turns also drive",))
    whole = Gradebook({asked.id: asked}, (Graded("Ada", "", (row,)),))
    text = Page(feedback_page(whole, whole.learners[0])).text
    assert "An idea to think about" in text
    assert re.search(rf"You can see it here: 02-01 {re.escape(asked.title)}, board \d", text)
    assert "The right answer" not in text  # it can be tried again


def test_a_run_without_room_is_a_picture(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teachkit.widgets.workbench.feedback_pages.ROOM", 1_000)
    read = page_of(course, {STEPS: "forward, left"})
    assert "Watch it step by step" not in read.text
    assert any(name == "img" for name, _ in read.tags)


# Nothing that was hidden ------------------------------------------------------------------------


def test_a_hidden_board_is_never_shown(course: Course) -> None:
    read = page_of(course, {HIDDEN: "forward"})
    assert "This works on every board or case that you can see, but not on all." in read.text
    whole = book(course, Ada={HIDDEN: "forward"})
    source = feedback_page(whole, whole.learners[0])
    assert not re.search(r"\bg1\b", source)
    assert "Board 2" not in source
    assert "forward, forward, forward, forward" not in source  # the solution


def test_a_hidden_case_is_never_shown(course: Course) -> None:
    read = page_of(course, {TWICE: BOTH})
    assert "This works on every board or case that you can see, but not on all." in read.text
    assert "double(5)" not in read.text
    assert "10" not in read.text.split("Your answer:")[1]


def test_a_hidden_board_shows_no_idea() -> None:
    hidden = {"floor": ". . . . . .\n" * 5, "rovers": {"red": "f5 south"}, "hidden": True}
    boards = [START, hidden]
    asked = made(kind="predict", given="left, forward", starts=boards, checks=[], solution={})
    row = Row(asked.id, possible=1, answer="1: b1 east", ideas=("turns also drive",))
    text = Page(feedback_page(Gradebook({asked.id: asked}, ()), Graded("Ada", "", (row,)))).text
    assert "You can see it here: " in text
    assert ", board " not in text
    assert "f5" not in text


# Nothing about others ---------------------------------------------------------------------------


def test_a_page_depends_on_nobody_else(course: Course) -> None:
    """The others' names and answers change nothing, and the notes are only for the teacher."""
    source = "def double(n):\n" + "".join(f"    step_{n} = n * {n}\n" for n in range(12))
    records = {TWICE: source, STEPS: "forward"}
    alone = book(course, Bo=records)
    several = book(course, Bo=records, Zacharias=records, Philippa={STEPS: "left"})
    assert "Zacharias" in " ".join(several.attention)  # a note for the teacher
    (bo,) = [each for each in several.learners if each.learner == "Bo"]
    assert feedback_page(several, bo) == feedback_page(alone, alone.learners[0])


# Files ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["../../etc", "a/b\\c", "x:y*?", '<img src="x">', "\x00\x1b", "."])
def test_a_name_never_leads_out_of_the_folder(name: str) -> None:
    made = file_name(name, set())
    assert not set(made) & set('/\\:*?"<>|\x00\x1b')
    assert made.startswith("feedback-")
    assert made.endswith(".html")


def test_file_names_are_distinct_even_without_capitals() -> None:
    taken = set[str]()
    names = ["Ada", "ADA", "ada", "Ａda", "李雷", "हिन्दी", "x" * 80, "x" * 81]
    made = [file_name(name, taken) for name in names]
    assert len({name.casefold() for name in made}) == len(made)
    assert made[4:6] == ["feedback-李雷.html", "feedback-हिन्दी.html"]
    assert max(len(name.encode()) for name in made) < 255


def test_whatever_a_learner_writes_is_text(course: Course) -> None:
    evil = "</script><script>alert('x')</script>"
    whole = book(course, **{evil: {STEPS: evil, TWICE: f"# {evil}\ndef double(n): pass"}})
    ((name, source),) = feedback_pages(whole)
    assert "<script>alert" not in source
    assert "/" not in name


def test_the_command_writes_a_page_for_each_learner(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for learner, answer in (("Ada", "forward"), ("Bo", "left")):
        records = {STEPS: answer, TWICE: None}
        hand_in(tmp_path, "class", learner, "answers.json", content=answers(records))
    folder, out = lesson(tmp_path / "lessons"), tmp_path / "class" / "back"
    words = ["grade", tmp_path / "class", "--lessons", folder, "-o", tmp_path / "g.csv",
             "--workers", "1", "--feedback", out]  # fmt: skip
    seen = []
    for _ in range(2):  # the second time, the pages are there, and are no learner's work
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
        assert ended.value.code == 0
        seen.append({file.name: file.read_bytes() for file in sorted(out.iterdir())})
    assert seen[0] == seen[1]
    assert list(seen[0]) == ["feedback-Ada.html", "feedback-Bo.html"]
    assert b"Ada" not in seen[0]["feedback-Bo.html"]
    capsys.readouterr()
    with pytest.raises(SystemExit):
        main([str(word) for word in (*words[:-1], tmp_path / "class")])
    assert "Write the feedback into another folder." in capsys.readouterr().err
