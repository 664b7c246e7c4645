"""Who handed a file in: folders and file names tell it, for what stands *in* a file is only said.

1. In a folder or zip right below the submissions, that folder's or zip's name is the learner's.
2. Right in the submissions it is the file's own: `answers-Ada.json` is Ada's, `Ada.json` too; a
   bare `answers.json` belongs to whoever the folder of submissions is called after.
3. Of names that an LMS made, the learner's part is taken, and the number beside it. Moodle:
   `Ada Lovelace_123456_assignsubmission_file_…`; Canvas: `lovelaceada_LATE_12345_678910_…`.
4. A folder that several have worked in, with `answers-Ada.json` and `answers-Bo.json`, is one
   computer that they share: then these names count.

`answers (1).json` and, in a folder, `answers-1.json` are a second upload, not another name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

LONGEST_NAME = 80

_MOODLE = re.compile(
    r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_[a-z]+_(?P<file>.*)", re.DOTALL
)
_CANVAS = re.compile(r"(?P<name>[^_]+)(?:_LATE)?_(?P<number>\d+)_\d+_(?P<file>.+)", re.DOTALL)
_ANSWERS = re.compile(r"answers(?:-(?P<name>[^.]*?))?(?: ?\(\d+\))?\.json", re.IGNORECASE)
_TURNS_TEXT_ROUND = re.compile("[\u202a-\u202e\u2066-\u2069]")


class Owner(NamedTuple):
    """A learner, and the number that an LMS knows this learner by, if it said one."""

    name: str
    number: str = ""


def owner_of(parts: Sequence[str], within: str) -> Owner:
    """Whose file lies at this path below the submissions, which are called `within`.

    >>> owner_of(["Ada", "my-lessons", "answers.json"], "class")
    Owner(name='Ada', number='')
    >>> owner_of(["Ada Lovelace_123456_assignsubmission_file_answers.json"], "class")
    Owner(name='Ada Lovelace', number='123456')
    >>> owner_of(["lovelaceada_LATE_12345_678910_answers-1.json"], "class")
    Owner(name='lovelaceada', number='12345')
    """
    first = parts[0]
    if lms := _MOODLE.fullmatch(first) or _CANVAS.fullmatch(first):
        return Owner(cleaned(lms["name"]), lms["number"])
    if len(parts) > 1:
        return Owner(cleaned(first))
    if answers := _ANSWERS.fullmatch(first):
        return Owner(cleaned(answers["name"] or within))
    return Owner(cleaned(first.rpartition(".")[0] or first))


def is_from_lms(name: str) -> bool:
    """Whether an LMS made this name, so that it names a learner whatever the file is."""
    return bool(_MOODLE.fullmatch(name) or _CANVAS.fullmatch(name))


def is_answers(name: str) -> bool:
    """Whether a file is called as an answers file is, perhaps by an LMS.

    >>> [is_answers(name) for name in ("answers (1).json", "x_1_2_answers-1.json", "package.json")]
    [True, True, False]
    """
    return bool(_ANSWERS.fullmatch(_own_name(name)))


def said_by_name(name: str) -> str:
    """The learner that an answers file in a learner's folder is called after; empty: nobody.

    >>> said_by_name("answers-Ada.json"), said_by_name("answers-1.json")
    ('Ada', '')
    """
    answers = None if is_from_lms(name) else _ANSWERS.fullmatch(name)
    said = answers["name"] or "" if answers else ""
    return "" if said.isdecimal() else cleaned(said)


def _own_name(name: str) -> str:
    lms = _MOODLE.fullmatch(name) or _CANVAS.fullmatch(name)
    return lms["file"] if lms else name


def cleaned(name: str) -> str:
    """A name that can be printed: one line, no bytes that are no text, not endlessly long.

    >>> cleaned(" Zoe\\u0308 \\n<b>")
    'Zoë <b>'
    """
    readable = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    readable = _TURNS_TEXT_ROUND.sub("", unicodedata.normalize("NFC", readable))
    printed = "".join(" " if unicodedata.category(letter) == "Cc" else letter
                      for letter in readable)  # fmt: skip
    return " ".join(printed.split())[:LONGEST_NAME]
