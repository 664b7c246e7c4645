"""What a learner is asked, and what is provably true of it."""
