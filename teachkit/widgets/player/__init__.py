"""The player: a run is shown step by step, forward and back."""

from teachkit.widgets.player.player import Hold, Player, Scene, Told

__all__ = ["Hold", "Player", "Scene", "Told"]
