"""Small classes for tests: one lesson of a teacher's own, and files that learners hand in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from teachkit.classroom.grading.grade import Course, Graded, course_in, grade_submission
from teachkit.classroom.grading.submissions import submissions_in

TWO_STEPS = """
title    = "Two steps"
lesson   = "90"
game     = "algoracing"
kind     = "program"
text     = "Drive to **c1**."
cards    = { forward = 3, left = 2, jump = 1 }
hints    = ["It looks that way already."]

[[starts]]
floor  = ". . .\\n. . ."
rovers = { red = "a1 east" }

[[checks]]
check  = "stands_on"
square = "c1"
points = 2

[solution]
answer = "forward, forward"

[[mistakes]]
answer = "forward"
says   = "One step is missing."
"""

DOUBLE = """
title    = "Twice as much"
lesson   = "90"
game     = "lovelace"
edition  = "machine"
kind     = "function"
text     = "Write `double(n)`."
function = "double"
points   = 3
hints    = ["Multiply."]

[[cases]]
call    = [2]
returns = 4

[[cases]]
call    = [5]
returns = 10
hidden  = true

[[cases]]
call    = [0]
returns = 0

[solution]
answer = "def double(n):\\n    return 2 * n"
"""

RIGHT = {"90-01-two-steps": "forward, forward", "90-02-double": "def double(n):\n    return 2 * n"}
POSSIBLE = {"90-01-two-steps": 2, "90-02-double": 3}
STEPS, TWICE = RIGHT


def lesson(folder: Path) -> Path:
    """Write a teacher's folder with two exercises: a program of 2 points and a function of 3."""
    place = folder / "exercises" / "90"
    place.mkdir(parents=True)
    (place / f"{STEPS}.toml").write_text(TWO_STEPS, encoding="utf-8")
    (place / f"{TWICE}.toml").write_text(DOUBLE, encoding="utf-8")
    return folder


def own_course(folder: Path) -> Course:
    return course_in(lesson(folder))


def answers(records: dict[str, Any] | None = None, **others: Any) -> str:
    """Return an answers file with all answers right, except for these; `None` leaves one out."""
    kept: dict[str, Any] = {name: {"answer": answer} for name, answer in RIGHT.items()}
    kept |= {name: {"answer": record} if isinstance(record, str) else record
             for name, record in (records or {}).items()}  # fmt: skip
    whole = {"teachkit": 1, "learner": "", "answers": kept} | others
    whole["answers"] = {name: record for name, record in kept.items() if record is not None}
    return json.dumps(whole)


def graded_for_ada(
    folder: Path, content: str, course: Course, name: str = "answers.json"
) -> Graded:
    """Hand in this content for Ada, and grade it."""
    hand_in(folder, "class", "Ada", name, content=content)
    (submission,) = submissions_in(folder / "class")
    return grade_submission(course, submission)


def hand_in(folder: Path, *path: str, content: str | bytes | None = None) -> Path:
    """Write a file to hand in, by default an answers file with all answers right."""
    file = folder.joinpath(*path)
    file.parent.mkdir(parents=True, exist_ok=True)
    content = answers() if content is None else content
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file
