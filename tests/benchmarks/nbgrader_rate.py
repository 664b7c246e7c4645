"""Answers per second: `nbgrader autograde` against `teachkit grade`, both as whole commands.

    python -m tests.benchmarks.nbgrader_rate [--rounds 3]

This is a script because it takes minutes. It needs nbgrader in a separate environment, and creates
one, or uses the Python named by TEACHKIT_NBGRADER_PYTHON; both commands run in it.

The same twenty learners answer the same exercise, once with a program and once with a function, and
must get the same points from both graders. nbgrader gets the smallest notebook that can be graded:
one cell imports teachkit, one contains the function if there is one, one asks for the points; no
board is drawn. It starts a kernel for each notebook, so its rate does not depend on their number.
teachkit's does, because with twenty learners it mostly starts up. So two ratios are reported:

- of whole commands, nbgrader with the twenty against teachkit with a larger class, in which all
  answers differ (it includes the twenty, who are timed alone, too): this one must be large enough;
- of the same twenty learners without any start-up: teachkit in a running process on one processor,
  nbgrader without the time of its bare command.

Times are medians of wall-clock time, measured in turn. The exit status is 1 if points differ or the
ratio is too small.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

import nbformat

from teachkit.classroom.answers import Answers
from teachkit.classroom.grading.grade import _judged, course_in, grade_submission
from teachkit.classroom.grading.submissions import submissions_in
from teachkit.classroom.library import exercise_files, find_exercise
from tests.benchmarks.ratio import by_day
from tests.interop.course import Course, smallest_notebook, teachkit_grades
from tests.interop.environment import make_environment

LEARNERS = 20
T = TypeVar("T")


class Contest(NamedTuple):
    """An exercise, its answers, the size of the larger class, and the ratio that is required."""

    exercise: str
    answer: Callable[[random.Random], str]
    many: int
    wanted: float


def a_program(chance: random.Random) -> str:
    """Return some of the hand's cards in random order; often a solution with a detour."""
    if chance.random() < 0.2:
        row = ["left", "forward", "forward", "right", "forward", "right", "forward", "forward"]
        place = chance.randint(0, len(row))
        row[place:place] = chance.choice([["left", "right"], ["right", "left"], []])
        return ", ".join(row)
    hand = ["forward"] * 6 + ["left"] * 3 + ["right"] * 3
    return ", ".join(chance.sample(hand, chance.randint(5, len(hand))))


def a_function(chance: random.Random) -> str:
    """Return a function that calculates with two digits; every fifth one is right."""
    one, other = (10, 1) if chance.random() < 0.2 else (chance.randint(0, 9), chance.randint(0, 9))
    zero = chance.randint(1, 10**6)
    return f"def swap(n):\n    return n % 10 * {one} + n // 10 * {other} + {zero} - {zero}\n"


def different(contest: Contest) -> list[str]:
    """Return a different answer for each learner, so that caching does not distort rates."""
    chance, answers = random.Random(contest.exercise), dict[str, None]()
    while len(answers) < contest.many:
        answers[contest.answer(chance)] = None
    return list(answers)


CONTESTS = (
    Contest("02-04-round-the-wall", a_program, 2000, 200),
    Contest("12-06-swap-from-its-parts", a_function, 400, 20),
)


