"""Answers files that are too large, too crowded, or none."""

from __future__ import annotations

from pathlib import Path

from tests.classroom.handedin import RIGHT, TWICE, answers, hand_in

from . import Says


def _eve(folder: Path, content: str | bytes) -> Path:
    return hand_in(folder, "Eve", "answers.json", content=content)


def a_sparse_file(folder: Path) -> Says:
    with _eve(folder, "").open("r+b") as file:
        file.truncate(2_000_000_000)
    return {"Eve": "larger than 1 MB"}


def a_hundred_thousand_lists(folder: Path) -> Says:
    _eve(folder, '{"teachkit": 1, "answers": {}, "x": [' + "[]," * 300_000 + "0]}")
    return {"Eve": "more than 50000 things"}


def a_hundred_thousand_names(folder: Path) -> Says:
    names = ",".join(f'"{n}":{{}}' for n in range(70_000))
    _eve(folder, f'{{"teachkit": 1, "answers": {{{names}}}}}')
    return {"Eve": "more than 50000 things"}


def more_answers_than_exercises(folder: Path) -> Says:
    _eve(folder, answers({f"x{n}": {"answer": "left"} for n in range(20_000)}))
    return {"Eve": "more than 1000 answers"}


def large_letters(folder: Path) -> Says:
    for number in range(3):
        hand_in(folder, "Eve", f"answers-{number}.json", content=" " * 900_000 + "🚗")
    return {"Eve": "All answers files together are larger than 2 MB"}


def lists_in_lists(folder: Path) -> Says:
    _eve(folder, "[" * 40_000)
    return {"Eve": "no JSON"}


def endless_keys_twice(folder: Path) -> Says:
    key = "k" * 100_000
    _eve(folder, answers().replace('"learner"', f'"{key}": 1, "{key}": 2, "learner"'))
    return {"Eve": "is there twice"}


def a_number_of_a_million_digits(folder: Path) -> Says:
    _eve(
        folder,
        answers({TWICE: {"answer": "", "hints": 0}}).replace(
            '"hints": 0', '"hints": ' + "9" * 900_000
        ),
    )
    return {"Eve": '"hints" is not as it should be'}


def no_text(folder: Path) -> Says:
    _eve(folder, b"\xff\xfe" * 1_000)
    return {"Eve": "it is not UTF-8 text"}


def an_empty_file(folder: Path) -> Says:
    _eve(folder, "")
    return {"Eve": "no JSON"}


def twenty_guesses(folder: Path) -> Says:
    for number in range(20):
        guess = f"def double(n):\n    return {number}"
        record = {"answer": guess, "best": RIGHT[TWICE] if number == 3 else guess}
        hand_in(folder, "Eve", f"answers-{number}.json", content=answers({TWICE: record}))
    return {"Eve": "has another answer; the newest counts, from Eve/answers-19.json"}
