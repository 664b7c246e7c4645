"""The player, which shows a run step by step, forwards and backwards."""

from teachkit.widgets.player.player import Hold, Player, Response, Scene

__all__ = ["Hold", "Player", "Response", "Scene"]
