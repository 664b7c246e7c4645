"""The sandbox gives the same results as the lesson, trusts nothing, and states its limits."""

from __future__ import annotations

import importlib.util
import json
import pickle
import shutil
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.classroom.sandbox import isolation, process
from teachkit.classroom.sandbox.isolation import Isolation, shortcomings
from teachkit.classroom.sandbox.process import Limits, SandboxError
from teachkit.classroom.sandbox.sandbox import MOST_STARTS, Sandbox
from teachkit.classroom.sandbox.sandbox_protocol import TROUBLES, GarbledError, is_plain, result_in
from teachkit.exercises.running.execution import execute_in_process
from teachkit.exercises.running.results import Result, plain
from tests.exercises.functionfiles import asked
from tests.exercises.test_running import ENDLESS


@pytest.fixture
def forgetful() -> Iterator[None]:
    """Clear the results about this machine before the test and after it."""
    process.isolation_here.cache_clear()
    yield
    process.isolation_here.cache_clear()


# -- what it gives -------------------------------------------------------------------------------

SAME = "def f(n): return n"
ORDINARY = [
    "def f(n): return n + 1",
    "def f(n): print(n); return [n, (n,), {n: 1.5}, None, 'ü']",
    "def f(n): return n // 0",
    "def f(n): return undefined",
    "def f(n, m): return n",
    "def f(): return 1",
    "f = len",
    "f = 3",
    "def F(n): return n",
    "def f(n: return n",
    "'\ud800'",
    "-" * 9_000 + "1",
    "1 // 0\ndef f(n): return n",
    "def f(n): return n\n1 // 0",
    "def f(n): return input()",
    "def f(n): exit()",
    "def f(n): return [0] * 10 ** 15",
    "seen = []\ndef f(n): seen.append(n); return len(seen)",
    *ENDLESS.values(),
]


@pytest.mark.slow
@pytest.mark.parametrize("source", ORDINARY)
def test_it_gives_what_the_lesson_gives(source: str) -> None:
    calls = [[60], [3]]
    assert Sandbox().execute(source, "f", calls) == execute_in_process(source, "f", calls)


def test_a_death_costs_the_call_that_died() -> None:
    source = "import os\ndef f(n):\n    if n == 2: os._exit(0)\n    return n"
    assert Sandbox().execute(source, "f", []) == []
    results = Sandbox().execute(source, "f", [[1], [2], [3], [4]])
    assert results == [Result(1), Result(trouble="died"), Result(3), Result(4)]


def test_who_dies_is_not_started_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox, counted = Sandbox(), Mock(side_effect=process.run)
    assert sandbox.shortcomings is not None  # the machine is known from here on
    monkeypatch.setattr("teachkit.classroom.sandbox.sandbox.run", counted)
    results = sandbox.execute("import os\ndef f(n): os._exit(0)", "f", [[n] for n in range(9)])
    assert results == [Result(trouble="died")] * 9
    assert counted.call_count == MOST_STARTS


def test_each_answer_has_a_process_of_its_own() -> None:
    source = "import builtins\ndef f(n):\n    builtins.n = getattr(builtins, 'n', 0) + n; return n"
    again = "import builtins\ndef f(n): return getattr(builtins, 'n', 0)"
    assert Sandbox().execute(source, "f", [[7]]) == [Result(7)]
    assert Sandbox().execute(again, "f", [[7]]) == [Result(0)]


