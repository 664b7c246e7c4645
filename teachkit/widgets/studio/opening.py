"""The function that lessons call to make a level: `tk.studio("algoracing")`."""

from __future__ import annotations

from teachkit.widgets.studio.drafts import opened
from teachkit.widgets.studio.studio import Studio


def studio(level: str = "algoracing") -> Studio:
    """Return the studio for making a level.

    `level` is the name of a game, for a new level, or the name of a file or an exercise to change:
    `tk.studio("my-level.toml")`.
    """
    return Studio(*opened(level))
