"""Search for the shortest solutions of an exercise: fewest cards, or fewest steps. They set par."""
