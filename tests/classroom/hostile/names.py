"""Hand-ins that would like to be somebody else's."""

from __future__ import annotations

import os
from pathlib import Path

from tests.classroom.handedin import STEPS, answers, hand_in
from tests.classroom.madeup import zipped

from . import Says

APART = "looks like that of another hand-in"
WRONG = answers({STEPS: "left"})


def others_names_in_a_folder(folder: Path) -> Says:
    for name in ("Ada", "Bo"):
        hand_in(folder, "Eve", f"answers-{name}.json", content=WRONG)
    only = 'only said by a file in "Eve"'
    return {"Eve": "who have rows of their own: Ada, Bo", "Ada (Eve)": only, "Bo (Eve)": only}


def another_s_name_in_an_lms_s_folder(folder: Path) -> Says:
    for name in ("Ada", "Eve"):
        hand_in(folder, "Eve_9_assignsubmission_file_", f"answers-{name}.json", content="{")
    return {"Eve": "no JSON"}


def a_zip_called_as_another_s_folder(folder: Path) -> Says:
    hand_in(folder, "Ada.zip", content=zipped({"answers.json": WRONG.encode()}))
    return {"Ada (Ada.zip)": APART}


def a_file_called_as_another_s_folder(folder: Path) -> Says:
    hand_in(folder, "answers-Ada.json", content=WRONG)
    return {"Ada (answers-Ada.json)": APART}


def an_invisible_letter(folder: Path) -> Says:
    return _called(folder, "A\u200bda", "Ada (AU+200Bda)")


def a_filler(folder: Path) -> Says:
    return _called(folder, "Ada\u3164", "Ada (AdaU+3164)")


def another_form_of_unicode(folder: Path) -> Says:
    return _called(folder, "Zoe\u0308", "Zoë (ZoeU+0308)")


def a_letter_s_variety(folder: Path) -> Says:
    return _called(folder, "Ada\ufe0f", "Ada (AdaU+FE0F)")


def wide_letters(folder: Path) -> Says:
    return _called(folder, "\uff22o", "\uff22o (U+FF22o)")


def another_s_name_turned_round(folder: Path) -> Says:
    return _called(folder, "\u202eAda", "Ada (U+202EAda)")


def a_blank_behind_a_name(folder: Path) -> Says:
    return _called(folder, "Ada\u00a0", "Ada (AdaU+00A0)")


def _called(folder: Path, name: str, learner: str) -> Says:
    hand_in(folder, name, "answers.json", content=WRONG)
    return {learner: APART}


def letters_of_another_size(folder: Path) -> Says:
    hand_in(folder, "ADA", "answers.json", content=WRONG)
    return {"ADA": "0 3 "}


def bytes_that_are_no_text(folder: Path) -> Says:
    for name in (b"\xff", b"\xfe"):
        hand_in(folder, os.fsdecode(name), os.fsdecode(b"answers-\xff\n.json"))
    return {"\ufffd": "2 3 ", "\ufffd (U+DCFF)": APART}


def a_line_of_the_table(folder: Path) -> Says:
    hand_in(folder, "Eve\nAda,90-01-two-steps,90,99", "answers.json")
    return {"Eve Ada,90-01-two-steps,90,99": "2 3 "}


def a_name_as_long_as_can_be(folder: Path) -> Says:
    hand_in(folder, "e" * 255, f"answers-{'x' * 242}.json")
    return {f"{'e' * 80}… (cc0b0d)": "2 3 "}


def moodle_s_mark_in_a_name(folder: Path) -> Says:
    name = "Grace Hopper_7_assignsubmission_file_x_9_assignsubmission_file_"
    hand_in(folder, name, "answers.json", content=WRONG)
    return {name: "0 3 "}


def a_folder_called_as_an_lms_calls_another(folder: Path) -> Says:
    hand_in(folder, "Grace Hopper", "answers.json", content=WRONG)
    return {"Grace Hopper (Grace Hopper)": APART}


def a_long_name_like_another_s(folder: Path) -> Says:
    hand_in(folder, "x" * 80 + "y", "answers.json", content="{")
    return {f"{'x' * 80}… (031bfe)": "no JSON"}
