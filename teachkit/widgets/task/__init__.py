"""The task: the text of an exercise, and answers that are chosen."""

from teachkit.widgets.task.task import Task

__all__ = ["Task"]
