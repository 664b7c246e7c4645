"""Test functions graded by their results: values, exact types, sentences and points."""

from __future__ import annotations

import json
from keyword import kwlist
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.exercises.authoring.files import load_exercise
from teachkit.exercises.authoring.proof import flaws, prove
from teachkit.exercises.explaining.explain import as_json, as_text, report
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.judging.sources import words_in
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Grade
from teachkit.exercises.running.execution import execute_in_process
from teachkit.exercises.running.results import Result, is_same, plain, shown, value_of
from teachkit.exercises.running.troubles import OPERATORS
from teachkit.exercises.solving.par import par

from .functionfiles import FILES, SWAP, asked, stored
from .making import complaint

WORKS = "It works: everything is as it should be."


def says(answer: str, exercise: Exercise | None = None) -> tuple[str, ...]:
    return grade(exercise or asked(), answer).says


# What a file says -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_sound_file_is_proven(path: Path) -> None:
    assert str(prove(path)) == "holds"
    assert par(load_exercise(path)) == ()


def test_points_are_those_of_the_cases_and_one_for_each_word() -> None:
    assert (stored("swap").possible, stored("digits").possible, asked().possible) == (6, 2, 1)


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"function": ""}, 'This kind needs [[cases]] and a name: function = "swap".'),
        ({"function": "f(n)"}, 'This kind needs [[cases]] and a name: function = "swap".'),
        ({"cases": []}, 'This kind needs [[cases]] and a name: function = "swap".'),
        ({"cases": [{"call": [7]}]},
         'case 1: say what it should return: returns = 73 or gives = "(7, 3)".'),
        ({"cases": [{"call": [7], "returns": 1, "gives": "1"}]},
         'case 1: say what it should return: returns = 73 or gives = "(7, 3)".'),
        ({"cases": [{"call": [7], "returns": 1}, {"call": "7 7", "returns": 1}]},
         "case 2: Python cannot read [7 7] as a value."),
        ({"cases": [{"call": [7], "gives": "{1, 2}"}]},
         "case 1: write numbers, texts or lists, not <set>."),
        ({"cases": [{"call": "[({1},)]", "returns": 1}]},
         "case 1: write numbers, texts or lists, not [(<set>,)]."),
        ({"cases": [{"call": "[{b'7': 1}]", "returns": 1}]},
         "case 1: write numbers, texts or lists, not [{<bytes>: 1}]."),
        ({"cases": [{"call": [7], "retruns": 1}]},
         'There is no key "retruns" in "case 1". Did you mean "returns"?'),
        ({"uses": ["/ /"]}, 'There is no key "/ /" in "uses". Did you mean "//"?'),
        ({"avoids": ["str()"]},
         f'There is no key "str()" in "avoids". Use one of: {", ".join(OPERATORS.values())}.'),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_file_is_said(keys: dict[str, Any], sentence: str) -> None:
    assert complaint(asked, **keys) == sentence


@pytest.mark.parametrize(
    ("keys", "flaw"),
    [
        ({"solution": {"answer": "def f(n): return n"}},
         "The solution earns 0 of 1: f(7) returned 7. It should return 8."),
        ({"given": "def f(n): return n + 1"},
         "The given Python code is already right, so learners have nothing to do."),
        ({"checks": [{"check": "ends"}]},
         "A function is checked on [[cases]]. Remove the [[checks]]."),
        ({"mistakes": [{"answer": "def f(n): return 9 - 1", "says": "No."}]},
         "Mistake 1 earns full points, so it is not a mistake."),
        ({"mistakes": [{"answer": "def f(n): return n", "says": "Once."},
                       {"answer": "def f(m): return m", "says": "Twice."}]},
         ("Mistake 2 should get its own sentence, but it gets: "
          "f(7) returned 7. It should return 8.")),
        ({"hints": []}, "There are no hints. Write at least one."),
    ],
)  # fmt: skip
def test_a_flaw_is_named(keys: dict[str, Any], flaw: str) -> None:
    assert flaw in [each.says for each in flaws(asked(**keys))]


# What is right ----------------------------------------------------------------------------------


def test_a_right_function_earns_everything_however_it_is_written() -> None:
    helped = "def tens(n): return n // 10\ndef swap(n, ten=10): return n % ten * ten + tens(n)"
    called = "class Swap:\n    def __call__(self, n): return n % 10 * 10 + n // 10\nswap = Swap()"
    for answer in (SWAP, "swap = lambda n: n % 10 * 10 + n // 10", helped, called):
        assert says(answer, stored("swap")) == (WORKS,)


