"""The report for a teacher: who needs help, what to talk about, and nothing untrue."""

from __future__ import annotations

import os
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom.grading.grade import Course, Override, course_in, grade_submission
from teachkit.classroom.grading.gradebook import Gradebook, gradebook
from teachkit.classroom.grading.submissions import File, Submission
from teachkit.classroom.library import find_exercise, packaged_lessons
from teachkit.classroom.pages import label, part, prose
from teachkit.classroom.report.answer_drawing import answer_drawn, board_drawn
from teachkit.classroom.report.mistakes import how_it_went, needs, sorted_by_points
from teachkit.classroom.report.page import heat_map, page
from teachkit.words import use
from tests.classroom.handedin import STEPS, TWICE, answers, own_course
from tests.exercises.drives import asked as drive
from tests.exercises.making import made

NO = "def double(n):\n    return {value}"
CHOICE = "90-03-one-of-three"
ONE_OF_THREE = """
title  = "One of three"
lesson = "90"
game   = "algoracing"
kind   = "choice"
text   = "Which one ends on **c1**?"
hints  = ["It drives two squares."]

[[starts]]
floor  = ". . ."
rovers = { red = "a1 east" }

[[checks]]
check  = "stands_on"
square = "c1"

[[choices]]
says    = "`forward`"
program = "forward"

[[choices]]
says    = "`forward, forward`"
program = "forward, forward"

[[choices]]
says    = "`left`"
program = "left"

[[mistakes]]
answer = "a"
says   = "One step ends on b1."
"""


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return own_course(tmp_path_factory.mktemp("lessons"))


def book(course: Course, **files: Any) -> Gradebook:
    """Return a class: each learner with the records or the text of a file."""
    texts = {name: file if isinstance(file, str) else answers(file) for name, file in files.items()}
    return gradebook(course, [
        grade_submission(course, Submission(name, files=(File(f"{name}.json", text),)))
        for name, text in texts.items()
    ])  # fmt: skip


