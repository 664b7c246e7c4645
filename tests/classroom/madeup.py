"""A made-up class of thirty, with results that follow from how it was made.

Nothing here uses the grader. Right answers come from the authors or the rules, wrong ones cannot be
right for any exercise, and answers for partial points were graded by hand.
"""

from __future__ import annotations

import io
import json
import os
import random
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from teachkit.exercises.authoring.proof import solution
from teachkit.exercises.model.exercise import Exercise
from tests.every_exercise import FILES, loaded

# Graded by hand, with reasons.
PARTIAL = {
    # collects the sample (1 of 3) without delivering it, so the number of cards does not count
    "01-07-there-and-back": ("north, north, east, east", 1),
    # both samples are on board (2 of 3), one square short of the lab
    "02-08-delivery-round": ("left, forward, right, forward, forward, right, forward, forward", 2),
    # two rows of four: 2 points times 2 / 4
    "03-02-a-first-table": ("a3 south\na2 south\nz9 east\nz9 east", 1),
    # delivers (2 of 4) and then drives on, so its `while` does not count
    "08-11-as-long-as-not": ("while clear(forward), u-turn, while clear(forward)", 2),
    # all cases are right (1 of 2), but without the required %
    "12-02-the-units": ("def units(n):\n    return int(str(n)[-1])", 1),
    # two cases of four, 55 and 6: 2 points times 2 / 4
    "14-03-one-row-in-python": ("def roads(n):\n    return [n // 2, 55 if n == 55 else 60]", 1),
}

ENDLESS_PROGRAM = ("08-11-as-long-as-not", "while not carrying(u-turn)")
ENDLESS_FUNCTION = ("12-02-the-units", "def units(n):\n    while True:\n        pass")
FIRST_PYTHON = ("08", "12")
FUNCTION = "12-02-the-units"
HTML_NAME = "<img src=x onerror=alert(1)>"
FORMULA_NAME = "=cmd|' !A0"


@dataclass
class Pupil:
    """A learner's records, with the expected points and notes.

    `notes` are words in the note of an exercise, `troubles` words in the note of each. `points` may
    include exercises that do not exist.
    """

    name: str
    records: dict[str, dict[str, Any]] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    troubles: str = ""

    def answers(self, exercise: str, answer: Any, earns: int, /, **facts: Any) -> None:
        self.records[exercise] = {"exercise": course()[exercise].hash, "answer": answer} | facts
        self.points[exercise] = earns

    def file(self) -> bytes:
        data = {"teachkit": 1, "learner": "who knows", "answers": self.records}
        return json.dumps(data, ensure_ascii=False, indent=1).encode()


@cache
def course() -> Mapping[str, Exercise]:
    return {path.stem: loaded(path) for path in FILES}


@cache
def right(exercise: str) -> str:
    return solution(course()[exercise])


@cache
def wrong(exercise: str) -> str:
    """Return an answer that earns nothing.

    It is an author's mistake if an exercise has only one thing to earn, since another test proves
    that every mistake loses something. Otherwise it is text that is never right.
    """
    asked = course()[exercise]
    if asked.kind.form.is_exercise:
        return "starts = 1"  # even an author's mistake meets some of the wishes
    if asked.kind.name == "function":  # even an author's mistake may be right for some cases
        return f"def {asked.file.function}(*given):\n    return 'dance'"
    everything = len(asked.checks) == 1 or asked.kind.name in ("choice", "predict")
    if everything and asked.file.mistakes:
        return asked.file.mistakes[0].answer
    match asked.kind.name:
        case "choice":
            return next(letter for letter in "ab" if letter != right(exercise))
        case "predict" | "trace":
            return "z9 north"
    return "dance"


def perfect(name: str, all_python: bool = False) -> Pupil:
    """Return a learner with all right answers but for strategies, whose games take long.

    In Python, most learners have only the answers of two lessons.
    """
    pupil = Pupil(name)
    for exercise, asked in course().items():
        runs = asked.kind.name in ("drive", "function")
        if asked.kind.name == "strategy" or (
            runs and asked.lesson not in FIRST_PYTHON and not all_python
        ):
            continue
        answer = right(exercise)
        pupil.answers(exercise, answer, asked.possible, best=answer, attempts=1, hints=0)
    return pupil


def all_wrong(name: str) -> Pupil:
    pupil = Pupil(name)
    for exercise in course():
        pupil.answers(exercise, wrong(exercise), 0, attempts=3, hints=2)
    return pupil


