"""The task: the text of an exercise, and answers to choose from."""

from teachkit.widgets.task.task import Task

__all__ = ["Task"]
