"""The `Game` record, and the types of its fields."""
