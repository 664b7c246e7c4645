"""What a notebook says to play: `tk.table("roborally", players=["Ada", "Bo"])`."""

from __future__ import annotations

import re
import secrets
import time
import unicodedata
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from teachkit.classroom.answers import answers_folder
from teachkit.core.game.game import Game
from teachkit.core.run.chance import Seed
from teachkit.games import game as find_game
from teachkit.play.sitting import Sitting
from teachkit.play.strategies.house import house as strategy
from teachkit.widgets.table.table import Table


def table(
    game: str,
    players: str | Sequence[str] = ("Ada", "Bo"),
    *,
    edition: str = "",
    board: str = "",
    seed: Seed | None = None,
    house: str | Sequence[str] = (),
    seconds: float = 0,
) -> Table:
    """A whole game at one screen; called again, it goes on where it was.

    `players` are names, in the order of their seats, and a strength such as `"random"` is a seat
    of the house; those of `house` sit behind them. Every answer is kept in a file beside the
    notebook, one for each game that is called so. With `seconds` each program is laid against the
    clock.

    >>> table("algoracing", ["Ada", "Bo"], seed=1)
    Table('algoracing', Ada, Bo)
    """
    module = find_game(game)
    names = [*_listed(players), *_strengths(module, house)]
    setup = module.opening.match(len(names), edition, board)
    drawn = _drawn() if seed is None else seed
    opened = (game, names, edition, board, seed)
    sitting = Sitting(module, setup, names, drawn, file=file_of(*opened), seconds=seconds,
                      clock=time.monotonic)  # fmt: skip
    return Table(sitting, _drawn)


def file_of(game: str, names: Sequence[str], *how: object) -> Path:
    """Where a game that is opened so is kept: another one has another file."""
    who = unicodedata.normalize("NFC", "-".join([game, *names]))
    called = re.sub(r"\W+", "-", who).strip("-")[:60]
    opened = sha256(repr((game, list(names), *how)).encode()).hexdigest()[:6]
    return answers_folder() / f"table-{called}-{opened}.json"


def _listed(names: str | Sequence[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def _strengths(game: Game, names: str | Sequence[str]) -> list[str]:
    """Who plays for the house. Raises `UnknownNameError` for a strength that there is not."""
    for name in _listed(names):
        strategy(game, name)
    return _listed(names)


def _drawn() -> int:
    """A seed that nobody chose."""
    return secrets.randbelow(1_000_000)
