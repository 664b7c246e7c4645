"""Builders for the programs of one piece or several, and for putting texts in order."""

from teachkit.widgets.builder.builder import Ordering, ProgramBuilder, still_fixed
from teachkit.widgets.builder.lanes import LaneBuilders

__all__ = ["LaneBuilders", "Ordering", "ProgramBuilder", "still_fixed"]
