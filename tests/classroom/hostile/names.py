"""Hand-ins that would like to be somebody else's."""

from __future__ import annotations

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
    hand_in(folder, "A\u200bda", "answers.json", content=WRONG)
    return {"Ada (AU+200Bda)": APART}


def a_filler(folder: Path) -> Says:
    hand_in(folder, "Ada\u3164", "answers.json", content=WRONG)
    return {"Ada (AdaU+3164)": APART}


def another_form_of_unicode(folder: Path) -> Says:
    hand_in(folder, "Zoe\u0308", "answers.json", content=WRONG)
    return {"Zoë (ZoeU+0308)": APART}


def a_folder_called_as_an_lms_calls_another(folder: Path) -> Says:
    hand_in(folder, "Grace Hopper", "answers.json", content=WRONG)
    return {"Grace Hopper (Grace Hopper)": APART}


def another_s_name_turned_round(folder: Path) -> Says:
    hand_in(folder, "\u202eAda", "answers.json", content=WRONG)
    return {"Ada (U+202EAda)": APART}


def a_long_name_like_another_s(folder: Path) -> Says:
    hand_in(folder, "x" * 80 + "y", "answers.json", content="{")
    return {f"{'x' * 80}… (031bfe)": "no JSON"}
