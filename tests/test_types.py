"""Test that mypy refuses a game whose functions do not fit together."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WRONG = """
from dataclasses import replace

from teachkit.core.game.game import Game
from teachkit.games.algoracing import GAME
from teachkit.games.algoracing.state import State


def whereabouts(state: State, player: int) -> str:
    return ""


def points(state: State) -> list[int]:
    return []


fine: Game[State] = replace(GAME, whereabouts=GAME.whereabouts)
wrong = Game[State](
    name=1,
    instructions=GAME.instructions,
    editions=GAME.editions,
    setup=GAME.setup,
    opening=GAME.opening,
    levels=GAME.levels,
    goals=GAME.goals,
    goals_in_words=GAME.goals_in_words,
    resolve=GAME.resolve,
    perform=GAME.finish,
    finish=GAME.finish,
    play=GAME.play,
    players=GAME.players,
    vocabulary=GAME.vocabulary,
    problems=GAME.problems,
    outcome=GAME.outcome,
    points=points,
    seen_by=GAME.seen_by,
    whereabouts=whereabouts,
    placed=GAME.placed,
)
"""


CARDS = """
from teachkit.games.roborally.moments import Moments
from teachkit.games.roborally.pieces import Held
from teachkit.games.roborally.state import State, adjusted


def more(state: State, name: str, held: Held, value: int) -> int:
    return value + 1


fine = Moments(cards_dealt=more)
wrong = Moments(is_carried=more, dealt=more)


def asked(state: State) -> None:
    red = state.robot("red")
    adjusted(state, red, lambda held: held.is_carried, True, True)
    adjusted(state, red, lambda held: held.is_caried, True, True)
    adjusted(state, red, lambda held: held.is_carried, True)
"""


def refusals(tmp_path: Path, source: str) -> list[str]:
    """Return the errors that mypy reports for this source."""
    file = tmp_path / "wrong.py"
    file.write_text(source)
    options = ["--no-incremental", "--no-pretty", "--strict", str(file)]
    command = [sys.executable, "-m", "mypy", *options]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return [line.split(":", 1)[1] for line in ran.stdout.splitlines() if ": error:" in line]


@pytest.mark.slow
def test_a_game_with_a_wrong_signature_is_refused(tmp_path: Path) -> None:
    refused = refusals(tmp_path, WRONG)
    for name in ("name", "perform", "points", "whereabouts"):
        assert any(f'Argument "{name}" to "Game"' in line for line in refused), refused
    assert any('Missing named argument "predictions"' in line for line in refused)
    assert len(refused) == 5


@pytest.mark.slow
def test_an_option_card_with_a_wrong_effect_is_refused(tmp_path: Path) -> None:
    refused = refusals(tmp_path, CARDS)
    for name in ("is_carried", "dealt"):
        assert any(f'Argument "{name}" to "Moments"' in line for line in refused), refused
    lines = {int(line.split(":")[0]) for line in refused}
    assert lines == {12, 18, 19}
