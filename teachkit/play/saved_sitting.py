"""The record of a sitting in its file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from teachkit.core.data import Table
from teachkit.play.undo import Count, Mark


@dataclass(frozen=True)
class SavedSitting:
    """A sitting as stored in its file, with the version of the file format in `teachkit`.

    `seats` are the pieces and the names of their players, `taken` the names of people who took over
    the seats of strategies, `seen` the frames that each player has seen, and `round` the frames
    before the last round. `draft` holds unsent cards.
    """

    teachkit: int
    seats: list[tuple[str, str]]
    match: Table
    seen: dict[str, Count]
    taken: dict[str, str] = field(default_factory=dict)
    round: Count = 0
    marks: list[Mark] = field(default_factory=list)
    draft: tuple[str, int, Any] = ("", 0, None)
    token: str = ""
