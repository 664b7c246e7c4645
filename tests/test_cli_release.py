"""Test a teacher's commands before a lesson, and the learners' work with the result."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import find_exercise, packaged_lessons
from teachkit.exercises.authoring.proof import solution
from tests.classroom.test_release import FILE, own_lesson
from tests.test_cli import Teachkit, elsewhere, one_sentence, teachkit

__all__ = ["elsewhere", "teachkit"]


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A teacher's own lesson."""
    folder = own_lesson(tmp_path / "mine")
    (folder / "plan.txt").write_text("SECRET")
    return folder


# release -----------------------------------------------------------------------------------------


def test_release_tells_what_it_took_out_and_how_to_grade(teachkit: Teachkit, mine: Path) -> None:
    said = teachkit("release", "mine", "-o", "handout")
    assert (said.status, said.err) == (0, "")
    assert said.out.splitlines() == [
        "90-01-steps: 1 hidden start, the solution, 1 mistake",
        "90-02-next: 1 hidden case, the solution",
        "handout contains 1 notebook and 2 exercises.",
        "Not copied: plan.txt.",
        "To grade, use your own complete folder: --course mine",
    ]
    assert "solution" not in Path("handout/exercises/90/90-01-steps.toml").read_text()


def test_for_self_study_nothing_is_taken_out(teachkit: Teachkit, mine: Path) -> None:
    said = teachkit("release", "mine", "-o", "handout", "--self-study")
    assert said.out.splitlines()[:2] == [
        "90-01-steps: nothing removed",
        "90-02-next: nothing removed",
    ]
    assert "--course" not in said.out
    assert Path("handout/exercises/90/90-01-steps.toml").read_text() == FILE


def test_what_is_there_is_kept_aside(teachkit: Teachkit, mine: Path) -> None:
    Path("handout").mkdir()
    Path("handout/diary.txt").write_text("mine")
    says = '"handout" is not empty. Choose a different one, or use --force.'
    assert one_sentence(teachkit("release", "mine", "-o", "handout")) == says
    said = teachkit("release", "mine", "-o", "handout", "--force")
    assert "The old folder is now called handout-before." in said.out.splitlines()
    assert Path("handout-before/diary.txt").read_text() == "mine"


WRONG = {
    "release mine -o mine/copy": "can be inside the other",
    "release mine -o mine/plan.txt": "can be inside the other",
    "release empty -o handout": "there are no notebooks or exercises here",
    "release nowhere -o handout": "does not exist",
    "release mine": "Missing option '-o'",
    f"release mine -o {'x' * 300}": "cannot be written",
    f"release mine -o {'x' * 250}": "cannot be written",
    f"generate algoracing -n 1 --name {'x' * 300}": "cannot be written",
    "handout 77 -o handout": 'There is no exercise "77".',
    "handout 02-04": "Missing option '-o'",
    "handout 02-04 -o handout --paper a3": "'a3' is not one of 'a4', 'letter'",
    "handout 02-04 -o nowhere/x.pdf": "cannot be written",
}


@pytest.mark.parametrize(("command", "says"), WRONG.items(), ids=WRONG)
def test_a_wrong_command_is_one_sentence(
    command: str, says: str, teachkit: Teachkit, mine: Path
) -> None:
    Path("empty").mkdir()
    assert says in one_sentence(teachkit(*command.split()))
    assert not Path("handout").exists()


def test_learners_work_in_the_copy_and_the_teacher_grades_with_the_original(
    teachkit: Teachkit, mine: Path, tmp_path: Path
) -> None:
    """The same points are possible, and no exercise counts as edited."""
    teachkit("release", "mine", "-o", "handout")
    ada, zoe = tmp_path / "class" / "Ada", tmp_path / "class" / "Zoë"
    for folder, answers in ((ada, ("forward, forward", "def after(n):\n    return n + 1")),
                            (zoe, ("forward", "def after(n):\n    return 2"))):  # fmt: skip
        folder.mkdir(parents=True)
        for name, answer in zip(("90-01", "90-02"), answers, strict=True):
            Answers(folder, "").hand_in(find_exercise(name, Path("handout")), answer)
    said = teachkit("grade", "class", "--lessons", "mine", "-o", "grades.csv")
    assert "edited" not in said.err
    rows = [line.split(",") for line in Path("grades.csv").read_text("utf-8").splitlines()[1:]]
    assert [(row[0], row[1], row[3], row[4]) for row in rows] == [
        ("Ada", "90-01-steps", "2", "2"),
        ("Ada", "90-02-next", "3", "3"),
        ("Zoë", "90-01-steps", "0", "2"),
        ("Zoë", "90-02-next", "1", "3"),  # right for the learner's own case, not for the hidden one
    ]


@pytest.mark.slow
@pytest.mark.parametrize("lesson", [pytest.param("02", marks=pytest.mark.nightly), "11"])
def test_released_lessons_pass_strict_nbval(teachkit: Teachkit, lesson: str) -> None:
    """With the released exercises; what a lesson shows is what the stored copy says."""
    teachkit("release", packaged_lessons(), "-o", "handout")
    [book] = Path("handout").glob(f"{lesson}-*.ipynb")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--nbval",
               "--nbval-current-env", book.name]  # fmt: skip
    ran = subprocess.run(command, cwd="handout", capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


# handout -----------------------------------------------------------------------------------------


def test_handout_prints_a_lesson(teachkit: Teachkit) -> None:
    said = teachkit("handout", "02-04", "-o", "round.pdf")
    assert (said.status, said.err) == (0, "")
    assert said.out == "round.pdf contains 2 pages, 1 exercise and 12 cards to cut out.\n"
    assert Path("round.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.slow
def test_handout_takes_own_lessons_and_another_paper(teachkit: Teachkit, mine: Path) -> None:
    said = teachkit("handout", "90", "-o", "a4.pdf", "--lessons", "mine")
    assert said.out == "a4.pdf contains 4 pages, 2 exercises and 30 cards to cut out.\n"
    teachkit("handout", "90", "-o", "letter.pdf", "--lessons", "mine", "--paper", "letter")
    assert b"/MediaBox [ 0 0 612" in Path("letter.pdf").read_bytes()
    assert b"/MediaBox [ 0 0 595" in Path("a4.pdf").read_bytes()


def test_a_released_folder_can_be_printed_too(teachkit: Teachkit, mine: Path) -> None:
    """Nothing that is printed needs what was taken out, but for the number of cards."""
    assert solution(find_exercise("90-01", mine))
    teachkit("release", "mine", "-o", "handout")
    said = teachkit("handout", "90", "-o", "90.pdf", "--lessons", "handout")
    assert said.out == "90.pdf contains 4 pages, 2 exercises and 30 cards to cut out.\n"
