"""Test running a learner's function in this process: it always returns and leaves no trace."""

from __future__ import annotations

import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from teachkit.exercises.running.execution import execute_in_process
from teachkit.exercises.running.results import Result
from teachkit.exercises.running.runs import MOST_PRINTED, MOST_STEPS


def called(source: str, *arguments: Any) -> Result:
    """Return the result of `f(*arguments)`."""
    return execute_in_process(source, "f", [arguments])[0]


def body(*lines: str) -> str:
    return "\n".join(["def f(n):", *(f"    {line}" for line in lines)])


ENDLESS = {
    "while": body("while True: pass"),
    "while, bare": body("while True:", "  try: n += 1", "  except: pass"),
    "while, finally": body("while True:", "  try: n += 1", "  finally: continue"),
    "while, swallowed": body("try:", "  while True: pass", "except: return 7"),
    "while, swallowed by return": body("try:", "  while True: pass", "finally: return 7"),
    "for": body("for i in iter(int, 1): pass"),
    "growing list": body("a = [1]", "for i in a: a.append(i)"),
    "list": body("return [i for i in iter(int, 1)]"),
    "set": body("return {i for i in iter(int, 1)}"),
    "dictionary": body("return {i: i for i in iter(int, 1)}"),
    "generator": body("return sum(i for i in iter(int, 1))"),
    "generator function": "def g():\n    while True: yield 1\n" + body("return sum(g())"),
    "lambda": body("return sum(map(lambda i: i, iter(int, 1)))"),
    "helper": "def g(n): return n\n" + body("while True: g(n)"),
    "class": "class C:\n    def m(self):\n        while True: pass\n" + body("C().m()"),
    "property": "class C:\n    def __len__(self):\n        while True: pass\n"
    + body("return len(C())"),
    "when it is loaded": "while True: pass\n" + body("return 1"),
    "recursion": body("return f(n)"),
    "recursion, bare": body("try: return f(n)", "except: return f(n)"),
    "recursion, finally": body("try: return f(n)", "finally: return f(n)"),
    "recursion, lambda": "f = lambda n: f(n)",
    "recursion in turns": "def g(n): return f(n)\n" + body("return g(n)"),
    "recursion in words": "class C:\n    def __repr__(self): return repr(self)\n"
    + body("return repr(C())"),
    "branching": body("return f(n - 1) + f(n - 1) if n else 1"),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_does_not_end_is_stopped_and_said(name: str) -> None:
    first, second = (called(ENDLESS[name], 60) for _ in range(2))
    assert first.trouble in ("endless", "recursion", "slow")
    assert first.line > 0
    assert first == second, "the budget is steps, not time"


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (["for i in range(500): pass", "while n: pass"], 3),
        (["while n:", "    for i in range(3):", "        pass"], 2),
        (["for i in range(3):", "    while n:", "        i += 1"], 3),
        (["a = [i for i in range(200)]", "while a:", "    n += 1"], 3),
        (["def inner():", "    while n: pass", "inner()"], 3),
    ],
)
def test_the_loop_that_does_not_end_is_found(lines: list[str], line: int) -> None:
    assert called(body(*lines), 7) == Result(trouble="endless", line=line)


def test_a_loop_just_within_the_budget_is_no_trouble() -> None:
    counting = body("k = 0", "for i in range(n):", "  k += 1", "return k")
    assert called(counting, MOST_STEPS - 1).value == MOST_STEPS - 1  # one step is the call
    assert called(counting, MOST_STEPS).trouble == "endless"
    deep = body("return 0 if n == 0 else 1 + f(n - 1)")
    assert called(deep, 400).value == 400
    assert called(deep, 600).trouble == "recursion"


def test_each_call_has_a_budget_of_its_own() -> None:
    results = execute_in_process(body("while n: pass", "return 1"), "f", [[7], [0], [7], [0]])
    assert [result.value for result in results] == [None, 1, None, 1]


def test_how_deep_a_function_may_go_does_not_depend_on_who_calls() -> None:
    def deeper(times: int) -> Result:
        return deeper(times - 1) if times else called(body("return 0 if n == 0 else f(n - 1)"), 495)

    assert deeper(0) == deeper(150) == Result(value=0)


def test_a_trace_function_stays_and_is_not_needed() -> None:
    heard = []

    def trace(frame: Any, event: str, argument: Any) -> None:
        heard.append(event)

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        assert called(body("while True: pass"), 7).trouble == "endless"
        assert sys.gettrace() is trace
    finally:
        sys.settrace(before)
    assert heard


def test_it_works_in_many_threads_at_once() -> None:
    sources = [body("print(n)", "while n: pass"), body("print(n)", "return n + 1")] * 8
    output = sys.stdout
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda source: called(source, 7), sources))
    assert [result.trouble or result.value for result in results] == ["endless", 8] * 8
    assert {result.printed for result in results} == {"7\n"}
    assert sys.stdout is output


