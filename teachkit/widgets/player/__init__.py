"""Where a run is shown, forward and back."""

from teachkit.widgets.player.player import Player

__all__ = ["Player"]
