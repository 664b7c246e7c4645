"""Python functions as answers: called on cases, with their steps counted, and judged."""
