"""Facts about a player that are shown beside the board during a match."""

from __future__ import annotations

from typing import NamedTuple


class Holding(NamedTuple):
    """A thing that a player has beside the board, such as an option card or a secret goal.

    `kind` is its name in the `about` of a topic, `label` is its name for people, and `says` is what
    it does. If only its back is visible, `says` is empty, and the label is that of its kind.
    """

    kind: str
    label: str
    says: str = ""
