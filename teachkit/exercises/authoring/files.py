"""Exercise files: TOML read into a validated `Exercise`, and data written and changed as TOML.

An exercise's id is its file's name without the suffix. An unknown key is an error that names the
most similar known key.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any, TypeAlias

from teachkit.core.data import plain, read_toml, structure
from teachkit.errors import DataError
from teachkit.exercises.judging.building import AROUND, among, built
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


def unused_keys(exercise: Exercise) -> dict[str, list[str]]:
    """Map each key of the file that only other kinds use to the names of these kinds."""
    found = {
        key: [kind.name for kind in KINDS.values() if key in kind.keys]
        for key in plain(exercise.file)
        if key not in exercise.kind.keys
    }
    return {key: kinds for key, kinds in found.items() if kinds}


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
    tables = [key for key in ordered if has_header(key, ordered[key]) and key not in inline]
    lines = {key: value for key, value in ordered.items() if key not in tables}
    texts = [toml_lines(lines, WIDTH)] if lines else []
    return "\n".join((*texts, *(toml_tables(key, ordered[key]) for key in tables)))


def in_order(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of `data` whose keys, and those of its tables, are in the usual order."""
    start = [*AROUND]
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


# -- changed -------------------------------------------------------------------------------------

# Changed data are written, and every other line stays as it is.

KeyPath: TypeAlias = tuple[str | int, ...]
"""Keys, and positions in lists of tables, that lead to a value."""

GONE = -1  # in the place of the first key, in pieces without text
_CODE = re.compile(r"^[ \t]*(?=[^\s#])", re.MULTILINE)
_ABOVE = re.compile(r"(?:[^\n]*\S[^\n]*\n)+\Z")  # comments that no blank line follows
_COMMENT = re.compile(r"#[^\n]*\n")
_LINES = re.compile(r"[^\n]*\n|[^\n]+")


def edited(text: str, data: Mapping[str, Any]) -> str:
    r"""Return the TOML `text` with only those lines changed that have to change to mean `data`.

    Comments, spelling, and the order of keys stay. Comments beside or directly above a value go
    with it.

    >>> print(edited("b=1 # one\n\n# about a\na = [2,3]\n", {"a": [2, 3], "b": 5}), end="")
    b=5 # one
    <BLANKLINE>
    # about a
    a = [2,3]
    """
    old, new = tomllib.loads(text), in_order(data)
    newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    pieces = [*_pieces(text, old)]
    inline = {str(piece.unit[0]) for piece in pieces if piece.end and len(piece.unit) == 1}
    wanted = [*_pieces(toml_text(new, inline).replace("\n", newline), new)]
    for piece in pieces:
        key = str(piece.unit[0])
        if piece.is_in_list and has_header(key, new.get(key)):
            place = _places(old[key], tables_in(new[key]))[int(piece.unit[1])]
            piece.unit = (key, place, piece.unit[2])
    kept = {key for key in new if key in old and _same(old[key], new[key])}
    _change(pieces, {each.unit: each for each in wanted}, kept)
    _add(pieces, wanted, kept)
    for key in new.keys() - kept:
        spots = [at for at, each in enumerate(pieces) if each.is_in_list and each.unit[0] == key]
        blocks = sorted((pieces[at] for at in spots), key=lambda piece: int(piece.unit[1]))
        for at, piece in zip(spots, blocks, strict=True):
            pieces[at] = piece
    result = ""
    for piece in pieces:
        is_open = bool(result and piece.lead + piece.text) and not result.endswith("\n")
        result += newline * is_open + piece.lead + piece.text
    if _same(_parsed(result), data):
        return result
    # Tables are so entangled that one of them cannot be changed alone.
    comments = [line.strip() for piece in pieces for line in _LINES.findall(piece.lead)]
    return "".join(f"{comment}\n" for comment in comments if comment) + toml_text(new)


@dataclass(eq=False)
class _Piece:
    """A header, or a key with its value, and the blank lines and comments above it.

    `unit` is the path of the key in an outermost table to which the piece belongs; for the header
    of such a table, that key is empty. `value` is the value of this unit, and `end` the end of a
    value in `text`. The value begins at `start` if it is that of the whole unit; otherwise, `start`
    is 0. In a header, both are 0.
    """

    lead: str
    text: str
    unit: KeyPath
    start: int = 0
    end: int = 0
    value: Any = None

    @property
    def is_in_list(self) -> bool:
        """Whether the piece belongs to one of a list of tables with headers."""
        return len(self.unit) == 3

    def remove(self) -> None:
        """Remove the text, and the comment directly above it."""
        lead = _ABOVE.sub("", self.lead)
        self.lead = lead if self.end else lead.rstrip() + "\n" * bool(lead.strip())
        self.text, self.unit = "", (GONE, self.unit[-1])


