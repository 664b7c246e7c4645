"""Test bots outside a tournament: functions, classes and files that play, and their versions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom.tournament.bots import bot, version
from teachkit.classroom.tournament.bots import seated as seated_bot
from teachkit.core.run.decisions import PickOne
from teachkit.errors import DataError
from teachkit.games import algoracing
from teachkit.play.match import Match
from teachkit.play.strategies import at_random

GAME = algoracing.GAME
PIECES = ("red", "green")
WEIGHT = 3
later = "mine"  # a name of the module, which a bot must not lose


def helper(answer: str) -> int:
    return WEIGHT * len(answer)


def runs(view: Any, decision: Any) -> Any:
    """Run if possible, and play the candidate with the longest text."""
    return max(decision["candidates"], key=lambda answer: helper(str(answer)))


class Counting:
    """A strategy that counts its answers."""

    def __init__(self) -> None:
        self.count = 0

    def play(self, view: Any, decision: Any) -> Any:
        self.count += 1
        return decision["candidates"][self.count % len(decision["candidates"])]


def seated(thing: Any) -> Any:
    return seated_bot("algoracing", bot(thing), "red", PIECES, "1")


def asked(strategy: Any, *options: str) -> Any:
    state = GAME.opening.match(2).state()
    return strategy(GAME.seen_by(state, "red"), PickOne("red", "Which?", options or ("a", "pass")))


@pytest.mark.parametrize("thing", [runs, Counting, Counting()])
def test_functions_and_classes_play_a_whole_game(thing: Any) -> None:
    strategy = seated(thing)
    setup = GAME.opening.match(2)
    match = Match(GAME, setup, 1, {"red": strategy, "green": at_random(2)}, frame_limit=60)
    assert strategy.answered > 3
    assert strategy.passed == 0, strategy.passes
    assert len(match.frames) >= 60 or match.is_over


def test_a_class_begins_each_game_with_fresh_variables() -> None:
    class Turns:
        at = 0

        def play(self, view: Any, decision: Any) -> Any:
            self.at += 1
            return decision["options"][self.at]

    strategy = seated(Turns)
    assert [asked(each, *"abcde") for each in (strategy, strategy, seated(Turns))] == [*"bcb"]


def test_an_error_becomes_a_pass_with_a_sentence() -> None:
    def broken(view: Any, decision: Any) -> Any:
        return view["mee"]

    def wrong(view: Any, decision: Any) -> Any:
        return "fly"

    def shy(view: Any) -> Any:
        return "a"

    def silent(view: Any, decision: Any) -> Any:
        return None

    line = broken.__code__.co_firstlineno + 1
    for function, says in (
        (broken, f'Line {line}: there is no "mee".'),
        (wrong, "It answered 'fly'. Choose one of: a, pass."),
        (shy, '"play" must take 2 arguments.'),
        (silent, "play(…) returned nothing. It should return an answer."),
    ):
        strategy = seated(function)
        assert asked(strategy) == "pass"
        assert strategy.says.startswith(says.split(" there")[0])


def test_a_function_may_look_ahead_and_keeps_its_own_names() -> None:
    def looks(view: Any, decision: Any) -> Any:
        try:
            later("nonsense")  # type: ignore[operator]
        finally:
            return later("a")["me"] and "a"  # type: ignore[operator]  # noqa: B012

    def looks_often(view: Any, decision: Any) -> Any:
        for _ in range(1500):
            later("a")  # type: ignore[operator]
        return "a"

    assert asked(seated(looks)) == "a"
    assert asked(seated(looks_often)) == "a"
    assert later == "mine"


def test_an_interrupt_stops_the_cell_and_not_only_the_bot() -> None:
    def stopped(view: Any, decision: Any) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        asked(seated(stopped))


def test_a_version_changes_with_all_that_a_function_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    before = version(bot(runs))
    assert before == version(bot(runs)) != version(bot(Counting))
    monkeypatch.setitem(globals(), "WEIGHT", 4)
    assert version(bot(runs)) != before
    monkeypatch.undo()
    monkeypatch.setitem(globals(), "helper", len)
    assert version(bot(runs)) != before
    assert version(bot("greedy")) == "greedy"


@pytest.mark.parametrize(
    ("thing", "says"),
    [
        (None, 'A bot is a function, a class with "play", or a .py file, not None.'),
        (max, "or a .py file, not builtin_function_or_method."),
        (Path, "or a .py file, not type."),
        ("no-such.py", "no-such.py: It cannot be read."),
    ],
)
def test_what_cannot_play_is_one_sentence(thing: Any, says: str) -> None:
    with pytest.raises(DataError) as error:
        bot(thing)
    assert says in error.value.says


@pytest.mark.slow
def test_a_file_plays_in_the_sandbox(tmp_path: Path) -> None:
    file = tmp_path / "ada.py"
    file.write_text("import os\ndef play(view, decision):\n    return str(os.getpid())\n")
    strategy = seated(file)
    assert asked(strategy) == "pass"
    assert strategy.says.startswith("It answered '")
    file.write_text("def play(view, decision) return 1")
    with pytest.raises(DataError, match=r"ada cannot play\. Line 1: "):
        seated(str(file))
