"""What all widgets share: joined scripts, base classes, and stills for pages without a kernel."""
