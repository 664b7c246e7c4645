"""Did you mean …? The known word that is nearest to a misspelt one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(word: str, known: Iterable[str], cutoff: float = 0.4) -> str | None:
    """The known word most like this one; `None` if none is. Swapped letters count as alike.

    >>> nearest("esat", ["west", "east"])
    'east'
    >>> nearest("jump", ["left"]) is None
    True
    """
    spelt = {name.lower(): name for name in known}
    close = difflib.get_close_matches(word.lower(), list(spelt), n=3, cutoff=cutoff)
    swapped = [name for name in close if sorted(name) == sorted(word.lower())]
    return spelt[(swapped + close)[0]] if close else None
