"""Edits of TOML text: changed data are written, and every other line stays as it is."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, TypeAlias

from teachkit.exercises.authoring.files import (
    has_header,
    in_order,
    toml_key,
    toml_line,
    toml_tables,
    toml_text,
    toml_value,
)

Path: TypeAlias = tuple[str | int, ...]
"""Keys, and positions in lists of tables, that lead to a value."""

_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_OPENING = re.compile(r"\[([ \t]*(#[^\n]*)?\n)?")
_ABSENT: Any = object()


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
    document, new = _Document(text), in_order(data)
    document.edit((), tomllib.loads(text), new)
    result = str(document)
    if _same(_parsed(result), data):
        return result
    # Tables are so entangled that one of them cannot be moved alone.
    comments = [line for piece in document.pieces for line in _LINES.findall(piece.lead)]
    return "".join(f"{line.strip()}\n" for line in comments if line.strip()) + toml_text(data)


@dataclass(eq=False)
class _Piece:
    """A header, or a key with its value, and the blank lines and comments above it.

    `section` is the path of the table whose header is above. `equals` is the place of the equals
    sign; it is 0 in a header.
    """

    lead: str
    text: str
    path: Path
    section: Path
    equals: int = 0

    def remove(self) -> None:
        """Remove the text, and those lines of the lead that belong to it."""
        lead = _without_comment(self.lead)
        self.lead = lead if self.equals else lead.rstrip() + ("\n" if lead.strip() else "")
        self.text, self.path = "", ("",)


def _pieces(text: str) -> Iterator[_Piece]:
    lead = pending = ""
    section: Path = ()
    numbers: dict[Path, int] = {}
    for line in _LINES.findall(text):
        pending += line
        found = _parsed(pending)
        if found:
            if pending.lstrip().startswith("["):
                equals, section = 0, ()
                *above, last = _keys(found)
                for key in above:
                    section = _inside((*section, key), numbers)
                section = (*section, last)
                if pending.lstrip().startswith("[["):
                    numbers[section] = numbers.get(section, -1) + 1
                section = path = _inside(section, numbers)
            else:
                keys, equals = _key_of(pending)
                path = (*section, *keys)
            yield _Piece(lead, pending, path, section, equals)
            lead = ""
        elif found is not None:
            lead += pending
        pending = "" if found is not None else pending
    yield _Piece(lead + pending, "", ("",), section)


def _inside(path: Path, numbers: Mapping[Path, int]) -> Path:
    return (*path, numbers[path]) if path in numbers else path


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _keys(found: Any) -> Iterator[str]:
    while isinstance(found, dict) and found:
        [(key, found)] = found.items()
        yield key


def _key_of(text: str) -> tuple[list[str], int]:
    """Return the dotted key at the beginning of `text`, and the place of its equals sign."""
    for sign in re.finditer("=", text):
        if found := _parsed(f"{text[: sign.start()]}= 0"):
            return [*_keys(found)], sign.start()
    raise AssertionError


def _same(one: object, other: object) -> bool:
    """Return whether two values are equal and of the same types."""
    return _spelt(one) == _spelt(other)


def _spelt(value: object) -> str:
    return json.dumps(value, sort_keys=True, default=repr)


class _Document:
    """A TOML text in pieces, in which values are changed, added, removed and moved."""

    def __init__(self, text: str) -> None:
        self.pieces = [*_pieces(text)]
        self.newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"

    def __str__(self) -> str:
        return "".join(piece.lead + piece.text for piece in self.pieces)

    def edit(self, path: Path, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        """Make the table at `path`, which means `old`, mean `new`."""
        for key in dict.fromkeys((*old, *new)):
            here, before, after = (*path, key), old.get(key, _ABSENT), new.get(key, _ABSENT)
            pair = next((each for each in self.pieces if each.path == here and each.equals), None)
            if before is not _ABSENT and after is not _ABSENT and _same(before, after):
                continue
            if pair and after is not _ABSENT:
                self._respell(pair, before, after)
            elif isinstance(before, Mapping) and isinstance(after, Mapping):
                self.edit(here, before, after)
            elif before is not _ABSENT and isinstance(after, list) and has_header("", after):
                self._align(here, before, after)
            else:
                for piece in self._at(here):
                    piece.remove()
                if after is not _ABSENT:
                    self._add(path, key, new)

    def _at(self, path: Path) -> list[_Piece]:
        return [piece for piece in self.pieces if piece.path[: len(path)] == path]

    def _add(self, path: Path, key: str, new: Mapping[str, Any]) -> None:
        """Add `key` of the table `new` at `path`, below the nearest key that comes before it."""
        headed = not path and has_header(key, new[key])
        usual, above = [*new], None
        for each in usual[: usual.index(key)]:
            group = self._at((*path, each))
            if not headed:
                group = [it for it in group if it.equals and len(it.section) <= len(path)]
            above = group[-1] if group else above
        if headed:
            plain = [piece for piece in self.pieces if piece.equals and not piece.section]
            above = max([*plain, *([above] if above else [])], key=self.pieces.index, default=None)
            text = ("\n" if above else "") + toml_tables(key, new[key])
            self._insert(above, _Piece("", text, (*path, key), ()))
            return
        above = above or next((piece for piece in self.pieces if piece.path == path), None)
        beside = above or next((piece for piece in self._at(path) if piece.equals), None)
        section, name = (beside.section, beside.text[: beside.equals]) if beside else ((), "")
        indent = name[: len(name) - len(name.lstrip())]
        indent += "".join(f"{toml_key(str(each))}." for each in path[len(section) :])
        line = indent + toml_line(key, new[key], len(name.removesuffix(" ")) - len(indent))
        self._insert(above, _Piece("", line, (*path, key), section))

    def _insert(self, above: _Piece | None, piece: _Piece) -> None:
        if above and not above.text.endswith("\n"):
            above.text += self.newline
        piece.text = self._lines(piece.text)
        self.pieces.insert(self.pieces.index(above) + 1 if above else 0, piece)

    def _lines(self, text: str) -> str:
        return text.replace("\n", self.newline)

    def _align(self, path: Path, old: Sequence[Any], new: Sequence[Any]) -> None:
        """Make the tables below the header `path`, which mean `old`, mean `new`."""
        places = _places(old, new)
        blocks = [self._at((*path, place)) for place in range(len(old))]
        for place, table in zip(places, new, strict=True):
            if place is not None:
                self.edit((*path, place), old[place], table)
                blocks[place] = self._at((*path, place))
        if places == [*range(len(old))]:
            return
        kept = [place for place in places if place is not None]
        for place in {*range(len(old))} - {*kept}:
            for piece in blocks[place]:
                piece.remove()
        groups: list[list[_Piece]] = [[]]
        for place, table in zip(places, new, strict=True):
            if place is None:
                text = "\n" + toml_tables(str(path[-1]), [table])
                groups[-1].append(_Piece("", self._lines(text), (*path, ""), path))
            elif place == kept[0]:
                groups[-1].extend(blocks[place])
            else:
                groups.append(blocks[place])
        slots = dict(zip((blocks[place][0] for place in sorted(kept) or [0]), groups, strict=True))
        moved = {piece for place in kept for piece in blocks[place]}
        pieces: list[_Piece] = []
        for piece in self.pieces:
            pieces += slots.get(piece, [] if piece in moved else [piece])
        self.pieces = pieces

    def _respell(self, piece: _Piece, old: Any, new: Any) -> None:
        """Write the value `new` in place of `old`, and keep what is around it."""
        key, sign = str(piece.path[-1]), piece.equals + 1
        end = _end_of_value(piece.text)
        start = sign + len(piece.text[sign:]) - len(piece.text[sign:].lstrip(" \t"))
        spelling = _similar(piece.text[start:end].replace("\r\n", "\n"), old, new)
        if not _same(_parsed(f"x = {spelling}"), {"x": new}):
            spelling = toml_line(key, new)[len(toml_key(key)) + 3 : -1]
        piece.text = piece.text[:start] + self._lines(spelling) + piece.text[end:]


def _places(old: Sequence[Any], new: Sequence[Any]) -> list[int | None]:
    """Return, for each of the `new` tables, the place of the table in `old` that it was."""
    places: list[int | None] = [None] * len(new)
    left = dict.fromkeys(range(len(old)))
    for likeness in (_same, _is_similar, lambda one, other: len(old) == len(new)):
        for number, table in enumerate(new):
            nearest = sorted(left, key=lambda place: abs(place - number))
            for place in nearest if places[number] is None else []:
                if likeness(old[place], table):
                    places[number] = place
                    del left[place]
                    break
    return places


def _is_similar(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return any(key in other and _same(other[key], value) for key, value in one.items())


def _end_of_value(text: str, opened: str = "", closed: str = "") -> int:
    """Return the place in `text` where a value ends, in front of spaces and a comment."""
    signs = [sign.start() for sign in re.finditer("#", text)]
    whole = (text[:sign] for sign in signs if _parsed(f"{opened}{text[:sign]}{closed}") is not None)
    return len(next(whole, text).rstrip())


def _similar(spelling: str, old: Any, new: Any) -> str:
    """Return `new`, spelt as `old` is in `spelling`; the result may be wrong."""
    if isinstance(old, str) and isinstance(new, str):
        quotes = spelling[:3] if spelling[:3] in ('"""', "'''") else spelling[:1]
        start, end = spelling.removesuffix(quotes).removesuffix(old), quotes
        return start + new + end
    if isinstance(old, list) and isinstance(new, list) and "\n" in spelling:
        return _similar_list(spelling, new)
    return ""


