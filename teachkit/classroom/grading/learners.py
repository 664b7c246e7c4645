"""Who handed a file in: folders and file names tell it, for what stands *in* a file is only said.

1. In a folder or zip right below the submissions, that folder's or zip's name is the learner's.
2. Right in the submissions it is the file's own: `answers-Ada.json` is Ada's, `Ada.json` too; a
   bare `answers.json` belongs to whoever the folder of submissions is called after.
3. Of names that an LMS made, the learner's part is taken, and the number beside it. Moodle:
   `Ada Lovelace_123456_assignsubmission_file_…`; Canvas: `lovelaceada_LATE_12345_678910_…`.
4. A plain folder that several have worked in, with `answers-Ada.json` and `answers-Bo.json`, is
   one computer that they share: there are rows `Ada (seat 7)` and `Bo (seat 7)`, too.

`answers (1).json` and, in a folder, `answers-1.json` are a second upload, not another name.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Generic, NamedTuple, TypeVar

from teachkit.core.texts import BLANK, INSTEAD
from teachkit.words import say

LONGEST_NAME = 80

_MOODLE = re.compile(
    r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_[a-z]+_(?P<file>.*)", re.DOTALL
)
_MARK = re.compile(r"_\d+_assignsubmission_[a-z]+_")
_CANVAS = re.compile(r"(?P<name>[^_]+)(?:_LATE)?_(?P<number>\d+)_\d+_(?P<file>.+)", re.DOTALL)
_ANSWERS = re.compile(
    r"answers(?:-(?P<name>[^.]*?))?(?: ?\((?P<upload>\d+)\))?\.json", re.IGNORECASE
)
_VARIED = re.compile("[\u180b-\u180f\ufe00-\ufe0f\U000e0000-\U000e0fff]")  # how others are drawn
_HALVES = re.compile("[\ud800-\udfff]")  # of letters, or bytes that are no text


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
    if lms := _lms(first):
        return Owner(called(lms["name"]), lms["number"])
    if len(parts) > 1:
        return Owner(called(first))
    if answers := _ANSWERS.fullmatch(first):
        return Owner(called(answers["name"] or within))
    return Owner(called(first.rpartition(".")[0] or first))


def _lms(name: str) -> re.Match[str] | None:
    """The name as an LMS made it; where two could have, what stands first was not the learner's.

    Where Moodle's mark stands twice, a learner may be called so or the file: it names nobody.
    """
    found = [match for made in (_MOODLE, _CANVAS) if (match := made.fullmatch(name))]
    lms = min(found, key=lambda match: match.start("number"), default=None)
    return None if lms and lms.re is _MOODLE and _MARK.search(lms["file"]) else lms


def is_from_lms(name: str) -> bool:
    """Whether an LMS made this name, so that it names a learner whatever the file is."""
    return bool(_lms(name))


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
    return "" if said.isdecimal() or not said else called(said)


def upload(name: str) -> int:
    """Which upload of several an answers file is: systems number them in its name.

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
    """What a learner is called in the table; two long names that differ stay two.

    >>> called("Ada"), called("\\u200b")[:3]
    ('Ada', '? (')
    """
    readable = cleaned(name)
    if readable and len(_shown(name)) <= LONGEST_NAME:
        return readable
    mark = sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    return f"{readable}… ({mark})" if readable else f"? ({mark})"


def is_plain(name: str) -> bool:
    """Whether a name is written as it is shown: in the usual form, all of it to be seen."""
    return cleaned(name) == name == unicodedata.normalize("NFKC", name)


def spelled(name: str) -> str:
    """A name with the number of each letter that is not plain, to tell it from one that looks so.

    >>> spelled("Zoe\\u0308")
    'ZoeU+0308'
    """

    def is_clear(letter: str) -> bool:
        return letter == " " or (is_plain(letter) and not unicodedata.combining(letter))

    return "".join(
        letter if is_clear(letter) else f"U+{ord(letter):04X}" for letter in name[:LONGEST_NAME]
    )


def looks(name: str) -> str:
    """The same for names that look alike: in one form, without what cannot be seen."""
    return _shown(unicodedata.normalize("NFKC", _shown(name)))


def cleaned(name: str) -> str:
    """A name that can be printed: one line, no bytes that are no text, not endlessly long.

    >>> cleaned(" Zoe\\u0308 \\n<b>\\u200b")
    'Zoë <b>'
    """
    return _shown(name)[:LONGEST_NAME]


def _shown(name: str) -> str:
    readable = _VARIED.sub("", _HALVES.sub(INSTEAD, name))
    printed = "".join(
        " " if unicodedata.category(letter) == "Cc" else letter
        for letter in unicodedata.normalize("NFC", readable)
        if unicodedata.category(letter) != "Cf" and letter not in BLANK
    )
    return " ".join(printed.split())


What = TypeVar("What")


class Claim(NamedTuple, Generic[What]):
    """Somebody who is called so, by an entry of the class's folder; `is_inner`: by one in it."""

    name: str
    number: str
    entry: str
    is_folder: bool
    what: What
    is_inner: bool = False

    @property
    def rank(self) -> tuple[bool, bool, bool, bool, str]:
        return (
            self.is_inner,
            not self.number,
            not is_plain(self.entry),
            not self.is_folder,
            self.entry,
        )


def told_apart(claims: Sequence[Claim[What]]) -> Iterator[tuple[str, str, Claim[What]]]:
    """Each with a name that nobody else has, and a note where it looked like another's.

    >>> ada = [Claim("Ada", "", entry, entry == "Ada", None) for entry in ("Ada.zip", "Ada")]
    >>> [name for name, note, claim in told_apart(ada)]
    ['Ada', 'Ada (Ada.zip)']
    """
    numbered = Counter(claim.name for claim in claims if claim.number)
    taken: set[str] = set()
    for claim in sorted(claims, key=lambda claim: claim.rank):
        name, note = claim.name, ""
        if numbered[name] > 1 and claim.number:
            name = f"{name} ({claim.number})"
        if looks(name) in taken:
            name = _another(f"{claim.name} ({spelled(claim.entry)})", taken)
            note = say("This name looks like that of another hand-in; they are kept apart.")
        taken.add(looks(name))
        yield name, note, claim


def _another(name: str, taken: set[str]) -> str:
    number, other = 2, name
    while looks(other) in taken:
        number, other = number + 1, f"{name} {number}"
    return other
