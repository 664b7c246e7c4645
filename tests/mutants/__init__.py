"""Deliberate faults that the tests must catch, listed with the test that catches each."""
