"""How Calamitron looks: the hall, the bots in it, and what they do to each other."""

from teachkit.draw.calamitron import effects, pieces

__all__ = ["effects", "pieces"]
