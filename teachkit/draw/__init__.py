"""Pictures of states, by matplotlib. This room is imported when the first picture is drawn."""

from teachkit.draw import diagrams  # registers its scenes

__all__ = ["diagrams"]
