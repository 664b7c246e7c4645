"""Test `teachkit grade` as a command: exit codes, output, and that no work is lost."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from teachkit.classroom.grading.grade import Graded
from teachkit.classroom.grading.submissions import Submission
from teachkit.classroom.jobs import Journal
from tests.classroom.conftest import patient
from tests.classroom.handedin import STEPS, TWICE, answers, hand_in, lesson
from tests.test_cli import Said, Teachkit, elsewhere, one_sentence, teachkit

__all__ = ["elsewhere", "patient", "teachkit"]  # fixtures

SLOW = "import time\ndef double(n):\n    time.sleep(10**6 + {number})"  # until its time is up


@pytest.fixture
def graded(teachkit: Teachkit, tmp_path: Path) -> Teachkit:
    """Type the command for what a folder holds, by one process unless the options say more."""
    lesson(tmp_path / "lessons")

    def typed(*options: object, folder: str = "class") -> Said:
        return teachkit("grade", folder, "--lessons", "lessons", "--workers", "1", *options)

    return typed


def all_right(folder: Path, *learners: str) -> Path:
    """Hand in right answers of each of these learners."""
    for name in learners:
        hand_in(folder, "class", name, "answers.json")
    return folder


def rows(file: str | Path = "grades.csv") -> list[dict[str, str]]:
    with open(file, encoding="utf-8-sig", newline="") as opened:
        return list(csv.DictReader(opened))


def points(file: str | Path = "grades.csv") -> dict[tuple[str, str], str]:
    return {(row["learner"], row["exercise"]): row["points"] for row in rows(file)}


# How it ends -----------------------------------------------------------------------------------


def test_all_well_is_status_0_and_one_line(graded: Teachkit, tmp_path: Path) -> None:
    all_right(tmp_path, "Ada")
    hand_in(tmp_path, "class", "Bo", "answers.json", content=answers({STEPS: "forward"}))
    assert graded() == Said(0, "", "2 learners graded: grades.csv\n")
    assert points() == {
        ("Ada", STEPS): "2", ("Ada", TWICE): "3", ("Bo", STEPS): "0", ("Bo", TWICE): "3",
    }  # fmt: skip


def test_something_to_look_at_is_status_1_and_named(graded: Teachkit, tmp_path: Path) -> None:
    hand_in(tmp_path, "class", "Ada", "answers.json", content="{")
    assert graded("-o", "marks.csv") == Said(
        1,
        "",
        "- Ada: Ada/answers.json: this file is not JSON, or a part of it is missing.\n"
        "1 learner graded: marks.csv (1 thing to look at)\n",
    )


def test_of_many_things_the_first_are_named(graded: Teachkit, tmp_path: Path) -> None:
    for number in range(23):
        hand_in(tmp_path, "class", f"{number:02}", "answers.json", content="{")
    said = graded().err.splitlines()
    assert len(said) == 22
    assert said[-2:] == [
        "- … and 3 more in the notes.",
        "23 learners graded: grades.csv (23 things to look at)",
    ]


@pytest.mark.parametrize("names", [[], [".learner", ".answers.json.lock", ".DS_Store"]])
def test_where_nobody_handed_in_nothing_is_graded(
    names: list[str], graded: Teachkit, tmp_path: Path
) -> None:
    (tmp_path / "class").mkdir()
    for name in names:
        (tmp_path / "class" / name).touch()
    said = one_sentence(graded("--report", "report.html"))
    assert said == 'Nothing was handed in: "class" contains no answers.'
    assert list(tmp_path.glob("*.csv*")) == list(tmp_path.glob("*.html")) == []


@pytest.mark.parametrize("place", [".", "exercises", "exercises/90"])
def test_the_learners_copy_is_not_graded_with(
    place: str, teachkit: Teachkit, tmp_path: Path
) -> None:
    """It lacks hidden cases, so that a wrong function would earn everything."""
    lesson(all_right(tmp_path, "Ada") / "lessons")
    wrong = answers({TWICE: "def double(n):\n    return 4 if n else 0"})
    hand_in(tmp_path, "class", "Bo", "answers.json", content=wrong)
    teachkit("release", "lessons", "-o", "copy")
    copy = (tmp_path / "copy" / place).resolve()
    said = one_sentence(teachkit("grade", "class", "--lessons", f"copy/{place}"))
    assert said == f'"{copy}" is the learners\' copy. Use your own lessons.'
    assert teachkit("grade", "class", "--lessons", "lessons").status == 0
    assert points()["Bo", TWICE] == "2"


WRONG = [
    (["--format", "excel"], "'excel' is not one of 'long', 'moodle', 'canvas'"),
    (["--workers", "0"], "0 is not in the range 1<=x<=256"),
    (["--lessons", "nowhere"], "'nowhere' does not exist"),
    (["-o", "nowhere/grades.csv"], "cannot be written"),
    (["--scheduler", "tcp://127.0.0.1:9"], "There is no Dask scheduler with workers at"),
]


@pytest.mark.parametrize(("options", "says"), WRONG)
def test_a_wrong_command_line_is_one_sentence(
    options: list[str], says: str, graded: Teachkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("teachkit.classroom.jobs.PATIENCE", 0.5)
    if "--scheduler" in options:
        pytest.importorskip("distributed")
    all_right(tmp_path, "Ada")
    assert says in one_sentence(graded(*options))
    assert list(tmp_path.glob("grades*")) == []


def test_submissions_that_are_not_there_are_one_sentence(teachkit: Teachkit) -> None:
    assert "'class' does not exist" in one_sentence(teachkit("grade", "class"))


def test_help_is_for_a_teacher(teachkit: Teachkit) -> None:
    said = teachkit("grade", "--help").out
    for word in ("SUBMISSIONS", "Moodle", "Canvas", "--report", "--resume", "exit status"):
        assert word in said


@pytest.mark.parametrize("form", ["moodle", "canvas"])
def test_a_wide_table_for_an_lms(form: str, graded: Teachkit, tmp_path: Path) -> None:
    hand_in(tmp_path, "class", "lovelaceada_12345_678910_answers.json")
    assert graded("--format", form).status == 0
    lasts = {"moodle": "lovelaceada,,,2,3", "canvas": "lovelaceada,12345,,,,2,3"}
    last = (tmp_path / "grades.csv").read_text(encoding="utf-8").splitlines()[-1]
    assert last == lasts[form]


@pytest.mark.slow
def test_the_packaged_exercises_are_the_default(teachkit: Teachkit, tmp_path: Path) -> None:
    hand_in(tmp_path, "class", "Ada", "answers.json", content='{"teachkit": 1, "answers": {}}')
    assert teachkit("grade", "class").status == 0
    assert ("Ada", "00-02-first-drive") in points()


def test_what_cannot_be_enforced_is_said_first(
    graded: Teachkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weak = ("The network is open.",)
    monkeypatch.setattr("teachkit.classroom.grading.grade.cannot_enforce", lambda *_: weak)
    all_right(tmp_path, "Ada")
    assert graded("--report", "report.html").err.splitlines()[0] == weak[0]
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.index(weak[0]) < page.index("Who needs help")
    (tmp_path / "lessons" / "exercises" / "90" / f"{TWICE}.toml").unlink()
    assert weak[0] not in graded("--report", "report.html").err  # no function, nothing to protect


def test_an_older_table_stays_whole_until_the_new_one_is(
    graded: Teachkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_right(tmp_path, "Ada")
    (tmp_path / "grades.csv").write_text("older", encoding="utf-8")
    monkeypatch.setattr("os.replace", lambda *names: (_ for _ in ()).throw(OSError))
    assert graded().status == 2
    assert (tmp_path / "grades.csv").read_text(encoding="utf-8") == "older"


def test_what_was_broken_off_before_anybody_was_done_leaves_nothing(
    graded: Teachkit, tmp_path: Path
) -> None:
    all_right(tmp_path, "Ada")
    assert "--resume" not in broken_off_at("Ada", graded).err
    assert list(tmp_path.glob("grades*")) == []


# Broken off and resumed ------------------------------------------------------------------------


def broken_off_at(name: str, graded: Teachkit) -> Said:
    """Press Ctrl-C when this learner is to be kept; the points of those before become 77."""
    keep, journal = Journal.keep, Path("grades.csv.journal")

    def stopped(
        journal: Journal[Submission, Graded], submission: Submission, graded: Graded
    ) -> None:
        if submission.learner == name:
            raise KeyboardInterrupt
        keep(journal, submission, graded)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, "keep", stopped)
        said = graded()
    if journal.exists():
        text = journal.read_text(encoding="utf-8").replace('"90", 2, 2', '"90", 77, 2')
        journal.write_text(text + '["torn', encoding="utf-8")
    return said


def test_a_resumed_run_takes_over_what_is_done(graded: Teachkit, tmp_path: Path) -> None:
    """Bo is broken off at; Ada is not graded again, as the mark in her line shows."""
    all_right(tmp_path, "Ada", "Bo")
    said = broken_off_at("Bo", graded)
    assert (said.status, said.out) == (2, "")
    assert said.err == "1 of 2 learners have been graded. Continue with --resume.\n\nStopped.\n"
    assert graded("--resume").status == 0
    assert (points()["Ada", STEPS], points()["Bo", STEPS]) == ("77", "2")
    assert not Path("grades.csv.journal").exists()


@pytest.mark.parametrize("change", ["answers", "exercise", "no --resume"])
def test_what_has_changed_is_graded_anew(change: str, graded: Teachkit, tmp_path: Path) -> None:
    all_right(tmp_path, "Ada", "Bo")
    broken_off_at("Bo", graded)
    if change == "answers":
        hand_in(tmp_path, "class", "Ada", "answers.json", content=answers() + " ")
    if change == "exercise":
        file = tmp_path / "lessons" / "exercises" / "90" / f"{STEPS}.toml"
        file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    graded(*([] if change == "no --resume" else ["--resume"]))
    assert points()["Ada", STEPS] == "2"


COMMAND = [sys.executable, "-m", "teachkit", "grade", "class", "--lessons", "lessons"]


def started(folder: Path, *options: str) -> subprocess.Popen[str]:
    return subprocess.Popen([*COMMAND, *options], cwd=folder, stderr=subprocess.PIPE, text=True)


def lines(journal: Path) -> list[str]:
    text = journal.read_text(encoding="utf-8") if journal.exists() else ""
    return [line for line in text.splitlines() if line]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("workers", "how"),
    [("1", signal.SIGINT), ("2", signal.SIGKILL),
     pytest.param("1", signal.SIGKILL, marks=pytest.mark.nightly),
     pytest.param("2", signal.SIGINT, marks=pytest.mark.nightly)],
)  # fmt: skip
def test_killed_in_the_middle_it_goes_on(workers: str, how: signal.Signals, tmp_path: Path) -> None:
    """Ada is done at once; each of the others takes as long as a function may.

    There are more of them than workers, so that the last one has not begun when the first is done.
    """
    lesson(all_right(tmp_path, "Ada") / "lessons")
    for number in range(3):
        content = answers({TWICE: SLOW.format(number=number)})
        hand_in(tmp_path, "class", f"Learner {number}", "answers.json", content=content)
    journal, grades = tmp_path / "grades.csv.journal", tmp_path / "grades.csv"
    run = started(tmp_path, "--workers", workers)
    while len(lines(journal)) < 2:
        assert run.poll() is None, "it never came so far"
        time.sleep(0.05)
    children = children_of(run.pid)
    run.send_signal(how)
    said = run.communicate()[1]
    kept = lines(journal)
    assert len(kept) >= 2
    assert not grades.exists()
    if how == signal.SIGINT:
        assert run.returncode == 2
        assert said.splitlines()[0].endswith(
            "of 4 learners have been graded. Continue with --resume."
        )
    while any(Path(f"/proc/{child}").exists() for child in children):
        time.sleep(0.05)
    again = started(tmp_path, "--workers", workers, "--resume")
    assert again.communicate()[1] == "4 learners graded: grades.csv\n"
    assert again.returncode == 0
    assert not journal.exists()
    earned = {"Ada": "3", "Learner 0": "0", "Learner 1": "0", "Learner 2": "0"}
    twos = {(name, STEPS): "2" for name in earned}
    assert points(grades) == twos | {(name, TWICE): points for name, points in earned.items()}


def children_of(process: int) -> list[str]:
    """The processes that it has started, where Linux tells."""
    file = Path(f"/proc/{process}/task/{process}/children")
    return file.read_text().split() if file.exists() else []


# What it takes ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("workers", "report"), [("1", True), ("2", False)])
def test_neither_widgets_nor_jupyter_are_imported(
    workers: str, report: bool, tmp_path: Path
) -> None:
    """Nor by the workers; and matplotlib only for the report."""
    lesson(all_right(tmp_path, "Ada", "Bo") / "lessons")
    options = ["--workers", workers, *(["--report", "report.html"] if report else [])]
    told = os.environ | {"PYTHONPROFILEIMPORTTIME": "1"}
    ran = subprocess.run(
        [*COMMAND, *options], cwd=tmp_path, env=told, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    imported = {line.rpartition("|")[2].strip() for line in ran.stderr.splitlines() if "|" in line}
    packages = {name.partition(".")[0] for name in imported}
    assert "teachkit.classroom.grading.grade" in imported
    heavy = {"ipywidgets", "anywidget", "jupyterlab", "jupyter_server", "IPython", "distributed"}
    assert packages & heavy == set()
    assert "teachkit.widgets" not in imported
    assert ("matplotlib" in packages) == report


@pytest.mark.slow
def test_on_no_terminal_there_is_no_bar(tmp_path: Path) -> None:
    lesson(all_right(tmp_path, "Ada") / "lessons")
    assert started(tmp_path).communicate()[1] == "1 learner graded: grades.csv\n"


@pytest.mark.slow
def test_on_a_terminal_there_is_a_bar(tmp_path: Path) -> None:
    pty, termios = pytest.importorskip("pty"), pytest.importorskip("termios")
    lesson(all_right(tmp_path, "Ada", "Bo") / "lessons")
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    ran = subprocess.run([*COMMAND, "--workers", "1"], cwd=tmp_path, stderr=theirs)
    os.close(theirs)
    said = os.read(ours, 100_000).decode()
    os.close(ours)
    assert ran.returncode == 0
    assert "Grading" in said
    assert "/2" in said
