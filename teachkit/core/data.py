"""Data files: read TOML into dataclasses with errors for people, write files all or nothing."""

from __future__ import annotations

import os
import tempfile
import tomllib
from collections.abc import Callable
from dataclasses import MISSING, asdict, fields, is_dataclass
from functools import lru_cache
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from teachkit.core.nearest import nearest
from teachkit.errors import DataError, FolderError, TeachkitError
from teachkit.words import say, shown

T = TypeVar("T")


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file. Raises `DataError` that names the file and the line."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError:
        raise DataError(say("this file cannot be opened"), path) from None
    except UnicodeDecodeError:
        raise DataError(say("this file is not UTF-8 text; save it as UTF-8"), path) from None
    except (ValueError, RecursionError) as error:
        raise DataError(say("this is not TOML: {reason}", reason=error), path) from None


def structure(data: Any, kind: type[T], where: str = "") -> T:
    """Plain data as this dataclass, with an unknown or wrongly filled key named.

    >>> from teachkit.core.game.game import Problem
    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Point:
    ...     across: int
    >>> structure({"acros": 1}, Point)
    Traceback (most recent call last):
    teachkit.errors.DataError: Unknown key "acros". Did you mean "across"?
    """
    _check_keys(data, kind, where)
    from cattrs import transform_error

    try:
        return cast("T", _converter().structure(data, kind))
    except Exception as error:  # cattrs groups whatever a constructor raised
        reasons = transform_error(error, path="", format_exception=_reason)
        raise DataError(_in_words(reasons[0] if reasons else str(error), where)) from error


@lru_cache(maxsize=1)
def _converter() -> Any:
    """One for all: what it has worked out of a dataclass, which takes long, it remembers."""
    from cattrs import Converter

    converter = Converter(forbid_extra_keys=True)
    converter.register_structure_hook(str, lambda value, _: _text(value))
    converter.register_structure_hook(int, lambda value, _: _number(value))
    converter.register_structure_hook(bool, lambda value, _: _truth(value))
    converter.register_structure_hook_func(
        _is_choice, lambda value, kinds: converter.structure(value, _chosen(value, kinds))
    )
    return converter


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise DataError(say("write text in quotes, not {value}", value=shown(value)))
    return value


def _number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise DataError(say("write a whole number, not {value}", value=shown(value)))
    return value


def _reason(error: BaseException, kind: type[Any] | None) -> str:
    """Our own sentence where there is one; cattrs' own words are for programmers."""
    if isinstance(error, TeachkitError):
        return error.says
    return say("this key is missing") if isinstance(error, KeyError) else say("this does not fit")


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise DataError(say("write true or false, not {value}", value=shown(value)))
    return value


def _is_choice(kind: Any) -> bool:
    """Whether a value may be of one of several types, as in `str | list[str]`."""
    return get_origin(kind) in (Union, UnionType) and type(None) not in get_args(kind)


def _chosen(value: Any, kinds: Any) -> Any:
    for kind in get_args(kinds):
        if isinstance(value, get_origin(kind) or kind):
            return kind
    raise DataError(say("{value} does not fit here", value=shown(value)))


def _in_words(reason: str, where: str) -> str:
    """cattrs says `this key is missing @ .title`; a person wants the key first."""
    what, _, path = reason.partition(" @ ")
    key = (where + path.replace("$", "")).strip(".") or say("this file")
    return f"{key}: {what}"


def plain(thing: Any) -> dict[str, Any]:
    """A dataclass as plain data, without what is as it is anyway; `structure` makes it again.

    >>> from teachkit.core.board.decks import Deck
    >>> plain(Deck(discard_pile=("forward",)))
    {'discard_pile': ('forward',)}
    """
    usual = {
        item.name: item.default if item.default_factory is MISSING else item.default_factory()
        for item in fields(thing)
    }
    return {name: value for name, value in asdict(thing).items() if value != usual[name]}


def _check_keys(data: Any, kind: Any, where: str) -> None:
    if not (is_dataclass(kind) and isinstance(data, dict)):
        return
    hints = _hints(kind)
    known = [field.name for field in fields(kind) if field.init]
    for key, value in data.items():
        if key not in known:
            raise DataError(unknown_key(key, known, where))
        _check_inside(value, hints[key], f"{where}.{key}".strip("."))


# Worked out from text, which takes long.
_hints: Callable[[Any], dict[str, Any]] = lru_cache(get_type_hints)


def _check_inside(value: Any, hint: Any, where: str) -> None:
    if isinstance(value, str) and get_origin(hint) in (list, tuple):
        raise DataError(say("{where}: write a list, in square brackets", where=where))
    if isinstance(value, dict) and get_origin(hint) is dict:
        for key, item in value.items():
            _check_inside(item, get_args(hint)[1], f"{where}.{key}")
    for inner in (hint, *get_args(hint)):
        if is_dataclass(inner):
            values = value if isinstance(value, list) else [value]
            for number, item in enumerate(values, 1):
                place = f"{where} {number}" if isinstance(value, list) else where
                _check_keys(item, inner, place)


def unknown_key(key: object, known: list[str], where: str = "") -> str:
    """The sentence for a key that nothing has, with the nearest that something has."""
    close = nearest(str(key), known)
    place = say(' in "{where}"', where=where) if where else ""
    says = say('Unknown key "{key}"{place}.', key=key, place=place)
    if close:
        return f"{says} " + say('Did you mean "{word}"?', word=close)
    return f"{says} " + say("Known keys: {keys}.", keys=", ".join(known))


def write_whole(path: Path, text: str | bytes) -> None:
    """Write a file all or nothing: to a temporary file beside it, then renamed over it.

    Raises `FolderError` when the folder does not let itself be written.
    """
    content = text.encode("utf-8") if isinstance(text, str) else text
    try:
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
    except OSError as error:
        raise FolderError(
            say('"{path}" cannot be written; choose a folder of your own.', path=path)
        ) from error
