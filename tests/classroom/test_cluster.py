"""The same jobs in this process, in several, and on a cluster; a crash costs one job."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom.grading.grade import Course, grade_submission, shortcomings
from teachkit.classroom.grading.submissions import File, Submission
from teachkit.classroom.jobs import (
    Backend,
    ClusterError,
    FailedJob,
    cluster,
    here,
    processes,
    run_jobs,
)
from teachkit.words import language_code, use
from tests.classroom.handedin import STEPS, TWICE, answers, own_course

pytestmark = pytest.mark.slow


wherever = pytest.mark.parametrize("backend", ["here", "processes", "cluster"], indirect=True)


def done(work: Callable[[Any], Any], jobs: list[Any], backend: Backend) -> list[Any]:
    results = dict(run_jobs(work, jobs, backend))
    return [results[number] for number in range(len(jobs))]


def dies(folder: Path, again: bool, number: int) -> int:
    """Run a job; job 3 kills its worker, every time or once."""
    mark = folder / f"{number}"
    if number == 3 and (again or not mark.exists()):
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


@wherever
def test_every_job_is_done_once_and_an_error_costs_its_own_job(backend: Backend) -> None:
    assert done(abs, list(range(-20, 0)), backend) == list(range(20, 0, -1))
    assert done(int, ["1", "one", "2"], backend) == [1, FailedJob("ValueError"), 2]
    assert done(abs, [], backend) == []


@wherever
def test_a_class_is_graded_alike_wherever(backend: Backend, tmp_path: Path) -> None:
    course: Course = own_course(tmp_path)
    given = [answers(), answers({STEPS: "forward"}), "{", answers({TWICE: "def double(n): 1 / 0"})]
    jobs = [Submission(f"Learner {place}", files=(File("answers.json", text),))
            for place, text in enumerate(given)]  # fmt: skip
    work = partial(grade_submission, course)
    points = [[row.points for row in graded.rows] for graded in done(work, jobs, backend)]
    assert points == [[2, 3], [0, 3], [0, 0], [2, 0]]
    assert done(work, jobs, backend) == [work(job) for job in jobs]
    assert shortcomings(course, backend) == shortcomings(course, here())


@pytest.mark.parametrize(
    ("backend", "again"),
    [("processes", True), ("processes", False), ("cluster", True),
     pytest.param("cluster", False, marks=pytest.mark.nightly)],
    indirect=["backend"],
)  # fmt: skip
def test_a_job_that_ends_its_worker_is_lost(backend: Backend, again: bool, tmp_path: Path) -> None:
    """Repeated crashes are given up; a worker killed from outside costs nothing."""
    third = FailedJob("its worker process ended") if again else 9
    assert done(partial(dies, tmp_path, again), list(range(6)), backend) == [0, 1, 4, third, 16, 25]


def language_of_worker(job: int) -> str:
    return language_code()


@wherever
def test_a_worker_speaks_the_language_of_whoever_asks(backend: Backend) -> None:
    """Even on another computer, where `TEACHKIT_LANGUAGE` is not set."""
    use("xx")
    try:
        assert done(language_of_worker, [1, 2], backend) == ["xx", "xx"]
        assert replace(backend, is_elsewhere=True).ask(language_of_worker, False) == "xx"
    finally:
        use("")


class Forgetful(Executor):
    """A pool that breaks at the first job without reporting it."""

    is_broken = False

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.is_broken:
            raise BrokenExecutor
        self.is_broken = True
        return Future()


def test_a_pool_that_broke_in_silence_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teachkit.classroom.jobs.SILENCE", 0.01)
    pools: Iterator[Any] = iter([Forgetful(), *(here().workers() for _ in range(3))])
    assert done(abs, [-1, -2], Backend(lambda: next(pools), 2)) == [1, 2]


class Stumbling(Executor):
    """A pool that loses the result of its first job with an exception of its own, as Dask may."""

    has_stumbled = False

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.has_stumbled:
            future.set_result(fn(*args, **kwargs))
        else:
            self.has_stumbled = True
            future.set_exception(TypeError("cannot unpack non-iterable int object"))
        return future


def test_a_result_that_got_lost_is_made_again() -> None:
    pool = Stumbling()
    assert done(abs, [-1, -2, -3], Backend(lambda: nullcontext(pool), 2)) == [1, 2, 3]


def test_a_worker_does_not_hear_ctrl_c(tmp_path: Path) -> None:
    assert done(signal.getsignal, [signal.SIGINT], processes(2)) == [signal.SIG_IGN]


def test_without_dask_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError) as caught:
        cluster("tcp://127.0.0.1:8786")
    assert caught.value.says == 'To use a cluster, install Dask: pip install "teachkit[cluster]".'


@pytest.mark.parametrize("nowhere", ["tcp://127.0.0.1:9", "nonsense://x", "no address"])
def test_no_scheduler_is_one_sentence(nowhere: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("teachkit.classroom.jobs.PATIENCE", 0.5)
    with pytest.raises(ClusterError) as caught:
        done(abs, [1], cluster(nowhere))
    assert caught.value.says == f"There is no Dask scheduler with workers at {nowhere}."
