"""The player: a run is shown step by step, forward and back."""

from teachkit.widgets.player.player import Hold, Player, Response, Scene

__all__ = ["Hold", "Player", "Response", "Scene"]
