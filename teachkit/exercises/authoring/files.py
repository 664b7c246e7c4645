"""Exercise files: TOML read into a validated `Exercise`, and data written as TOML.

An exercise's id is its file's name without the suffix. An unknown key is an error that names the
most similar known key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from teachkit.core.data import read_toml, structure
from teachkit.errors import DataError
from teachkit.exercises.judging.building import among, built
from teachkit.exercises.kinds import KINDS
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.file import File
from teachkit.games import NAMES as GAMES
from teachkit.games import game

CODED = {name: kind for name, kind in KINDS.items() if kind.fits_codes}
"""The kinds of exercises that fit into a code, in the order by which codes number them."""


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

_INLINE = ("cards", "labels")  # tables that are written behind their key, without a header
_LONGEST = 88

WIDTH = 8
"""The least width of the keys before the tables, so that a new key moves no other line."""


def toml_text(data: Mapping[str, Any], inline: Collection[str] = ()) -> str:
    """Return `data` as TOML in the style of `lessons/exercises`, with plain keys before tables.

    Tables in `inline` are written behind their keys.

    >>> print(toml_text({"starts": [{"rovers": {"red": "a1 north"}}], "title": "Up"}), end="")
    title    = "Up"
    <BLANKLINE>
    [[starts]]
    rovers = { red = "a1 north" }
    """
    ordered = in_order(data)
    plain_keys = {
        key: value for key, value in ordered.items() if key in inline or not has_header(key, value)
    }
    texts = [toml_lines(plain_keys, WIDTH)] if plain_keys else []
    texts += (toml_tables(key, ordered[key]) for key in ordered if key not in plain_keys)
    return "\n".join(texts)


def in_order(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of `data` whose keys, and those of its tables, are in the usual order."""
    start = ["hidden", "answers", "says"]
    if str(data.get("game")) in GAMES:
        start += [item.name for item in fields(game(data["game"]).setup)]
    copy = _ordered(data, [item.name for item in fields(File)])
    orders = {"starts": start, "checks": ["check"], "solution": ["answer"], "mistakes": ["answer"]}
    for key in orders.keys() & copy.keys():
        if has_header(key, copy[key]):
            tables = [_ordered(table, orders[key]) for table in tables_in(copy[key])]
            copy[key] = tables if isinstance(copy[key], list | tuple) else tables[0]
    return copy


def _ordered(table: Mapping[str, Any], order: Sequence[str]) -> dict[str, Any]:
    """Return a copy of `table` with the keys of `order` first, and `player` and `points` last."""
    others = [key for key in table if key not in ("player", "points")]
    return {key: table[key] for key in (*order, *others, "player", "points") if key in table}


def has_header(key: str, value: object) -> bool:
    """Return whether a value gets a header of its own, such as `[solution]` or `[[starts]]`."""
    tables = tables_in(value)
    return key not in _INLINE and bool(tables) and all(isinstance(it, Mapping) for it in tables)


def tables_in(value: Any) -> Sequence[Any]:
    """Return the tables in the value of a key, which is a list of tables or a single one."""
    return value if isinstance(value, list | tuple) else [value]


def toml_tables(key: str, value: Any) -> str:
    """Return a table, or each table of a list, below its header `key`."""
    header = f"[[{toml_key(key)}]]" if isinstance(value, list | tuple) else f"[{toml_key(key)}]"
    return "\n".join(f"{header}\n{toml_lines(table)}" for table in tables_in(value))


def toml_lines(table: Mapping[str, Any], width: int = 0) -> str:
    """Return the keys and values of `table` as TOML, aligned at `width` or further right.

    >>> print(toml_lines({"rovers": {"red": "a1 north"}, "walls": ["a2 east"]}), end="")
    rovers = { red = "a1 north" }
    walls  = ["a2 east"]
    """
    width = max(width, *(len(toml_key(key)) for key in table), 0)
    return "".join(toml_line(key, value, width) for key, value in table.items())


def toml_line(key: str, value: Any, width: int = 0) -> str:
    """Return one key and its value; lists of hints and long lists have a line for each item."""
    name, items = toml_key(key).ljust(width), value if isinstance(value, list | tuple) else ()
    if isinstance(value, str) and value and (key == "text" or "\n" in value):
        return f"{name} = {_multiline(value)}\n"
    if items and (key == "hints" or len(f"{name} = {toml_value(value)}") > _LONGEST):
        lines = "".join(f"    {toml_value(item)},\n" for item in items)
        return f"{name} = [\n{lines}]\n"
    return f"{name} = {toml_value(value)}\n"


def toml_value(value: Any) -> str:
    """Return a value as TOML on one line.

    >>> print(toml_value({"says": ['Write "up".', True]}))
    { says = ['Write "up".', true] }
    """
    if isinstance(value, Mapping):
        inner = ", ".join(f"{toml_key(key)} = {toml_value(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, str):
        is_literal = ('"' in value or "\\" in value) and "'" not in value and value.isprintable()
        return f"'{value}'" if is_literal else _quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _multiline(text: str) -> str:
    """Return `text` in triple quotes, which are single quotes if that avoids escapes."""
    is_literal = ("\\" in text or '"""' in text) and "'''" not in f"{text}'"
    if is_literal and all(line.isprintable() for line in text.split("\n")):
        return f"'''\n{text}'''"
    lines = [_quoted(line)[1:-1].replace('\\"', '"') for line in text.split("\n")]
    escaped = "\n".join(lines).replace('"""', '""\\"')
    return f'"""\n{escaped[:-1]}\\""""' if text.endswith('"') else f'"""\n{escaped}"""'


def toml_key(key: str) -> str:
    """Return a key as TOML, in quotes if they are needed."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _quoted(key)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
