"""The attendance of a class: its submissions, matched with the pupils on its roster."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from teachkit.classroom.grading.roster import KEYS, Pupil
from teachkit.classroom.grading.submissions import File, Submission
from teachkit.classroom.names import confusable_key
from teachkit.words import say

MOST_NAMED = 5


class Attendance(NamedTuple):
    """The submissions to grade: one for each pupil on the roster, and those of other learners.

    `pupils` are by the names of learners. `missing` are pupils who have handed nothing in, and
    `left_out` are folders and files without answers, which belong to nobody on the roster.
    """

    submissions: tuple[Submission, ...]
    pupils: Mapping[str, Pupil] = {}
    missing: Collection[str] = ()
    left_out: Sequence[str] = ()

    @property
    def notes(self) -> list[str]:
        """A line for the teacher about those who are missing, and one about what was left out."""
        missing = say("Not handed in: {names}.", names=first_of(sorted(self.missing)))
        left = say("Left out, without answers: {names}.", names=first_of(self.left_out))
        return [*([missing] if self.missing else []), *([left] if self.left_out else [])]


def first_of(names: Sequence[str]) -> str:
    """Return the first few of `names` as a list, with the number of the others."""
    more = len(names) - MOST_NAMED
    listed = ", ".join(names[:MOST_NAMED])
    return listed + say(" (and {number} more)", number=more) if more > 0 else listed


def attendance(submissions: Sequence[Submission], roster: Sequence[Pupil] = ()) -> Attendance:
    """Match the `submissions` with the pupils on the `roster`, and leave out empty ones.

    A pupil's submission gets the name on the roster. If two submissions fit a pupil, the one with
    an LMS's number is the pupil's. The other one is graded separately, since anybody may have put
    it there. Without a roster, a submission is left out if an LMS did not name it and nothing in it
    can be an answers file.
    """
    found: dict[str, Submission] = {}
    others, left_out, pupils = list[Submission](), list[str](), {each.name: each for each in roster}
    for submission in sorted(submissions, key=lambda each: (not each.number, each)):
        pupil = _pupil_of(submission, roster)
        if pupil and pupil.name not in found:
            found[pupil.name] = submission._replace(learner=pupil.name)
        elif submission.is_empty and not submission.number:
            left_out.append(submission.learner)
        elif pupil:
            name = f"{pupil.name} ({submission.learner})"
            says = say("This name looks like another learner's. They are graded separately.")
            others.append(_noted(submission._replace(learner=name), says))
        else:
            says = say("This name is not on the roster.")
            others.append(_noted(submission, says) if roster else submission)
    there = {name for name, each in found.items() if each.number or not each.is_empty}
    missing = pupils.keys() - there
    nothing = (File("", trouble=say("Nothing was handed in.")),)
    found |= {name: Submission(name, files=nothing) for name in missing}
    return Attendance((*found.values(), *others), pupils, missing, left_out)


def _noted(submission: Submission, says: str) -> Submission:
    return submission._replace(files=(*submission.files, File("", trouble=says)))


def _pupil_of(submission: Submission, roster: Sequence[Pupil]) -> Pupil | None:
    """Return the only pupil whose submission this can be, or `None`.

    The first rule that fits any pupil decides: the LMS's number, the name with its words in any
    order, a key such as the e-mail address, the name without spaces, and, as Moodle writes the
    group before a name, a name that contains the pupil's.
    """
    learner = submission.learner.removesuffix(f" ({submission.number})")
    mine, letters = words_of(learner), "".join(words_of(learner))
    rules: tuple[Callable[[Pupil], bool], ...] = (
        lambda pupil: bool(submission.number) and submission.number in pupil.numbers,
        lambda pupil: sorted(words_of(pupil.name)) == sorted(mine),
        lambda pupil: learner.casefold() in {pupil.cell(key).casefold() for key in KEYS},
        lambda pupil: letters in run_together(words_of(pupil.name)),
        lambda pupil: bool(submission.number) and {*words_of(pupil.name)} <= {*mine},
    )
    for rule in rules:
        if fitting := [pupil for pupil in roster if rule(pupil)]:
            return fitting[0] if len(fitting) == 1 else None
    return None


def words_of(name: str) -> list[str]:
    """Return the words of a name in small letters, without punctuation.

    >>> words_of("Lovelace, Ada-Mae")
    ['lovelace', 'ada', 'mae']
    """
    return re.findall(r"[^\W_]+", confusable_key(name).casefold()) or [name]


def run_together(words: list[str]) -> set[str]:
    """Return the forms of a name without spaces, in which any word may come first."""
    return {"".join((*words[at:], *words[:at])) for at in range(len(words))}
