"""Pictures of states, drawn with matplotlib. The package is imported for the first picture."""
