"""Fixtures of exercises, which run in the sandbox with the time limits of classroom tests."""

from tests.classroom.conftest import patient

__all__ = ["patient"]
