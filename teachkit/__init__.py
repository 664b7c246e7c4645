"""A package for teaching programming with games in Jupyter.

Each public name is imported on first use, so that `import teachkit` is quick.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from teachkit.classroom.score import points
    from teachkit.core.game.game import run
    from teachkit.core.language.program import Program
    from teachkit.games import game
    from teachkit.widgets.studio.studio import studio
    from teachkit.widgets.table.opening import replay, table
    from teachkit.widgets.workbench.friends import friends
    from teachkit.widgets.workbench.lesson_calls import board, exercise, finish, roads, watch
    from teachkit.words import language

__version__ = "0.1.0"

_ROOMS = {
    "Program": "teachkit.core.language.program",
    "run": "teachkit.core.game.game",
    "game": "teachkit.games",
    "points": "teachkit.classroom.score",
    "board": "teachkit.widgets.workbench.lesson_calls",
    "exercise": "teachkit.widgets.workbench.lesson_calls",
    "friends": "teachkit.widgets.workbench.friends",
    "finish": "teachkit.widgets.workbench.lesson_calls",
    "language": "teachkit.words",
    "replay": "teachkit.widgets.table.opening",
    "roads": "teachkit.widgets.workbench.lesson_calls",
    "studio": "teachkit.widgets.studio.studio",
    "table": "teachkit.widgets.table.opening",
    "watch": "teachkit.widgets.workbench.lesson_calls",
}


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return getattr(import_module(_ROOMS[name]), name)
    raise AttributeError(f"module 'teachkit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*_ROOMS, "__version__"]


__all__ = [
    "Program",
    "board",
    "exercise",
    "finish",
    "friends",
    "game",
    "language",
    "points",
    "replay",
    "roads",
    "run",
    "studio",
    "table",
    "watch",
]

if "IPython" in sys.modules:
    import_module("teachkit.ipython").tell_ipython()
