"""The builder: cards are laid as a program, for one piece or several, or put in order."""

from teachkit.widgets.builder.builder import Ordering, ProgramBuilder, still_fixed
from teachkit.widgets.builder.lanes import LaneBuilders

__all__ = ["LaneBuilders", "Ordering", "ProgramBuilder", "still_fixed"]
