"""Pictures of states, drawn by matplotlib. This package is imported with the first picture."""
