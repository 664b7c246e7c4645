"""Learners told apart: nobody's name in the table is changed by what another hands in.

Who is said by an LMS comes first, then a folder, then a file; a name that is written in another
form, or with letters that cannot be seen, comes after the plain one, and is spelled out. Of
several whom an LMS calls the same, each has the LMS's number behind the name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from teachkit.classroom.grading.names import is_plain, looks, spelled
from teachkit.words import say

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
            self.is_inner, not self.number, not is_plain(self.entry), not self.is_folder, self.entry
        )  # fmt: skip


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
