"""Where cards are laid."""

from teachkit.widgets.builder.builder import ProgramBuilder, still_fixed
from teachkit.widgets.builder.lanes import LaneBuilders
from teachkit.widgets.builder.ordering import Ordering

__all__ = ["LaneBuilders", "Ordering", "ProgramBuilder", "still_fixed"]
