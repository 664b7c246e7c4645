"""The type of a game's states, for code that works with any game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    State = TypeVar("State", default=Any)
    """A game's own class of states. Without one, as in `Game`, it is any game's."""
else:
    from typing import TypeVar

    State = TypeVar("State")
