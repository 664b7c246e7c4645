"""How RoboRally looks: the factory floor, what hangs on its walls, and where the robots are."""

from teachkit.draw.roborally import pieces

__all__ = ["pieces"]
