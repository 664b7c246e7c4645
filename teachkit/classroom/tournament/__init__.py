"""A tournament of learners' strategies: read, played game by game, told as a table and a page."""
