"""Judge answers: compute their verdicts and points."""
