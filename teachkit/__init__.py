"""teachkit teaches programming with games, in Jupyter."""
