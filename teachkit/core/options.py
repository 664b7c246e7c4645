"""The options of an edition: which fields of its rules a set-up may change, and to what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar, cast

from teachkit.core.data import unknown_key
from teachkit.errors import BoardError, DataError
from teachkit.words import say, shown

R = TypeVar("R")
Choice: TypeAlias = range | tuple[str, ...] | None
"""What an option may be: a number of these, a list out of these words; `None`: true or false."""


def with_options(rules: R, chosen: Mapping[str, Any], known: Mapping[str, Choice]) -> R:
    """These rules with some of their fields set; `known` are those that may be.

    Raises `DataError` that names the nearest for an unknown one, `BoardError` for what it cannot
    be.

    >>> from teachkit.games.algoracing.editions import BASIC, OPTIONS
    >>> with_options(BASIC, {"targt": 5}, OPTIONS)
    Traceback (most recent call last):
    teachkit.errors.DataError: Unknown key "targt" in "options". Did you mean "target"?
    >>> with_options(BASIC, {"target": 5}, OPTIONS).target
    5
    """
    for name, value in chosen.items():
        if name not in known:
            raise DataError(unknown_key(name, list(known), "options"))
        if says := _wrong(name, value, known[name]):
            raise BoardError(says)
    changes = {
        name: tuple(value) if isinstance(value, list) else value for name, value in chosen.items()
    }
    return cast("R", replace(cast("Any", rules), **changes))


def options_of(rules: Any, printed: Any, known: Iterable[str]) -> dict[str, Any]:
    """The options in which these rules differ from the printed ones, as plain data.

    >>> from teachkit.games.algoracing.editions import BASIC, OPTIONS
    >>> options_of(with_options(BASIC, {"target": 5}, OPTIONS), BASIC, OPTIONS)
    {'target': 5}
    """
    chosen = {name: getattr(rules, name) for name in known}
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in chosen.items()
        if value != getattr(printed, name)
    }


def _wrong(name: str, value: object, choice: Choice) -> str | None:
    if choice is None:
        if not isinstance(value, bool):
            return say("options: {name} is true or false, not {value}.",
                       name=name, value=shown(value))  # fmt: skip
    elif isinstance(choice, range):
        if type(value) is not int or value not in choice:
            return say("options: {name} is a number from {least} to {most}, not {value}.",
                       name=name, least=choice[0], most=choice[-1],
                       value=shown(value))  # fmt: skip
    elif not isinstance(value, list | tuple) or not set(map(str, value)) <= {*choice}:
        return say("options: {name} is a list out of {words}, not {value}.",
                   name=name, words=", ".join(choice), value=shown(value))  # fmt: skip
    return None
