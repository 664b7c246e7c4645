"""Tests that every sentence can be translated."""