def test_points_are_shared_out_over_the_cases_and_rounded_down() -> None:
    assert grade(stored("swap"), "def swap(n):\n    return n").points == 0
    result = grade(stored("swap"), "def swap(n):\n    return 73 if n == 37 else n")
    assert (result.points, result.possible, result.solved) == (3 * 2 // 4, 6, False)


def test_how_it_is_written_counts_only_once_it_works() -> None:
    wrong = grade(stored("swap"), "def swap(n):\n    return n // 10 % 10")
    assert [verdict.points for verdict in wrong.verdicts] == [0, 0, 0, 0]
    divided = grade(stored("swap"), "def swap(n):\n    a, b = divmod(n, 10)\n    return b * 10 + a")
    assert divided.points == 4
    assert divided.says == ("4 of 4 cases are right.", 'Use "//" this time.', 'Use "%" this time.')
    text = grade(stored("swap"), SWAP.replace("return ", "n = int(str(n))\n    return "))
    assert text.says[1:] == ('Do it without "str" this time.',)


def test_what_is_tried_out_beside_the_function_does_not_count_as_its_words() -> None:
    assert grade(stored("swap"), SWAP + "print(str(swap(37)))").solved


@pytest.mark.parametrize(
    ("wanted", "given"),
    [("5", "5.0"), ("5.0", "5"), ("(1, 2)", "[1, 2]"), ("[1, (2,)]", "[1, [2]]"), ("[]", "()"),
     ("{'a': 1}", "{'a': 1.0}"), ("0.3", "0.1 + 0.2")],
)  # fmt: skip
def test_equal_numbers_and_rows_of_equal_items_are_equal(wanted: str, given: str) -> None:
    assert grade(asked({"call": [], "gives": wanted}), f"def f(): return {given}").solved


@pytest.mark.parametrize(
    ("wanted", "given"),
    [("1", "True"), ("True", "1"), ("'7'", "7"), ("{1: 'a'}", "{True: 'a'}"), ("None", "0"),
     ("''", "None"), ("0", "False"), ("[1]", "[1, 1]"), ("0.0", "False"), ("(1,)", "1"),
     ("2.5", "10 ** 400")],
)  # fmt: skip
def test_other_types_are_not_equal(wanted: str, given: str) -> None:
    exercise = asked({"call": [], "gives": wanted})
    assert grade(exercise, f"def f(): return {wanted}").solved
    assert not grade(exercise, f"def f(): return {given}").solved


def test_what_is_equal_to_everything_is_not_right() -> None:
    everything = "class All(int):\n    def __eq__(self, other): return True\n"
    assert (
        says(everything + "def f(n): return All()")[1] == "f(7) returned <All>. It should return 8."
    )


def test_numbers_with_a_point_need_not_be_equal_to_the_last_digit() -> None:
    exercise = asked({"call": [], "returns": 0.3})
    assert grade(exercise, "def f(): return 0.1 + 0.2").solved
    assert not grade(exercise, "def f(): return 0.3001").solved
    assert grade(asked({"call": [], "gives": "1e999"}), "def f(): return float('inf')").solved


def test_a_function_that_takes_its_list_apart_does_not_spoil_the_next_case() -> None:
    exercise = stored("reached")
    assert grade(exercise, exercise.file.solution.answer).solved
    assert [value_of(case.call[0]) for case in exercise.cases] == [[], [5, 7, 5], [5, 7, 5]]


# What is not ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("return 7", "f(7) returned 7. It should return 8."),
        ("return '8'", "f(7) returned '8'. It should return 8."),
        ("return [n] * 99", f"f(7) returned {str([7] * 20)[:59]}…. It should return 8."),
        ("return (n for n in [1])", "f(7) returned <generator>. It should return 8."),
        ("return f", "f(7) returned <function>. It should return 8."),
        ("return 'x' * 99999", "f(7) returned <str>. It should return 8."),
        ("n + 1", "f(7) returned nothing. It should return 8."),
        ("print(n + 1)", "f(7) printed 8, but it should return 8."),
        ("print('x' * 99)", f"f(7) printed {'x' * 39}…, but it should return 8."),
        ("n += m; m = 3", 'Line 2: "m" has no value yet.'),
        ("raise Exception('a' * 99)", 'Line 2: your code raises "Exception: ' + 'a' * 79 + '…".'),
        ("return input('?')", "Line 2: you cannot use input() here. Use the arguments."),
        ("exit()", "Line 2: remove exit(). A function ends with return."),
        ("import sys; sys.exit(3)", "Line 2: remove exit(). A function ends with return."),
        ("raise KeyboardInterrupt", "Line 2: you stopped f(7) here."),
        ("return [i for i in iter(int, 1)]", "Line 2: this loop goes on and on in f(7)."),
        ("return f(n - 1) + f(n - 2) if n > -9 else f(n % 17)",
         "Line 2: the function calls itself again and again in f(7)."),
    ],
)  # fmt: skip
def test_why_a_case_is_not_right(body: str, sentence: str) -> None:
    """Other errors that can be raised are in `raised.py`."""
    assert says(f"def f(n):\n    {body}")[:2] == ("0 of 1 case is right.", sentence)
    assert len(sentence.split()) <= 15 or "returned [" in sentence


