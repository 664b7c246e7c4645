"""Submissions that pretend to be somebody else's."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from tests.classroom.handedin import STEPS, answers, hand_in
from tests.classroom.madeup import zipped

from . import Says

APART = "looks like another"
WRONG = answers({STEPS: "left"})


def others_names_in_a_folder(folder: Path) -> Says:
    for name in ("Ada", "Bo"):
        hand_in(folder, "Eve", f"answers-{name}.json", content=WRONG)
    only = 'appears only in a file in "Eve"'
    return {"Eve": "who have their own rows: Ada, Bo", "Ada (Eve)": only, "Bo (Eve)": only}


def another_s_name_in_an_lms_s_folder(folder: Path) -> Says:
    for name in ("Ada", "Eve"):
        hand_in(folder, "Eve_9_assignsubmission_file_", f"answers-{name}.json", content="{")
    return {"Eve": "not JSON"}


def bytes_that_are_no_text(folder: Path) -> Says:
    for name in (b"\xff", b"\xfe"):
        hand_in(folder, os.fsdecode(name), os.fsdecode(b"answers-\xff\n.json"))
    return {"\ufffd": "2 3 ", "\ufffd (U+DCFF)": APART}


class Named(NamedTuple):
    """A file at this path, and the name and row of its learner."""

    place: tuple[str, ...]
    learner: str
    says: str = APART
    content: str | bytes = WRONG

    def __call__(self, folder: Path) -> Says:
        hand_in(folder, *self.place, content=self.content)
        return {self.learner: self.says}


JSON = "answers.json"
MARKED = "Grace Hopper_7_assignsubmission_file_x_9_assignsubmission_file_"
HAND_INS = {
    "a zip called as another's folder": Named(
        ("Ada.zip",), "Ada (Ada.zip)", content=zipped({JSON: WRONG.encode()})),
    "a file called as another's folder": Named(("answers-Ada.json",), "Ada (answers-Ada.json)"),
    "a folder called as an LMS calls another": Named(
        ("Grace Hopper", JSON), "Grace Hopper (Grace Hopper)"),
    "an invisible letter": Named(("A\u200bda", JSON), "Ada (AU+200Bda)"),
    "a filler": Named(("Ada\u3164", JSON), "Ada (AdaU+3164)"),
    "another form of Unicode": Named(("Zoe\u0308", JSON), "Zoë (ZoeU+0308)"),
    "a letter's variety": Named(("Ada\ufe0f", JSON), "Ada (AdaU+FE0F)"),
    "wide letters": Named(("\uff22o", JSON), "\uff22o (U+FF22o)"),
    "another's name turned round": Named(("\u202eAda", JSON), "Ada (U+202EAda)"),
    "a blank behind a name": Named(("Ada\u00a0", JSON), "Ada (AdaU+00A0)"),
    "letters of another size": Named(("ADA", JSON), "ADA", "0 3 "),
    "Moodle's mark in a name": Named((MARKED, JSON), MARKED, "0 3 "),
    "a line of the table": Named(
        ("Eve\nAda,90-01-two-steps,90,9", JSON), "Eve Ada,90-01-two-steps,90,9", "2 3 ", answers()),
    "a name as long as can be": Named(
        ("e" * 255, f"answers-{'x' * 242}.json"), f"{'e' * 80}… (cc0b0d)", "2 3 ", answers()),
    "a long name like another's": Named(
        ("x" * 80 + "y", JSON), f"{'x' * 80}… (031bfe)", "not JSON", "{"),
}  # fmt: skip
