"""Turn an answer into verdicts and points."""
