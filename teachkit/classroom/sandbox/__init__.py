"""Where a learner's function can do no harm."""
