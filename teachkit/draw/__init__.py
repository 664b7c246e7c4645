"""Pictures of states, drawn with matplotlib. Imported only when the first picture is needed."""
