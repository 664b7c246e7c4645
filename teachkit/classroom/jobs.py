"""Jobs that run in this process, in several processes or on a cluster, and a journal of results.

A job that kills its worker affects no other job. It is run again alone, and abandoned if it kills
its worker again.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent import futures
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Any, Generic, TypeVar

from teachkit.core.data import structure, write_whole, writing_in
from teachkit.errors import TeachkitError
from teachkit.words import language_code, say, use

Job = TypeVar("Job")
Result = TypeVar("Result")
Done = TypeVar("Done")

PATIENCE = 10  # seconds to wait for a scheduler to answer
SILENCE = 20  # seconds without a result before checking that workers are still alive
MOST_UNDER_WAY = 500  # jobs that a cluster holds at a time, even for a large class


class ClusterError(TeachkitError):
    """Raised when the cluster cannot be used; the message says why."""


@dataclass(frozen=True)
class FailedJob:
    """A job without a result.

    `reason` is the name of the exception's type, or a note that the worker process ended.
    """

    reason: str


def _refuses(executor: Executor) -> bool:
    """Return whether the pool `executor` refuses new jobs because a worker has died.

    This is tested by submitting a job, because the pool's futures may never report the death.
    """
    try:
        executor.submit(int, "0")
    except futures.BrokenExecutor:
        return True
    return False


@dataclass(frozen=True)
class Backend:
    """A place to run jobs, such as a pool of processes or a cluster.

    `workers` opens an executor, to which at most `at_once` jobs are submitted at a time.
    `is_elsewhere` is true if the workers run on other computers. `is_broken(executor)` returns
    whether the workers are dead; it is called after `SILENCE` seconds without a result.
    """

    workers: Callable[[], AbstractContextManager[Executor]]
    at_once: int = 1
    is_elsewhere: bool = False
    is_broken: Callable[[Executor], bool] = _refuses

    def ask(self, question: Callable[[bool], Result], trusted: bool) -> Result:
        """Call `question(trusted)` on a machine that runs workers, and return the result."""
        if not self.is_elsewhere:
            return question(trusted)
        with self.workers() as executor:
            return executor.submit(_in_language, language_code(), question, trusted).result()


def run_jobs(
    work: Callable[[Job], Result], jobs: Iterable[Job], backend: Backend
) -> Iterator[tuple[int, Result | FailedJob]]:
    """Run `work` on each job, and yield its index and result as soon as the result is available.

    A job is taken from `jobs` only when a worker is free for it, so `jobs` may be a generator that
    depends on earlier results.

    >>> sorted(run_jobs(abs, [-1, 2], here()))
    [(0, 1), (1, 2)]
    """
    waiting = enumerate(jobs)
    while suspects := (yield from _done(work, waiting, backend, backend.at_once)):
        for suspect in suspects:
            if (yield from _done(work, iter([suspect]), backend, 1)):
                yield suspect[0], FailedJob(say("its worker process ended"))


def _done(
    work: Callable[[Job], Result],
    waiting: Iterator[tuple[int, Job]],
    backend: Backend,
    at_once: int,
) -> Generator[tuple[int, Result | FailedJob], None, list[tuple[int, Job]]]:
    """Run the `waiting` jobs and yield their results, until all are done or a worker dies.

    If a worker dies, return the jobs that end without a result, because any of them may have killed
    the worker.
    """
    suspects: list[tuple[int, Job]] = []
    trying = partial(_tried, partial(_in_language, language_code(), work))
    with backend.workers() as executor:
        running: dict[Future[Result | FailedJob], tuple[int, Job]] = {}
        while True:
            while not suspects and len(running) < at_once and (next_job := next(waiting, None)):
                try:
                    running[executor.submit(trying, next_job[1])] = next_job
                except futures.BrokenExecutor:
                    suspects.append(next_job)
            if not running:
                return suspects
            done, _ = futures.wait(running, SILENCE, futures.FIRST_COMPLETED)
            if not done and backend.is_broken(executor):
                return [*suspects, *running.values()]
            for future in done:
                number, job = running.pop(future)
                if future.cancelled() or future.exception() is not None:
                    suspects.append((number, job))
                else:
                    yield number, future.result()


def _in_language(language: str, work: Callable[[Job], Result], job: Job) -> Result:
    """Return `work(job)`, with messages in `language`, the language of the submitting process."""
    if language:
        use(language)
    return work(job)


def _tried(work: Callable[[Job], Result], job: Job) -> Result | FailedJob:
    """Return `work(job)`, or a `FailedJob` if an exception is raised.

    If a future raises an exception, the cause is therefore always the worker, never the job. The
    type would not show this: when a worker dies, Dask raises various exceptions, even `TypeError`.
    """
    try:
        return work(job)
    except Exception as error:
        return FailedJob(type(error).__name__)


def resumed(
    work: Callable[[Job], Done], jobs: Iterable[Job], backend: Backend, journal: Journal[Job, Done]
) -> Iterator[tuple[Job, Done | FailedJob]]:
    """Yield each job with its result, which is read from the journal or computed by `work`.

    A new result is stored in the journal. A failed job is not stored, so the next run tries it
    again.
    """
    waiting = []
    for job in jobs:
        if kept := journal.find(job):
            yield job, kept
        else:
            waiting.append(job)
    for number, done in run_jobs(work, waiting, backend):
        if not isinstance(done, FailedJob):
            journal.keep(waiting[number], done)
        yield waiting[number], done


# -- three backends ------------------------------------------------------------------------------


class _Here(Executor):
    """An executor that runs each job immediately, in this process; no job may fail."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def here() -> Backend:
    """Return a backend that runs jobs in this process, one after another."""
    return Backend(_Here)


