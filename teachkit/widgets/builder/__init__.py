"""The builder, for programs of one piece or of several, and for texts to put in order."""

from teachkit.widgets.builder.builder import Ordering, ProgramBuilder, still_fixed
from teachkit.widgets.builder.lanes import LaneBuilders

__all__ = ["LaneBuilders", "Ordering", "ProgramBuilder", "still_fixed"]