@pytest.mark.parametrize(
    ("body", "starts"), [("return n + 1", 2), ("os._exit(0)", 6), ("return bytes(10**9)", 5)]
)
def test_only_an_author_s_mistakes_share_a_process(
    body: str, starts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake that breaks the shared process, or fills its memory, costs the others nothing."""
    mark = "import builtins\nbuiltins.marks = getattr(builtins, 'marks', 0) + 1\n"
    answer = f"{mark}def f(n): return marks"
    mistakes = [f"{answer} + n", f"import os\ndef f(n): {body}", "def f(n): return n"]
    exercise = asked(mistakes=[{"answer": each, "says": "No."} for each in mistakes])
    sandbox, calls = Sandbox(), [[1], [2]]
    alone = [sandbox.execute(each, "f", calls) for each in (answer, *mistakes)]
    counted = Mock(side_effect=process.run)
    monkeypatch.setattr("teachkit.classroom.sandbox.sandbox.run", counted)
    execute = sandbox.execute_for(exercise, answer)
    assert [execute(each, "f", calls) for each in (answer, *mistakes)] == alone
    assert counted.call_count == starts


def test_it_can_be_sent_and_used_in_threads() -> None:
    sandbox = pickle.loads(pickle.dumps(Sandbox(Limits(seconds=3))))
    assert sandbox == Sandbox(Limits(seconds=3))
    before = threading.active_count()
    with ThreadPoolExecutor(4) as pool:
        results = pool.map(lambda n: sandbox.execute(SAME, "f", [[n]]), range(8))
        assert list(results) == [[Result(n)] for n in range(8)]
    assert threading.active_count() == before


def test_limits_are_the_callers() -> None:
    source = "def f(n): return len(bytes(n))"
    calls = [[150_000_000]]
    assert Sandbox().execute(source, "f", calls) == [Result(150_000_000)]
    little = Sandbox(Limits(memory=128)).execute(source, "f", calls)
    assert little == [Result(trouble="memory", line=1)]
    short = Sandbox(Limits(output=500)).execute("def f(n): return 'x' * n", "f", [[10], [900]])
    assert short == [Result("x" * 10), Result(trouble="flooded")]


# -- what it believes ----------------------------------------------------------------------------

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
VALUES = st.recursive(
    LEAVES | st.just({1}),
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.integers(), inner),
    max_leaves=20,
)
JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.just("tuple"), inner),
    max_leaves=20,
)
LINE = Result(7)._asdict()


@given(VALUES)
def test_every_honest_value_is_believed(value: Any) -> None:
    result = Result(plain(value))
    assert result_in(json.dumps(result._asdict()).encode()) == result


@given(JSON)
def test_whatever_is_told_is_a_result_or_garbled(told: Any) -> None:
    for line in (told, LINE | {"value": told}, LINE | {"line": told}, LINE | {"trouble": told}):
        try:
            result = result_in(json.dumps(line).encode())
        except GarbledError:
            continue
        assert is_plain(result.value)
        assert result.trouble in TROUBLES
        assert result.line >= 0


@given(st.binary())
def test_bytes_are_garbled(line: bytes) -> None:
    with pytest.raises(GarbledError):
        result_in(line)


@pytest.mark.parametrize(
    "change",
    [
        {"points": 9}, {"trouble": "timeout"}, {"trouble": None}, {"line": True}, {"line": -1},
        {"line": 10 ** 9}, {"loading": 0}, {"printed": "x" * 3_000}, {"reason": ["x"]},
        {"value": {"tuple": 7}}, {"value": {"tuple": [], "dict": []}}, {"value": {"dict": [[1]]}},
        {"value": {"dict": [[1, 2, 3]]}}, {"value": {"object": "a b"}}, {"value": {"large": 7}},
        {"value": {"float": "7"}}, {"value": {"set": [7]}}, {"value": 1 << 4_000},
        {"value": "x" * 20_000}, {"value": [0] * 20_000}, {"value": {}},
    ],
)  # fmt: skip
def test_what_no_honest_process_tells_is_garbled(change: dict[str, Any]) -> None:
    assert result_in(json.dumps(LINE).encode()) == Result(7)
    with pytest.raises(GarbledError):
        result_in(json.dumps(LINE | change).encode())


@pytest.mark.parametrize("line", ["[" * 500_000, "9" * 500_000, "1e999", "NaN", ""])
def test_bombs_are_garbled(line: str) -> None:
    whole = json.dumps(LINE).replace('"value": 7', f'"value": {line}')
    for each in (line, whole):
        with pytest.raises(GarbledError):
            result_in(each.encode())
    assert result_in(whole.replace(f'"value": {line}', '"value": 1e99').encode()) == Result(1e99)


def test_words_can_be_shown_and_kept() -> None:
    told = LINE | {"trouble": "raised", "reason": "a\x1b[2J\ud800ü", "printed": "a\nb\x07"}
    result = result_in(json.dumps(told).encode())
    assert (result.reason, result.printed) == ("a�[2J�ü", "a\nb�")


# -- what it cannot hold -------------------------------------------------------------------------


OPEN = [
    "Answers can reach the network and read files.",
    "With bubblewrap, answers run in isolation.",
]
ON_A_MAC = [
    "Answers run under your account, so they could change files and end programs.",
    "This system cannot limit how much memory answers use.",
]
NOT_HELD = [  # the isolation, whether root, the system, and the sentences
    (Isolation("bwrap", 1 << 30), True, "linux", []),
    (Isolation("bwrap"), False, "linux", []),
    (Isolation("bwrap"), True, "linux", ["Answers run as root, so some limits have no effect."]),
    (Isolation("", 1 << 30), True, "linux", OPEN),
    (Isolation(), False, "darwin", OPEN + ON_A_MAC),
]


@pytest.mark.parametrize(("built", "root", "system", "said"), NOT_HELD)
def test_what_is_not_held_is_said(
    built: Isolation, root: bool, system: str, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(isolation, "is_root", lambda: root)
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    monkeypatch.setattr(sys, "platform", system)
    assert list(shortcomings(built)) == said


def test_windows_limits_nothing_but_time_and_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(isolation.os, "getuid")
    assert list(shortcomings(Isolation()))[-1] == (
        "This system cannot limit the CPU time, memory, files or processes of answers."
    )


def test_a_broken_bubblewrap_is_not_used(forgetful: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: "/bin/false")
    monkeypatch.setattr(isolation, "is_root", lambda: False)
    sandbox = Sandbox()
    assert sandbox.execute(SAME, "f", [[7]]) == [Result(7)]
    assert list(sandbox.shortcomings[:2]) == OPEN


def test_root_without_walls_runs_nothing(forgetful: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "is_root", lambda: True)
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    assert Isolation() not in isolation.isolations_to_try()
    monkeypatch.setattr(process, "isolations_to_try", lambda: iter(()))
    refusal = "Functions cannot run here. Install bubblewrap, or do not start teachkit as root."
    assert Sandbox().shortcomings == (refusal,)
    with pytest.raises(SandboxError, match="Install bubblewrap"):
        Sandbox().execute(SAME, "f", [[7]])


def test_a_failing_start_is_an_error(forgetful: None, monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox = Sandbox()
    assert sandbox.execute(SAME, "f", [[7]]) == [Result(7)]
    monkeypatch.setattr(isolation, "_worker_in", lambda package: ["/bin/false"])
    for _ in ("known", "not known"):  # limits that this machine supports
        with pytest.raises(SandboxError):
            sandbox.execute(SAME, "f", [[7]])
        process.isolation_here.cache_clear()


@pytest.mark.skipif(not shutil.which("bwrap"), reason="bubblewrap is not installed")
@pytest.mark.skipif(
    not getattr(importlib.util.find_spec("_ctypes"), "has_location", False),
    reason="ctypes cannot be hidden where it is a part of Python itself",
)
def test_memory_that_no_limit_counts_cannot_be_asked_for() -> None:
    source = """
import sys
sys.path += [f"{place}/python{sys.version_info[0]}.{sys.version_info[1]}/lib-dynload"
             for place in ("/usr/lib", "/usr/local/lib", sys.base_prefix + "/lib")]
def f(n):
    import ctypes
    return n
"""
    assert "ctypes" in Sandbox().execute(source, "f", [[7]])[0].reason
