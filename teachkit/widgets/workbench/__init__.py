"""An exercise with everything around it, and what lessons call."""
