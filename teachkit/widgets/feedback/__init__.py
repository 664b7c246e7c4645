"""The feedback: the verdict on an answer, its points, and help."""

from teachkit.widgets.feedback.feedback import Feedback

__all__ = ["Feedback"]
