"""Playing: matches, and looking ahead over remembered transitions."""
