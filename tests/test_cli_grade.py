"""`teachkit grade` as it is typed: how it ends, what it says, and that no work is lost."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from teachkit.classroom.grading.journal import Journal
from tests.classroom.conftest import patient
from tests.classroom.handedin import STEPS, TWICE, answers, hand_in, lesson
from tests.test_cli import Said, Teachkit, elsewhere, one_sentence, teachkit

__all__ = ["elsewhere", "patient", "teachkit"]  # fixtures

SLOW = "import time\ndef double(n):\n    time.sleep(10**6 + {number})"  # until its time is up


@pytest.fixture
def graded(teachkit: Teachkit, tmp_path: Path) -> Callable[..., Said]:
    """Type the command for what lies in the folder "class"."""
    lessons = lesson(tmp_path / "lessons")

    def typed(*options: object) -> Said:
        return teachkit("grade", tmp_path / "class", "--lessons", lessons, *options)

    return typed


def points(file: Path) -> dict[tuple[str, str], str]:
    with file.open(encoding="utf-8", newline="") as opened:
        return {(row["learner"], row["exercise"]): row["points"] for row in csv.DictReader(opened)}


# How it ends -----------------------------------------------------------------------------------


def test_all_well_is_status_0_and_one_line(graded: Callable[..., Said], tmp_path: Path) -> None:
    hand_in(tmp_path, "class", "Ada", "answers.json")
    hand_in(tmp_path, "class", "Bo", "answers.json", content=answers({STEPS: "forward"}))
    assert graded() == Said(0, "", "2 learners graded: grades.csv\n")
    assert points(tmp_path / "grades.csv") == {
        ("Ada", STEPS): "2", ("Ada", TWICE): "3", ("Bo", STEPS): "0", ("Bo", TWICE): "3",
    }  # fmt: skip


def test_something_to_look_at_is_status_1_and_named(
    graded: Callable[..., Said], tmp_path: Path
) -> None:
    hand_in(tmp_path, "class", "Ada", "answers.json", content="{")
    assert graded("-o", "marks.csv") == Said(
        1,
        "",
        "- Ada: Ada/answers.json: this is no JSON, or only a part of it.\n"
        "1 learner graded: marks.csv (1 thing to look at)\n",
    )


def test_of_many_things_the_first_are_named(graded: Callable[..., Said], tmp_path: Path) -> None:
    for number in range(23):
        (tmp_path / "class" / f"{number:02}").mkdir(parents=True)
    said = graded("--workers", "1").err.splitlines()
    assert len(said) == 22
    assert said[-2:] == [
        "- … and 3 more; see the notes.",
        "23 learners graded: grades.csv (23 things to look at)",
    ]


def test_nobody_at_all_is_an_empty_table(graded: Callable[..., Said], tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    assert graded("--report", "report.html").status == 0
    assert points(tmp_path / "grades.csv") == {}
    assert "0 learners" in (tmp_path / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--format", "excel"], "'excel' is not one of 'long', 'moodle', 'canvas'"),
        (["--workers", "0"], "0 is not in the range 1<=x<=256"),
        (["--lessons", "nowhere"], "'nowhere' does not exist"),
        (["-o", "nowhere/grades.csv"], "cannot be written; choose a folder of your own"),
        (["--scheduler", "tcp://127.0.0.1:9"], "No scheduler with workers answers at"),
    ],
)
def test_a_wrong_command_line_is_one_sentence(
    options: list[str],
    says: str,
    graded: Callable[..., Said],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("teachkit.classroom.grading.jobs.PATIENCE", 0.5)
    if "--scheduler" in options:
        pytest.importorskip("distributed")
    hand_in(tmp_path, "class", "Ada", "answers.json")
    assert says in one_sentence(graded(*options))
    assert list(tmp_path.glob("grades*")) == []


def test_submissions_that_are_not_there_are_one_sentence(teachkit: Teachkit) -> None:
    assert "'class' does not exist" in one_sentence(teachkit("grade", "class"))


def test_help_is_for_a_teacher(teachkit: Teachkit) -> None:
    said = teachkit("grade", "--help").out
    for word in ("SUBMISSIONS", "Moodle", "Canvas", "--report", "--resume", "Exit status"):
        assert word in said


@pytest.mark.parametrize("form", ["moodle", "canvas"])
def test_a_wide_table_for_an_lms(form: str, graded: Callable[..., Said], tmp_path: Path) -> None:
    hand_in(tmp_path, "class", "lovelaceada_12345_678910_answers.json")
    assert graded("--format", form).status == 0
    lasts = {"moodle": "lovelaceada,,lovelaceada,,2,3", "canvas": "lovelaceada,12345,,,,2,3"}
    last = (tmp_path / "grades.csv").read_text(encoding="utf-8").splitlines()[-1]
    assert last == lasts[form]


@pytest.mark.slow
def test_the_packaged_exercises_are_the_default(teachkit: Teachkit, tmp_path: Path) -> None:
    hand_in(tmp_path, "class", "Ada", "answers.json", content='{"teachkit": 1, "answers": {}}')
    assert teachkit("grade", "class").status == 0
    assert ("Ada", "00-02-first-drive") in points(tmp_path / "grades.csv")


def test_what_cannot_be_enforced_is_said_first(
    graded: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weak = ("The network is open.",)
    monkeypatch.setattr("teachkit.classroom.grading.wholeclass.cannot_enforce", lambda *_: weak)
    hand_in(tmp_path, "class", "Ada", "answers.json")
    assert graded("--report", "report.html").err.splitlines()[0] == weak[0]
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.index(weak[0]) < page.index("Who needs help")
    (tmp_path / "lessons" / "exercises" / "90" / f"{TWICE}.toml").unlink()
    assert weak[0] not in graded("--report", "report.html").err  # no function, nothing to protect


def test_an_older_table_stays_whole_until_the_new_one_is(
    graded: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(tmp_path, "class", "Ada", "answers.json")
    (tmp_path / "grades.csv").write_text("older", encoding="utf-8")
    monkeypatch.setattr("os.replace", lambda *names: (_ for _ in ()).throw(OSError))
    assert graded().status == 2
    assert (tmp_path / "grades.csv").read_text(encoding="utf-8") == "older"


def test_what_was_broken_off_before_anybody_was_done_leaves_nothing(
    graded: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(tmp_path, "class", "Ada", "answers.json")
    monkeypatch.setattr(Journal, "keep", _until("Ada", Journal.keep))
    assert "--resume" not in graded("--workers", "1").err
    assert list(tmp_path.glob("grades*")) == []


# Broken off and resumed ------------------------------------------------------------------------


def test_a_resumed_run_takes_over_what_is_done(
    graded: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bo is broken off at; Ada is not graded again, as a mark in her line shows."""
    for name in ("Ada", "Bo"):
        hand_in(tmp_path, "class", name, "answers.json")
    monkeypatch.setattr(Journal, "keep", _until("Bo", Journal.keep))
    said = graded("--workers", "1")
    assert (said.status, said.out) == (2, "")
    kept = "1 of 2 learners are kept; go on with --resume."
    assert said.err.split("\n") == [kept, "", "Stopped.", ""]
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    journal = tmp_path / "grades.csv.journal"
    kept = journal.read_text(encoding="utf-8").replace('"90", 2, 2', '"90", 77, 2')
    journal.write_text(kept + '["torn', encoding="utf-8")
    assert graded("--workers", "1", "--resume").status == 0
    found = points(tmp_path / "grades.csv")
    assert (found["Ada", STEPS], found["Bo", STEPS]) == ("77", "2")
    assert not journal.exists()


