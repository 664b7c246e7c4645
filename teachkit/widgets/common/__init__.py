"""The tools of all widgets: joined scripts, base classes, and stills for pages without a kernel."""
