"""Wrong ideas in a class: learners who have one are found, and nobody else is named."""

from __future__ import annotations

import html
import re

import pytest

from teachkit.classroom.grading.grade import Graded, Row
from teachkit.classroom.grading.gradebook import FORMATS, Gradebook
from teachkit.classroom.report.mistakes import Evidence, ideas_to_talk_about, likely
from teachkit.cli import main
from teachkit.exercises.misreadings.diagnosis import wrong_answers
from tests.classroom.ideaclass import SLIPS, SOUND, computed, hand_in, have, lessons
from tests.classroom.madeup import course

A, B, AB = Evidence(("a",), ("a",)), Evidence(("b",), ("b",)), Evidence(("a", "b"), ("a", "b", "c"))
BOTH, RIGHT = Evidence(("b", "a"), ("a", "b")), Evidence((), ("a",))  # right where "a" would show
OTHER, ELSEWHERE = Evidence((), ("c",)), Evidence((), ("a", "b"))


# What is enough ---------------------------------------------------------------------------------

LIKELY = {
    "one wrong answer is a slip": ([A, OTHER, ELSEWHERE], []),
    "two are an idea": ([A, A, ELSEWHERE], ["a"]),
    "one is enough for what could not show twice": ([A, Evidence()], ["a"]),
    "who is right once may have it": ([A, A, RIGHT], ["a"]),
    "who is right where it would show has not got it": ([A, A, RIGHT, RIGHT], []),
    "an answer counts for the idea that explains most": ([BOTH, BOTH, A], ["a"]),
    "whichever that is": ([BOTH, BOTH, A, B, B], ["b"]),
    "of equals the one that shows nowhere else": ([AB, AB, RIGHT], ["b"]),
    "or the commoner one": ([AB, AB], ["a"]),
    "somebody may have two ideas": ([A, A, B, A, B], ["a", "b"]),
    "nothing is said of who answered nothing": ([], []),
}


@pytest.mark.parametrize(("evidence", "ideas"), LIKELY.values(), ids=LIKELY)
def test_what_answers_make_likely(evidence: list[Evidence], ideas: list[str]) -> None:
    assert likely(evidence) == ideas


# What is shown ----------------------------------------------------------------------------------

LEFT = "02-01-which-way-after-left"


def book(*answers: dict[str, tuple[str, str]]) -> Gradebook:
    """Return a class: each learner's answers by exercise, and their explanations."""
    learners = (
        Graded(f"Learner {number}", "", tuple(
            Row(exercise, answer=answer, ideas=(idea,) if idea else (), possible=1)
            for exercise, (answer, idea) in each.items()
        ))
        for number, each in enumerate(answers, 1)
    )  # fmt: skip
    return Gradebook({name: course()[name] for name in (LEFT, "02-02-round-the-corners")},
                     tuple(learners))  # fmt: skip


def test_the_board_on_which_it_shows_best_is_shown() -> None:
    """There the fewest other ideas give the same answer."""
    idea = "left and right mixed up"
    (talk,) = ideas_to_talk_about(book({LEFT: (f"2: {_wrong(2, idea)}", idea)}))
    exercise = course()[LEFT]
    alike = {
        board: sum(other == answers[idea] for other in answers.values())
        for board in map(str, range(1, len(exercise.starts) + 1))
        if idea in (answers := wrong_answers(exercise, f"{board}:"))
    }
    assert (talk.exercise, alike[talk.board]) == (exercise, min(alike.values()))
    assert talk.answer == _wrong(int(talk.board), idea) != talk.right


def _wrong(board: int, idea: str) -> str:
    return wrong_answers(course()[LEFT], f"{board}:")[idea].partition(": ")[2]


def test_an_idea_of_more_learners_comes_first() -> None:
    mixed, turning = "left and right mixed up", "turns also drive"
    one, other = (f"1: {_wrong(1, idea)}" for idea in (mixed, turning))
    talks = ideas_to_talk_about(book({LEFT: (other, turning)}, {LEFT: (one, mixed)},
                                     {LEFT: (other, turning)}))  # fmt: skip
    assert [(talk.idea.name, talk.learners) for talk in talks] == [
        (turning, ("Learner 1", "Learner 3")), (mixed, ("Learner 2",)),
    ]  # fmt: skip


def test_two_ideas_at_once_are_neither_of_them() -> None:
    assert ideas_to_talk_about(book({LEFT: ("2: a1 west", "turns also drive + loop once")})) == []


def test_where_nobody_has_an_idea_nothing_is_said_of_ideas() -> None:
    assert ideas_to_talk_about(book({LEFT: ("2: b4 north", "")}, {})) == []


def test_no_table_tells_of_ideas() -> None:
    idea = "left and right mixed up"
    some, none = book({LEFT: ("2: a1 west", idea)}), book({LEFT: ("2: a1 west", "")})
    for form in FORMATS.values():
        assert form(some, False) == form(none, False)


# A whole class, graded by the command -----------------------------------------------------------


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("ideas")
    hand_in(folder / "class")
    with pytest.raises(SystemExit) as ended:
        main(["grade", str(folder / "class"), "-o", str(folder / "grades.csv"),
              "--report", str(folder / "report.html"), "--workers", "1",
              "--lessons", str(lessons(folder / "lessons"))])  # fmt: skip
    assert ended.value.code == 0
    return (folder / "report.html").read_text(encoding="utf-8")


def found(report: str) -> dict[str, list[str]]:
    """Return which learners seem to have which ideas, according to the page."""
    named: dict[str, list[str]] = {}
    for many, idea, names in re.findall(
        r'<h3>(\d+) of 14 learners: "([^<]*)"</h3>\s*<p class="who">([^<]*)</p>', report
    ):
        learners = html.unescape(names).split(", ")
        assert int(many) == len(learners)
        for learner in learners:
            named.setdefault(learner, []).append(html.unescape(idea))
    return named


@pytest.mark.slow
def test_each_idea_is_found_in_who_has_it(report: str) -> None:
    named = found(report)
    right = [name for name, idea in have().items() if named.get(name) == [idea]]
    assert len(have()) == 10
    assert len(right) >= 8, {name: (idea, named.get(name)) for name, idea in have().items()}


@pytest.mark.slow
def test_nobody_is_named_for_slips_or_for_nothing(report: str) -> None:
    assert [name for name in (*SOUND, *SLIPS) if name in found(report)] == []


def test_what_to_show_is_an_exercise_of_the_class_with_its_board(report: str) -> None:
    for board, shown in re.findall(
        r"<p>Show them (?:board (\d+) of )?this exercise: (\d\d-\d\d) [^<]+</p>", report
    ):
        (exercise,) = (each for name, each in computed().items() if name.startswith(shown))
        assert not board or int(board) <= len(exercise.starts)
    assert report.count("Show them ") == report.count('class="who"')
