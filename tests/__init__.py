"""The tests of teachkit."""
