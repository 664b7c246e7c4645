"""Exercise files as text: plain data written the way an author would."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_INLINE = ("labels",)  # lists of tables so short that they stand on their key's own lines
_LINE = 88


def toml_text(data: Mapping[str, Any]) -> str:
    """An exercise's keys, then its tables, as TOML that reads back to the same data.

    >>> print(toml_text({"starts": [{"rovers": {"red": "a1 north"}}], "title": "Up"}), end="")
    title = "Up"
    <BLANKLINE>
    [[starts]]
    rovers = {red = "a1 north"}
    """
    import tomlkit

    document = tomlkit.document()
    tables = [key for key, value in data.items() if _has_a_head(key, value)]
    for key in data:
        if key not in tables:
            document.add(key, _written(data[key]))
    for key in tables:
        document.add(tomlkit.nl())
        document.add(key, _tables(data[key]))
    return tomlkit.dumps(document)


def _has_a_head(key: str, value: Any) -> bool:
    """Whether it stands under heads of its own, such as `[solution]` or `[[starts]]`."""
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
    tables = tomlkit.aot()
    for each in value:
        tables.append(_tables(each))
    return tables


def _written(value: Any) -> Any:
    """A value behind its key: lines between three quotes, a long list a line for each."""
    import tomlkit

    if isinstance(value, str) and "\n" in value and "\r" not in value:
        text = tomlkit.string(value, multiline=True).as_string().removeprefix('"""')
        return tomlkit.value('"""' + ("" if text.startswith("\n") else "\n") + text)
    if isinstance(value, Mapping):
        row = tomlkit.inline_table()
        for key, inner in value.items():
            row.add(key, _inside(inner))
        return row
    if isinstance(value, list | tuple):
        rows = tomlkit.array()
        for each in value:
            rows.append(_inside(each))
        return rows.multiline(len(rows.as_string()) > _LINE)
    return tomlkit.item(value)


def _inside(value: Any) -> Any:
    """A value inside another one, all of it on one line."""
    import tomlkit

    return tomlkit.item(value) if isinstance(value, str) else _written(value)
