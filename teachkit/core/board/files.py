"""Board files: a game's own, by name, and an instructor's own, by path."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeVar

from teachkit.core.data import read_toml, structure
from teachkit.core.strings import nearest
from teachkit.errors import BoardError, DataError
from teachkit.words import say

B = TypeVar("B")
F = TypeVar("F")


def board_names(folder: Traversable) -> list[str]:
    """Return the names of the boards in a folder, in alphabetical order."""
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir())


def load(folder: Traversable, name: str, form: type[F], build: Callable[[F, str], B]) -> B:
    """Return a board by its name in `folder`, or an instructor's own by the path of its file.

    The file has the keys of `form`; `build` makes the board from them and the file's name. Raises
    `BoardError` if there is no such board, `DataError` with the path if the file is damaged.
    """
    path = board_file(folder, name)
    data = read_toml(path)
    try:
        return build(structure(data, form), path.stem)
    except (BoardError, DataError) as error:
        raise DataError(error.says, path) from error


def board_file(folder: Traversable, name: str) -> Path:
    """Return the path of a board's TOML file, given its name in `folder` or any path.

    >>> from importlib import resources
    >>> board_file(resources.files("teachkit.games.algoracing") / "boards", "tow-hills")
    Traceback (most recent call last):
    teachkit.errors.BoardError: There is no board "tow-hills". Did you mean "two-hills"?
    """
    ours, is_path = board_names(folder), name.endswith(".toml")
    path = Path(name) if is_path else Path(str(folder / f"{name}.toml"))
    if (not is_path and name not in ours) or not _is_file(path):
        close = nearest(name, ours, cutoff=0)
        says = say('There is no board "{name}". Did you mean "{word}"?', name=name, word=close)
        raise BoardError(says)
    return path


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # the name is not valid for any file
        return False
