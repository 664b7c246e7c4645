"""Rules that find the learner to whom a submitted file belongs, from folder and file names.

The content of a file is not trusted for this. The rules are:

1. Files in a folder or zip directly below the submissions belong to the learner with the name of
   that folder or zip.
2. A file directly in the submissions names the learner: `answers-Ada.json` and `Ada.json` belong to
   Ada. A bare `answers.json` belongs to the learner after whom the folder of submissions is named.
3. In a name made by an LMS, the learner's part and the number beside it are used. Moodle:
   `Ada Lovelace_123456_assignsubmission_file_…`; Canvas: `lovelaceada_LATE_12345_678910_…`.
4. A plain folder with files of several learners, such as `answers-Ada.json` and `answers-Bo.json`
   in the folder `seat 7`, comes from a shared computer. Such a folder also gives the rows
   `Ada (seat 7)` and `Bo (seat 7)`.

`answers (1).json` and, in a folder, `answers-1.json` are second uploads, not different names.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Generic, NamedTuple, TypeVar

from teachkit.classroom.names import LONGEST_NAME, cleaned, confusable_key, printable
from teachkit.core.strings import first_free
from teachkit.words import say

_MOODLE = re.compile(r"(?s)(?P<name>.+?)_(?P<number>\d+)_assignsubmission_[a-z]+_(?P<file>.*)")
_MARK = re.compile(r"_\d+_assignsubmission_[a-z]+_")
_CANVAS = re.compile(r"(?s)(?P<name>[^_]+)(?P<late>_LATE)?_(?P<number>\d+)_\d+_(?P<file>.+)")
_ANSWERS = re.compile(r"(?i)answers(?:-(?P<name>[^.]*?))?(?: ?\((?P<upload>\d+)\))?\.json")


class Owner(NamedTuple):
    """A learner's name, with the learner's number in an LMS, or "" if there is none."""

    name: str
    number: str = ""


def owner_of(entry: str, is_folder: bool, within: str) -> Owner:
    """Return the owner of the file or folder `entry`, which is in the folder of submissions.

    `within` is the name of the folder of submissions.

    >>> owner_of("Ada", True, "class")
    Owner(name='Ada', number='')
    >>> owner_of("Ada Lovelace_123456_assignsubmission_file_answers.json", False, "class")
    Owner(name='Ada Lovelace', number='123456')
    >>> owner_of("lovelaceada_LATE_12345_678910_answers-1.json", False, "class")
    Owner(name='lovelaceada', number='12345')
    """
    if lms := _lms(entry):
        return Owner(called(lms["name"]), lms["number"])
    if is_folder:
        return Owner(called(entry))
    if answers := _ANSWERS.fullmatch(entry):
        return Owner(called(answers["name"] or within))
    return Owner(called(entry.rpartition(".")[0] or entry))


def _lms(name: str) -> re.Match[str] | None:
    """Match `name` against the patterns of LMSs' file names; return the match or `None`.

    If both patterns match, the one with the earlier number wins. A name that contains Moodle's
    marker twice matches nothing, because one of the markers may be part of the name of the learner
    or the file.
    """
    found = [match for made in (_MOODLE, _CANVAS) if (match := made.fullmatch(name))]
    lms = min(found, key=lambda match: match.start("number"), default=None)
    return None if lms and lms.re is _MOODLE and _MARK.search(lms["file"]) else lms


def is_from_lms(name: str) -> bool:
    """Return whether an LMS made `name`.

    Such a name contains the learner's name, whatever the type of the file.
    """
    return bool(_lms(name))


def is_late(name: str) -> bool:
    """Return whether Canvas has marked the file or folder `name` as late."""
    lms = _lms(name)
    return bool(lms and lms.groupdict().get("late"))


def is_answers(name: str) -> bool:
    """Return whether a file is named like an answers file, even if an LMS has renamed it.

    >>> [is_answers(name) for name in ("answers (1).json", "x_1_2_answers-1.json", "package.json")]
    [True, True, False]
    """
    return bool(_ANSWERS.fullmatch(_own_name(name)))


def said_by_name(name: str) -> str:
    """Return the learner's name in `name`, the name of an answers file, or "" if it has none.

    >>> said_by_name("answers-Ada.json"), said_by_name("answers-1.json")
    ('Ada', '')
    """
    answers = None if is_from_lms(name) else _ANSWERS.fullmatch(name)
    said = answers["name"] or "" if answers else ""
    return "" if said.isdecimal() or not said else called(said)


def upload(name: str) -> int:
    """Return the upload number in the name of an answers file, or 0 if there is none.

    >>> [upload(name) for name in ("answers.json", "answers (2).json", "x_1_2_answers-3.json")]
    [0, 2, 3]
    """
    answers = _ANSWERS.fullmatch(_own_name(name))
    said = (answers["upload"] or answers["name"] or "") if answers else ""
    return int(said) if said.isdecimal() and len(said) < 9 else 0


def _own_name(name: str) -> str:
    lms = _lms(name)
    return lms["file"] if lms else name


def called(name: str) -> str:
    """Return a learner's name as shown in the table; long names are cut but remain distinct.

    >>> called("Ada"), called("\\u200b")[:3]
    ('Ada', '? (')
    """
    readable = cleaned(name)
    if readable and len(printable(name)) <= LONGEST_NAME:
        return readable
    mark = sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    return f"{readable}… ({mark})" if readable else f"? ({mark})"


def is_plain(name: str) -> bool:
    """Return whether `name` is in normal form, without invisible characters."""
    return cleaned(name) == name == unicodedata.normalize("NFKC", name)


def spelled(name: str) -> str:
    """Return `name` with code points for unusual characters, to distinguish it from a lookalike.

    >>> spelled("Zoe\\u0308")
    'ZoeU+0308'
    """

    def is_clear(letter: str) -> bool:
        return letter == " " or (is_plain(letter) and not unicodedata.combining(letter))

    return "".join(
        letter if is_clear(letter) else f"U+{ord(letter):04X}" for letter in name[:LONGEST_NAME]
    )


What = TypeVar("What")


class Claim(NamedTuple, Generic[What]):
    """A claim that `what` was handed in by the learner called `name`.

    `entry` is the name of a file or folder in the class's folder. `name` is taken from it or, if
    `is_inner` is true, from the name of a file inside that folder or zip.
    """

    name: str
    number: str
    entry: str
    is_folder: bool
    what: What
    is_inner: bool = False

    @property
    def rank(self) -> tuple[bool, bool, bool, bool, str]:
        is_odd = not is_plain(self.entry)
        return self.is_inner, not self.number, is_odd, not self.is_folder, self.entry


def with_unique_names(claims: Sequence[Claim[What]]) -> Iterator[tuple[str, str, Claim[What]]]:
    """Yield a tuple for each claim: a unique name, a note, and the claim itself.

    The note is a warning if the claimed name looks like another learner's, or else "".

    >>> ada = [Claim("Ada", "", entry, entry == "Ada", None) for entry in ("Ada.zip", "Ada")]
    >>> [name for name, note, claim in with_unique_names(ada)]
    ['Ada', 'Ada (Ada.zip)']
    """
    numbered = Counter(claim.name for claim in claims if claim.number)
    taken: set[str] = set()
    for claim in sorted(claims, key=lambda claim: claim.rank):
        name, note = claim.name, ""
        if numbered[name] > 1 and claim.number:
            name = f"{name} ({claim.number})"
        if confusable_key(name) in taken:
            other = f"{claim.name} ({spelled(claim.entry)})"
            name = first_free(other, lambda each: confusable_key(each) not in taken, " ")
            note = say("This name looks like another learner's. They are graded separately.")
        taken.add(confusable_key(name))
        yield name, note, claim
