"""Forms: the ways in which an answer is entered and shown.

Code that shows an answer checks the abilities of its form, or looks up the control that the form
names for the screen, for paper or for a report. No code compares forms, so a new form is just a new
record.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass


def letter_of(answer: str) -> str:
    """Return the chosen letter, which is the last one in `answer`, or "" if there is none.

    >>> letter_of(" (B) "), letter_of("ｂ."), letter_of("b, c"), letter_of("")
    ('b', 'b', 'c', '')
    """
    return (letters_in(answer) or [""])[-1]


def letters_in(answer: str) -> list[str]:
    """Return the comma-separated letters of `answer`, in lower case."""
    parts = unicodedata.normalize("NFKC", answer).split(",")
    plain = (" ".join(part.split()).strip(" .:()").casefold() for part in parts)
    return [letter for letter in plain if letter]


def letters_of(answer: str) -> list[str]:
    """Return all letters of `answer` in lower case, however they are separated.

    >>> letters_of("C, a b"), letters_of("c > a > b"), letters_of("cab")
    (['c', 'a', 'b'], ['c', 'a', 'b'], ['c', 'a', 'b'])
    """
    plain = unicodedata.normalize("NFKC", answer).casefold()
    return [letter for letter in plain if letter.isalpha()]


def after(tried: str, letter: str) -> str:
    """Return the letters tried so far, without duplicates, and with `letter` at the end.

    If `letter` is empty, return "".

    >>> after("", "b"), after("a, c", "b"), after("a, c", "a"), after("a, c", "")
    ('b', 'a, c, b', 'c, a', '')
    """
    chosen = letter_of(letter)
    before = dict.fromkeys(each for each in letters_in(tried) if each != chosen)
    return ", ".join((*before, chosen)) if chosen else ""


@dataclass(frozen=True, eq=False)
class Form:
    """A way to enter and show answers.

    `desk`, `paper` and `report` name the controls for entering an answer on screen, writing it by
    hand, and showing it to a class; higher layers define the controls.

    `lays_cards` is true if an answer uses the exercise's cards, `is_program` if it is one program,
    `has_lanes` if it has a program for each of several pieces, and `runs_python` if it is Python
    that is executed. If `names_start` is true, each answer names its start, as in `2: b4 north`,
    and the next attempt is about a different start. `is_exercise` is true if an answer is itself an
    exercise, and `is_long` if it has a line or a letter for each part of a run.

    `last(answer)` returns the part entered last. `after(tried, answer)` returns the answer to hand
    in after those in `tried`.

    >>> CARDS.lays_cards, ROWS.lays_cards, CHOICE.after("a", "b"), ROWS.after("a", "b")
    (True, False, 'a, b', 'b')
    """

    name: str
    desk: str
    paper: str
    report: str = "text"
    lays_cards: bool = False
    is_program: bool = False
    has_lanes: bool = False
    runs_python: bool = False
    names_start: bool = False
    is_exercise: bool = False
    is_long: bool = False
    last: Callable[[str], str] = str
    after: Callable[[str, str], str] = lambda tried, answer: answer


CARDS = Form(
    "cards", desk="cards", paper="program", report="cards", lays_cards=True, is_program=True
)
EDITS = Form("edits", desk="edits", paper="edits", report="edits", lays_cards=True)
LANES = Form(
    "lanes", desk="lanes", paper="programs", report="lanes", lays_cards=True, has_lanes=True
)
PREDICTION = Form("prediction", desk="prediction", paper="prediction", names_start=True)
ROWS = Form("rows", desk="table", paper="table", is_long=True)
CHOICE = Form("choice", desk="options", paper="boxes", report="option", last=letter_of, after=after)
ORDER = Form("order", desk="ordering", paper="numbers", report="options", is_long=True)
SOURCE = Form("source", desk="cell", paper="code", runs_python=True)
MAKING = Form("making", desk="easel", paper="making", report="making", is_exercise=True)

FORMS = (CARDS, EDITS, LANES, PREDICTION, ROWS, CHOICE, ORDER, SOURCE, MAKING)
