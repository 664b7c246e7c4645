"""The player, which shows a run step by step, forward and back."""

from teachkit.widgets.player.player import Hold, Player, Response, Scene

__all__ = ["Hold", "Player", "Response", "Scene"]
