"""General misreadings, and the diagnosis of the misreading behind a wrong answer."""
