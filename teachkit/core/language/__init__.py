"""The language of programs: instructions, brackets, and the notations they are written in."""
