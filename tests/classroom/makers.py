"""A made-up class of 25 that made boards and solved one another's, some of it odd or hostile."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

from teachkit.classroom.library import find_exercise
from teachkit.core.data import Table, plain
from teachkit.core.game.palette import Mark, Palette
from teachkit.exercises.authoring.codes import code_of
from teachkit.exercises.authoring.files import make_exercise, toml_text
from teachkit.exercises.making.proven import Proven
from teachkit.exercises.making.wishes import made
from teachkit.exercises.model.exercise import Exercise
from teachkit.games import game

DRIVE: Table = {
    "title": "A board for a friend",
    "lesson": "90",
    "game": "algoracing",
    "kind": "make",
    "text": "Make a board for a friend.",
    "hints": ["Put a sample on the board."],
    "cards": {"forward": 6, "left": 2, "right": 2},
    "starts": [{"floor": ". . . .\n" * 4, "rovers": {"red": "a1 east"}}],
    "checks": [{"check": "carries", "samples": 1}],
    "make": {"open": ["board"]},
    "solution": {"answer": '[[starts]]\nfloor = """\n. . . .\n. . . .\n. . . .\n. . . .\n"""\n'
                           'rovers = { red = "a1 east" }\nsamples = { c1 = "blue" }\n'},
}  # fmt: skip
ID = "90-01-for-a-friend"
NAMES = (
    "Ada", "Ben", "Cleo", "Dan", "Emil", "Fay", "Gus", "Hana", "Ivo", "June", "Kit", "Lea", "Max",
    "Nora", "Ola", "Pia",
)  # fmt: skip
HTML_NAME = "<img src=x onerror=alert(1)>"
SOLVERS = {"Ada": 6, "Ben": 3, "Cleo": 1}
"""How many others solve the boards of these learners."""

SENTENCES = {
    "Huge": "longer than 20000 letters",
    "List": "unexpected value",
    "Torn": "this answer is not TOML",
    "Wide": "too large",
    "Python": "this answer is not TOML",
    "Goals": 'You cannot change "checks" here',
    "Quiet": "it is not UTF-8 text",
}
"""The learners with a fault in their work, and words of the sentence about it."""


@cache
def drive() -> Exercise:
    return make_exercise(ID, DRIVE)


def palette() -> Palette:
    return game("algoracing").palette


def board(name: str) -> Table:
    """Return a random board on which a program reaches a sample."""
    chance = random.Random(name)
    while True:
        start = dict(DRIVE["starts"][0])
        spots = palette().spots(start)[1:]
        things = ["hill", "hill", "wall", "wall", "wall", "mark", "blue sample"]
        for thing in things:
            where = chance.choice(spots) + (" south" if thing == "wall" else "")
            if not where.endswith("1 south"):
                start = palette().painted(start, Mark(thing, where))
        best = Proven(made(drive(), answer(start))).best()
        if best and best.cost > 2:
            return start


def answer(start: Table) -> str:
    return toml_text({"starts": [start]})


def friend(start: Table) -> Exercise:
    """Return the exercise with this board as the others see it."""
    return in_a_code(made(drive(), answer(start)))


def in_a_code(exercise: Exercise) -> Exercise:
    return find_exercise(code_of(plain(exercise.file)))


def make_lesson(folder: Path) -> Path:
    (folder / "exercises" / "90").mkdir(parents=True)
    file = folder / "exercises" / "90" / f"{ID}.toml"
    file.write_text(toml_text(DRIVE), encoding="utf-8")
    return folder


def make_class(folder: Path) -> Path:
    """Hand in the work of 25 learners."""
    boards = {name: board(name) for name in NAMES}
    records: dict[str, dict[str, Any]] = {name: {ID: answer(boards[name])} for name in NAMES}
    for maker, number in SOLVERS.items():
        asked = friend(boards[maker])
        best = Proven(asked).best()
        assert best
        for other in [name for name in NAMES if name != maker][:number]:
            records[other][asked.id] = str(best.program)
        records[maker][asked.id] = str(best.program)  # makers do not count
        records["Pia"][asked.id] = "left"
    records["Ola"][ID] = answer(boards["Nora"])
    records["Pia"][ID] = code_of(plain(made(drive(), answer(boards["Pia"])).file), "Mallory")
    given = DRIVE["starts"][0]
    walled = {"samples": {"d4": "blue"}, "walls": ["d4 west", "d4 south"]}
    records |= {
        HTML_NAME: {ID: answer(board(HTML_NAME))},
        "Unsolved": {ID: answer(given | walled)},
        "Quiet": {ID: answer(given)},
        "Huge": {ID: "# " + "x" * 30_000},
        "List": {ID: ["a", {"b": 1}]},
        "Torn": {ID: answer(given)[:40]},
        "Wide": {ID: answer({"floor": (". " * 26 + "\n") * 26, "rovers": {"red": "a1 east"}})},
        "Goals": {ID: answer(board("Goals")) + '\n[[checks]]\ncheck = "carries"\nsamples = 0\n'},
        "Python": {ID: "import os\nos.system('true')"},
    }
    for name, texts in records.items():
        place = folder / name
        place.mkdir(parents=True)
        data = {"teachkit": 1, "answers": {key: {"answer": text} for key, text in texts.items()}}
        (place / "answers.json").write_text(json.dumps(data), encoding="utf-8")
    (folder / "Quiet" / "answers-2.json").write_bytes(b"\x00\xff{")
    return folder
