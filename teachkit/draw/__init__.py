"""Pictures of states, drawn by matplotlib. The first picture imports this package."""
