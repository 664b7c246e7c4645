"""Where a lesson ends, and what was done is looked at."""

from teachkit.widgets.finish.finish import Finish

__all__ = ["Finish"]
