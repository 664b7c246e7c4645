"""Misreadings of the machine and its cards, with programs that show them and some that do not."""

from __future__ import annotations

from typing import Any

from .misread import Case, Silent

ENGINE = """
A  +-1   +-2   +-5   x/2
B  +-10  +-20  +-50  swap
C  x/5   =33   .     copy-tens
"""


# An idea, a number and a program, its result by the idea and by the rules; a number and a program
# for which both agree.
TABLE: list[tuple[str, int, str, str, str, tuple[int, str]]] = [
    ("rounded up", 55, "A4/", "28", "27", (54, "A4/")),
    ("rounded up", 18, "C1/", "4", "3", (17, "C1/")),
    ("one digit is not swapped", 5, "B4swap", "5", "50", (50, "B4swap")),
    ("only what was added is multiplied", 20, "B1+, A4x", "40", "60", (20, "A4x, B1+")),
    ("only what was added is multiplied", 50, "A3-, A4x", "40", "90", (0, "B1+, B4swap")),
    ("from the first number", 55, "A4/, A1+", "56", "28", (55, "A1+")),
    ("three digits", 77, "A4x, A3-", "149", "72", (40, "A4x")),
    ("three digits", 3, "A3-", "-2", "3", (5, "A3-")),
    ("three digits", 3, "A3-, A4/", "-1", "1", (40, "A4x")),
    ("stops at the end", 77, "A4x", "99", "77", (49, "A4x")),
    ("stops at the end", 3, "A3-", "0", "3", (5, "A3-")),
    ("wraps round", 77, "A4x", "54", "77", (49, "A4x")),
    ("wraps round", 3, "A3-", "98", "3", (5, "A3-")),
    ("tens and units mixed", 55, "B1+", "56", "65", (55, "A4/")),
    ("tens and units mixed", 55, "A3-", "5", "50", (55, "B4swap")),
    ("column for number", 55, "A3-", "52", "50", (55, "A1+, A2+")),
    ("column for number", 20, "A4x", "80", "40", (55, "B4swap")),
    ("nothing carried", 38, "A3+", "33", "43", (31, "A3+")),
    ("nothing carried", 38, "A4x", "66", "76", (34, "A4x")),
    ("smaller from larger", 42, "A3-", "43", "37", (47, "A3-")),
    ("nothing is lost", 57, "A4/, A4x", "57", "56", (57, "A4/, B4swap, A4/")),
    ("nothing is lost", 57, "A4/, A1+, A4x", "59", "58", (57, "A4/, A1+")),
    ("times as plus", 20, "A4x", "22", "40", (2, "A4x")),
    ("times as plus", 20, "A4/", "18", "10", (4, "A4/")),
    ("remainder for result", 55, "A4/", "1", "27", (3, "A4/")),
    ("operands the wrong way round", 15, "B2-", "5", "15", (10, "B1-")),
    ("operands the wrong way round", 1, "A4/", "2", "0", (55, "B1+")),
    ("operands the wrong way round", 55, "B1-, A4x", "-90", "90", (55, "B1+")),
    ("swap as a change of sign", 63, "B4swap, A4/", "-31", "18", (0, "B4swap")),
    ("swap as a change of sign", 28, "B4swap", "-28", "82", (0, "B4swap")),
    ("plus and minus mixed", 55, "B1+", "45", "65", (55, "A4/")),
]


def board(value: int) -> dict[str, Any]:
    """Return the machine with this number in its register."""
    return {"edition": "machine", "value": value, "components": ENGINE}


SHOWN = [
    Case(idea, program, board(value), truth, believed)
    for idea, value, program, believed, truth, _ in TABLE
]
SILENT: list[Silent] = [(idea, program, board(value)) for idea, *_, (value, program) in TABLE]
