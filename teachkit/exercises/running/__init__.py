"""Execution of learners' Python in this process, with every step counted."""
