"""The exercise generator: draws boards at random, proves tasks by search, and writes files."""