class Read(HTMLParser):
    """A parsed page: text, attributes by tag, and whether all tags are closed."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(source)
        assert self.open == []

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((name, dict(attributes)))
        if name not in ("br", "img", "meta"):
            self.open.append(name)

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop() == name

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def all(self, attribute: str) -> list[str]:
        return [str(found[attribute]) for _, found in self.tags if attribute in found]


# Who and what ----------------------------------------------------------------------------------


def test_who_has_fewest_points_comes_first(course: Course) -> None:
    need = needs(book(course, Ada={}, Bo={TWICE: "?"}, Cem={STEPS: "left", TWICE: "?"}, Dee="{"))
    assert [(each.graded.learner, each.points, len(each.stuck)) for each in need] == [
        ("Cem", 0, 2), ("Bo", 2, 1), ("Ada", 5, 0),
    ]  # fmt: skip


def test_nobody_lags_behind_for_what_the_class_has_not_begun(course: Course) -> None:
    """One of five has tried the second exercise, which is less than a quarter."""
    for slow, possible in ((4, 2), (3, 5)):
        only_first = {f"Learner {number}": {TWICE: None} for number in range(slow)}
        assert {each.possible for each in needs(book(course, **only_first, Quick={}))} == {possible}


def assert_mistake(went: Any, says: str, *learners: str) -> None:
    assert (went.mistake.says, went.mistake.learners) == (says, learners)


def test_the_commonest_mistake_is_found_however_it_is_written(course: Course) -> None:
    went = how_it_went(book(
        course, Ada={}, Bo={STEPS: "left"}, Cem={STEPS: "forward"}, Dee={STEPS: "\n  forward "},
    ))[0]  # fmt: skip
    assert (went.tried, went.solved, went.stuck) == (4, 1, 3)
    assert_mistake(went, "One step is missing.", "Cem", "Dee")


def test_a_wrong_letter_is_the_same_mistake_whatever_was_tried_before(tmp_path: Path) -> None:
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises" / f"{CHOICE}.toml").write_text(ONE_OF_THREE)
    (went,) = how_it_went(book(
        course_in(tmp_path),
        Ada={CHOICE: "a"}, Bo={CHOICE: "c, a"}, Cem={CHOICE: "c"}, Dee={CHOICE: "a, b"},
    ))  # fmt: skip
    assert (went.tried, went.solved) == (4, 1)
    assert_mistake(went, "One step ends on b1.", "Ada", "Bo")


def test_functions_that_do_the_same_make_the_same_mistake(course: Course) -> None:
    went = how_it_went(book(
        course,
        Ada={TWICE: NO.format(value="n")}, Bo={TWICE: NO.format(value="n  # once")},
        Cem={TWICE: NO.format(value="0")},
    ))[1]  # fmt: skip
    assert_mistake(went, "double(2) returned 2. It should return 4.", "Ada", "Bo")


def test_what_everybody_solved_or_nobody_tried_has_no_mistake(course: Course) -> None:
    assert [went.mistake for went in how_it_went(book(course, Ada={TWICE: None}))] == [None, None]


# The page --------------------------------------------------------------------------------------


def test_the_page_tells_what_there_is_to_tell(course: Course) -> None:
    read = Read(page(book(course, Ada={}, Bo={STEPS: {"answer": "forward", "hints": 2}}, Cem="{")))
    for words in (
        "3 learners · 2 exercises · 8 of 10 points",
        "No answers could be read from: Cem: Cem.json: this file is not JSON, or a part of it is",
        "Who needs help Learner Points Stuck on Bo 3/5 90-01",
        "1 of 2 have not solved it. 1 learner saw this feedback: One step is missing.",
        "Solved by 1 of the 2 who tried it.",
        "1 learner gave this answer: ↑ Forward One step is missing. Bo",
        "Lesson 90: 3 of 5",
        "90-01 Two steps 0/2 forward One step is missing. 2",
        "Hints used, according to the learner's file: 2.",
    ):
        assert words in read.text


def test_who_is_well_needs_no_help(course: Course) -> None:
    """Three quarters of the points are enough."""
    assert "Nobody has fallen behind." in page(book(course, Ada={}))
    assert "Nobody has fallen behind." not in page(book(course, Ada={STEPS: "left"}))


def test_what_cannot_be_trusted_comes_first(course: Course) -> None:
    read = Read(page(book(course, Ada="{"), ["The network is open."]))
    places = [read.text.index(words) for words in (
        "Before you trust these marks", "The network is open.", "Ada.json", "Who needs help",
        "What to talk about tomorrow", "The class at a glance",
    )]  # fmt: skip
    assert places == sorted(places)
    assert "Before you trust" not in page(book(course, Ada={}))


def test_of_many_notes_on_one_learner_the_first_stands_for_all(course: Course) -> None:
    records = {STEPS: {"answer": "left", "attempts": "?"}, TWICE: {"hints": "?"}}
    text = Read(page(book(course, Ada=records))).text
    assert 'Ada, 90-01-two-steps: "attempts" has an unexpected value. (and 1 more)' in text


def test_who_saw_the_first_wrong_card_at_once_is_told() -> None:
    """Of the marked hunts, according to the file."""
    hunts = ("04-02-the-swapped-turn", "04-04-one-step-short", "04-06-the-missing-card")
    marks: list[Any] = [[3], [2, 4], "?"]
    records = {name: {"marks": each} for name, each in zip(hunts, marks, strict=True)}
    folder = packaged_lessons() / "exercises" / "04"
    course = Course(tuple((name, (folder / f"{name}.toml").read_text("utf-8")) for name in hunts))
    text = Read(page(book(course, Ada=records, Bo={hunts[0]: {"marks": []}}))).text
    assert text.count("Bug hunts in which the first mark was right") == 1
    assert (
        "Bug hunts in which the first mark was right, according to the learner's file: 1 of 2."
        in text
    )
    assert '"marks" has an unexpected value.' in text


@pytest.mark.parametrize("files", [{}, {"Ada": {STEPS: None, TWICE: None}}, {"Ada": "{"}])
def test_hardly_anything_is_a_page_too(files: dict[str, Any], course: Course) -> None:
    read = Read(page(book(course, **files)))
    assert "Every exercise attempted was solved." in read.text
    assert "The exercises" not in read.text


def test_links_lead_somewhere_and_pictures_have_words(course: Course) -> None:
    read = Read(page(book(course, Ada={STEPS: "left", TWICE: "?"}, Bo={}, Cem="{")))
    ids = read.all("id")
    assert len(ids) == len(set(ids))
    assert {link.removeprefix("#") for link in read.all("href")} <= set(ids)
    pictures = [found for name, found in read.tags if name == "img"]
    assert len(pictures) == 2
    assert all(found.get("alt") for found in pictures)


def test_whatever_somebody_is_called_and_answers_is_text(course: Course) -> None:
    evil = "</style><script>alert('x')</script>"
    records = {STEPS: {"answer": evil, "prediction": evil}, TWICE: evil, evil: evil}
    source = page(book(course, **{evil: records}), [evil])
    assert "<script" not in source
    assert Read(source).text.count("alert('x')") >= 6


def test_the_page_speaks_its_language(course: Course) -> None:
    use("de")
    try:
        assert '<html lang="de">' in page(book(course))
    finally:
        use("")
    assert '<html lang="en">' in page(book(course))


def test_the_map_grows_with_the_class(course: Course) -> None:
    small = heat_map(book(course, Ada={}))
    large = heat_map(book(course, **{f"Learner {number} $x_1$": {} for number in range(40)}))
    heights = [int.from_bytes(png[20:24]) for png in (small, large)]
    assert small[:4] == large[:4] == b"\x89PNG"
    assert heights[0] * 4 < heights[1]


def test_names_that_the_font_cannot_write_are_numbers_beside_the_map(course: Course) -> None:
    labels = {"Zoë": "Zoë", "李雷": "5", "x$y$": "x\\$y\\$", "A" * 30: "A" * 23 + "…"}
    assert {name: label(4, name) for name in labels} == labels
    assert "李雷" in page(book(course, 李雷={}))


# To show in class ------------------------------------------------------------------------------


def test_an_anonymous_report_names_nobody(course: Course) -> None:
    wrong = "def double(n):\n    return 0  # Zacharias made this"
    records = {STEPS: "forward", TWICE: wrong}
    whole = book(course, Zacharias=records, Philippa=records, Theo={STEPS: "left"}, Una="{")
    named, read = page(whole), Read(page(whole, anonymous=True))
    for name in ("Zacharias", "Philippa", "Theo", "Una"):
        assert name in named
        assert name not in read.text
    assert "2 learners gave this answer: ↑ Forward One step is missing." in read.text
    assert "3 of 3 have not solved it." in read.text
    for words in ("Who needs help", "The learners", "Before you trust", "Please check"):
        assert words not in read.text
    assert set(read.all("href")) <= {f"#{name}" for name in read.all("id")}


def test_what_one_learner_did_is_not_shown_to_the_class(course: Course) -> None:
    whole = book(course, Ada={STEPS: "left, left, left"}, Bo={STEPS: "jump"}, Cem={})
    text = Read(page(whole, anonymous=True)).text
    assert "2 of 3 have not solved it." in text
    assert "learner gave this answer" not in text
    assert "saw this feedback" not in text


def test_a_row_of_an_anonymous_map_is_nobody(course: Course) -> None:
    """Ada solved the first exercise and Bo the second, so the best row has both."""
    ada, bo = {STEPS: "forward, forward", TWICE: None}, {STEPS: None}
    for classes in ({"Ada": ada, "Bo": bo}, {"Ada": bo, "Bo": ada}):
        sorted_rows = sorted_by_points(book(course, **classes)).learners
        assert [[row.points for row in each.rows] for each in sorted_rows] == [[2, 3], [0, 0]]
        assert [each.learner for each in sorted_rows] == ["1", "2"]


def test_the_date_is_that_of_the_newest_answer(course: Course) -> None:
    dates = ("2026-11-20T10:15:00Z", "2026-11-21T08:00:00Z", "tomorrow")
    files = {
        f"L{number}": {STEPS: {"answer": "left", "changed": date}}
        for number, date in enumerate(dates)
    }
    assert "points · Newest answer: 2026-11-21" in Read(page(book(course, **files))).text
    assert "Newest answer" not in page(book(course, Ada={}))


def test_lines_of_python_have_numbers(course: Course) -> None:
    source = page(book(course, Ada={TWICE: "def double(n):\n\n    return <n>"}))
    lines = re.findall(r"<code>(.*)\n</code>", source)
    assert lines == ["def double(n):", " ", "    return &lt;n&gt;"] * 2  # exercise and learner


def test_points_that_a_teacher_changed_count(course: Course) -> None:
    whole = book(course, Ada={STEPS: "left"})
    graded = whole.learners[0]
    rows = tuple(row._replace(override=Override(1, "So close.")) if row.exercise == STEPS else row
                 for row in graded.rows)  # fmt: skip
    text = Read(page(whole._replace(learners=(graded._replace(rows=rows),)))).text
    assert "4 of 5 points" in text
    assert "90-01 Two steps 1/2 left" in text
    assert "90-01: 1 of 2 points, as you decided. So close." in text


def test_who_is_late_or_missing_is_shown_as_such(course: Course) -> None:
    whole = book(course, Ada={}, Bo={})
    ada, bo = whole.learners
    learners = (
        ada._replace(is_late=True, comment="See me."),
        bo._replace(is_missing=True, is_read=False, troubles=("Nothing was handed in.",)),
    )
    noted = whole._replace(learners=learners, notes=("Late: Ada.", "Not handed in: Bo."))
    text = Read(page(noted)).text
    assert "Please check: Late: Ada. Not handed in: Bo." in text
    assert "No answers could be read" not in text
    assert "Ada This was handed in late. You wrote: See me. Lesson 90: 5 of 5" in text


# Answers drawn ---------------------------------------------------------------------------------


def text_of(markup: str) -> str:
    return Read(markup).text


DRAWN = {  # a program, and its cards with brackets
    "forward, 2x(left, 3x(jump))": "↑ Forward Repeat ×2 ↰ Left Repeat ×3 ⤒ Jump",
    "while not blocked(forward)": "while not blocked ↑ Forward",
    "if clear(left) else (right)": "if clear ↰ Left else ↱ Right",
    "go <east>": "go <east>",  # not a program, shown as written
}


@pytest.mark.parametrize(("program", "drawn"), DRAWN.items())
def test_a_program_is_drawn_as_cards(program: str, drawn: str) -> None:
    assert text_of(answer_drawn(made(edition="sensors"), program)) == drawn


def test_a_long_answer_is_cut() -> None:
    assert len(answer_drawn(made(), "x" * 20_000)) < 2_000


def test_a_chosen_letter_brings_its_text() -> None:
    exercise = find_exercise("02-06")
    option = exercise.file.choices[0].says.replace("`", "").replace("**", "")
    assert text_of(answer_drawn(exercise, " A ")) == f"a) {' '.join(option.split())}"
    assert text_of(answer_drawn(exercise, "z")) == "z"
    moments = [{"says": "Left", "when": "red 2"}, {"says": "Forward", "when": "red 1"}]
    order = made(kind="order", given="forward, left", choices=moments, checks=[], solution={})
    drawn = answer_drawn(order, "b, a")
    assert (drawn.count("<li"), drawn.index("Forward") < drawn.index("Left")) == (2, True)
    assert text_of(answer_drawn(order, "b, x")) == "b, x"
    assert text_of(answer_drawn(exercise, "")) == ""


def test_the_board_shows_where_it_ended() -> None:
    for answer, square in (("forward", "b1"), ("forward, forward, left", "c1"), ("no card", "a1")):
        drawn = Read(str(board_drawn(made(), answer)))
        (alt,) = drawn.all("alt")
        assert re.search(rf"\b{square}\b", alt)
        assert drawn.text == ""


def test_the_board_is_the_first_that_fails_or_the_one_predicted() -> None:
    two = find_exercise("01-08")
    assert len(two.starts) > 1
    assert Read(str(board_drawn(two, "?"))).text == "Board 1"
    predicted = find_exercise("02-01")
    assert Read(str(board_drawn(predicted, "3: b3 west"))).text == "Board 3"
    assert Read(str(board_drawn(predicted, "99: b3 west"))).text == "Board 1"
    assert board_drawn(find_exercise("12-02"), "def units(n): pass") is None  # a function has none


# Markup ----------------------------------------------------------------------------------------


def test_only_a_template_makes_tags() -> None:
    drawn = part("option", "<b>", 'say "no" & `go`')
    assert drawn == "<p><b>&lt;b&gt;) </b>say &#34;no&#34; &amp; <code>go</code></p>"


def test_backticks_of_an_author_are_code_and_nothing_else_is_markup() -> None:
    assert prose("**Lay** `<2x>` & look") == "Lay <code>&lt;2x&gt;</code> &amp; look"


def test_python_that_drives_runs_in_the_sandbox_for_a_picture_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("LEAKED", raising=False)
    source = "import os\nos.environ['LEAKED'] = 'yes'\nforward()"
    assert board_drawn(drive(), source)
    assert "LEAKED" not in os.environ
