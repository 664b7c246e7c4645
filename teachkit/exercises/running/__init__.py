"""Run learners' Python in this process, counting every step."""
