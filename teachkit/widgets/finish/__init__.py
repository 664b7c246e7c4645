"""The widget for the end of a lesson."""

from teachkit.widgets.finish.finish import Finish, Progress

__all__ = ["Finish", "Progress"]