def test_what_is_printed_is_kept_but_not_without_end() -> None:
    assert called(body("print(n, n, sep='-', end='!')"), 7).printed == "7-7!"
    assert (
        execute_in_process("print('once')\n" + body("print(n)"), "f", [[1], [2]])[1].printed
        == "2\n"
    )
    endless = called(body("while True: print(n)"), 7)
    assert (endless.trouble, len(endless.printed)) == ("endless", MOST_PRINTED)
    assert endless.printed.endswith("…")


def test_nothing_is_printed_or_warned_of_outside(capsys: pytest.CaptureFixture[str]) -> None:
    """A check cell of nbgrader that writes to stderr earns nothing."""
    filters = list(warnings.filters)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert called(body("print(n is 7)", "return '\\d'"), 7).value == "\\d"
    assert warnings.filters == filters
    assert capsys.readouterr() == ("", "")


def test_arguments_are_fresh_at_each_call() -> None:
    calls = [[[1, 2]], [[1, 2]]]
    results = execute_in_process("def f(a):\n    a.append(3)\n    return a", "f", calls)
    assert [result.value for result in results] == [[1, 2, 3]] * 2
    assert calls == [[[1, 2]], [[1, 2]]]


def test_names_of_the_caller_are_not_seen_and_none_stay() -> None:
    assert called("def f(): return pytest").reason == "pytest"
    assert called("import builtins\nbuiltins.f_was_here = 1\ndef f(): return __name__").value
    assert "__annotations__" not in vars(sys.modules[__name__])
    del __import__("builtins").f_was_here
    assert called("def f(a: nothing): return 1", 7).error == "NameError", "as in a cell"


def test_a_function_keeps_its_words_and_its_manners() -> None:
    source = 'def f(n=2):\n    "Doubles."\n    return f.__doc__, f.__defaults__, f.__name__'
    assert called(source, 1).value == {"tuple": ["Doubles.", {"tuple": [2]}, "f"]}
    nested = body("k = 0", "def g():", "    nonlocal k", "    k += n", "g(); g()", "return k")
    assert called(nested, 7).value == 14
    early = body("return [(x, y) for x in range(n) if x for y in range(x) if y][-1]")
    assert called(early, 4).value == {"tuple": [3, 2]}
    turned = body("for i in range(n):", "    if i == 2: break", "else:", "    i = -1", "return i")
    assert [called(turned, n).value for n in (1, 5)] == [-1, 2]


def test_after_the_learner_stopped_it_no_other_call_is_made() -> None:
    source = "times = []\n" + body("times.append(n)", "raise KeyboardInterrupt")
    results = execute_in_process(source, "f", [[1], [2], [3]])
    assert [result.trouble for result in results] == ["stopped"] * 3
    assert len({id(result) for result in results}) == 1


def test_what_went_wrong_beside_the_function_does_not_matter() -> None:
    """Code beside the function may use names from other cells."""
    assert called(body("return n") + "\ntk.watch('algoracing')", 7).value == 7
    assert called("tk.watch('algoracing')\n" + body("return n"), 7) == Result(
        trouble="raised", error="NameError", reason="tk", line=1, end_column=2, loading=True
    )


def test_an_error_that_cannot_be_told_is_an_error_all_the_same() -> None:
    source = "class E(Exception):\n    def __str__(self): raise self\n" + body("raise E")
    assert called(source, 7) == Result(trouble="raised", error="E", line=4, column=4, end_column=11)


def test_large_and_deep_values_are_only_named() -> None:
    assert called(body("return [n] * 99999"), 7).value == {"large": "list"}
    assert called(body("return n ** 9999"), 7).value == {"large": "int"}
    assert called(body("a = []", "a.append(a)", "return a"), 7).value == {"large": "list"}


@pytest.mark.parametrize(
    ("source", "part"),
    [
        (body("return n / 0 + 1"), "n / 0"),
        (body("s = '\N{GRINNING FACE}' + n"), "'\N{GRINNING FACE}' + n"),
        (body("return (1 +", "  nope)"), "nope"),
        (body("return g(", "  n)"), "g"),
        ("def f(n:\n    return n", "("),
        ("def f(n):\n    retrun n", "retrun"),
        (body("while n: pass"), None),
        ("def f(n)\n    return n", None),
        (body("return n / " + "0" * 20_000), None),
    ],
)
def test_the_faulty_part_of_a_line_is_found(source: str, part: str | None) -> None:
    """Columns are counted as browsers do it, in units of 16 bits."""
    result = called(source, 7)
    row = source.splitlines()[result.line - 1].encode("utf-16-le")
    marked = row[2 * result.column : 2 * result.end_column].decode("utf-16-le")
    assert (result.trouble != "", marked or None) == (True, part)
