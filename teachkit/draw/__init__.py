"""Pictures of states, by matplotlib. This room is imported when the first picture is drawn."""
