"""How the machine and its cards are misread: where each idea shows, and where not."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from teachkit.games import lovelace
from tests.games.misread import is_silent, shows

ENGINE = """
A  +-1   +-2   +-5   x/2
B  +-10  +-20  +-50  swap
C  x/5   =33   .     copy-tens
"""


class Case(NamedTuple):
    """What is believed of a number and a program, and what is so; and where both are the same."""

    idea: str
    value: int
    program: str
    believed: str
    truth: str
    silent: tuple[int, str]


CASES = (
    Case("rounded up", 55, "A4/", "28", "27", (54, "A4/")),
    Case("rounded up", 18, "C1/", "4", "3", (17, "C1/")),
    Case("one digit is not swapped", 5, "B4swap", "5", "50", (50, "B4swap")),
    Case("only what was added is multiplied", 20, "B1+, A4x", "40", "60", (20, "A4x, B1+")),
    Case("only what was added is multiplied", 50, "A3-, A4x", "40", "90", (0, "B1+, B4swap")),
    Case("from the first number", 55, "A4/, A1+", "56", "28", (55, "A1+")),
    Case("three digits", 77, "A4x, A3-", "149", "72", (40, "A4x")),
    Case("three digits", 3, "A3-", "-2", "3", (5, "A3-")),
    Case("stops at the end", 77, "A4x", "99", "77", (49, "A4x")),
    Case("stops at the end", 3, "A3-", "0", "3", (5, "A3-")),
    Case("wraps round", 77, "A4x", "54", "77", (49, "A4x")),
    Case("wraps round", 3, "A3-", "98", "3", (5, "A3-")),
    Case("tens and units mixed", 55, "B1+", "56", "65", (55, "A4/")),
    Case("tens and units mixed", 55, "A3-", "5", "50", (55, "B4swap")),
    Case("column for number", 55, "A3-", "52", "50", (55, "A1+, A2+")),
    Case("column for number", 20, "A4x", "80", "40", (55, "B4swap")),
    Case("nothing carried", 38, "A3+", "33", "43", (31, "A3+")),
    Case("nothing carried", 38, "A4x", "66", "76", (34, "A4x")),
    Case("smaller from larger", 42, "A3-", "43", "37", (47, "A3-")),
    Case("nothing is lost", 57, "A4/, A4x", "57", "56", (57, "A4/, A1+, A4x")),
    Case("times as plus", 20, "A4x", "22", "40", (2, "A4x")),
    Case("times as plus", 20, "A4/", "18", "10", (4, "A4/")),
    Case("remainder for result", 55, "A4/", "1", "27", (3, "A4/")),
    Case("operands the wrong way round", 15, "B2-", "5", "15", (10, "B1-")),
    Case("operands the wrong way round", 1, "A4/", "2", "0", (55, "B1+")),
    Case("swap as a change of sign", 28, "B4swap", "-28", "82", (0, "B4swap")),
    Case("plus and minus mixed", 55, "B1+", "45", "65", (55, "A4/")),
    Case("rows upward", 63, "B4swap, A4/", "13", "18", (63, "A1+, A2+")),
)  # fmt: skip


def board(case: Case, value: int) -> lovelace.Setup:
    """The machine, with this number in its register."""
    return lovelace.Setup(edition="machine", value=value, components=ENGINE)


each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.idea}: {case.program}")


def test_every_idea_is_tested() -> None:
    ideas = dict.fromkeys(case.idea for case in CASES)
    assert [idea.name for idea in lovelace.MISREADINGS] == list(ideas)


@each_case
def test_it_gives_what_somebody_believes(case: Case) -> None:
    shows("lovelace", board(case, case.value), case)


@each_case
def test_it_is_silent_where_it_gives_the_right_answer(case: Case) -> None:
    value, program = case.silent
    assert is_silent("lovelace", case.idea, board(case, value), program)
