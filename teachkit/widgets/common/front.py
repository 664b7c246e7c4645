"""The scripts and styles that a widget hands to the browser: plain files, put together here."""

from __future__ import annotations

from functools import cache
from importlib import resources


@cache
def front(*names: str) -> str:
    """The text of these files of this room, one after the other.

    A widget's script is shared functions first, its own last: `front("common/dom.js",
    "task/task.js")`.
    """
    folder = resources.files("teachkit.widgets")
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in names)
