"""Tests in a real browser; a package, so that the browser ends after its last test."""
