"""Data files: conversion of TOML to records, readable error messages, and atomic writes."""

from __future__ import annotations

import os
import re
import tempfile
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache, reduce
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from teachkit.core.strings import nearest
from teachkit.errors import DataError, FolderError, TeachkitError
from teachkit.words import say, shown

T = TypeVar("T")

Table: TypeAlias = dict[str, Any]
"""A table of TOML or JSON. Its values may be anything until `structure` has checked them."""


def read_toml(path: Path) -> dict[str, Any]:
    """Read the TOML file at `path`, and return its content as a dictionary.

    Raise `DataError` if the file cannot be read or is not TOML.
    """
    return parse_toml(read_text(path), path)


def read_text(path: Path, newline: str | None = None) -> str:
    """Return the text of the file at `path`, with its own line endings if `newline` is "".

    Raise `DataError` if the file cannot be read.
    """
    try:
        with path.open(encoding="utf-8", newline=newline) as file:
            return file.read()
    except OSError:
        raise DataError(say("this file cannot be opened"), path) from None
    except UnicodeDecodeError:
        raise DataError(say("this file is not UTF-8 text; save it as UTF-8"), path) from None


def parse_toml(text: str, path: Path | None = None) -> dict[str, Any]:
    """Return the content of `text`. Raise `DataError`, with `path`, if it is not TOML."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(say("this is not a TOML file: {reason}", reason=error), path) from None


def structure(data: object, kind: type[T], where: str = "") -> T:
    """Convert plain data to a record of the class `kind`.

    Raise `DataError`, with the location of the fault, if a key is unknown or missing, or if a value
    is wrong. `where` is the location of `data` itself; the location of a fault begins with it.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Point:
    ...     across: int
    >>> structure({"across": 1}, Point)
    Point(across=1)
    >>> structure({"acros": 1}, Point)
    Traceback (most recent call last):
    teachkit.errors.DataError: There is no key "acros". Did you mean "across"?
    """
    _check_record(data, kind, where)
    try:
        return msgspec.convert(data, kind)
    except Exception as error:  # some values raise errors that are not msgspec's own
        where, says = _misfit(data, kind, where)
        raise DataError(f"{where or say('this file')}: {says}") from error


def _misfit(value: object, hint: object, where: str) -> tuple[str, str]:
    """Find the innermost fault in `value`, and return its location and an explanation.

    `value` must not fit the type `hint`; `where` is the location of `value` itself.
    """
    if " " not in where and (says := _wrong_header(value, hint, where)):
        return where, says
    for inside, inner, place in _parts(value, hint, where):
        if inside is MISSING:
            return place, say("this key is missing")
        if _refusal(inside, inner) is not None:
            return _misfit(inside, inner, place)
    return where, _refusal(value, hint) or say("this value cannot be used here")


def _wrong_header(value: object, hint: object, key: str) -> str:
    """Return a sentence about `[key]` that should be `[[key]]`, or the reverse; else ""."""
    is_many = get_origin(hint) in (list, tuple) and _is_table(get_args(hint)[0])
    if isinstance(value, dict) and is_many:
        return say("write [[{key}]] in double brackets, because there may be several", key=key)
    is_tables = isinstance(value, list) and value and isinstance(value[0], dict)
    if is_tables and _is_table(hint):
        return say("write [{key}] in single brackets, because there is only one", key=key)
    return ""


def _is_table(hint: object) -> bool:
    return _is_record(hint) or get_origin(hint) is dict


def _refusal(value: object, hint: object) -> str | None:
    """Return a sentence that says why `value` does not fit type `hint`, or `None` if it fits."""
    try:
        msgspec.convert(value, hint)
    except Exception as error:
        for found in (error, error.__cause__):
            if isinstance(found, TeachkitError):
                return found.says
    else:
        return None
    chosen = _chosen(value, hint) if _is_choice(hint) else object
    if wanted := _wanted(hint if chosen is object else chosen):
        return say("write {wanted}, not {value}", wanted=wanted, value=shown(value))
    return say("this value cannot be used here")


def _wanted(hint: object) -> str:
    """Return a phrase for the values that fit the type `hint`, or "" if there is none."""
    if _is_choice(hint):
        first, *others = filter(None, map(_wanted, get_args(hint)))
        return reduce(
            lambda one, other: say("{one} or {other}", one=one, other=other), others, first
        )
    phrases: dict[object, str] = {
        str: say("text in quotes"),
        int: say("a whole number"),
        float: say("a number"),
        bool: say("true or false"),
        list: say("a list in square brackets"),
        tuple: say("a list in square brackets"),
        dict: say("a table"),
    }
    return phrases[dict] if _is_record(hint) else phrases.get(get_origin(hint) or hint, "")


def _parts(value: object, hint: object, where: str) -> Iterator[tuple[Any, Any, str]]:
    """Yield each value inside `value`, with its expected type and its location.

    The value of a missing key is `MISSING`.
    """
    if _is_choice(hint):
        hint = _chosen(value, hint)
    if _is_record(hint) and isinstance(value, dict):
        for name, default in defaults(hint).items():
            if name in value or default is MISSING:
                yield value.get(name, MISSING), _hints(hint)[name], f"{where}.{name}".strip(".")
    elif isinstance(value, dict) and get_origin(hint) is dict:
        yield from ((item, get_args(hint)[1], f"{where}.{key}") for key, item in value.items())
    elif isinstance(value, list | tuple) and get_args(hint):
        yield from ((item, get_args(hint)[0], f"{where}[{at}]") for at, item in enumerate(value))


def _is_choice(hint: object) -> bool:
    """Return whether `hint` is a union of types, such as `str | list[str]`."""
    return get_origin(hint) in (Union, UnionType)


def _chosen(value: object, choice: object) -> Any:
    """Return the member of the union `choice` that fits `value` best, or `object` if none fits."""
    kinds = [kind for kind in get_args(choice) if kind is not NoneType]
    if len(kinds) == 1:
        return kinds[0]
    return next((kind for kind in kinds if isinstance(value, get_origin(kind) or kind)), object)


def plain(thing: object) -> dict[str, Any]:
    """Return the record `thing` as plain data, without the fields that have their default value.

    `structure` converts the data back into an equal record.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Point:
    ...     across: int = 0
    ...     up: int = 0
    >>> plain(Point(up=3))
    {'up': 3}
    """
    facts = {name: (getattr(thing, name), usual) for name, usual in defaults(type(thing)).items()}
    return {
        name: msgspec.to_builtins(value) for name, (value, usual) in facts.items() if value != usual
    }


def numbers(text: str) -> range:
    """Parse a number or a range such as `6..8`, and return it as a `range`.

    Raise `DataError` if `text` is neither.

    >>> numbers("6..8"), numbers("7")
    (range(6, 9), range(7, 8))
    """
    found = re.fullmatch(r"(\d+)(?:\.\.(\d+))?", text.strip())
    if not found or int(found[1]) > int(found[2] or found[1]):
        says = say(
            '"{text}" is not a number. Write a number such as 7, or a range such as 6..8.',
            text=text,
        )
        raise DataError(says)
    return range(int(found[1]), int(found[2] or found[1]) + 1)


def check_least(key: str, number: int | None, least: int = 1) -> None:
    """Raise `DataError` if the `number` of `key` is less than `least`; `None` is no number.

    >>> check_least("forward", -8)
    Traceback (most recent call last):
    teachkit.errors.DataError: forward = -8 is too small. Write 1 or more.
    """
    if number is not None and number < least:
        says = say("{key} = {number} is too small. Write {least} or more.",
                   key=key, number=number, least=least)  # fmt: skip
        raise DataError(says)


def compared_fields(kind: Any) -> list[str]:
    """Return the names of the fields by which records of the class `kind` are compared."""
    if is_dataclass(kind):
        return [field.name for field in fields(kind) if field.compare]
    return [*kind.__struct_fields__]


def _is_record(kind: object) -> bool:
    return is_dataclass(kind) or (isinstance(kind, type) and issubclass(kind, msgspec.Struct))


def _fields_and_defaults(kind: Any) -> dict[str, Any]:
    """Return the fields of the record class `kind` by name, each with its default or `MISSING`."""
    found: dict[str, Any] = {}
    listed = fields(kind) if is_dataclass(kind) else msgspec.structs.fields(kind)
    for field in listed:
        if getattr(field, "init", True):
            usual = (field.default, field.default_factory)
            default, factory = (MISSING if each is msgspec.NODEFAULT else each for each in usual)
            found[field.name] = default if factory is MISSING else factory()
    return found


def _check_record(data: object, kind: object, where: str) -> None:
    if not (_is_record(kind) and isinstance(data, dict)):
        return
    hints, known = _hints(kind), [*defaults(kind)]
    for key, value in data.items():
        check_keys([key], known, where)
        _check_inside(value, hints[key], f"{where}.{key}".strip("."))


# Cached, because reading annotations is slow.
_hints: Callable[[Any], dict[str, Any]] = lru_cache(get_type_hints)
defaults: Callable[[Any], dict[str, Any]] = lru_cache(_fields_and_defaults)
"""Return the fields of a record class by name, each with its default or `MISSING`."""


def _check_inside(value: object, hint: object, where: str) -> None:
    if isinstance(value, dict) and get_origin(hint) is dict:
        for key, item in value.items():
            _check_inside(item, get_args(hint)[1], f"{where}.{key}")
    for inner in (hint, *get_args(hint)):
        if _is_record(inner):
            values = value if isinstance(value, list) else [value]
            for number, item in enumerate(values, 1):
                place = f"{where} {number}" if isinstance(value, list) else where
                _check_record(item, inner, place)


def check_keys(keys: Iterable[str], known: Collection[str], where: str = "") -> None:
    """Raise `DataError` if any of `keys` is not in `known`.

    The message suggests the most similar key or lists `known`. `where` is the location of `keys`.
    """
    for key in keys:
        if key not in known:
            place = say(' in "{where}"', where=where) if where else ""
            says = say('There is no key "{key}"{place}.', key=key, place=place)
            alike = [word for word in known if word[:3] == str(key)[:3]]
            if close := nearest(str(key), alike or known, cutoff=0.3 if alike else 0.6):
                raise DataError(f"{says} " + say('Did you mean "{word}"?', word=close))
            raise DataError(f"{says} " + say("Use one of: {keys}.", keys=", ".join(known)))


def write_whole(path: Path, text: str | bytes) -> None:
    """Write `text` to the file at `path` atomically, by renaming a temporary file.

    Raise `FolderError` if the file cannot be written.
    """
    content = text.encode("utf-8") if isinstance(text, str) else text
    with writing_in(path):
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, path.stat().st_mode if path.exists() else 0o644)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise


@contextmanager
def writing_in(place: Path) -> Iterator[None]:
    """Convert an `OSError` in the `with` block into a `FolderError` about a folder or a file."""
    try:
        yield
    except FolderError:
        raise
    except OSError as error:
        says = say('"{path}" cannot be written to. Choose a folder of your own.', path=place)
        raise FolderError(says) from error


def set_aside(file: Path, why: str) -> Path:
    """Rename `file` to `NAME.WHY-1.json`, and return the new path.

    If that name is taken, use the next free number. Raise `FolderError` if the file cannot be
    renamed.
    """
    number = 1
    while (aside := file.with_suffix(f".{why}-{number}.json")).exists():
        number += 1
    try:
        return file.rename(aside)
    except OSError:
        says = say('"{file}" cannot be renamed. Rename it yourself.', file=file)
        raise FolderError(says) from None