def processes(number: int) -> Backend:
    """Return a backend that runs jobs in `number` processes on this computer."""
    # Spawn, because a fork copies locks that are held, and not every system can fork.
    workers = partial(futures.ProcessPoolExecutor, number, get_context("spawn"), _begin)
    return Backend(workers, 2 * number)


def _begin() -> None:
    """Make a worker process ignore Ctrl-C, which its parent handles, and end with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)


def cluster(address: str) -> Backend:
    """Return a backend that runs jobs on the workers of the Dask scheduler at `address`.

    Raise `ClusterError` if Dask is not installed. The backend's `workers` also raises it if no
    scheduler with workers answers.
    """
    try:
        import distributed
    except ImportError:
        needs = say('To use a cluster, install Dask: pip install "teachkit[cluster]".')
        raise ClusterError(needs) from None

    dask: Any = distributed  # Dask is only partly typed

    @contextmanager
    def workers() -> Iterator[Executor]:
        with ExitStack() as open_for_us:
            try:
                client = open_for_us.enter_context(dask.Client(address, timeout=PATIENCE))
                client.wait_for_workers(1, timeout=3 * PATIENCE)
            except (OSError, ValueError):
                says = say("There is no Dask scheduler with workers at {address}.", address=address)
                raise ClusterError(says) from None
            yield open_for_us.enter_context(client.get_executor(pure=False))

    def is_deserted(executor: Executor) -> bool:
        return not executor._client.scheduler_info()["workers"]  # type: ignore[attr-defined]

    return Backend(workers, MOST_UNDER_WAY, is_elsewhere=True, is_broken=is_deserted)


class Journal(Generic[Job, Done]):
    """A file with one line of JSON for each finished job, in any order.

    The key of a line is a hash of the job and of `basis`, the data that every result depends on.
    Both are plain data; if either has changed, the job runs again. Results are of the type `kind`.
    With `resume`, existing lines are kept. Lines that cannot be read, such as a truncated last
    line, are skipped and counted in `unread`. `others` are the keys of the lines that nobody has
    asked for; if the journal `is_shared`, `remove` leaves these lines in the file.
    """

    is_shared = False

    def __init__(self, path: Path, basis: object, kind: type[Done], resume: bool = False) -> None:
        self.path, self.unread, self._kind = path, 0, kind
        self._basis = hashlib.sha256(json.dumps(basis).encode()).hexdigest()
        self._done = self._read() if resume else {}
        self.others = {*self._done}
        with writing_in(path):
            self._file = path.open("a" if resume else "w", encoding="utf-8")
        self._file.write("\n")  # end a truncated last line

    def __len__(self) -> int:
        return len(self._done)

    def find(self, job: Job) -> Done | None:
        """Return the stored result of a job, or `None`."""
        self.others.discard(key := self._key(job))
        return self._done.get(key)

    def keep(self, job: Job, done: Done) -> None:
        """Store `done` as the result of `job`, and write it to the file immediately."""
        key = self._key(job)
        self._done[key] = done
        self._file.write(json.dumps([key, done]) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file but keep it, so that the work can be resumed."""
        self._file.close()

    def remove(self) -> None:
        """Close and delete the file, because all work is finished; keep what others may need."""
        self.close()
        if self.is_shared and self.others:
            lines = (json.dumps([key, self._done[key]]) + "\n" for key in self.others)
            write_whole(self.path, "".join(lines))
        else:
            self.path.unlink(missing_ok=True)

    def _key(self, job: Job) -> str:
        return hashlib.sha256(json.dumps([self._basis, job]).encode()).hexdigest()

    def _read(self) -> dict[str, Done]:
        done = {}
        with suppress(OSError):
            for line in self.path.read_text(encoding="utf-8", errors="replace").splitlines():
                try:
                    key, result = json.loads(line)
                    done[str(key)] = structure(result, self._kind)
                except (ValueError, TypeError, RecursionError):
                    self.unread += bool(line.strip())
        return done