def mixed(name: str, seed: int) -> Pupil:
    """Return a typical learner: many answers right, some wrong, the last ones missing."""
    chance = random.Random(f"{name} {seed}")
    pupil, reached = Pupil(name), chance.randint(30, 90)
    for exercise, asked in list(course().items())[:reached]:
        match chance.choice(["right"] * 5 + ["wrong", "part", "best", "empty", "skipped"]):
            case "right":
                pupil.answers(exercise, right(exercise), asked.possible, attempts=2, points=99)
            case "wrong":
                pupil.answers(exercise, wrong(exercise), 0, attempts=4, hints=1, points=99)
            case "part" if exercise in PARTIAL:
                answer, points = PARTIAL[exercise]
                pupil.answers(exercise, answer, points, attempts=3, hints=3)
            case "best":  # it was solved once; now a different answer is stored
                pupil.answers(exercise, wrong(exercise), asked.possible, best=right(exercise))
            case "empty":
                pupil.answers(exercise, " ", 0)
    return pupil


# -- handing in ----------------------------------------------------------------------------------


def make_class(folder: Path, seed: int = 4) -> list[Pupil]:
    """Write thirty submissions; return the learners with their expected results."""
    hand_in = _Desk(folder)
    pupils = [*_sound(hand_in, seed), *_odd(hand_in, seed), *_damaged(hand_in), *_hostile(hand_in)]
    assert len(pupils) == 29
    return pupils


@dataclass
class _Desk:
    """The folder in which submissions are written."""

    folder: Path

    def file(self, pupil: Pupil, *path: str, content: bytes | None = None) -> Pupil:
        """Write this content, or the pupil's records, into a folder of the pupil's name."""
        target = self.folder.joinpath(*path or (pupil.name, "answers.json"))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(pupil.file() if content is None else content)
        return pupil

    def zip(self, pupil: Pupil, name: str, **content: bytes) -> Pupil:
        (self.folder / name).write_bytes(zipped(content or {"answers.json": pupil.file()}))
        return pupil


