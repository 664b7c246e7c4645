"""Board files: those that come with a game, by name, and an instructor's own, by path."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path

from teachkit.core.nearest import nearest
from teachkit.errors import BoardError
from teachkit.words import say


def board_names(folder: Traversable) -> list[str]:
    """The boards that come with a game, in alphabetical order."""
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir())


def board_file(folder: Traversable, name: str) -> Path:
    """Where a board's TOML file is: one of these by its name, or any by its path.

    >>> from importlib import resources
    >>> board_file(resources.files("teachkit.games.algoracing") / "boards", "tow-hills")
    Traceback (most recent call last):
    teachkit.errors.BoardError: There is no board "tow-hills". Did you mean "two-hills"?
    """
    ours, is_path = board_names(folder), name.endswith(".toml")
    path = Path(name) if is_path else Path(str(folder / f"{name}.toml"))
    if (not is_path and name not in ours) or not _is_file(path):
        close = nearest(name, ours, cutoff=0)
        raise BoardError(say('There is no board "{name}". Did you mean "{word}"?',
                             name=name, word=close))  # fmt: skip
    return path


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file could have
        return False