@dataclass
class _Row:
    """Items of a list that are on one line, with the lines above them and a comment behind them."""

    lead: str
    code: str
    tail: str
    items: str = ""


def _similar_list(spelling: str, new: Sequence[Any]) -> str:
    """Return the list `new`, with those lines of `spelling` whose items stay."""
    opening = _OPENING.match(spelling)[0]  # type: ignore[index]  # any list matches
    rows, rest = _rows(spelling[len(opening) : -1])
    ends_in_comma = not rows or rows[-1].code.endswith(",")
    wanted, lines, lead = [_spelt([item]) for item in new], [], ""
    blocks = SequenceMatcher(None, [row.items for row in rows], wanted, autojunk=False)
    for kind, first, last, start, stop in blocks.get_opcodes():
        old = rows[first:last]
        for place, item in enumerate(new[start:stop]):
            row = old[place] if place < len(old) else _Row("", f"{_indent(rows)}_", "\n")
            if kind != "equal":
                row.code = f"{_indent([row])}{toml_value(item)}"
            row.lead, lead = lead + row.lead, ""
            lines.append(row)
        for row in old[stop - start :]:
            lead += _without_comment(row.lead)
    for row in lines:
        is_last = row is lines[-1]
        if not row.code.endswith(",") and (ends_in_comma or not is_last):
            row.code += ","
        row.tail += "" if is_last or "\n" in row.tail else "\n"
    inside = "".join(row.lead + row.code + row.tail for row in lines)
    return f"{opening}{inside}{lead}{rest}]"


def _rows(body: str) -> tuple[list[_Row], str]:
    """Split the inside of a list into its rows and the lines below them."""
    rows, lead, pending = [], "", ""
    for line in _LINES.findall(body):
        pending += line
        found = _parsed(f"x = [{pending}\n]")
        if found and found["x"]:
            end = _end_of_value(pending, "x = [", "\n]")
            rows.append(_Row(lead, pending[:end], pending[end:], _spelt(found["x"])))
            lead = pending = ""
        elif found:
            lead, pending = lead + pending, ""
    return rows, lead + pending


def _indent(rows: Sequence[_Row]) -> str:
    code = rows[-1].code if rows else "    "
    return code[: len(code) - len(code.lstrip())]


def _without_comment(lead: str) -> str:
    """Return `lead` without the comment at its end, directly above a value."""
    lines = _LINES.findall(lead)
    while lines and lines[-1].strip():
        lines.pop()
    return "".join(lines)
