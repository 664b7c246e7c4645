"""How RoboRally looks: the factory floor, what hangs on its walls, and where the robots are."""

from teachkit.draw.roborally import effects, pieces

__all__ = ["effects", "pieces"]