def _until(name: str, keep: Callable[..., None]) -> Callable[..., None]:
    def stopped(journal: object, submission: object, graded: object) -> None:
        if getattr(submission, "learner", "") == name:
            raise KeyboardInterrupt
        keep(journal, submission, graded)

    return stopped


@pytest.mark.parametrize("change", ["answers", "exercise", "no --resume"])
def test_what_has_changed_since_is_graded_anew(
    change: str, graded: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Ada", "Bo"):
        hand_in(tmp_path, "class", name, "answers.json")
    monkeypatch.setattr(Journal, "keep", _until("Bo", Journal.keep))
    graded("--workers", "1")
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    journal = tmp_path / "grades.csv.journal"
    kept = journal.read_text(encoding="utf-8").replace('"90", 2, 2', '"90", 77, 2')
    journal.write_text(kept, encoding="utf-8")
    if change == "answers":
        hand_in(tmp_path, "class", "Ada", "answers.json", content=answers() + " ")
    if change == "exercise":
        file = tmp_path / "lessons" / "exercises" / "90" / f"{STEPS}.toml"
        file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    graded("--workers", "1", *([] if change == "no --resume" else ["--resume"]))
    assert points(tmp_path / "grades.csv")["Ada", STEPS] == "2"


def started(folder: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "teachkit", "grade", "class", "--lessons", "lessons", *options]
    return subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)


