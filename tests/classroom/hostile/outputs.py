"""Hand-ins that want to be more than text where they are written out, and what is written of them.

Each is a learner's folder name and answers file, with what the class's long table must say: the
name in its first column, and the points of a program (of 2) and of a function (of 3).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from tests.classroom.handedin import RIGHT, STEPS, TWICE, answers, hand_in

from . import Says

PRINTS = "def double(n):\n    print({text!r})\n    return 2 * n"
RAISES = "def double(n):\n    raise ValueError({text!r})"
GIVES = "def double(n):\n    return {text!r}"
DRAWN = "\x1b]0;gone\a\x1b[2J"  # a terminal's title, and its screen wiped
KEY = json.dumps(DRAWN)
TURNED = "\u202egnp.\u2066exe"


class HandIn(NamedTuple):
    """A folder called `folder`, and what the table says of it."""

    folder: str
    file: str
    learner: str
    program: str = "2"
    function: str = "3"

    def __call__(self, folder: Path) -> Says:
        hand_in(folder, self.folder, "answers.json", content=self.file)
        return {self.learner: f"{self.program} {self.function} "}


def _said(**facts: Any) -> str:
    """All right, and these facts beside the first answer."""
    return answers({STEPS: {"answer": RIGHT[STEPS]} | facts})


# Each is about one thing; "Mal" is a name that needs no cleaning.
HAND_INS = {
    # names
    "a formula for a name": HandIn("=1+1", answers(), "'=1+1"),
    "a plus": HandIn("+1+cmd", answers(), "'+1+cmd"),
    "a minus": HandIn("-1+cmd", answers(), "'-1+cmd"),
    "an at": HandIn("@SUM(A1)", answers(), "'@SUM(A1)"),
    "a full-width formula": HandIn("＝1＋2", answers(), "'＝1＋2"),
    "a mathematician's minus": HandIn("−1+1", answers(), "'−1+1"),
    "a formula behind a semicolon": HandIn("Mal; =1+1", answers(), "Mal;' =1+1"),
    "a quoted formula behind a semicolon": HandIn('Mal;"=1+1"', answers(), "Mal;'\"=1+1\""),
    "a formula for a mailbox": HandIn("=x@example.org", answers(), "'=x@example.org"),
    # what only the file says
    "a formula predicted": HandIn("Mal 1", _said(prediction="=1+1"), "Mal 1"),
    "a tab and a formula predicted": HandIn("Mal 2", _said(prediction="\t=1+1"), "Mal 2"),
    "a return and a formula predicted": HandIn("Mal 3", _said(prediction="\r=1+1"), "Mal 3"),
    "a turn-round predicted": HandIn("Mal 4", _said(prediction=TURNED), "Mal 4"),
    "nothing at all in a date": HandIn("Mal 5", _said(changed="2026\0\u200b\ufeff"), "Mal 5"),
    "a terminal wiped by a date": HandIn("Mal 6", _said(changed=DRAWN), "Mal 6"),
    "a turn-round in a version": HandIn("Mal 7", _said(exercise=TURNED), "Mal 7"),
    "a wiped terminal in a version": HandIn("Mal 8", _said(exercise=DRAWN), "Mal 8"),
    "half a letter": HandIn("Mal 9", _said(prediction="\ud800"), "Mal 9"),
    # answers
    "a wiped terminal for an answer": HandIn("Mal 10", answers({STEPS: DRAWN}), "Mal 10", "0"),
    "a turn-round for an answer": HandIn("Mal 11", answers({STEPS: TURNED}), "Mal 11", "0"),
    "an exercise that wipes": HandIn("Mal 12", answers({f"x{DRAWN}": "left"}), "Mal 12"),
    "a key twice that wipes": HandIn(
        "Mal 13", answers().replace("{", f"{{{KEY}: 1, {KEY}: 2, ", 1), "Mal 13"
    ),
    # what a function does
    "a function that prints a wiped terminal": HandIn(
        "Mal 14", answers({TWICE: PRINTS.format(text=DRAWN)}), "Mal 14"
    ),
    "a function that fails with one": HandIn(
        "Mal 15", answers({TWICE: RAISES.format(text=DRAWN)}), "Mal 15", function="0"
    ),
    "a function that fails turned round": HandIn(
        "Mal 16", answers({TWICE: RAISES.format(text=TURNED)}), "Mal 16", function="0"
    ),
    "a function that gives a turn-round": HandIn(
        "Mal 17", answers({TWICE: GIVES.format(text=TURNED)}), "Mal 17", function="0"
    ),
    "a function that gives a formula": HandIn(
        "Mal 18", answers({TWICE: GIVES.format(text="=1+1")}), "Mal 18", function="0"
    ),
}  # fmt: skip
