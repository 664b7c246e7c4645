"""Kind `repair`: a program is given that is wrong; some of its cards may be fixed."""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.exercises.explaining.repairs import OF_REPAIRS as LADDER
from teachkit.exercises.judging.attempts import given_program as given
from teachkit.exercises.judging.attempts import nothing_given
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.kinds import cards
from teachkit.exercises.kinds.cards import if_so, judge, possible, program, solution
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.forms import Form
from teachkit.exercises.model.verdict import Remark
from teachkit.words import say

__all__ = ["FORM", "HIDES_USED", "IS_SEARCHED", "LADDER", "NAMES_START",
           "flaws", "given", "if_so", "judge", "possible", "program", "solution"]  # fmt: skip

FORM = Form.CARDS
IS_SEARCHED = False
HIDES_USED = False
NAMES_START = False


def flaws(exercise: Exercise) -> Iterator[Remark]:
    """What could be wrong with cards; and there must be something to repair."""
    yield from cards.flaws(exercise)
    yield from nothing_given(exercise)
    if judged(exercise, str(exercise.given)).solved:
        says = say("The given program is right already; nothing is to be repaired.")
        yield Remark("given", says)
