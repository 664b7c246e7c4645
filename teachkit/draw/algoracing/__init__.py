"""How Algoracing looks: the board, what lies on it, and which piece is where."""

from teachkit.draw.algoracing import pieces

__all__ = ["pieces"]
