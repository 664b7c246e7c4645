"""A whole class, graded by the command: everybody gets exactly the expected points."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import pytest

from teachkit.classroom.sandbox import sandbox
from teachkit.cli import main
from tests.classroom.conftest import HOUR
from tests.classroom.handedin import STEPS, TWICE, answers, hand_in, lesson
from tests.classroom.madeup import HTML_NAME, Pupil, course, make_class

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Outcome:
    """The output of the command for the made-up class."""

    pupils: list[Pupil]
    folder: Path
    status: int
    said: str

    report: str
    rows: list[dict[str, str]]

    def column(self, name: str) -> dict[tuple[str, str], str]:
        """Return the cells of this column by learner and exercise."""
        return {(row["learner"], row["exercise"]): row[name] for row in self.rows}

    def expected(self, cell: Callable[[Pupil, str], str]) -> dict[tuple[str, str], str]:
        """Return the expected cells of a column; names that are formulas are defused."""
        return {
            (f"'{pupil.name}" if pupil.name.startswith("=") else pupil.name, exercise): cell(
                pupil, exercise
            )
            for pupil in self.pupils
            for exercise in {*course(), *pupil.points}
        }


def grade(folder: Path, *options: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["grade", str(folder / "class"), *map(str, options)])
    assert isinstance(ended.value.code, int)
    return ended.value.code


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    folder = tmp_path_factory.mktemp("made-up")
    (folder / "class").mkdir()
    pupils = make_class(folder / "class")
    said: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("click.echo", lambda text, err: said.append(text))
        patch.setattr(sandbox, "SECONDS", HOUR)  # of a learner who solved the whole course
        status = grade(folder, "-o", folder / "grades.csv", "--report", folder / "report.html",
                       "--workers", 1)  # fmt: skip
    with (folder / "grades.csv").open(encoding="utf-8-sig", newline="") as opened:
        rows = list(csv.DictReader(opened))
    report = (folder / "report.html").read_text(encoding="utf-8")
    return Outcome(pupils, folder, status, "\n".join(said), report, rows)


def test_everybody_earns_what_they_should(graded: Outcome) -> None:
    def points(pupil: Pupil, exercise: str) -> str:
        is_unread = pupil.troubles and not pupil.records
        return "" if is_unread else str(pupil.points.get(exercise, 0))

    expected = graded.expected(points)
    assert graded.column("points") == expected
    assert len(graded.rows) == len(expected)  # a line for each learner and exercise, and no others


def test_solved_is_who_earned_all(graded: Outcome) -> None:
    def solved(pupil: Pupil, exercise: str) -> str:
        asked = course().get(exercise)
        return "yes" if asked and pupil.points.get(exercise, 0) == asked.possible else "no"

    assert graded.column("solved") == graded.expected(solved)


def test_everything_odd_is_noted_and_nothing_else(graded: Outcome) -> None:
    assert graded.column("note") == graded.expected(
        lambda pupil, exercise: f"{pupil.troubles} {pupil.notes.get(exercise, '')}".strip()
    )


def test_what_only_the_file_says_is_marked_as_such(graded: Outcome) -> None:
    said = {("Ned", "prediction"): "'=1+1", ("Fay", "attempts"): "3", ("Fay", "hints"): "2"}
    for (learner, fact), cell in said.items():
        assert graded.column(f"{fact} (said by the file)")[learner, "00-02-first-drive"] == cell


def test_each_odd_one_is_named_at_the_end_and_in_the_report(graded: Outcome) -> None:
    assert graded.status == 1
    for pupil in graded.pupils:
        if pupil.troubles:
            assert f"{pupil.name}: {pupil.troubles}" in graded.said
            assert pupil.troubles in unescape(graded.report)
    assert graded.said.splitlines()[-1].startswith("29 learners graded: ")
    assert "- Left out, without answers: Hal." in graded.said
    assert "- Late: turingalan." in graded.said


def test_nobody_s_name_or_answer_is_html(graded: Outcome) -> None:
    assert "<script" not in graded.report
    assert HTML_NAME not in graded.report
    assert HTML_NAME.replace("<", "&lt;").replace(">", "&gt;") in graded.report


def test_the_report_is_small_and_complete_in_itself(graded: Outcome) -> None:
    assert len(graded.report.encode()) < 3_000_000
    outside = ("http://", "https://", 'src="/', "@import", "<link")
    assert [each for each in outside if each in graded.report] == []


def test_nothing_was_written_anywhere_else(graded: Outcome) -> None:
    kept = {path.name for path in graded.folder.iterdir()}
    assert kept == {"class", "elsewhere.json", "grades.csv", "overrides.csv", "report.html"}
    assert "Quinn,100" not in (graded.folder / "grades.csv").read_text(encoding="utf-8")


def test_graded_again_it_is_the_same_to_the_byte(tmp_path: Path) -> None:
    """A small class: first in one process, then in several; also over an older file."""
    lesson(tmp_path / "lessons")
    fails = "def double(n):\n    return n // 0"
    for number, records in enumerate(({}, {STEPS: "forward"}, {TWICE: fails}, {STEPS: "dance"})):
        hand_in(tmp_path, "class", f"Learner {number}", "answers.json", content=answers(records))
    hand_in(tmp_path, "class", "Eve", "answers.json", content="{")
    (tmp_path / "1.csv").write_text("older", encoding="utf-8")
    for workers in (1, 2):
        status = grade(tmp_path, "--lessons", tmp_path / "lessons", "--workers", workers,
                       "-o", tmp_path / f"{workers}.csv",
                       "--report", tmp_path / f"{workers}.html")  # fmt: skip
        assert status == 1
    for kind in ("csv", "html"):
        assert (tmp_path / f"1.{kind}").read_bytes() == (tmp_path / f"2.{kind}").read_bytes()
