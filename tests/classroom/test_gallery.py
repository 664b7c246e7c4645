"""Test the gallery of the boards that a made-up class of 25 made: the reading, and the page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from markupsafe import escape

from teachkit.classroom.grading import made_boards as reading
from teachkit.classroom.grading.grade import course_in, grade_submission
from teachkit.classroom.grading.made_boards import ClassBoard, class_boards
from teachkit.classroom.grading.submissions import submissions_in
from teachkit.classroom.library import find_exercise
from teachkit.errors import BoardError
from teachkit.exercises.authoring.codes import read_code
from teachkit.exercises.authoring.proof import solution
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.model.exercise import Exercise
from teachkit.play.search import TooLargeError
from teachkit.widgets.workbench.run_pages import gallery_page
from tests.test_cli import Teachkit, elsewhere, one_sentence, teachkit
from tests.widgets.test_page import Seen

from .handedin import STEPS, TWICE, answers, hand_in
from .makers import (
    HTML_NAME,
    ID,
    NAMES,
    SENTENCES,
    SOLVERS,
    answer,
    friend,
    make_class,
    make_lesson,
)
from .makers import board as board_of

__all__ = ["elsewhere", "teachkit"]  # fixtures

NONE = {STEPS: None, TWICE: None}
PACKAGED = "03-15-a-blind-drive"
BOARDS = len(NAMES) - 1 + 2  # one is a copy; a hostile name and an unsolvable board come to them


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("school")
    make_class(folder / "class")
    make_lesson(folder / "lessons")
    return folder


class Found(NamedTuple):
    boards: list[ClassBoard]
    troubles: list[str]


@pytest.fixture(scope="module")
def found(school: Path) -> Found:
    return read(school)


def read(school: Path) -> Found:
    return Found(*class_boards(course_in(school / "lessons"), submissions_in(school / "class")))


@pytest.fixture(scope="module")
def html(found: Found) -> str:
    return gallery_page(found.boards, ["Cleo", "Ben"])


def by_maker(found: Found, name: str) -> ClassBoard:
    (board,) = [each for each in found.boards if name in each.makers]
    return board


# Reading ----------------------------------------------------------------------------------------


def test_each_changed_board_is_there_once_with_its_makers(found: Found) -> None:
    assert len(found.boards) == BOARDS
    assert by_maker(found, "Nora").makers == ["Nora", "Ola"]
    assert {name for board in found.boards for name in board.makers} == {
        *NAMES, HTML_NAME, "Unsolved"
    }  # fmt: skip


def test_par_is_proven_and_reached(found: Found) -> None:
    for board in found.boards:
        if board.makers == ["Unsolved"]:
            assert (board.par, board.best) == ("No program solves it.", None)
        else:
            assert board.best
            assert board.par == f"Par: {board.best.cost} cards"
            assert grade(board.exercise, str(board.best)).solved


def test_others_who_solved_a_board_are_counted(found: Found) -> None:
    counts = {name: number for board in found.boards for name in board.makers
              if (number := board.solved)}  # fmt: skip
    assert counts == SOLVERS


def test_a_code_opens_the_board_and_holds_no_name(found: Found) -> None:
    for name in ("Ada", "Pia"):
        shared = read_code(by_maker(found, name).code)
        assert shared.id == friend(board_of(name)).id
        assert (shared.maker, shared.answer) == ("", "")


def test_each_fault_is_told_in_one_sentence(found: Found) -> None:
    assert len(found.troubles) == len(SENTENCES)
    for name, words in SENTENCES.items():
        (says,) = [says for says in found.troubles if says.startswith(name)]
        assert words in says
        assert "\n" not in says


def test_a_board_that_is_too_large_to_prove_has_no_par(
    school: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_large(proven: object) -> None:
        raise TooLargeError

    monkeypatch.setattr(reading.Proven, "best", too_large)
    found = read(school)
    assert {(board.par, board.best) for board in found.boards} == {("", None)}
    assert len(gallery_page(found.boards)) > 1000


def test_an_error_in_one_answer_does_not_stop_the_others(
    school: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = reading.made

    def fails_for_python(exercise: Exercise, answer: str) -> Exercise:
        if "import os" in answer:
            raise ZeroDivisionError
        return made(exercise, answer)

    monkeypatch.setattr(reading, "made", fails_for_python)
    found = read(school)
    assert len(found.boards) == BOARDS
    assert [says for says in found.troubles if "ZeroDivisionError" in says] == [
        "Python, 90-01-for-a-friend: This board cannot be read (ZeroDivisionError)."
    ]


def test_answers_to_friends_boards_are_nothing_to_look_at_when_grading(school: Path) -> None:
    course = course_in(school / "lessons")
    (ben,) = (each for each in submissions_in(school / "class") if each.learner == "Ben")
    rows = grade_submission(course, ben).rows
    assert [(row.exercise, row.notes) for row in rows] == [(ID, ())]


# The page ---------------------------------------------------------------------------------------


def headings(html: str) -> list[str]:
    return re.findall("<h2>(.*?)</h2>", html)


def test_the_page_has_every_board_with_the_teachers_choice_on_top(html: str, found: Found) -> None:
    assert headings(html)[:3] == ["Cleo", "Ben", str(escape(HTML_NAME))]
    assert len(headings(html)) == BOARDS
    assert html.count("Your teacher’s choice") == 2
    seen = Seen(html)
    for board in found.boards:
        assert board.code in seen.words
        assert board.par in seen.words
    assert "6 other learners have solved it." in seen.words
    assert "1 other learner has solved it." in seen.words
    assert "No other learner has solved it yet." in seen.words


def test_a_shortest_program_can_be_stepped_through_without_a_kernel(html: str) -> None:
    runs = Seen(html).runs
    assert len(runs) == BOARDS - 1  # nothing solves one of them
    assert all(len(run["scene"]["stops"]) > 2 for run in runs)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|@import|\burl\((?!data:)", html)


def test_no_name_becomes_markup(html: str) -> None:
    assert HTML_NAME not in html
    assert Seen(html).tags.count("img") == BOARDS


def test_names_can_be_left_out(found: Found) -> None:
    html = gallery_page(found.boards, ["Cleo"], names=False)
    words = Seen(html).words
    assert headings(html) == [f"Board {number}" for number in range(1, BOARDS + 1)]
    assert not [name for name in (*NAMES, "Unsolved", "onerror") if re.search(rf"\b{name}\b", html)]
    assert words.index(by_maker(found, "Cleo").code) < words.index(by_maker(found, "Ada").code)


def test_a_maker_who_is_not_there_is_named(found: Found) -> None:
    with pytest.raises(BoardError, match=r'There is no board by "Adda"\. Choose one of: .*Ada'):
        gallery_page(found.boards, ["Adda"])


# The command ------------------------------------------------------------------------------------


def test_the_command_writes_the_page_and_names_the_faults(
    teachkit: Teachkit, school: Path, tmp_path: Path
) -> None:
    page = tmp_path / "gallery.html"
    said = teachkit("gallery", school / "class", "-o", page, "--lessons", school / "lessons",
                    "--first", "Max", "--first", "Ada")  # fmt: skip
    assert (said.status, said.out) == (1, f"{page} contains {BOARDS} boards.\n")
    assert len(said.err.splitlines()) == len(SENTENCES)
    assert headings(page.read_text(encoding="utf-8"))[:2] == ["Max", "Ada"]


def test_the_command_says_that_there_are_no_boards(
    teachkit: Teachkit, school: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    said = teachkit("gallery", tmp_path / "empty", "-o", "gallery.html",
                    "--lessons", school / "lessons")  # fmt: skip
    assert one_sentence(said).startswith("Nobody has made a board in")
    assert not Path("gallery.html").exists()


def test_the_command_shows_boards_from_own_and_packaged_lessons(
    teachkit: Teachkit, school: Path, tmp_path: Path
) -> None:
    theirs = solution(find_exercise(PACKAGED))
    given = {"Ada": (ID, answer(board_of("Ada"))), "Max": (PACKAGED, str(theirs))}
    for name, (exercise, text) in given.items():
        content = answers(NONE | {exercise: {"answer": text}})
        hand_in(tmp_path / "class", name, "answers.json", content=content)
    for number in range(7):  # Ada and Max are ahead of the class
        content = answers(NONE | {"02-04-round-the-wall": {"answer": "forward"}})
        hand_in(tmp_path / "class", f"Bo {number}", "answers.json", content=content)
    said = teachkit("gallery", "class", "-o", "all.html", "--course", school / "lessons")
    assert said.out == "all.html contains 2 boards.\n"
    assert headings((tmp_path / "all.html").read_text(encoding="utf-8")) == ["Ada", "Max"]
    shown = teachkit("gallery", "class", "-o", "ours.html")
    assert shown.out == "ours.html contains 1 board.\n"