def wait_until(true: Callable[[], object], run: subprocess.Popen[str]) -> None:
    while not true():
        assert run.poll() is None, "it never came so far"
        time.sleep(0.05)


def slow_class(folder: Path) -> None:
    """Ada is done at once; each of the others takes as long as a function may."""
    lesson(folder / "lessons")
    hand_in(folder, "class", "Ada", "answers.json")
    for number in range(2):
        content = answers({TWICE: SLOW.format(number=number)})
        hand_in(folder, "class", f"Learner {number}", "answers.json", content=content)


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
    slow_class(tmp_path)
    journal, grades = tmp_path / "grades.csv.journal", tmp_path / "grades.csv"
    run = started(tmp_path, "--workers", workers)
    wait_until(lambda: len(lines(journal)) >= 2, run)
    children = children_of(run.pid)
    run.send_signal(how)
    said = run.communicate()[1]
    kept = lines(journal)
    assert len(kept) >= 2
    assert not grades.exists()
    if how == signal.SIGINT:
        assert run.returncode == 2
        assert said.splitlines()[0].endswith("of 3 learners are kept; go on with --resume.")
    while any(Path(f"/proc/{child}").exists() for child in children):
        time.sleep(0.05)
    again = started(tmp_path, "--workers", workers, "--resume")
    assert again.communicate()[1] == "3 learners graded: grades.csv\n"
    assert again.returncode == 0
    assert not journal.exists()
    expected = {("Ada", STEPS): "2", ("Ada", TWICE): "3"}
    for number in range(2):
        expected |= {(f"Learner {number}", STEPS): "2", (f"Learner {number}", TWICE): "0"}
    assert points(grades) == expected


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
    lesson(tmp_path / "lessons")
    for name in ("Ada", "Bo"):
        hand_in(tmp_path, "class", name, "answers.json")
    options = ["--workers", workers, *(["--report", "report.html"] if report else [])]
    command = [sys.executable, "-m", "teachkit", "grade", "class", "--lessons", "lessons", *options]
    ran = subprocess.run(
        command,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPROFILEIMPORTTIME": "1"},
        capture_output=True,
        text=True,
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
    lesson(tmp_path / "lessons")
    hand_in(tmp_path, "class", "Ada", "answers.json")
    run = started(tmp_path)
    assert run.communicate()[1] == "1 learner graded: grades.csv\n"


@pytest.mark.slow
def test_on_a_terminal_there_is_a_bar(tmp_path: Path) -> None:
    pty, termios = pytest.importorskip("pty"), pytest.importorskip("termios")
    lesson(tmp_path / "lessons")
    for name in ("Ada", "Bo"):
        hand_in(tmp_path, "class", name, "answers.json")
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    command = [sys.executable, "-m", "teachkit", "grade", "class", "--lessons", "lessons"]
    ran = subprocess.run([*command, "--workers", "1"], cwd=tmp_path, stderr=theirs)
    os.close(theirs)
    said = os.read(ours, 100_000).decode()
    os.close(ours)
    assert ran.returncode == 0
    assert "Grading" in said
    assert "/2" in said
