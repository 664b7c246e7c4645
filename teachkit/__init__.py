"""A package for teaching programming with games in Jupyter.

Each public name is imported on first use, so that `import teachkit` is quick.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from teachkit.classroom.progress import points
    from teachkit.core.game.game import run
    from teachkit.core.language.program import Program
    from teachkit.games import game
    from teachkit.widgets.map import map, place  # noqa: A004
    from teachkit.widgets.studio.preview import preview
    from teachkit.widgets.studio.studio import studio
    from teachkit.widgets.table.comparison import compare
    from teachkit.widgets.table.opening import replay, table
    from teachkit.widgets.workbench.lesson_calls import board, dots, exercise, finish, roads, watch
    from teachkit.widgets.workbench.makebench import friends
    from teachkit.words import language

__version__ = "0.1.0"

_NAMES = {
    "teachkit.classroom.progress": ("points",),
    "teachkit.core.game.game": ("run",),
    "teachkit.core.language.program": ("Program",),
    "teachkit.games": ("game",),
    "teachkit.widgets.studio.preview": ("preview",),
    "teachkit.widgets.studio.studio": ("studio",),
    "teachkit.widgets.table.comparison": ("compare",),
    "teachkit.widgets.table.opening": ("replay", "table"),
    "teachkit.widgets.map": ("map", "place"),
    "teachkit.widgets.workbench.makebench": ("friends",),
    "teachkit.widgets.workbench.lesson_calls": (
        *("board", "dots", "exercise", "finish"),
        *("roads", "watch"),
    ),
    "teachkit.words": ("language",),
}
_ROOMS = {name: room for room, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return getattr(import_module(_ROOMS[name]), name)
    raise AttributeError(f"module 'teachkit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*_ROOMS, "__version__"]


__all__ = [
    "Program", "board", "compare", "dots", "exercise", "finish", "friends", "game", "language",
    "map", "place", "points", "preview", "replay", "roads", "run", "studio", "table", "watch",
]  # fmt: skip

if "IPython" in sys.modules:
    import_module("teachkit.ipython").tell_ipython()