def test_a_call_that_branches_without_end_is_stopped() -> None:
    exercise = asked({"call": [60], "returns": 8})
    answer = "def f(n):\n    return f(n - 1) + f(n - 2) if n > 1 else 1"
    assert says(answer, exercise)[1] == "Line 1: f(60) takes too many steps."


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("-" * 9000 + "1", "Line 1: This is too complicated. Split it into several lines."),
        ("def g(n): return n", 'There is no function "f" in your code.'),
        ("def F(n): return n", 'Rename your function "F" to "f".'),
        ("f = 7", 'There is no function "f" in your code.'),
        ("def f(): return 8", '"f" must take 1 argument.'),
        ("def f(n, m): return 8", '"f" must take 1 argument.'),
        ("1 // 0\ndef f(n): return 8", "Line 1: you cannot divide by zero, in your code."),
        ("while True: pass", "Line 1: this loop goes on and on in your code."),
        ("def f(n): return 8\nwhile f(1): pass", "Line 2: this loop goes on and on in your code."),
        ("input()", "Line 1: you cannot use input() here. Use the arguments."),
    ],
)  # fmt: skip
def test_why_nothing_could_be_called(answer: str, sentence: str) -> None:
    assert says(answer)[:2] == ("0 of 1 case is right.", sentence)


def test_another_type_is_named() -> None:
    assert says("def f(n): return str(n)")[2] == "That is text (str), not a whole number (int)."
    assert (
        says("def f(n): return {n}")[2]
        == 'That is a value of type "set", not a whole number (int).'
    )


def test_the_author_s_word_on_the_first_case_that_is_not_right_comes_last() -> None:
    answer = "def swap(n):\n    return n // 10 + n % 10 * 10 if n > 40 else 1"
    assert says(answer, stored("swap")) == (
        "1 of 4 cases are right.",
        "swap(37) returned 1. It should return 73.",
        "The digits must change places.",
    )


def test_a_hidden_case_is_not_told() -> None:
    hint = "Which digit stands in front of a 5?"
    result = grade(stored("swap"), SWAP.replace("return", "return 0 if n < 10 else"))
    assert result.says == ("3 of 4 cases are right.", "A hidden case is not right yet.", hint)
    result = grade(stored("swap"), SWAP.replace("return", "return 1 // 0 if n < 10 else"))
    assert result.says[1:] == ("Line 2: you cannot divide by zero, in a hidden case.", hint)


def test_who_makes_the_author_s_mistake_in_other_words_gets_the_author_s_sentence() -> None:
    mine = "def swap(number):\n    ones = number % 10\n    return number // 10 * 10 + ones"
    assert says(mine, stored("swap"))[1] == "Each digit is back where it was."
    turned = "def digits(n):\n    if n is not None:\n        return list(divmod(n, 10))[::-1]"
    assert "The first digit comes first." in says(turned, stored("digits"))
    letters = "def swap(n):\n    return int(str(n).zfill(2)[::-1])"
    assert "That works with letters. Today work with numbers." in says(letters, stored("swap"))


# The judge does not care where the calls were made ----------------------------------------------


