"""Starters: small exercise files that work, one for each kind and game, for authors to change."""

from __future__ import annotations

import re
from pathlib import Path

from teachkit.core.data import read_toml
from teachkit.errors import DataError
from teachkit.exercises.judging.building import among
from teachkit.games import game as find_game
from teachkit.words import say

STARTERS = Path(__file__).resolve().parents[2] / "starters"
"""The folder of the starters, with a folder for each game and in it a file for each kind."""


def usual_kinds(what: str) -> list[str]:
    """Return the kinds of the exercises in a new `what`: a course, a lesson or an exercise.

    >>> usual_kinds("lesson")
    ['predict', 'program', 'repair']
    """
    return list(read_toml(STARTERS / "usual.toml")[what])


def starter(kind: str, game: str) -> Path:
    """Return the starter of a kind for a game.

    Raise `DataError` if there is no such kind, or if no exercise of this kind suits the game, and
    `UnknownNameError` if there is no such game.

    >>> starter("program", "lovelace").relative_to(STARTERS).as_posix()
    'lovelace/program.toml'
    """
    among(kind, sorted({path.stem for path in STARTERS.glob("*/*.toml")}), "kind")
    path = STARTERS / find_game(game).name / f"{kind}.toml"
    if not path.is_file():
        games = sorted(each.parent.name for each in STARTERS.glob(f"*/{kind}.toml"))
        facts = {"kind": kind, "game": game, "games": ", ".join(games)}
        says = say('The kind "{kind}" does not suit {game}. Choose one of: {games}.', **facts)
        raise DataError(says)
    return path


def starter_text(kind: str, game: str, lesson: str) -> str:
    """Return the text of a new exercise file in `lesson`, with comments for its author."""
    text = starter(kind, game).read_text(encoding="utf-8")
    return re.sub(r"^lesson( *)= .*$", rf'lesson\1= "{lesson}"', text, count=1, flags=re.MULTILINE)
