"""How Lovelace & Babbage looks: the machine, the sheets, and what changes on them."""

from teachkit.draw.lovelace import pieces

__all__ = ["pieces"]
