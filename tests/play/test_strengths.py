"""Test the measured strengths of the house; see `strengths`."""

from __future__ import annotations

from pathlib import Path

import pytest

from teachkit.core.game.game import Outcome
from teachkit.games import NAMES, calamitron

from ..games import balance_calamitron
from ..thorough import THOROUGH
from . import strengths
from .strengths import GAMES, called, ended, kept, measured, pairings, result

AGAIN = 40 if THOROUGH else 1

each_pairing = pytest.mark.parametrize(
    ("name", "pairing"), [(name, pairing) for name in NAMES for pairing in pairings(name)]
)


@each_pairing
def test_so_many_games_were_played(name: str, pairing: tuple[str, ...]) -> None:
    assert len(kept(name)[called(pairing)]) >= GAMES


@pytest.mark.parametrize("name", NAMES)
def test_each_strength_beats_the_next_weaker_one(name: str) -> None:
    """The confidence is 95 %; in Calamitron its team wins more often."""
    found = [(interval.low, least) for _, interval, least in measured(name, kept(name))]
    assert len(found) == 2
    assert all(low > least for low, least in found)


@pytest.mark.slow
@each_pairing
def test_games_end_as_they_were_kept(name: str, pairing: tuple[str, ...]) -> None:
    ends = "".join(ended(name, pairing, number) for number in range(AGAIN))
    assert ends == kept(name)[called(pairing)][:AGAIN]


def test_teams_win_the_games_that_are_kept_with_the_scenarios() -> None:
    """The same games show whether the scenarios are balanced."""
    boards, scenarios = calamitron.GAME.opening.boards("standard"), balance_calamitron.kept()
    for team in balance_calamitron.TEAMS:
        for number, end in enumerate(kept("calamitron")[team]):
            seed, place = divmod(number, len(boards))
            lost = scenarios[boards[place]][team][seed] == balance_calamitron.LOST
            assert end == ("0" if lost else "1")


def test_a_draw_is_half_a_game() -> None:
    both = Outcome(("red", "green"), "")
    assert [result(each, "red", is_shared=False) for each in (None, both)] == ["=", "="]
    assert result(both, "red", is_shared=True) == "1"
    assert result(Outcome(("green",), ""), "red", is_shared=False) == "0"
    assert result(Outcome((), ""), "red", is_shared=True) == "0"
    assert strengths.won("1=0") == 1.5


def test_who_is_interrupted_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stored games are not played again."""
    played: list[int] = []

    def lost(name: str, pairing: tuple[str, ...], number: int) -> str:
        played.append(number)
        if number == 3:
            raise KeyboardInterrupt
        return "0"

    monkeypatch.setattr(strengths, "DATA", tmp_path)
    monkeypatch.setattr(strengths, "ended", lost)
    with pytest.raises(KeyboardInterrupt):
        strengths.main("lovelace", 5)
    assert kept("lovelace") == {"greedy - random": "000"}
    monkeypatch.setattr(strengths, "ended", lambda name, pairing, number: "1")
    strengths.main("lovelace", 5)
    assert kept("lovelace") == {"greedy - random": "00011", "look-ahead - greedy": "11111"}
    assert played == [0, 1, 2, 3]
    assert "greedy - random: 2 of 5" in capsys.readouterr().out
