"""The registry of games.

A new game needs a line in `PACKAGES`; CONTRIBUTING lists everything else that it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from teachkit.core.strings import suggested
from teachkit.errors import UnknownNameError
from teachkit.words import say, shown

if TYPE_CHECKING:
    from teachkit.core.game.game import Game

PACKAGES = {
    "algoracing": "teachkit.games.algoracing",
    "lovelace": "teachkit.games.lovelace",
    "calamitron": "teachkit.games.calamitron",
    "roborally": "teachkit.games.roborally",
}
"""The package that defines each game as `GAME`. A package is imported only when it is needed."""

NAMES = PACKAGES.keys()


def game(name: str) -> Game:
    """Return the `Game` record of the game `name`. Raise `UnknownNameError` if there is none.

    >>> game("algoracing").name
    'algoracing'
    """
    if not isinstance(name, str) or name not in PACKAGES:
        name = name if isinstance(name, str) else shown(name)
        raise UnknownNameError(suggested(say('There is no game "{name}".', name=name), name, NAMES))
    found: Game = import_module(PACKAGES[name]).GAME
    return found


def game_of(state: object) -> Game:
    """Return the game that `state` belongs to. Raise `UnknownNameError` if there is none."""
    package = type(state).__module__.rpartition(".")[0]
    return game(next((name for name in NAMES if PACKAGES[name] == package), package))
