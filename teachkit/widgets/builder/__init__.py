"""Where cards are laid."""

from teachkit.widgets.builder.builder import ProgramBuilder, still_fixed
from teachkit.widgets.builder.lanes import LaneBuilders

__all__ = ["LaneBuilders", "ProgramBuilder", "still_fixed"]
