"""Where is said what an answer earned, and where help is asked for."""

from teachkit.widgets.feedback.feedback import Feedback

__all__ = ["Feedback"]
