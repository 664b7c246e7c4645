"""Run learners' Python here, in this process, with every step counted."""
