"""Tournaments of learners' strategies: entrants, games, results and a report."""
