"""Test recordings of calls of learners' functions, line by line."""

from __future__ import annotations

import sys

import pytest

from teachkit.exercises.judging.sources import results_of
from teachkit.exercises.running.execution import execute_in_process
from teachkit.exercises.running.recording import MOST_MOMENTS, Recording, recorded

from ..every_exercise import exercises

FACTORIAL = """\
def f(n):
    if n < 2:
        return 1
    return n * f(n - 1)
"""


def f(source: str, *calls: int) -> Recording:
    return recorded(source, "f", [[call] for call in calls])


def test_each_call_of_a_recursion_has_its_frame() -> None:
    moments = f(FACTORIAL, 3).moments
    assert [(moment.line, moment.around) for moment in moments] == [
        (1, ()), (2, ()), (1, (4,)), (2, (4,)), (1, (4,)), (2, (4,)), (3, (4,)), (4, (4,)), (4, ())
    ]  # fmt: skip
    assert [moment.begins for moment in moments if moment.begins] == ["f(3)", "f(2)", "f(1)"]
    assert [moment.returned for moment in moments if moment.returned] == ["1", "2", "6"]
    assert [dict(scope.variables) for scope in moments[6].frames] == [
        {"n": "3"}, {"n": "2"}, {"n": "1"}
    ]  # fmt: skip


def test_of_a_deep_recursion_the_last_frames_are_kept() -> None:
    deepest = max(f(FACTORIAL, 20).moments, key=lambda moment: moment.begins == "f(1)")
    assert [scope.name for scope in deepest.frames] == ["12 more calls", *["f"] * 8]
    assert deepest.frames[-1].variables == {"n": "1"}


def test_a_loop_stops_at_its_line_once_for_each_turn() -> None:
    source = "def f(n):\n    t = 0\n    for k in range(n):\n        t += k\n    while t: t -= 1\n"
    lines = [1, 2, 3, 4, 3, 4, 3, 4, 3, 5, 5, 5]
    assert [moment.line for moment in f(source, 3).moments] == lines


def test_an_error_that_is_caught_goes_on() -> None:
    source = "def f(n):\n    try:\n        g(n)\n    except ZeroDivisionError:\n        n = 5\n"
    recording = f(source + "    return n\ndef g(n):\n    1 // n", 0)
    assert [moment.line for moment in recording.moments] == [1, 2, 7, 4, 5, 6]
    assert recording.result.value == 5


def test_parts_of_a_line_are_not_frames() -> None:
    source = (
        "def f(n):\n    k = sum(x for x in range(n)) + max([1, 2], key=lambda y: y)\n    return k"
    )
    names = [[scope.name for scope in moment.frames] for moment in f(source, 3).moments]
    assert names == [["f"], *[["f", "lambda"]] * 4, ["f"], ["f"]]


def test_earlier_calls_happen_but_are_not_recorded() -> None:
    source = "seen = []\ndef f(n):\n    seen.append(n)\n    return seen"
    recording = f(source, 1, 2)
    assert (recording.result.value, recording.moments[0].begins) == ([1, 2], "f(2)")


@pytest.mark.parametrize("loop", ["while True:\n        n += 1", "while True: pass", "f(n)"])
def test_a_recording_is_cut_but_its_result_is_the_same(loop: str) -> None:
    source = f"def f(n):\n    {loop}"
    recording = f(source, 7)
    assert recording.is_cut
    assert len(recording.moments) <= MOST_MOMENTS
    assert recording.result == execute_in_process(source, "f", [[7]])[0]


def test_the_trace_function_of_a_debugger_is_kept() -> None:
    def debug(*about: object) -> None: ...

    before = sys.gettrace()
    sys.settrace(debug)
    try:
        f(FACTORIAL, 3)
        assert sys.gettrace() is debug
    finally:
        sys.settrace(before)


FUNCTIONS = [each.id for each in exercises() if each.kind.name == "function"]


@pytest.mark.slow
@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_result_of_a_recorded_call_is_the_graded_one(name: str) -> None:
    [exercise] = [each for each in exercises() if each.id == name]
    answers = [mistake.answer for mistake in exercise.file.mistakes]
    for answer in (exercise.file.given, exercise.file.solution.answer, *answers):
        graded = results_of(exercise, answer, execute_in_process)
        calls = [case.call for case in exercise.cases]
        for number, result in enumerate(graded, 1):
            assert recorded(answer, exercise.file.function, calls[:number]).result == result
