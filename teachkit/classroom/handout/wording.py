"""The wording of tasks on paper, where nothing can be pressed or run."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from teachkit.core.data import read_toml


@cache
def _changes() -> list[tuple[str, str]]:
    """Return the patterns to replace, each with its replacement, in the order of use."""
    pairs = read_toml(Path(__file__).with_suffix(".toml"))["changes"]
    return [(pattern, instead) for pattern, instead in pairs]


def on_paper(text: str) -> str:
    """Return the text of a task without sentences about buttons, and with bullets for lists.

    >>> on_paper("Which board? Press **Board 2** to see the next board.")
    'Which board?'
    >>> on_paper("Pick it up: press some cards, then press **Run**.")
    'Pick it up: place some cards.'
    """
    for pattern, instead in _changes():
        text = re.sub(pattern, instead, text, flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", text).strip()
