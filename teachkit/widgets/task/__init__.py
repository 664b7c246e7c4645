"""Where the task is said, and written answers are given."""

from teachkit.widgets.task.task import Task

__all__ = ["Task"]
