"""Boards that learners made: graded, compared with each other, shown to a class, on paper."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.classroom.grading.grade import Course, Graded, course_in, exercises_of
from teachkit.classroom.grading.grade import grade_submission as graded
from teachkit.classroom.grading.gradebook import Gradebook, gradebook, long
from teachkit.classroom.grading.submissions import File, Submission
from teachkit.classroom.grading.tables import as_csv
from teachkit.classroom.handout.pages import exercise_pages
from teachkit.classroom.library import find_exercise
from teachkit.classroom.release import learners_copy
from teachkit.classroom.report.answer_drawing import answer_drawn, board_drawn
from teachkit.classroom.report.page import page
from teachkit.core.data import plain
from teachkit.exercises.authoring.files import make_exercise, toml_text
from teachkit.exercises.making.wishes import board_key
from teachkit.games import game
from tests.classroom.handedin import answers
from tests.exercises.test_make import WALLS, made_of

MAKE, OTHER = "90-01-made", "90-02-other"
START: dict[str, Any] = {
    "floor": ". . . .\n" * 4,
    "rovers": {"red": "b2 east"},
    "samples": {"c3": "blue", "d1": "green"},
    "walls": ["b2 north", "c3 west"],
}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    folder = tmp_path_factory.mktemp("lessons")
    for name, keys in ((MAKE, {}), (OTHER, {"kind": "program", "starts": [START], "make": {}})):
        text = toml_text(plain(made_of(**keys, lesson="90").file))
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return course_in(folder, explains=True)


def board(**keys: Any) -> str:
    return toml_text({"starts": [START | keys]})


def turned(start: dict[str, Any], *, colour: str = "red") -> str:
    """Return the board after a quarter turn and in the mirror, with a rover of another colour."""
    palette = game("algoracing").palette
    other = palette.mirrored(palette.turned(start))
    return toml_text({"starts": [other | {"rovers": {colour: other["rovers"]["red"]}}]})


def book(course: Course, **handed_in: str) -> Gradebook:
    learners: list[Graded] = []
    for name, answer in handed_in.items():
        files = (File("answers.json", answers({MAKE: {"answer": answer}})),)
        learners.append(graded(course, Submission(name, "", files)))
    return gradebook(course, learners)


def notes(found: Gradebook) -> dict[str, tuple[str, ...]]:
    return {
        each.learner: next(row.notes for row in each.rows if row.exercise == MAKE)
        for each in found.learners
    }


def test_a_board_that_was_copied_is_noted(course: Course) -> None:
    """Turning and mirroring a board, or painting the rover, does not hide a copy."""
    mine = START | {"samples": {"a4": "blue", "d2": "blue"}}
    found = book(
        course,
        Ada=toml_text({"starts": [mine]}),
        Bo=turned(mine, colour="green"),
        Cy=turned(START),
        Di=board(walls=["a1 east", "b3 north"]),
    )
    assert notes(found) == {
        "Ada": ("This board is like the one of Bo.",),
        "Bo": ("This board is like the one of Ada.",),
        "Cy": (f"This board is like the one of {OTHER}.",),
        "Di": (),
    }
    assert f"Cy, {MAKE}: This board is like the one of {OTHER}." in found.attention
    assert "like the one of Bo" in as_csv(long(found))
    assert "like the one of Bo" in page(found)


@pytest.mark.parametrize(("sharing", "noted"), [(4, True), (5, False)])
def test_a_board_that_many_learners_share_is_no_copy(
    course: Course, sharing: int, noted: bool
) -> None:
    mine = board(samples={"a4": "blue", "d2": "blue"})
    found = book(course, **{f"Learner{number}": mine for number in range(sharing)})
    assert [bool(note) for note in notes(found).values()] == [noted] * sharing


def test_a_board_of_a_shipped_exercise_is_noted_in_a_course_of_ones_own(course: Course) -> None:
    """Starts that are hidden are compared, too."""
    shipped = find_exercise("24-01")
    start = shipped.file.starts[0]
    found = notes(book(course, Ada=toml_text({"starts": [start]})))["Ada"]
    assert found == (f"This board is like the one of {shipped.id}.",)
    hidden = START | {"hidden": True}
    assert board_key(shipped.game, hidden) == board_key(shipped.game, START)


def test_boards_with_little_on_them_and_unreadable_ones_are_not_compared(course: Course) -> None:
    small = {"samples": {"b3": "blue"}, "walls": ["a1 north"]}
    few = toml_text({"starts": [START | {"rovers": {"red": "a1 north"}} | small]})
    assert set(notes(book(course, Ada=few, Bo=few, Cy="[", Di="[")).values()) == {()}


def test_two_names_of_one_wall_make_no_difference() -> None:
    rules = game("algoracing")
    other = START | {"walls": ["b3 south", "b3 east"]}
    assert board_key(rules, START) == board_key(rules, other) is not None
    assert board_key(rules, START) != board_key(rules, START | {"walls": ["b2 north", "c3 east"]})


def test_a_report_shows_the_board_that_was_made(course: Course) -> None:
    exercise = exercises_of(course)[MAKE]
    drawn = str(answer_drawn(exercise, WALLS))
    assert "<img" in drawn
    assert "rover" in drawn.lower()
    assert board_drawn(exercise, WALLS) is None
    assert "[[starts" in str(answer_drawn(exercise, "[[starts"))
    assert "<img" in page(book(course, Ada=board(walls=[])))


def test_the_learners_copy_holds_the_wishes_but_not_the_solution() -> None:
    data = plain(made_of().file)
    text, cut = learners_copy("made", data)
    assert "par_cards" in text
    assert "b3" not in text
    assert cut.solution
    assert make_exercise("made", data).hash == made_of().hash


def test_a_handout_has_a_key_of_letters_and_the_wishes() -> None:
    exercise = made_of(make={"needs": ["right"], "things": ["wall"], "open": ["board", "cards"]})
    [only] = exercise_pages(exercise, "a4")
    words = " ".join(text.get_text() for text in only.figure.axes[0].texts)
    for part in ("Draw these letters", "w", "Wall", "☐", "Needed to solve it: Right."):
        assert part in words, words
    assert "Hill" not in words


def test_a_board_that_takes_too_long_to_prove_is_noted() -> None:
    checks = [{"check": "carries", "samples": 4}]
    keys: dict[str, Any] = {"edition": "loops", "cards": {}, "checks": checks, "make": {}}
    spread = {"a4": "blue", "d4": "green", "d1": "blue", "c3": "green", "b2": "yellow"}
    whole = plain(made_of(**keys).file)
    start = {"floor": ". . . . . . . .\n" * 8, "rovers": {"red": "a1 north"}}
    large = toml_text({"starts": [start | {"samples": spread | {"h8": "blue", "h1": "purple"}}]})
    course = Course(((MAKE, toml_text(whole)),))
    files = (File("answers.json", answers({MAKE: {"answer": large}})),)
    row = graded(course, Submission("Ada", "", files)).rows[0]
    assert row.points == 0
    assert "too long to prove" in row.notes[0], row
