"""A process that proves exercises in the background while an author changes them.

`Prover` starts it when it is first needed, and keeps it warm. Each job replaces the one before it:
the process interrupts its own proof, so nothing has to be loaded again. It only reads data, and
runs the Python in an exercise only if asked to, and in the sandbox.

Parent and process exchange lines of JSON. A job is `{"n": 3, "data": {…}, "wishes": {…}, "runs":
false}`; without `data`, it only ends the job before it. The process sends `{"n": 3}` when it begins
job 3, and then `{"n": 3, "lines": […], "last": false}` for each step.
"""

from __future__ import annotations

import _thread
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeAlias

from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.errors import TeachkitError
from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.authoring.findings import findings
from teachkit.exercises.authoring.proposals import proposals
from teachkit.exercises.generator import proposed_words
from teachkit.exercises.making.proven import proven
from teachkit.exercises.making.wishes import Wishes
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.running.results import Execute
from teachkit.play.search import TooLargeError
from teachkit.words import say

PROPOSED: Mapping[str, Callable[[Exercise], str | list[str]]] = {
    "title": proposed_words.proposed_title,
    "text": proposed_words.proposed_text,
    "hints": proposed_words.proposed_hints,
}
PATIENCE = 1.0  # seconds until a process that does not begin its newest job is killed
PERSISTENCE = 0.05  # seconds between two attempts to interrupt a proof

FoundLine: TypeAlias = dict[str, Any]
Then: TypeAlias = Callable[[list[FoundLine], bool], None]


class Prover:
    """A background process that proves one exercise at a time, always the newest.

    >>> prover, done = Prover(), threading.Event()
    >>> prover.prove({"game": "chess"}, {}, lambda lines, is_last: done.set() if is_last else None)
    >>> done.wait(60)
    True
    >>> prover.close()
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._process: subprocess.Popen[bytes] | None = None
        self._job: dict[str, Any] = {"n": 0}
        self._then: Then | None = None
        self._begun = 0
        self._is_warm = False
        self._deaths = 0

    def prove(
        self, data: Mapping[str, Any], wishes: Mapping[str, Any], then: Then, runs: bool = False
    ) -> None:
        """Prove the exercise in `data`, and cancel the proof that is running.

        If `runs` is true, the exercise's Python runs in the sandbox. Otherwise, it is not run.

        `then(lines, is_last)` is called from a different thread, first with a few lines, and then
        with more. It is never called with lines about an exercise that was passed earlier.
        """
        with self._lock:
            self._deaths = 0
            self._begin({"data": data, "wishes": wishes, "runs": runs}, then)

    def cancel(self) -> None:
        """End the proof that is running; its function is not called any more."""
        with self._lock:
            if self._process:
                self._begin({}, None)

    def close(self) -> None:
        """End the process. A later proof starts a new one."""
        with self._lock:
            process, self._process, self._then = self._process, None, None
        if process:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe:
                    pipe.close()

    def _begin(self, job: Mapping[str, Any], then: Then | None) -> None:
        self._job, self._then = {"n": self._job["n"] + 1, **job}, then
        self._send()

    def _send(self) -> None:
        """Send the newest job, and start the process if there is none."""
        if self._process is None:
            self._is_warm = False
            here = str(Path(__file__).parents[2])  # so that the process imports the same teachkit
            paths = filter(None, (here, os.environ.get("PYTHONPATH")))
            self._process = subprocess.Popen(
                [sys.executable, "-m", "teachkit.classroom.prover"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
                start_new_session=True,  # a key that interrupts the kernel should not end it
            )
            threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()
        process = self._process
        assert process.stdin is not None
        # If the process has died, the thread that listens to it starts a new one.
        with suppress(OSError):
            process.stdin.write(json.dumps(self._job, default=str).encode() + b"\n")
            process.stdin.flush()
        if self._is_warm:
            watch = threading.Timer(PATIENCE, self._kill_if_stuck, (process, self._job["n"]))
            watch.daemon = True
            watch.start()

    def _kill_if_stuck(self, process: subprocess.Popen[bytes], number: int) -> None:
        with self._lock:
            if process is self._process and self._begun < number == self._job["n"]:
                process.kill()

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        """Pass on what the process finds, and replace the process if it dies."""
        assert process.stdout is not None
        for line in process.stdout:
            with self._lock:
                if process is not self._process:
                    return
                self._hear(json.loads(line))
        with self._lock:
            if process is self._process:
                process.wait()
                self._process, self._deaths = None, self._deaths + 1
                if self._then and self._deaths > 1:
                    self._then([_broken()], True)
                elif self._then:
                    self._send()

    def _hear(self, message: Mapping[str, Any]) -> None:
        self._is_warm, self._begun = True, message["n"]
        if self._then and "lines" in message and message["n"] == self._job["n"]:
            self._then(message["lines"], message["last"])


def _broken() -> FoundLine:
    return _line("error", say("The proof broke off. Change something to try again."))


def _line(name: str, says: str, mood: str = "look", square: str = "") -> FoundLine:
    return {"name": name, "mood": mood, "says": says, "square": square}


# -- inside the process --------------------------------------------------------------------------


class Interrupted(BaseException):
    """Raised in the main thread when a newer job has arrived."""


class Worker:
    """The main loop of the process, and the thread that reads the jobs."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._newest: dict[str, Any] = {"n": 0}
        self._running: dict[str, Any] | None = None

    def work(self) -> None:
        """Work on the newest job, again and again, until the parent closes the pipe."""
        signal.signal(signal.SIGINT, self._interrupt)
        threading.Thread(target=self._read, daemon=True).start()
        while True:
            try:
                while True:
                    self._running = None
                    self._running = job = self._jobs.get()
                    if self._newest is job:
                        self._prove(job)
            except Interrupted:
                continue

    def _prove(self, job: dict[str, Any]) -> None:
        _write({"n": job["n"]})
        if "data" in job:
            lines: list[FoundLine] = []
            execute = Sandbox().execute if job["runs"] else _refuse
            for lines in found_in(job["data"], job["wishes"], execute):
                _write({"n": job["n"], "lines": lines, "last": False})
            _write({"n": job["n"], "lines": lines, "last": True})

    def _interrupt(self, number: int, frame: object) -> None:
        """Handle a signal in the main thread; the person's own interrupts end nothing."""
        if self._running is not None and self._running is not self._newest:
            raise Interrupted

    def _read(self) -> None:
        for line in sys.stdin.buffer:
            self._newest = json.loads(line)
            self._jobs.put(self._newest)
            threading.Thread(target=self._insist, args=(self._newest,), daemon=True).start()
        os._exit(0)

    def _insist(self, newest: dict[str, Any]) -> None:
        """Interrupt an older job until it ends; an interrupt within a destructor is lost."""
        while self._newest is newest and not (self._running is None or self._running is newest):
            _thread.interrupt_main()
            threading.Event().wait(PERSISTENCE)


