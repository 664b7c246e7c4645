"""The widgets in a real browser: a package, so that the browser ends when its last test does."""
