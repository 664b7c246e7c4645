"""Submissions with text that could do harm in the output, and the expected output.

Each is a learner's folder name and answers file, with the expected row of the long table: the name
in its first column, and the points of a program (of 2) and of a function (of 3).
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
DRAWN = "\x1b]0;gone\a\x1b[2J"  # sets a terminal's title and clears its screen
KEY = json.dumps(DRAWN)
TURNED = "\u202egnp.\u2066exe"


class HandIn(NamedTuple):
    """A submission in a folder of this name, and its expected row."""

    folder: str
    file: str
    learner: str
    program: str = "2"
    function: str = "3"

    def __call__(self, folder: Path) -> Says:
        hand_in(folder, self.folder, "answers.json", content=self.file)
        return {self.learner: f"{self.program} {self.function} "}


def _said(**facts: Any) -> str:
    """Return an answers file with everything right, and these facts in the first answer."""
    return answers({STEPS: {"answer": RIGHT[STEPS]} | facts})


def _double(source: str, text: str) -> str:
    """Return an answers file whose function contains this text."""
    return answers({TWICE: source.format(text=text)})


NAMES = {  # description, the name, and the name as the table writes it
    "a formula for a name": ("=1+1", "'=1+1"),
    "a plus": ("+1+cmd", "'+1+cmd"),
    "a minus": ("-1+cmd", "'-1+cmd"),
    "an at": ("@SUM(A1)", "'@SUM(A1)"),
    "a full-width formula": ("＝1＋2", "'＝1＋2"),
    "a mathematician's minus": ("−1+1", "'−1+1"),
    "a formula behind a semicolon": ("Mal; =1+1", "Mal;' =1+1"),
    "a quoted formula behind a semicolon": ('Mal;"=1+1"', 'Mal;\'"=1+1"'),
    "a formula for a mailbox": ("=x@example.org", "'=x@example.org"),
}
CONTENTS = {  # an answers file, and the points of its program and its function
    # facts that only the file states
    "a formula predicted": (_said(prediction="=1+1"), "2", "3"),
    "a tab and a formula predicted": (_said(prediction="\t=1+1"), "2", "3"),
    "a return and a formula predicted": (_said(prediction="\r=1+1"), "2", "3"),
    "a turn-round predicted": (_said(prediction=TURNED), "2", "3"),
    "nothing at all in a date": (_said(changed="2026\0\u200b\ufeff"), "2", "3"),
    "a terminal wiped by a date": (_said(changed=DRAWN), "2", "3"),
    "a turn-round in a version": (_said(exercise=TURNED), "2", "3"),
    "a wiped terminal in a version": (_said(exercise=DRAWN), "2", "3"),
    "half a letter": (_said(prediction="\ud800"), "2", "3"),
    # answers
    "a wiped terminal for an answer": (answers({STEPS: DRAWN}), "0", "3"),
    "a turn-round for an answer": (answers({STEPS: TURNED}), "0", "3"),
    "an exercise that wipes": (answers({f"x{DRAWN}": "left"}), "2", "3"),
    "a key twice that wipes": (answers().replace("{", f"{{{KEY}: 1, {KEY}: 2, ", 1), "2", "3"),
    # effects of a function
    "a function that prints a wiped terminal": (_double(PRINTS, DRAWN), "2", "3"),
    "a function that fails with one": (_double(RAISES, DRAWN), "2", "0"),
    "a function that fails turned round": (_double(RAISES, TURNED), "2", "0"),
    "a function that gives a turn-round": (_double(GIVES, TURNED), "2", "0"),
    "a function that gives a formula": (_double(GIVES, "=1+1"), "2", "0"),
}
HAND_INS = {what: HandIn(name, answers(), *said) for what, (name, *said) in NAMES.items()}
HAND_INS |= {  # "Mal" is a name that needs no cleaning
    what: HandIn(f"Mal {number}", file, f"Mal {number}", *points)
    for number, (what, (file, *points)) in enumerate(CONTENTS.items(), 1)
}
