"""teachkit beside the tools that schools have already: the real ones, in a place of their own."""
