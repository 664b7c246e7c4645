"""The language of programs: instructions, brackets and notations."""
