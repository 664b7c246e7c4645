"""Exercise files: TOML read into a validated `Exercise`, and data written as TOML.

An exercise's id is its file's name without the suffix. An unknown key is an error that names the
most similar known key.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from teachkit.core.data import read_toml, structure
from teachkit.errors import DataError
from teachkit.exercises.judging.building import among, built
from teachkit.exercises.kinds import KINDS
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.file import File


def load_exercise(path: Path) -> Exercise:
    """Load the exercise in the file `path`.

    Raise `DataError`, with the file, the key and the remedy, if the file is invalid.
    """
    data = read_toml(path)
    try:
        return make_exercise(path.stem, data)
    except DataError as error:
        raise DataError(error.says, path) from error


def make_exercise(name: str, data: Mapping[str, object]) -> Exercise:
    """Return the exercise `name`, built from plain data. Raise `DataError` if `data` is invalid."""
    file = structure(dict(data), File)
    among(file.kind, tuple(KINDS), "kind")
    return built(name, file, KINDS[file.kind])


# -- written -------------------------------------------------------------------------------------

_INLINE = ("labels",)  # keys whose lists of short tables are written as inline arrays
_LINE = 88


def toml_text(data: Mapping[str, object]) -> str:
    """Return `data` as TOML that parses to the same data, with plain keys before tables.

    >>> print(toml_text({"starts": [{"rovers": {"red": "a1 north"}}], "title": "Up"}), end="")
    title = "Up"
    <BLANKLINE>
    [[starts]]
    rovers = {red = "a1 north"}
    """
    import tomlkit

    document = tomlkit.document()
    for key, value in sorted(data.items(), key=lambda item: _has_a_head(*item)):
        if _has_a_head(key, value):
            document.add(tomlkit.nl())
            document.add(key, _tables(value))
        else:
            document.add(key, _written(value))
    return tomlkit.dumps(document)


def _has_a_head(key: str, value: Any) -> bool:
    """Return whether a value gets its own header, such as `[solution]` or `[[starts]]`."""
    if isinstance(value, Mapping):
        return any(isinstance(inner, str) for inner in value.values())
    is_list = isinstance(value, list | tuple) and bool(value) and key not in _INLINE
    return is_list and all(isinstance(each, Mapping) for each in value)


def _tables(value: Any) -> Any:
    import tomlkit

    if isinstance(value, Mapping):
        table = tomlkit.table()
        for key, inner in value.items():
            table.add(key, _written(inner))
        return table
    return tomlkit.items.AoT([*map(_tables, value)])


def _written(value: object) -> Any:
    """Return `value` as the TOML that follows its key.

    Text with several lines is in triple quotes; each item of a long list is on its own line.
    """
    import tomlkit

    if isinstance(value, str) and "\n" in value and "\r" not in value:
        text = tomlkit.string(value, multiline=True).as_string().removeprefix('"""')
        return tomlkit.value('"""' + ("" if text.startswith("\n") else "\n") + text)
    if isinstance(value, Mapping):
        row = tomlkit.inline_table()
        row.update({key: _inside(inner) for key, inner in value.items()})
        return row
    if isinstance(value, list | tuple):
        rows = tomlkit.array()
        rows.extend(map(_inside, value))
        return rows.multiline(len(rows.as_string()) > _LINE)
    return tomlkit.item(value)


def _inside(value: object) -> Any:
    """Return `value` as TOML for use inside another value, with text on one line."""
    import tomlkit

    return tomlkit.item(value) if isinstance(value, str) else _written(value)
