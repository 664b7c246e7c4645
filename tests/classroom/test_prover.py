"""Test the process that proves exercises in the background."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom import prover as module
from teachkit.classroom.prover import FoundLine, Prover, found_in
from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.authoring.proof import flaws
from tests.exercises.making import data_of
from tests.exercises.test_obstacles import ROVER
from tests.exercises.test_wishes import FREE, LOOPS

BOARD = {
    "floor": "\n".join([". . . . . . . ."] * 8),
    "rovers": {"red": "a1 east"},
    "samples": dict.fromkeys(("h8", "a8", "d4", "h1", "c6"), "blue"),
}
LONG: dict[str, Any] = data_of(
    edition="loops",
    cards={"forward": 7, "left": 4, "right": 4, "jump": 3, "2x": 4},
    checks=[{"check": "carries", "samples": 4}],
    starts=[BOARD],
)
PATIENT = 60  # seconds; only a broken process reaches it


class Job:
    """The results of one proof."""

    def __init__(self) -> None:
        self.steps: list[list[FoundLine]] = []
        self.began, self.done = threading.Event(), threading.Event()

    def __call__(self, lines: list[FoundLine], is_last: bool) -> None:
        self.steps.append(lines)
        self.began.set()
        if is_last:
            self.done.set()

    @property
    def says(self) -> list[str]:
        assert self.done.wait(PATIENT)
        return [line["says"] for line in self.steps[-1]]


@pytest.fixture
def prover() -> Iterator[Prover]:
    prover = Prover()
    yield prover
    prover.close()


def proved(prover: Prover, data: dict[str, Any], **wishes: Any) -> Job:
    job = Job()
    prover.prove(data, wishes, job)
    return job


def here(data: dict[str, Any], **wishes: Any) -> list[FoundLine]:
    """Return the lines that are found in this process."""
    *_, lines = found_in(data, wishes)
    return lines


def pid_of(prover: Prover) -> int:
    process = prover._process
    assert process
    return process.pid


def test_a_process_finds_what_a_proof_here_finds(prover: Prover) -> None:
    data, wishes = data_of(**FREE), {"par_cards": "7..9", "solvable": True}
    job = proved(prover, data, **wishes)
    assert job.says == [line["says"] for line in here(data, **wishes)]
    assert {"wish", "proposal"} <= {line["name"] for line in job.steps[-1]}
    assert len(job.steps) > 4
    again = proved(prover, data_of(**LOOPS), solvable=True)
    assert "All wishes are met." in again.says


def test_nothing_starts_before_it_is_needed(prover: Prover) -> None:
    assert prover._process is None
    prover.cancel()
    prover.close()
    assert prover._process is None


def test_a_newer_job_wins(prover: Prover) -> None:
    proved(prover, data_of(**FREE)).says  # noqa: B018  # the process is warm now
    process = pid_of(prover)
    old = [proved(prover, LONG) for _ in range(3)]
    new = proved(prover, data_of(**FREE))
    known = [len(each.steps) for each in old]
    assert new.says == [line["says"] for line in here(data_of(**FREE))]
    assert [len(each.steps) for each in old] == known
    assert not any(each.done.is_set() for each in old)
    assert pid_of(prover) == process


def test_a_cancelled_job_is_never_heard_of_again(prover: Prover) -> None:
    job = proved(prover, LONG)
    assert job.began.wait(PATIENT)
    prover.cancel()
    known = len(job.steps)
    assert proved(prover, data_of(**FREE)).says
    assert len(job.steps) == known
    assert not job.done.is_set()


@pytest.mark.slow
def test_interrupted_at_any_moment_it_still_finds_the_same(prover: Prover) -> None:
    """The moments are random: after a few steps of a proof, or in the middle of one."""
    wait = random.Random(34)
    data = data_of(**LOOPS)
    proved(prover, data).says  # noqa: B018
    process = pid_of(prover)
    for _ in range(30):
        job = proved(prover, wait.choice([LONG, data]), unique=True)
        job.done.wait(wait.uniform(0, 0.2))
    for each in (data, LONG):
        assert proved(prover, each).says == [line["says"] for line in here(each)]
    assert pid_of(prover) == process


def test_a_process_that_dies_is_replaced(prover: Prover) -> None:
    proved(prover, data_of(**FREE)).says  # noqa: B018
    before = pid_of(prover)
    job = proved(prover, LONG)
    os.kill(before, signal.SIGKILL)
    assert job.says
    assert pid_of(prover) != before


def test_a_process_that_is_stuck_is_replaced(
    prover: Prover, monkeypatch: pytest.MonkeyPatch
) -> None:
    proved(prover, data_of(**FREE)).says  # noqa: B018
    monkeypatch.setattr(module, "PATIENCE", 0.1)
    before = pid_of(prover)
    os.kill(before, signal.SIGSTOP)
    assert proved(prover, data_of(**FREE)).says
    assert pid_of(prover) != before


def test_a_process_that_dies_again_and_again_is_given_up(
    prover: Prover, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert proved(prover, LONG).says == ["The proof broke off. Change something to try again."]


def test_a_process_ends_with_its_parent() -> None:
    script = textwrap.dedent("""
        import os, threading
        from teachkit.classroom.prover import Prover
        begun = threading.Event()
        prover = Prover()
        prover.prove({"game": "chess"}, {}, lambda lines, is_last: begun.set())
        begun.wait(60)
        print(prover._process.pid, flush=True)
        os.kill(os.getpid(), 9)
    """)
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    child = int(said.stdout)
    gone = threading.Event()
    for _ in range(600):
        if not Path(f"/proc/{child}").exists() or _is_zombie(child):
            break
        gone.wait(0.1)
    assert not Path(f"/proc/{child}").exists() or _is_zombie(child)


def _is_zombie(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


def test_a_program_ends_although_its_prover_was_never_closed() -> None:
    script = (
        "from teachkit.classroom.prover import Prover\n"
        "Prover().prove({'game': 'chess'}, {}, lambda lines, is_last: None)"
    )
    assert subprocess.run([sys.executable, "-c", script], timeout=PATIENT).returncode == 0


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"kind": "function", "given": "import os; os.abort()", "function": "f",
          "cases": [{"call": [1], "returns": 1}]},
         "Python is not run here. Check the file with teachkit check."),
        ({"game": "chess"}, ('game = "chess" is not known. Choose one of: algoracing, lovelace, '
                            "calamitron, roborally.")),
        ({"starts": [ROVER | {"floor": 5}]}, "start 1.floor: write text in quotes, not 5"),
    ],
)  # fmt: skip
def test_what_cannot_be_proven_is_refused_in_one_sentence(keys: dict[str, Any], says: str) -> None:
    assert [line["says"] for line in here(data_of(**keys))] == [says]


def test_no_data_breaks_a_proof() -> None:
    hostile: list[dict[str, Any]] = [
        {}, {"starts": "a1"}, {"starts": [[]]}, {"cards": {"forward": 10**30}}, {"checks": [1]},
        {"title": None}, {"starts": [ROVER] * 3, "cards": {"forward": -1}},
        {"given": "2x(" * 900}, {"checks": [{"check": "__class__"}]},
        {"solution": {"answer": "__import__('os').abort()"}},
    ]  # fmt: skip
    for keys in hostile:
        data = data_of(**keys) if keys else {}
        assert all(line["says"] for line in here(data))
    assert here(data_of(**FREE), par_cards="many")[-1]["says"].startswith('"many" is not a number.')


def offers(name: str, data: dict[str, Any]) -> list[dict[str, Any]]:
    return [line["data"] for line in here(data) if line["name"] == name and "data" in line]


def test_a_program_that_works_is_offered_as_the_solution_unless_it_is_the_solution() -> None:
    (proposed,) = offers("solution", data_of(solution={"says": "Why."}))
    assert proposed["solution"]["says"] == "Why."
    assert proposed["solution"]["answer"]
    assert offers("solution", proposed) == []


def test_missing_words_and_unanswered_mistakes_are_proposed() -> None:
    data = data_of(**FREE | {"title": "", "text": "", "hints": [], "mistakes": []})
    (data,) = offers("solution", data)
    for key in ("title", "text", "hints", "mistakes"):
        proposed = offers("words", data)[0]
        assert [name for name in proposed if proposed[name] != data.get(name)] == [key]
        data = proposed
    assert flaws(make_exercise("made", data)) == []
    answers = [each["mistakes"][-1]["answer"] for each in offers("words", data)]
    assert data["mistakes"][0]["answer"] not in answers != []
    assert offers("words", {**data, "checks": [], "title": ""}) == []