def _pieces(text: str, data: Any) -> Iterator[_Piece]:
    """Split `text`, which means `data`, into pieces. The last one has no text."""
    lead = pending = ""
    table: KeyPath = ()
    numbers: dict[KeyPath, int] = {}
    for line in _LINES.findall(text):
        pending += line
        found = _parsed(pending)
        if found is None:
            continue
        if not found:
            lead, pending = lead + pending, ""
            continue
        if pending.lstrip().startswith("["):
            keys, table = [*_keys(found)], ()
            for at, key in enumerate(keys, 1):
                table = (*table, key)
                if at == len(keys) and pending.lstrip().startswith("[["):
                    numbers[table] = numbers.get(table, -1) + 1
                table += (numbers[table],) if table in numbers else ()
            path, start, end = table, 0, 0
        else:
            signs = (match.start() for match in re.finditer("=", pending))
            sign = next(at for at in signs if _parsed(f"{pending[:at]}= 0"))
            path = (*table, *_keys(_parsed(f"{pending[:sign]}= 0")))
            start = len(pending) - len(pending[sign + 1 :].lstrip(" \t"))
            end = _end(pending)
        depth = 3 if path[:1] in numbers else 2
        unit = path[:depth] if end or len(path) >= depth else (*path, "")
        value = reduce(getitem, unit, data) if unit[-1] != "" else None
        yield _Piece(lead, pending, unit, start if path == unit else 0, end, value)
        lead = pending = ""
    yield _Piece(lead + pending, "", (GONE, ""))


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _keys(found: Any) -> Iterator[str]:
    while isinstance(found, dict) and found:
        [(key, found)] = found.items()
        yield key


def _end(text: str, opened: str = "", closed: str = "") -> int:
    """Return the place in `text` where a value ends, in front of spaces and a comment."""
    starts = [text[: sign.start()] for sign in re.finditer("#", text)]
    whole = _parsed(opened + text + closed)
    return len(next((it for it in starts if _parsed(opened + it + closed) == whole), text).rstrip())


def _same(one: object, other: object) -> bool:
    """Return whether two values are equal and of the same types."""
    return _spelt(one) == _spelt(other)


def _spelt(value: object) -> str:
    return json.dumps(value, sort_keys=True, default=repr)


def _places(old: Sequence[Any], new: Sequence[Any]) -> list[int]:
    """Return the place in `new` of each `old` table; those beyond the end are gone."""
    places: dict[int, int] = {}
    for alike in (_same, _is_similar, lambda one, other: len(old) == len(new)):
        for number, table in enumerate(old):
            free = [at for at in range(len(new)) if at not in places.values()]
            found = [at for at in free if number not in places and alike(table, new[at])]
            if found:
                places[number] = min(found, key=lambda at: abs(at - number))
    return [places.get(number, len(new) + number) for number in range(len(old))]


def _is_similar(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return any(key in other and _same(other[key], value) for key, value in one.items())


def _change(pieces: Sequence[_Piece], wanted: Mapping[KeyPath, _Piece], kept: set[str]) -> None:
    """Change the values of `pieces` to the `wanted` ones, and remove those that are not wanted."""
    changed = set()
    for piece in pieces:
        unit, twin = piece.unit, wanted.get(piece.unit)
        if unit[0] in (*kept, GONE) or (twin and _same(twin.value, piece.value)):
            continue
        if twin is None or unit in changed:
            piece.remove()
        elif not piece.start:
            lead = ""
            for part in pieces:
                if part.unit == unit:
                    lead += part.lead + "".join(_COMMENT.findall(part.text[part.end :]))
                    part.lead = ""
            piece.lead, piece.text = lead, twin.text
        else:
            old = piece.text[piece.start : piece.end]
            spelling = _respelt(old.replace("\r\n", "\n"), piece.value, twin.value)
            is_right = _same(_parsed(f"x = {spelling}"), {"x": twin.value})
            new = spelling if is_right else twin.text[twin.start : twin.end]
            piece.text = piece.text[: piece.start] + new + piece.text[piece.end :]
        changed.add(unit)


def _add(pieces: list[_Piece], wanted: Sequence[_Piece], kept: set[str]) -> None:
    """Add those of the `wanted` pieces that are new, each below the one that comes before it."""
    place = 0
    for twin in wanted:
        alike = [
            at
            for at, each in enumerate(pieces)
            if each.unit == twin.unit or each.unit[0] == twin.unit[0] in kept
        ]
        if alike:
            place = alike[-1] + 1
            continue
        while twin.unit[-1] == "" != pieces[place].unit[-1]:
            place += 1  # to the end of the table above
        twin.lead = twin.lead if place else ""
        pieces.insert(place, twin)
        place += 1


def _respelt(spelling: str, old: Any, new: Any) -> str:
    """Return `new`, spelt as `old` is in `spelling`; the result may be wrong."""
    if isinstance(old, str) and isinstance(new, str):
        quotes = spelling[:3] if spelling[:3] in ('"""', "'''") else spelling[:1]
        return spelling.removesuffix(quotes).removesuffix(old) + new + quotes
    if not (isinstance(old, list) and isinstance(new, list) and "\n" in spelling):
        return ""
    head, *lines = _LINES.findall(spelling)
    rows, row = dict[str, str](), ""
    for line in lines:
        row += line
        found = _parsed(f"x = [{row}\n]")
        if found and found["x"]:
            rows[_spelt(found["x"])], row = row, ""
    result = str(head)
    for number, item in enumerate(new, 1):
        text = rows.get(_spelt([item]), f"    {toml_value(item)},\n")
        if rows and _spelt([item]) not in rows:
            old_row = [*rows.values()][min(number, len(rows)) - 1]
            space, code = next(_CODE.finditer(old_row)).span()
            beside = old_row[_end(old_row, "x = [", "\n]") :] if len(new) == len(rows) else "\n"
            above = old_row[:space] if len(new) == len(rows) else ""
            text = f"{above}{old_row[space:code]}{toml_value(item)},{beside}"
        end = _end(text, "x = [", "\n]")
        is_open = number < len(new) and not text[:end].endswith(",")
        result += text[:end] + "," * is_open + text[end:]
    return result + row
