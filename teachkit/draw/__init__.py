"""Pictures of states, drawn by matplotlib. It is imported when the first picture is drawn."""
