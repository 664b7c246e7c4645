"""A warm sandbox answers like the lesson, forgets between games, and is equally isolated."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from teachkit.classroom.sandbox import isolation, process
from teachkit.classroom.sandbox.process import Limits, SandboxError
from teachkit.classroom.sandbox.warm_sandbox import ASKED_BACK, Patience, WarmSandbox
from teachkit.errors import AnswerError
from teachkit.exercises.running.results import Result
from teachkit.exercises.running.strategy_player import InProcessPlayer

from .conftest import HOUR

VIEW = {"me": "red", "points": {"red": 3}, "board": "a b\nc d"}
QUESTION = {"kind": "pick one", "options": ["run", "pass"], "candidates": ["pass"]}
SHORT = Patience(answer=0.5)

pytestmark = pytest.mark.slow


def later(answer: Any) -> dict[str, Any]:
    if answer not in ("run", "pass"):
        raise AnswerError("Choose one of: run, pass.")
    return {"points": {"red": len(answer)}, "board": "ü"}


def play(*lines: str, before: str = "") -> str:
    return "\n".join([before, "def play(view, decision):", *(f"    {line}" for line in lines)])


@pytest.fixture
def warm() -> Iterator[Players]:
    """A factory of players whose processes end after the test."""
    made: list[WarmSandbox] = []

    def make(source: str, *arguments: Any, **more: Any) -> WarmSandbox:
        made.append(WarmSandbox(source, *arguments, **more))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture
def begun(warm: Players) -> Players:
    """A factory of players that have begun their first game."""

    def make(source: str, *arguments: Any, **more: Any) -> WarmSandbox:
        player = warm(source, *arguments, **more)
        assert player.begin("1") is None
        return player

    return make


Players = Callable[..., WarmSandbox]


def asked(player: WarmSandbox | InProcessPlayer, times: int = 2, me: str = "red") -> list[Result]:
    return [player.answer(VIEW | {"me": me}, dict(QUESTION), later) for _ in range(times)]


ORDINARY = [
    play("return decision['options'][-1]"),
    play("return max(decision['options'], key=lambda a: later(a)['points'][view['me']])"),
    play("return later('jump')"),
    play("return later()"),
    play("while True: later('run')"),
    play("try: later(9)", "except BaseException: return 'caught'"),
    play("global n", "n += 1", "return n", before="n = 0"),
    play("print('a'); print(view['board'])"),
    play("return view, {1: (2.5, None)}"),
    play("while True: pass"),
    play("return play(view, decision)"),
    play("return 1 // 0"),
    play("return input()"),
    play("return [0] * 10 ** 15"),
    play("return 'x' * 10 ** 6"),
    play("return random.random()", before="import random"),
    "def plya(view, decision): return 1",
    "def play(view): return 1",
    "play = 7",
    "def play(view, decision: return 1",
    "1 // 0\n" + play("return 'run'"),
    "while True: pass",
    "",
]


@pytest.mark.parametrize("source", ORDINARY)
def test_it_gives_what_the_lesson_gives(source: str, warm: Players) -> None:
    one, other = warm(source), InProcessPlayer(source)
    failed = one.begin("7")
    assert failed == other.begin("7")
    assert asked(one) == ([failed] * 2 if failed else asked(other)), "a failure is said again"


def test_each_game_begins_anew(warm: Players) -> None:
    """Variables and chance: the third game repeats the first one."""
    source = play("seen.append(1)", "return [len(seen), random.random()]",
                  before="import random\nseen = []")  # fmt: skip
    player, games = warm(source), []
    for seed in ("1", "2", "1"):
        player.begin(seed)
        games.append([result.value for result in asked(player)])
    assert [[number for number, _ in game] for game in games] == [[1, 2]] * 3
    assert games[0] == games[2] != games[1]


def test_a_team_has_variables_of_its_own_on_each_seat(begun: Players) -> None:
    player = begun(play("seen.append(view['me'])", "return seen", before="seen = []"))
    told = [asked(player, 1, me)[0].value for me in ("red", "green", "red")]
    assert told == [["red"], ["green"], ["red", "red"]]


def processes(player: WarmSandbox, games: int) -> set[int]:
    """Return the processes in which it plays this many games."""
    used = set()
    for _ in range(games):
        player.begin("1")
        assert asked(player, 1)[0].trouble == ""
        assert player._process
        used.add(player._process.process.pid)
    return used


def test_it_is_one_process_for_all_games(warm: Players) -> None:
    player = warm(ORDINARY[0])
    (process,) = processes(player, 3)
    player.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_who_used_much_time_gets_a_new_process(warm: Players) -> None:
    """The kernel ends a process after some seconds, which must not happen during a game."""
    player = warm(play("return sum(range(8_000_000))"), limits=Limits(seconds=1))
    assert len(processes(player, 8)) > 1


def test_a_changed_view_is_noticed_and_changes_nothing(begun: Players) -> None:
    view, question = dict(VIEW), dict(QUESTION)
    changes = play("view['points']['red'] = 99", "decision['options'].clear()", "return 'run'")
    player = begun(changes)
    assert player.answer(view, question, later).value == "run"
    assert player.has_changed
    assert (view, question) == (VIEW, QUESTION)
    player = begun(play("return sorted(view), decision['options'][0]"))
    asked(player)
    assert not player.has_changed


# -- what goes wrong ----------------------------------------------------------------------------

BROKEN = {
    "timeout": [
        play("import time; time.sleep(1000)"),
        play("return sum(range(10 ** 15))"),
        play("try: import time; time.sleep(1000)", "except BaseException: pass"),
    ],
    "died": [play("os._exit(0)", before="import os"), play("os.kill(0, 9)", before="import os")],
    "flooded": [
        play("for n in range(3, 64):", "    try:", "        while True: os.write(n, b'x' * 60000)",
             "    except OSError: pass", before="import os")
    ],
}  # fmt: skip


def forged(line: str) -> str:
    """Return code that writes a line to every open file."""
    return play(f"line = {line!r} + '\\n'", "for n in range(3, 64):",
                "    try: os.write(n, line.encode())", "    except OSError: pass",
                "return 'run'", before="import os")  # fmt: skip


BROKEN["garbled"] = [
    forged(line)
    for line in ('{"later": {"tuple": 7}}', '{"later": 1, "more": 2}', "[1, false]", "[[], false]",
                 '[{"value": 7}, false]', "[null, 7]", "[" * 9_000, "9" * 9_000, "NaN")
]  # fmt: skip


@pytest.mark.parametrize(
    ("trouble", "source"), [(trouble, each) for trouble in BROKEN for each in BROKEN[trouble]]
)
def test_who_breaks_is_asked_again_anew(trouble: str, source: str, begun: Players) -> None:
    """In a new process."""
    player = begun(source)
    if trouble == "timeout":
        player.patience = SHORT
    assert [result.trouble for result in asked(player)] == [trouble] * 2


def test_a_forged_result_is_an_answer_like_another(begun: Players) -> None:
    assert asked(begun(forged("[null, false]")), 1) == [Result()]


def test_who_forges_questions_is_not_told_for_ever(begun: Players) -> None:
    told = []

    def told_later(answer: Any) -> dict[str, Any]:
        told.append(answer)
        return {}

    source = forged('{"later": 1}').replace("for n", "while True:\n     for n")
    source = source.replace("    try", "         try").replace("    except", "         except")
    result = begun(source).answer(VIEW, QUESTION, told_later)
    assert result.trouble in ("slow", "endless", "died")  # whichever side notices it first
    assert 0 < told.count(1) <= ASKED_BACK


def test_states_that_are_sent_ahead_are_right_and_may_be_changed(begun: Players) -> None:
    source = play("found = []", "for each in decision['candidates'] * 2:",
                  "    found.append(later(each).pop('after') == each)",
                  "return all(found)")  # fmt: skip
    question = QUESTION | {"candidates": [[str(number)] for number in range(9)]}
    answered = begun(source).answer(VIEW, question, lambda answer: {"after": answer})
    assert answered == Result(True)


def test_a_game_has_only_so_much_time(warm: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    """A strategy that is slow at each answer is soon not asked again until the next game."""
    seconds = count()
    clock = SimpleNamespace(monotonic=lambda: next(seconds))  # each exchange takes one
    monkeypatch.setattr(process, "time", clock)
    monkeypatch.setattr(process, "LOOKING", HOUR)  # nobody else looks at the clock
    monkeypatch.setattr(process, "_schedule", lambda place: (0.0, 0.0))
    player = warm(play("return 'run'"), Patience(game=3))
    for seed in ("1", "2"):
        player.begin(seed)
        assert asked(player, 4) == [Result("run")] * 2 + [Result(trouble="timeout")] * 2


def test_who_sleeps_for_ever_is_not_waited_for_at_every_answer(begun: Players) -> None:
    player = begun(BROKEN["timeout"][0], Patience(answer=0.2, game=0.5))
    assert asked(player, 6) == [Result(trouble="timeout")] * 6
    assert player._left <= 0


def test_an_error_out_here_ends_the_process(begun: Players) -> None:
    """The next output of the other side would be unreliable."""

    def broken(answer: Any) -> dict[str, Any]:
        raise ZeroDivisionError

    player = begun(play("return later('run')"))
    with pytest.raises(ZeroDivisionError):
        player.answer(VIEW, QUESTION, broken)
    assert player.answer(VIEW, QUESTION, later).trouble == ""


# -- what holds it ------------------------------------------------------------------------------

HAS_BUBBLEWRAP = bool(process.isolation_here().bubblewrap)


def test_it_cannot_start_anything(begun: Players) -> None:
    player = begun(play("import os", "try: os.fork()", "except OSError: return 'held'"))
    assert asked(player, 1)[0].value == "held"


REACHES_OUT = [
    "return open('/etc/passwd').read()",
    "return open('/sandbox/teachkit/lessons/answers.json').read()",
    "import socket; return socket.create_connection(('127.0.0.1', 22), 1).fileno()",
    "import socket; return socket.getaddrinfo('example.org', 80)",
    "open('/tmp/here', 'w').write('x'); return 'written'",
    "import os; return os.environ['HOME']",
]


@pytest.mark.skipif(not HAS_BUBBLEWRAP, reason="bubblewrap does not work here")
@pytest.mark.parametrize("attack", REACHES_OUT)
def test_it_sees_no_file_no_network_and_no_environment(attack: str, begun: Players) -> None:
    assert asked(begun(play(*attack.split("; "))), 1)[0].trouble == "raised"


def test_no_python_that_starts_is_an_error(warm: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of the machine, not of the strategy's author."""
    player = warm(ORDINARY[0])
    monkeypatch.setattr(isolation, "_worker_in", lambda package: ["/bin/false"])
    with pytest.raises(SandboxError, match="Python could not be started"):
        player.begin("1")
