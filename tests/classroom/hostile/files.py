"""Answers files that are too large, too crowded, or none."""

from __future__ import annotations

from pathlib import Path

from tests.classroom.handedin import RIGHT, STEPS, TWICE, answers, hand_in

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


def a_page_of_another_code(folder: Path) -> Says:
    _eve(folder, answers().encode("utf-16"))
    return {"Eve": "it is not UTF-8 text"}


def a_mark_before_the_text(folder: Path) -> Says:
    _eve(folder, answers().encode("utf-8-sig"))
    return {"Eve": "2 3 "}


def what_is_no_number(folder: Path) -> Says:
    said = answers({TWICE: {"answer": RIGHT[TWICE], "hints": 0, "attempts": 1}})
    _eve(folder, said.replace('"hints": 0', '"hints": NaN').replace('s": 1}', 's": -Infinity}'))
    return {"Eve": '"hints" is not as it should be'}


def a_fraction_of_a_million_digits(folder: Path) -> Says:
    record = answers({TWICE: {"answer": RIGHT[TWICE], "hints": 0}})
    _eve(folder, record.replace('"hints": 0', f'"hints": 0.{"9" * 900_000}e9'))
    return {"Eve": '"hints" is not as it should be'}


def half_letters_everywhere(folder: Path) -> Says:
    _eve(folder, answers({"\ud800": {"answer": "\udfff", "changed": "\ud83d", "best": "\0"}}))
    return {"Eve": "There is no such exercise here"}


def texts_full_of_brackets(folder: Path) -> Says:
    _eve(folder, answers({STEPS: "[" * 60_000}))
    return {"Eve": "more than 50000 things"}


def an_exercise_called_by_a_book(folder: Path) -> Says:
    _eve(folder, answers({"x" * 500_000: "left", "../../" * 30: "left", "": "left"}))
    return {"Eve": "There is no such exercise here"}


def answers_of_every_other_kind(folder: Path) -> Says:
    odd = [None, True, 1.5, [], ["forward"], {"answer": "forward"}]
    _eve(folder, answers({STEPS: {"answer": odd}, TWICE: {"answer": None, "best": {"a": 1}}}))
    return {"Eve": '"answer" is not as it should be'}


def a_million_steps(folder: Path) -> Says:
    for answer in ("9x(" * 40 + "forward" + ")" * 40, "999999999x(left)"):
        _eve(folder, answers({STEPS: answer}))
    return {"Eve": "0 3 "}


def loops_in_loops(folder: Path) -> Says:
    _eve(folder, answers({STEPS: "2x(" * 4_000 + "left" + ")" * 4_000}))
    return {"Eve": "0 3 "}


def as_many_cards_as_can_be(folder: Path) -> Says:
    _eve(folder, answers({STEPS: {"answer": "left, " * 3_000 + "left", "best": "left, " * 9_000}}))
    return {"Eve": '"best" is longer than 20000 letters'}


def python_that_nests(folder: Path) -> Says:
    source = "def double(n):\n    return " + "(" * 9_000 + "n" + ")" * 9_000
    _eve(folder, answers({TWICE: source, STEPS: "a" + ".b" * 9_000}))
    return {"Eve": "0 0 "}


def python_that_grows(folder: Path) -> Says:
    _eve(folder, answers({TWICE: "x = [0]\nwhile True: x += x\ndef double(n): return 2 * n"}))
    return {"Eve": "2 0 "}


def python_that_prints_for_ever(folder: Path) -> Says:
    source = "def double(n):\n    while True: print('x' * 100_000)"
    _eve(folder, answers({TWICE: source}))
    return {"Eve": "2 0 "}


def python_that_gives_a_hundred_megabytes(folder: Path) -> Says:
    _eve(folder, answers({TWICE: "def double(n):\n    return 'x' * 100_000_000"}))
    return {"Eve": "2 0 "}