def _write(message: Mapping[str, Any]) -> None:
    os.write(1, json.dumps(message).encode() + b"\n")


def _refuse(*asked: object) -> Any:
    """Refuse to run a learner's Python."""
    raise TeachkitError(say("Python is not run here. Check the file with teachkit check."))


def found_in(
    data: Mapping[str, Any], table: Mapping[str, Any], execute: Execute = _refuse
) -> Iterator[list[FoundLine]]:
    """Yield the lines found about an exercise file and the wishes in `table`, step by step."""
    try:
        exercise = make_exercise("draft", data)
        if exercise.kind.form.runs_python and execute is _refuse:
            _refuse()
        wishes = Wishes.of(table, exercise.game, exercise.rules)
        lines: list[FoundLine] = []
        for found in findings(exercise, execute):
            yield (lines := [line._asdict() for line in found])
        unmet = wishes.unmet(exercise)
        lines += [_line("wish", each.says, square=each.square) for each in unmet]
        if wishes.clauses and not unmet:
            lines.append(_line("wish", say("All wishes are met."), "good"))
        lines += _solutions(exercise, data)
        yield [*lines]
        lines += _words(exercise, data)
        yield [*lines]
        for proposal in proposals(data, wishes):
            line = _line("proposal", proposal.says, "seen", proposal.square)
            lines.append(line | {"data": proposal.data})
            yield [*lines]
    except TeachkitError as error:
        yield [_line("error", error.says)]
    except Exception:  # whatever data may do, the author gets a sentence, and the process lives on
        yield [_broken()]


def _solutions(exercise: Exercise, data: Mapping[str, Any]) -> Iterator[FoundLine]:
    """Yield the program that was found, as a proposal, if the author's own solution differs."""
    with suppress(TooLargeError):
        program = None if exercise.kind.solution else str(proven(exercise).solution or "")
        if program and program != exercise.file.solution.answer:
            solution = {**data.get("solution", {}), "answer": program}
            yield _line("solution", program, "seen") | {"data": {**data, "solution": solution}}


def _words(exercise: Exercise, data: Mapping[str, Any]) -> Iterator[FoundLine]:
    """Yield proposals for missing words, and for mistakes that the author does not answer yet."""
    if exercise.kind.solution is None and not exercise.checks:
        return  # there is no task yet
    for key, propose in PROPOSED.items():
        if not data.get(key) and (words := propose(exercise)):
            says = words if isinstance(words, str) else " ".join(words)
            yield _line("words", says, "seen") | {"data": {**data, key: words}}
    known = [*data.get("mistakes", [])]
    for mistake in proposed_words.proposed_mistakes(exercise):
        if mistake["answer"] not in [each["answer"] for each in known]:
            more = {"note": mistake["says"], "data": {**data, "mistakes": [*known, mistake]}}
            yield _line("words", mistake["answer"], "seen") | more


if __name__ == "__main__":
    Worker().work()
