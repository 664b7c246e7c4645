"""Variants: each pupil is shown, graded on and handed out an exercise of their own."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from teachkit.classroom import variants
from teachkit.classroom.grading.alike import OWN_CARDS
from teachkit.classroom.grading.grade import Graded, Row, course_in, grade_submission
from teachkit.classroom.grading.gradebook import gradebook, long
from teachkit.classroom.grading.submissions import submissions_in
from teachkit.classroom.grading.taught import taught
from teachkit.classroom.handout import handout
from teachkit.classroom.library import exercises_of, find_exercise
from teachkit.classroom.notebooks import unknown_exercises
from teachkit.classroom.progress import points
from teachkit.classroom.release import release
from teachkit.classroom.report.answer_drawing import board_drawn
from teachkit.classroom.report.mistakes import how_it_went, ideas_to_talk_about
from teachkit.classroom.report.page import page
from teachkit.classroom.variants import VARIANTS, name_hash, variants_in
from teachkit.draw.paper import Page
from teachkit.errors import UnknownNameError
from teachkit.exercises.authoring.proof import prove
from teachkit.exercises.misreadings import diagnosis
from teachkit.exercises.solving.par import difficulty
from tests.test_cli import Teachkit, elsewhere, one_sentence, teachkit

from .handedin import STEPS, TWICE, answers, hand_in

__all__ = ["elsewhere", "teachkit"]

NONE = {STEPS: None, TWICE: None}
PUPILS = ("Ada Lovelace", "Bo", "Zoë Müller")
GENERATE = ("generate", "algoracing", "--par-cards", "3..4", "--per-pupil", "class.csv")


@pytest.fixture
def course(teachkit: Teachkit, tmp_path: Path) -> Path:
    """A course with one exercise, of which each of three pupils has a variant."""
    (tmp_path / "class.csv").write_text("\n".join(PUPILS), encoding="utf-8")
    said = teachkit(*GENERATE, "--name", "51-01-crater", "-o", "own/exercises/51")
    assert (said.status, said.err) == (0, "")
    return tmp_path / "own"


def graded(course: Path, name: str, given: dict[str, str], folder: str) -> Graded:
    """Return the grades of a learner called `name`, who has `given` these answers."""
    place = course.parent / folder
    hand_in(place, name, "answers.json", content=answers(NONE | given))
    (submission,) = submissions_in(place)
    known = taught(course_in(course), [submission])
    return grade_submission(known, submission)


def test_variants_are_equally_difficult_and_name_nobody(course: Path) -> None:
    files = sorted((course / "exercises" / "51").glob("*.toml"))
    assert [file.stem for file in files] == [f"51-01-crater-0{number}" for number in (1, 2, 3)]
    exercises = exercises_of("51", course)
    hardness = {difficulty(each).value for each in exercises}
    assert len(hardness) == len({each.possible for each in exercises}) == 1
    assert len({str(each.starts) for each in exercises}) == 3
    assert len({each.title for each in exercises}) == 1
    assert [prove(file).flaws for file in files] == [(), (), ()]
    text = (course / VARIANTS).read_text(encoding="utf-8")
    assert list(tomllib.loads(text)["51-01"].values()) == [file.stem for file in files]
    assert not any(name in text for name in (*PUPILS, "Ada", "Müller"))


def test_each_learner_sees_their_own(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import teachkit as tk

    release(course, course.parent / "copy")
    monkeypatch.chdir(course.parent / "copy")
    for number, name in enumerate(PUPILS, 1):
        monkeypatch.setenv("TEACHKIT_LEARNER", name)
        bench = tk.exercise("51-01")
        assert bench.exercise.id == f"51-01-crater-0{number}"
        possible = bench.exercise.possible
        assert points("51-01").possible == points("51").possible == possible
    monkeypatch.setenv("TEACHKIT_LEARNER", "")
    with pytest.raises(UnknownNameError, match="is different for each learner"):
        tk.exercise("51-01")
    with pytest.raises(UnknownNameError, match='There is no "51-01" for "Eve"'):
        find_exercise("51-01", learner="Eve")


def test_each_learner_is_graded_on_their_own(course: Path) -> None:
    first, second, _ = exercises_of("51", course)
    right = {first.id: first.file.solution.answer}
    own = graded(course, "Lovelace, Ada", right, "one").rows[0]
    assert (own.exercise, own.variant, own.points) == ("51-01", first.id, first.possible)
    assert own.notes == ()
    stolen = graded(course, "Bo", right, "two").rows[0]
    assert (stolen.variant, stolen.points, stolen.answer) == (second.id, 0, "")
    assert stolen.notes == (f"Answers to other learners' variants earn nothing: {first.id}.",)
    stranger = graded(course, "Eve", right, "three").rows[0]
    assert stranger.points == first.possible
    assert stranger.notes == (f'This name has no variant, so "{first.id}" was graded.',)
    nothing = graded(course, "Flo", {}, "four").rows
    assert [(row.exercise, row.points, row.variant) for row in nothing] == [("51-01", 0, "")]


def test_a_class_has_one_column_for_all_variants(course: Path) -> None:
    exercises = exercises_of("51", course)
    for name, each in zip(PUPILS, exercises, strict=True):
        content = answers(NONE | {each.id: each.file.solution.answer})
        hand_in(course.parent / "class", name, "answers.json", content=content)
    handed_in = submissions_in(course.parent / "class")
    known = taught(course_in(course), handed_in)
    book = gradebook(known, [grade_submission(known, each) for each in handed_in])
    assert list(book.exercises) == ["51-01"]
    for learner, exercise in zip(book.learners, exercises, strict=True):
        (row,) = learner.rows
        graded_one = book.exercise_of(row)
        assert graded_one is not None
        assert (graded_one.id, row.solved) == (exercise.id, True)
    assert len(list(long(book))) == 1 + len(PUPILS)


def test_what_is_said_of_an_answer_is_about_the_learners_own_board(course: Path) -> None:
    mine, other = exercises_of("51", course)[1:]
    given = {"Bo": mine.id, "Zoë Müller": other.id}
    for name, exercise in given.items():
        content = answers(NONE | {exercise: ", ".join(["forward"] * OWN_CARDS)})
        hand_in(course.parent / "class", name, "answers.json", content=content)
    handed_in = submissions_in(course.parent / "class")
    known = taught(course_in(course, explains=True), handed_in)
    book = gradebook(known, [grade_submission(known, each) for each in handed_in])
    (tried,) = how_it_went(book)
    assert tried.mistake
    assert given[tried.mistake.learners[0]] == tried.mistake.exercise.id
    assert str(board_drawn(tried.mistake.exercise, tried.mistake.answer)) in page(book)
    notes = [row.notes for learner in book.learners for row in learner.rows]
    same = "This long answer is exactly the same as that of {}."
    assert notes == [(same.format("Zoë Müller"),), (same.format("Bo"),)]


def test_an_idea_is_shown_on_a_board_that_a_learner_has(course: Path) -> None:
    _, exercise, _ = exercises_of("51", course)
    name = next(idea.name for idea in diagnosis.misreadings_of(exercise.game))
    row = Row("51-01", variant=exercise.id, answer="forward", ideas=(name,), possible=3)
    known = course_in(course)
    book = gradebook(known, [Graded("Bo", "", (row,), is_read=True)])
    (talk,) = ideas_to_talk_about(book)
    assert (talk.exercise.id, talk.learners) == (exercise.id, ("Bo",))


def test_a_name_that_the_font_lacks_is_a_number(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = list[str]()
    put = Page.put
    monkeypatch.setattr(Page, "put", lambda self, words, *at, **how: (
        shown.append(words), put(self, words, *at, **how)))  # fmt: skip
    handout("51-01-crater-01", folder=course, pupils=["Bo", "王小明"])
    assert {"Bo", "Number 2 on the list"} <= {*shown}
    assert "王小明" not in shown


def test_pupils_get_sheets_with_their_names(course: Path, teachkit: Teachkit) -> None:
    alone = handout("51-01-crater-01", folder=course)
    every = handout("51-01", folder=course, pupils=PUPILS)
    assert every.pages - -(-every.cards // 16) == 3 * (alone.pages - 1)
    assert handout("51-01", folder=course).exercises == 3
    asked = ("handout", "51-01", "--course", "own", "-o", "a.pdf")
    said = teachkit(*asked, "--per-pupil", "class.csv")
    assert said.status == 0
    assert "3 exercises" in said.out
    assert (
        teachkit(*asked, "--key").out == "a.pdf contains 2 pages with the answers to 3 exercises.\n"
    )


def test_a_notebook_may_name_an_exercise_with_variants(course: Path) -> None:
    notebook = course / "51-own.ipynb"
    notebook.write_text('{"cells": [{"source": ["tk.exercise(\\"51-01\\")"]}]}')
    assert list(unknown_exercises(notebook)) == []


def test_what_is_needed_for_variants_is_explained(course: Path, teachkit: Teachkit) -> None:
    says = "With --per-pupil, use a --name such as 51-01-crater."
    assert one_sentence(teachkit(*GENERATE, "-o", "own/exercises")) == says
    says = "With --per-pupil, -o must be the folder called exercises in your course."
    assert one_sentence(teachkit(*GENERATE, "--name", "51-02-hill", "-o", "own")) == says
    few = teachkit(*GENERATE, "--name", "51-02-hill", "-o", "own/exercises", "--par-cards", "1")
    assert few.status in (1, 2)
    assert list(variants_in(course)) == ["51-01"]


def test_a_second_exercise_keeps_the_variants_of_the_first(
    course: Path, teachkit: Teachkit
) -> None:
    before = variants_in(course)["51-01"]
    assert teachkit(*GENERATE, "--name", "51-02-hill", "-o", "own/exercises/51").status == 0
    variants._variants.cache_clear()
    assert variants_in(course)["51-01"] == before
    assert set(variants_in(course)["51-02"]) == {name_hash(name) for name in PUPILS}