class Arena:
    """The files of a contest on disk, for both graders."""

    def __init__(self, contest: Contest, python: Path, room: Path) -> None:
        self.contest, self.python, self.room = contest, python, room
        self.lesson = find_exercise(contest.exercise).lesson
        answers = different(contest)
        room.mkdir()
        self.course = Course(room / "course", python)
        self.course.begin()
        notebook = room / "rate.ipynb"
        nbformat.write(smallest_notebook(find_exercise(contest.exercise)), notebook)
        self.course.release("rate", notebook)
        for number, answer in enumerate(answers):
            self._hand_in(room / "many" / f"learner{number}", answer)
        for number, answer in enumerate(answers[:LEARNERS]):
            self.course.submit(f"learner{number}", "rate", {contest.exercise: answer})
            self._hand_in(room / "twenty" / f"learner{number}", answer)
        file = exercise_files()[contest.exercise]
        (room / "lessons" / "exercises" / self.lesson).mkdir(parents=True)
        shutil.copy(file, room / "lessons" / "exercises" / self.lesson)

    def _hand_in(self, folder: Path, answer: str) -> None:
        """Store an ungraded answer, which is faster than handing it in."""
        folder.mkdir(parents=True)
        Answers(folder, "").save(find_exercise(self.contest.exercise), answer)

    def nbgrader(self) -> None:
        self.course.autograde("rate", "--force")

    def exported(self) -> dict[str, float]:
        """Return the points that nbgrader gave; exporting them is not measured."""
        return {learner: points for (learner, _), (points, _) in self.course.export().items()}

    def teachkit(self, learners: str) -> dict[str, float]:
        table = self.room / "grades.csv"
        grades = teachkit_grades(self.python, self.room / learners, table, self.lesson,
                                 "--lessons", self.room / "lessons")  # fmt: skip
        return {learner: points for learner, (points, _) in grades.items()}

    def start(self) -> None:
        """Grade a different learner first, so that one-time costs are not measured."""
        self._hand_in(self.room / "first" / "learner", self.contest.answer(random.Random("first")))
        self.warm("first")

    def warm(self, learners: str) -> dict[str, float]:
        """Grade these learners in this process, one after another, with empty caches."""
        course = course_in(self.room / "lessons")
        handed_in = submissions_in(self.room / learners)
        _judged.cache_clear()
        graded = [grade_submission(course, each) for each in handed_in]
        return {each.learner: float(sum(row.points for row in each.rows)) for each in graded}


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return the wall-clock seconds of a call, and its result."""
    start = perf_counter()
    found = work()
    return perf_counter() - start, found


def compete(arena: Arena, rounds: int) -> bool:
    """Time both graders in turn; return whether points agree and we are fast enough."""
    contest, times = arena.contest, defaultdict(list)
    turns: dict[str, Callable[[], object]] = {
        "start": lambda: arena.course.nbgrader("--version"),
        "nbgrader": arena.nbgrader,
        "twenty": lambda: arena.teachkit("twenty"),
        "many": lambda: arena.teachkit("many"),
        "warm": lambda: arena.warm("twenty"),
    }
    arena.start()
    for _ in range(rounds):
        found: dict[str, Any] = {}
        for name, turn in turns.items():
            seconds, found[name] = timed(turn)
            times[name].append(seconds)
        theirs = arena.exported()
        among_many = {name: found["many"][name] for name in theirs}
        if not theirs == found["twenty"] == found["warm"] == among_many:
            print(f"{contest.exercise}: points differ: {theirs} {found}")
            return False
    return is_enough(contest, {name: median(each) for name, each in times.items()})


def is_enough(contest: Contest, took: dict[str, float]) -> bool:
    """Print the rates of both, and return whether the ratio is large enough."""
    print(f"{contest.exercise}, in seconds (median), and answers per second:")
    for name, what, learners in (
        ("nbgrader", "nbgrader autograde", LEARNERS),
        ("twenty", "teachkit grade", LEARNERS),
        ("many", "teachkit grade", contest.many),
        ("warm", "teachkit, already started", LEARNERS),
    ):
        print(f"  {what}, {learners} learners: {took[name]:.2f} s, {learners / took[name]:.2f}")
    commands = contest.many / took["many"] * took["nbgrader"] / LEARNERS
    started = (took["nbgrader"] - took["start"]) / took["warm"]
    print(f"  {commands:.0f} times as many by whole commands, wanted: {contest.wanted:.0f}; "
          f"{started:.0f} times without starts", flush=True)  # fmt: skip
    return commands >= contest.wanted


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=by_day(3))
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as scratch:
        room = Path(scratch)
        named = os.environ.get("TEACHKIT_NBGRADER_PYTHON")
        python = Path(named) if named else make_environment(room / "venv")
        held = [compete(Arena(contest, python, room / contest.exercise), rounds)
                for contest in CONTESTS]  # fmt: skip
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
