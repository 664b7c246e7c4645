"""mypy refuses a game whose functions do not fit together."""

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


@pytest.mark.slow
def test_a_game_with_a_wrong_signature_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(WRONG)
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--no-incremental",
        "--no-pretty",
        "--strict",
        str(file),
    ]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    refused = [line.split(":", 1)[1] for line in ran.stdout.splitlines() if ": error:" in line]
    for name in ("name", "perform", "points", "whereabouts"):
        assert any(f'Argument "{name}" to "Game"' in line for line in refused), ran.stdout
    assert any('Missing named argument "predictions"' in line for line in refused)
    assert len(refused) == 5
