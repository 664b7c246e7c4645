"""Answers files that are too large, too full, or not answers files."""

from __future__ import annotations

from pathlib import Path

from tests.classroom.handedin import RIGHT, STEPS, TWICE, answers, hand_in

from . import Eve, Says


def a_sparse_file(folder: Path) -> Says:
    with hand_in(folder, "Eve", "answers.json", content="").open("r+b") as file:
        file.truncate(2_000_000_000)
    return {"Eve": "larger than 1 MB"}


def large_letters(folder: Path) -> Says:
    for number in range(3):
        hand_in(folder, "Eve", f"answers-{number}.json", content=" " * 900_000 + "🚗")
    return {"Eve": "Together, the answers files are larger than 2 MB"}


def twenty_guesses(folder: Path) -> Says:
    for number in range(20):
        guess = f"def double(n):\n    return {number}"
        record = {"answer": guess, "best": RIGHT[TWICE] if number == 3 else guess}
        hand_in(folder, "Eve", f"answers-{number}.json", content=answers({TWICE: record}))
    return {
        "Eve": "has a different answer. The newest answer, from Eve/answers-19.json, is the one "
        "that counts."
    }


def _of_all(keys: str) -> str:
    """Return an answers file with everything right, and these keys at its beginning."""
    return "{" + keys + ", " + answers()[1:]


def _hints(number: str) -> str:
    """Return an answers file with everything right, and this number of hints in one answer."""
    record = {"answer": RIGHT[TWICE], "hints": 0}
    return answers({TWICE: record}).replace('"hints": 0', f'"hints": {number}')


def _double(value: str, *before: str) -> str:
    source = "\n".join([*before, "def double(n):", f"    return {value}"])
    return answers({TWICE: source})


ODD = [None, True, 1.5, [], ["forward"], {"answer": "forward"}]
THINGS, UNKNOWN = "more than 50000 values", "There is no exercise with this name"
HINTS = '"hints" has an unexpected value'

HAND_INS = {
    # too much
    "a hundred thousand lists": Eve(THINGS, lambda: _of_all('"x": [' + "[]," * 300_000 + "0]")),
    "a hundred thousand names": Eve(THINGS, lambda: _of_all('"n":{},' * 70_000 + '"n":{}')),
    "texts full of brackets": Eve(THINGS, lambda: answers({STEPS: "[" * 60_000})),
    "more answers than exercises": Eve(
        "more than 1000 answers", lambda: answers({f"x{n}": "left" for n in range(20_000)})),
    "endless keys twice": Eve(
        "occurs twice", lambda: _of_all(f'"{"k" * 100_000}": 1, ' * 2 + '"learner": ""')),
    "lists in lists": Eve("not JSON", lambda: "[" * 40_000),
    "an empty file": Eve("not JSON", lambda: ""),
    # numbers
    "a number of a million digits": Eve(HINTS, lambda: _hints("9" * 900_000)),
    "a fraction of a million digits": Eve(HINTS, lambda: _hints(f"0.{'9' * 900_000}e9")),
    "what is no number": Eve(HINTS, lambda: _hints('NaN, "attempts": -Infinity')),
    # letters
    "no text": Eve("it is not UTF-8 text", lambda: b"\xff\xfe" * 1_000),
    "a page of another code": Eve("it is not UTF-8 text", lambda: answers().encode("utf-16")),
    "a mark before the text": Eve("2 3 ", lambda: answers().encode("utf-8-sig")),
    "half letters everywhere": Eve(UNKNOWN, lambda: answers(
        {"\ud800": {"answer": "\udfff", "changed": "\ud83d", "best": "\0"}})),
    "an exercise called by a book": Eve(UNKNOWN, lambda: answers(
        {"x" * 500_000: "left", "../../" * 30: "left", "": "left"})),
    # answers
    "answers of every other kind": Eve('"answer" has an unexpected value', lambda: answers(
        {STEPS: {"answer": ODD}, TWICE: {"answer": None, "best": {"a": 1}}})),
    "more steps than there are atoms": Eve(
        "0 3 ", lambda: answers({STEPS: "9x(" * 40 + "forward" + ")" * 40})),
    "a million steps": Eve("0 3 ", lambda: answers({STEPS: "999999999x(left)"})),
    "loops in loops": Eve("0 3 ", lambda: answers({STEPS: "2x(" * 4_000 + "left" + ")" * 4_000})),
    "as many cards as can be": Eve('"best" is longer than 20000 letters', lambda: answers(
        {STEPS: {"answer": "left, " * 3_000 + "left", "best": "left, " * 9_000}})),
    "names that nest": Eve("0 3 ", lambda: answers({STEPS: "a" + ".b" * 9_000})),
    "Python that nests": Eve("2 0 ", lambda: _double(f"{'(' * 9_000}n{')' * 9_000}")),
    "Python that grows": Eve("2 0 ", lambda: _double("2 * n", "x = [0]", "while True: x += x")),
    "Python that prints for ever": Eve("2 0 ", lambda: answers(
        {TWICE: "def double(n):\n    while True: print('x' * 100_000)"})),
    "Python that gives a hundred megabytes": Eve("2 0 ", lambda: _double("'x' * 100_000_000")),
}  # fmt: skip
