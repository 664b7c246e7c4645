"""Where cards are laid."""

from teachkit.widgets.builder.builder import ProgramBuilder, still_fixed

__all__ = ["ProgramBuilder", "still_fixed"]
