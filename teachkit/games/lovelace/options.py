"""The fields of the rules that a set-up may change, and what each may be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from teachkit.core.data import unknown_key
from teachkit.errors import BoardError, DataError
from teachkit.games.lovelace.editions import MISTAKES, Rules
from teachkit.words import say, shown

NUMBERS = {
    "rounds": range(1, 5),
    "start_value": range(100),
    "row_limit": range(1, 100),
    "more_patrons": range(25),
    "most_set": range(5),
    "debug_boxes": range(10),
}
LISTS = {"debug_for": MISTAKES}
OWN_FIELDS = ("attacks", "fills_in")  # of every set-up
NEVER = ("published", "nested", "sensors", "playable", *OWN_FIELDS)
SWITCHES = tuple(
    field.name for field in fields(Rules) if field.type == "bool" and field.name not in NEVER
)
OPTIONS = (*NUMBERS, *LISTS, *SWITCHES)


def with_options(rules: Rules, chosen: Mapping[str, Any]) -> Rules:
    """These rules with some of their fields set. Raises `DataError`, `BoardError`.

    >>> from teachkit.games.lovelace.editions import JAPANESE
    >>> with_options(JAPANESE, {"reuse": False, "most_set": 2}).most_set
    2
    """
    for name, value in chosen.items():
        if name not in OPTIONS:
            raise DataError(unknown_key(name, list(OPTIONS), "options"))
        if says := _wrong(name, value):
            raise BoardError(says)
    changes: dict[str, Any] = dict(chosen)
    for name in LISTS:
        if name in changes:
            changes[name] = tuple(changes[name])
    return replace(rules, **changes)


def options_of(rules: Rules, printed: Rules) -> dict[str, Any]:
    """The options in which these rules differ from the printed ones, as plain data."""
    chosen = ((name, getattr(rules, name)) for name in OPTIONS)
    return {
        name: list(value) if name in LISTS else value
        for name, value in chosen
        if value != getattr(printed, name)
    }


def _wrong(name: str, value: object) -> str | None:
    if name in NUMBERS:
        allowed = NUMBERS[name]
        if type(value) is not int or value not in allowed:
            return say("options: {name} is a number from {least} to {most}, not {value}.",
                       name=name, least=allowed[0], most=allowed[-1],
                       value=shown(value))  # fmt: skip
    elif name in LISTS:
        if not isinstance(value, list | tuple) or not set(map(str, value)) <= {*LISTS[name]}:
            return say("options: {name} is a list out of {words}, not {value}.",
                       name=name, words=_row(LISTS[name]), value=shown(value))  # fmt: skip
    elif not isinstance(value, bool):
        return say("options: {name} is true or false, not {value}.",
                   name=name, value=shown(value))  # fmt: skip
    return None


def _row(words: Iterable[str]) -> str:
    return ", ".join(words)
