"""The games. A new one is its package, one line here, one file in `draw`, its rulebook tests."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from teachkit.core.texts import nearest
from teachkit.errors import UnknownNameError
from teachkit.words import say

if TYPE_CHECKING:
    from teachkit.core.game.game import Game

NAMES = ("algoracing", "lovelace", "calamitron", "roborally")


def game(name: str) -> Game:
    """The game module of this name, imported when it is asked for.

    >>> game("algoracing").name
    'algoracing'
    """
    if name not in NAMES:
        close = nearest(name, NAMES) or NAMES[0]
        raise UnknownNameError(
            say('There is no game "{name}". Did you mean "{word}"?', name=name, word=close)
        )
    found: Game = import_module(f"teachkit.games.{name}").GAME
    return found
