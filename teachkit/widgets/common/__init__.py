"""Tools shared by all widgets: joined scripts, base classes, and stills."""
