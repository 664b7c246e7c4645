"""Kind `program`: lay cards so that all checks hold on every start."""

from __future__ import annotations

from teachkit.exercises.explaining.card_rungs import OF_PROGRAMS as LADDER
from teachkit.exercises.judging.attempts import given_program as given
from teachkit.exercises.kinds.cards import flaws, if_so, judge, possible, program, solution
from teachkit.exercises.model.forms import Form

__all__ = ["FORM", "HIDES_USED", "IS_SEARCHED", "LADDER", "NAMES_START",
           "flaws", "given", "if_so", "judge", "possible", "program", "solution"]  # fmt: skip

FORM = Form.CARDS
IS_SEARCHED = True
HIDES_USED = False
NAMES_START = False