def test_results_travel_as_json_and_what_is_expected_does_not() -> None:
    seen: list[Any] = []

    def elsewhere(source: str, function: str, calls: Any) -> list[Result]:
        seen.append(json.loads(json.dumps([source, function, calls])))
        results = execute_in_process(*seen[-1])
        return [Result(**json.loads(json.dumps(each._asdict()))) for each in results]

    exercise = stored("digits")
    solution = exercise.file.solution.answer
    wrong = solution.replace("10", "9")
    for answer in (solution, wrong):
        assert grade(exercise, answer, execute=elsewhere) == grade(stored("digits"), answer)
    mistakes = [mistake.answer for mistake in exercise.file.mistakes]  # compared with what is wrong
    sources = (solution, wrong, *mistakes)
    assert seen == [[source, "digits", [[37], [None]]] for source in sources]


def test_plain_results_are_judged_without_running_anything() -> None:
    def judged(result: Result) -> Grade:
        return grade(asked(), "def f(n): pass", lambda source, function, calls: [result])

    assert judged(Result(8)).solved
    assert judged(Result(8.0)).solved
    assert not judged(Result("8")).solved
    assert not judged(Result(8, trouble="stopped")).solved


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.lists(inside, max_size=3).map(tuple)
        | st.dictionaries(st.integers() | st.text(max_size=3) | st.booleans(), inside, max_size=3)
    ),
    max_leaves=8,
)


@given(VALUES, VALUES)
def test_plain_values_keep_their_types_through_json(value: Any, other: Any) -> None:
    there = json.loads(json.dumps(plain(value)))
    assert is_same(there, plain(value))
    assert repr(value_of(there)) == repr(value)
    if repr(value) != repr(other) and not isinstance(value, float | dict):
        equal = value == other or "." in f"{value!r}{other!r}" or isinstance(value, list | tuple)
        assert is_same(plain(value), plain(other)) <= equal
    assert len(shown(there)) <= 60


# The command line -------------------------------------------------------------------------------


def test_the_report_has_verdicts_and_no_frames() -> None:
    told = report(stored("swap"), SWAP)
    assert as_text(told).splitlines() == [
        "cases: yes. (3/3)",
        "uses //: yes. (1/1)",
        "uses %: yes. (1/1)",
        "avoids str: yes. (1/1)",
        WORKS,
        "6 of 6 points",
    ]
    assert as_json(told)["starts"] == []
    wrong = as_text(report(stored("digits"), "def digits(n): return n"))
    assert wrong.splitlines() == [
        "cases: not yet. digits(37) returned 37. It should return (3, 7). (1/2)",
        "1 of 2 cases are right.",
        "That is a whole number (int), not a tuple.",
        "1 of 2 points",
    ]


# Words to use -----------------------------------------------------------------------------------

KEYWORDS_OF = {
    "def f(n):\n pass": "pass def",
    "def f(n):\n raise ValueError from None": "raise from None",
    "def f(n):\n assert n\n del n": "assert del",
    "def f(n):\n if n: return True\n elif n is None: return False": "if True elif is False return",
    "def f(n):\n for _ in (): break\n else:\n  while n: continue": "for break else while continue",
    "def f(n):\n n = 1 if n and not n or n else 2": "if and not or else",
    "def f(n):\n try: n\n except OSError: n\n finally: n": "try except finally",
    "def f(n):\n with n as m:\n  yield from m": "with as yield from",
    "async def f(n):\n await n": "async def await",
    "def f(n):\n def g():\n  nonlocal n\n global h": "nonlocal global",
    "def f(n):\n import x\n return lambda: n in x": "import lambda in",
    "def f(n):\n match n:\n  case 1: pass": "match case pass",
    "class C: pass": "class",
}


def test_every_keyword_of_python_can_be_asked_for() -> None:
    for source, words in KEYWORDS_OF.items():
        assert {*words.split()} <= words_in(source), source
    asked_for = {word for words in KEYWORDS_OF.values() for word in words.split()}
    assert {*kwlist} <= asked_for


def test_a_keyword_in_a_text_or_a_comment_is_not_used() -> None:
    assert not {"pass", "raise"} & words_in('def f(n):\n    # pass\n    return "raise"')


def test_a_function_that_needs_raise_earns_its_point_with_it() -> None:
    solution = "def f(n):\n    if n == 0:\n        raise ValueError\n    return n + 1"
    exercise = asked(uses=["raise"], solution={"answer": solution})
    assert flaws(exercise) == []
    assert grade(exercise, solution).solved
    assert says("def f(n):\n    return n + 1", exercise)[-1] == 'Use "raise" this time.'