def zipped(content: Mapping[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, inside in content.items():
            archive.writestr(name, inside)
    return file.getvalue()


def _sound(desk: _Desk, seed: int) -> list[Pupil]:
    """Return ordinary learners, in all the ways in which files are handed in."""
    number = "123456_assignsubmission_file_"
    from_windows = b"\xef\xbb\xbf" + perfect("Bo").file().replace(b"\n", b"\r\n")
    return [
        desk.file(perfect("Ada", all_python=True)),
        desk.file(perfect("Bo"), "Bo", "my-lessons", "answers-Bo.json", content=from_windows),
        desk.zip(perfect("Cem"), "Cem.zip"),
        desk.file(mixed("Ada Lovelace", seed), f"Ada Lovelace_{number}", "answers.json"),
        desk.file(mixed("Grace Hopper", seed), f"Grace Hopper_{number}answers.json"),
        desk.file(mixed("lovelaceada", seed), "lovelaceada_12345_678910_answers.json"),
        desk.file(mixed("turingalan", seed), "turingalan_LATE_12346_678911_answers-1.json"),
        desk.file(mixed("Dee", seed), "Dee", "answers (1).json"),
        desk.file(mixed("Emil", seed), "answers-Emil.json"),
        desk.file(all_wrong("Fay")),
        desk.file(Pupil("Gus")),
    ]


def _odd(desk: _Desk, seed: int) -> Iterator[Pupil]:
    """Yield submissions with honest mistakes."""
    first, second, third, fourth, *_ = course()

    edited = perfect("Tom")  # some exercises were edited after they were answered
    for exercise in (first, second, third):
        edited.records[exercise]["exercise"] = "0123456789abcdef"
        ours = course()[exercise].hash
        edited.notes[exercise] = (
            f"The learner answered version 0123456789abcdef, but version {ours} was graded."
        )
    yield desk.file(edited)

    others = Pupil("Oz")  # answers under the ids of different exercises
    others.answers(second, right(first), 0, exercise=course()[first].hash)
    others.notes[second] = f'This is an answer to "{first}".'
    others.answers(third, right(third), course()[third].possible)
    # From a different game.
    others.answers("10-09-as-high-as-it-goes", right("02-08-delivery-round"), 0)
    others.records["77-01-of-another-school"] = {"answer": "forward", "points": 5}
    others.points["77-01-of-another-school"] = 0
    others.notes["77-01-of-another-school"] = "There is no exercise with this name."
    yield desk.file(others)

    yield _handed_in_twice(desk)

    types = perfect("Uma")
    types.records[first] |= {"attempts": "many", "hints": True, "points": None}
    types.notes[first] = '"attempts" has an unexpected value. "hints" has an unexpected value.'
    types.answers(second, ["forward"], 0)
    types.notes[second] = '"answer" has an unexpected value.'
    types.records[third] = []  # type: ignore[assignment]
    types.points[third] = 0
    types.notes[third] = "This answer has an unexpected form."
    types.records[fourth] |= {"attempts": float("nan"), "hints": 10**30, "points": float("inf")}
    types.notes[fourth] = types.notes[first]
    yield desk.file(types)

    long = perfect("Lou")
    long.answers("01-06-three-samples", "north, " * 20_000, 0)
    long.notes["01-06-three-samples"] = '"answer" is longer than 20000 letters, so it is ignored.'
    yield desk.file(long)

    twice = perfect("Wes")
    twice.troubles = f'Wes/answers.json: "{first}" occurs twice. The last one counts.'
    before = f'"answers": {{"{first}": {json.dumps({"answer": wrong(first)})},'.encode()
    yield desk.file(twice, content=twice.file().replace(b'"answers": {', before))

    yield desk.file(mixed("Zoë", seed), "Zoe\u0308", "renamed by me.json")


def _handed_in_twice(desk: _Desk) -> Pupil:
    """Return a pupil with two files, each with the newest answers to half of the exercises."""
    one, other, whole = Pupil("Pat"), Pupil("Pat"), perfect("Pat")
    for number, (exercise, record) in enumerate(whole.records.items()):
        mine, theirs = (one, other) if number % 2 else (other, one)
        mine.records[exercise] = record | {"changed": "2026-01-02T00:00:00Z"}
        older = {"answer": wrong(exercise), "best": wrong(exercise)}
        theirs.records[exercise] = record | older | {"changed": "2026-01-01T00:00:00Z"}
        newest, stale = ["Pat/answers.json", "Pat/more/answers.json"][:: 1 if number % 2 else -1]
        whole.notes[exercise] = (
            f"{stale} has a different answer. The newest answer, from {newest}, is the one "
            "that counts."
        )
    whole.troubles = "2 files were handed in. The newest answer counts."
    desk.file(one)
    desk.zip(other, "Pat/more.zip")
    return whole


def _damaged(desk: _Desk) -> Iterator[Pupil]:
    """Yield submissions that cannot be read: they earn nothing, and a note gives the reason."""
    (desk.folder / "Hal").mkdir()  # an empty folder is nobody's work
    for name, trouble, content in (
        ("Ivy", "this file is not JSON, or a part of it is missing.", perfect("").file()[:5_000]),
        ("Jo", "it is not UTF-8 text.", "{'Zoë': 1}".encode("latin-1")),
        ("Kim", "it is larger than 1 MB.", b'{"a": "' + b"x" * 50_000_000),
        ("Val", "this file contains more than 50000 values.", b'{"answers": ' + b"[" * 200_000),
    ):
        yield desk.file(Pupil(name, troubles=f"{name}/answers.json: {trouble}"), content=content)


def _hostile(desk: _Desk) -> Iterator[Pupil]:
    """Yield malicious submissions, which may cost only their own learner."""
    endless = perfect("Mia")
    for exercise, answer in (ENDLESS_PROGRAM, ENDLESS_FUNCTION):
        endless.answers(exercise, answer, 0)
    yield desk.file(endless)

    kills = perfect("Ned")
    kills.answers(FUNCTION, "import os\ndef units(n):\n    os._exit(0)", 0)
    kills.answers("00-02-first-drive", "<script>alert(1)</script>", 0, prediction="=1+1")
    yield desk.file(kills)

    for name in (HTML_NAME, FORMULA_NAME):
        yield desk.file(perfect(name))

    leads_out = perfect("Quinn")
    leads_out.troubles = "Quinn/grades.csv: its name points outside the zip."
    names = {"answers.json": leads_out.file(), "../../grades.csv": b"learner,points\nQuinn,100\n"}
    yield desk.zip(leads_out, "Quinn.zip", **names)

    target = desk.folder.parent / "elsewhere.json"
    target.write_bytes(perfect("").file())
    (desk.folder / "Sue").mkdir()
    (desk.folder / "Sue" / "answers.json").symlink_to(target)
    yield Pupil("Sue", troubles="Sue/answers.json: it is a link, and links are not followed.")

    # a zip bomb whose name is not UTF-8
    bomb = Pupil("Xi\ufffd", troubles="Xi\ufffd/answers.json: it is larger than 1 MB.")
    blanks = {"answers.json": b" " * 200_000_000}
    yield desk.zip(bomb, os.fsdecode(b"Xi\xe4") + ".zip", **blanks)
