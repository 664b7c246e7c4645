"""Kind `arrange`: cards that are all there, and perhaps some too many, to be put in order."""

from __future__ import annotations

from teachkit.exercises.attempts import given_program as given
from teachkit.exercises.cards import flaws, if_so, judge, possible, program, solution
from teachkit.exercises.forms import Form
from teachkit.exercises.hints.cardrungs import OF_PROGRAMS as LADDER

__all__ = ["FORM", "HIDES_USED", "IS_SEARCHED", "LADDER", "NAMES_START",
           "flaws", "given", "if_so", "judge", "possible", "program", "solution"]  # fmt: skip

FORM = Form.CARDS
IS_SEARCHED = True
HIDES_USED = True
NAMES_START = False
