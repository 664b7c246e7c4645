"""Test `tk.compare`: fair pairs, a rule that stops, a growing picture, and kept results."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import teachkit as tk
from teachkit.classroom.tournament.playing import Terms
from teachkit.errors import TeachkitError
from teachkit.widgets.table import comparison as module
from teachkit.widgets.table.comparison import FILE, Comparison


def runs(view: Any, decision: Any) -> Any:
    return "run" if "run" in decision["options"] else decision["options"][0]


def fly(view: Any, decision: Any) -> Any:
    return "fly"


def stops(view: Any, decision: Any) -> Any:
    raise KeyboardInterrupt


def test_the_games_stop_as_soon_as_it_is_clear() -> None:
    found = tk.compare("random", "greedy", games=60)
    assert found.games < 60
    assert found.is_decided
    assert found.verdict == "greedy is better than random."
    reverse = tk.compare("greedy", "random", games=60)
    assert reverse.verdict == "random is worse than greedy."
    assert reverse.pairs == found.pairs[::-1]  # the same games, seen from the other side


def test_equal_versions_score_one_half_in_every_pair() -> None:
    """With the same seed and swapped seats, what one seat wins, the other loses."""
    found = tk.compare(runs, runs, games=8)
    assert found.pairs == [0, 0, 4, 0, 0]
    assert found.says[:2] == [
        "It is not yet clear which of them is better.",
        f"After 8 games, {found.names['new']} scores 50 %.",
    ]
    assert found.says[2].startswith("In the long run, it scores between ")
    assert found.names["old"].startswith("runs (")


@pytest.mark.slow
def test_in_a_team_game_each_plays_for_a_whole_team() -> None:
    found = tk.compare("random", "look-ahead", game="calamitron", games=12)
    assert found.games == 12 or found.is_decided
    assert found.share >= 0.5


def test_results_are_kept_in_one_line_for_each_pair_of_versions(folder: Path) -> None:
    (folder / FILE).write_text('damaged\n{"new": "x"}\n')
    first = tk.compare("random", "greedy", games=4)
    tk.compare("random", runs, games=2)
    again = tk.compare("random", "greedy", games=6)
    damaged, incomplete, *kept = (folder / FILE).read_text().splitlines()
    assert (damaged, incomplete) == ("damaged", '{"new": "x"}')
    other, line = map(json.loads, kept)
    assert (other["new"], other["old"], other["games"]) == ("runs", "random", 2)
    assert len(other["version"]) == 8
    assert (line["new"], line["games"], line["pairs"]) == ("greedy", 6, again.pairs)
    assert (line["low"], line["high"]) == tuple(again.interval)
    assert sum(again.pairs) == sum(first.pairs) + 1
    assert all(before <= after for before, after in zip(first.pairs, again.pairs, strict=True))
    assert "runs" in again._bundle()["text/html"]


def test_what_was_played_yesterday_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    found = tk.compare("random", "greedy", games=4)
    monkeypatch.setattr(module, "play", None)
    again = tk.compare("random", "greedy", games=4)
    assert again.pairs == found.pairs


def test_an_interrupt_keeps_the_games_so_far(folder: Path) -> None:
    found = tk.compare("greedy", stops, games=4)
    assert found.games == 0
    assert "You stopped the games." in found.says
    assert not (folder / FILE).exists()


def test_a_bot_that_passes_is_told_why() -> None:
    found = tk.compare("random", fly, games=2)
    assert any(says.startswith("fly passed. It answered 'fly'.") for says in found.says)


def test_the_picture_grows_while_the_games_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a notebook, one output is updated, and the cell does not show it twice."""
    shown: list[str] = []

    class Handle:
        def update(self, bundle: dict[str, str], raw: bool) -> None:
            shown.append(bundle["text/html"])

    def display(bundle: dict[str, str], raw: bool, display_id: bool = False) -> Handle:
        shown.append(bundle["text/html"])
        return Handle()

    class Shell:
        kernel, execution_count = True, 7

    shell = Shell()
    monkeypatch.setattr(module, "get_ipython", lambda: shell)
    monkeypatch.setattr(module, "display", display)
    monkeypatch.setattr(module, "PAUSE", 0)
    found = tk.compare("random", "greedy", games=6)
    assert len(shown) == 1 + 3 + 1
    assert [html.count("<circle") for html in shown] == [1] * 5
    lines = [re.findall(r'polyline[^>]*points="([^"]*)"', html)[0] for html in shown]
    assert [len(line.split()) for line in lines] == [1, 2, 3, 4, 4]
    assert all('role="img" aria-label="' in html for html in shown)
    found._ipython_display_()
    assert len(shown) == 5
    shell.execution_count = 8
    found._ipython_display_()
    assert shown[5] == shown[4]


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"old": None}, "A bot is a function"),
        ({"new": "strong"}, "There is no computer player 'strong'"),
        ({"new": "no-such.py"}, "It cannot be read."),
        ({"game": "chess"}, "There is no game"),
        ({"edition": "bsic"}, "There is no edition"),
        ({"games": "many"}, "Write a number of games, such as 200."),
        ({"games": 0}, "Write a number of games, such as 200."),
    ],
)
def test_a_wrong_call_is_one_friendly_sentence(
    facts: dict[str, Any], says: str, folder: Path
) -> None:
    with pytest.raises(TeachkitError) as error:
        tk.compare(**({"old": "random", "new": "greedy"} | facts))
    assert says in error.value.says
    assert not (folder / FILE).exists()


def test_a_hostile_file_of_results_does_no_harm(folder: Path) -> None:
    tk.compare("random", "greedy", games=2)
    [line] = (folder / FILE).read_text().splitlines()
    facts = json.loads(line)
    for pairs in ([-5, 0, 0, 0, 0], [1, 2], "many", None):
        (folder / FILE).write_text(json.dumps(facts | {"pairs": pairs}) + "\n")
        assert Comparison(*map(module.bot, ("random", "greedy")), Terms("algoracing"), 0).games == 0
