"""Judging: turns an answer into verdicts and points."""
