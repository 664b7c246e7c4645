"""Exercise files as examples."""

from __future__ import annotations

from teachkit.classroom.library import exercise_files


def text(name: str) -> str:
    """Return the file of the packaged exercise `name` as a block of code."""
    file = exercise_files()[name]
    return f'```toml title="{file.name}"\n{file.read_text(encoding="utf-8").rstrip()}\n```'
