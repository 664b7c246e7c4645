"""The options of an edition: what a set-up may change in its rules, by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar, cast

from teachkit.core.data import unknown_key
from teachkit.errors import BoardError, DataError
from teachkit.words import say, shown

R = TypeVar("R")

Options: TypeAlias = Mapping[str, "range | tuple[str, ...] | None"]
"""The fields that may be set: a number of a range, a list out of these words, or yes and no."""


def with_options(rules: R, chosen: Mapping[str, Any], options: Options) -> R:
    """These rules with some of their fields set.

    Raises `DataError` that names what is wrong, with the nearest name that there is.

    >>> from teachkit.games.algoracing.editions import BASIC, OPTIONS
    >>> with_options(BASIC, {"targt": 5}, OPTIONS)
    Traceback (most recent call last):
    teachkit.errors.DataError: Unknown key "targt" in "options". Did you mean "target"?
    >>> with_options(BASIC, {"target": 5}, OPTIONS).target
    5
    """
    for name, value in chosen.items():
        if name not in options:
            raise DataError(unknown_key(name, list(options), "options"))
        if says := _wrong(name, value, options[name]):
            raise DataError(says)
    changes = {name: tuple(value) if isinstance(value, list) else value
               for name, value in chosen.items()}  # fmt: skip
    return cast("R", replace(cast("Any", rules), **changes))


def rules_of(
    editions: Mapping[str, R], name: str, chosen: Mapping[str, Any], options: Options
) -> R:
    """The rules of the edition with this name, with some of their fields set.

    Raises `BoardError` when there is no such edition, and what `with_options` raises.
    """
    if name not in list(editions):
        raise BoardError(say('There is no edition "{name}"; there are: {names}.',
                             name=name, names=", ".join(editions)))  # fmt: skip
    return with_options(editions[name], chosen, options)


def options_of(rules: Any, printed: Any, options: Options) -> dict[str, Any]:
    """The options in which these rules differ from the printed ones, as plain data.

    >>> from teachkit.games.algoracing.editions import BASIC, OPTIONS
    >>> options_of(with_options(BASIC, {"target": 5}, OPTIONS), BASIC, OPTIONS)
    {'target': 5}
    """
    pairs = {name: (getattr(rules, name), getattr(printed, name)) for name in options}
    return {name: list(mine) if isinstance(mine, tuple) else mine
            for name, (mine, theirs) in pairs.items() if mine != theirs}  # fmt: skip


def _wrong(name: str, value: object, allowed: range | tuple[str, ...] | None) -> str | None:
    if isinstance(allowed, range):
        if type(value) is not int or value not in allowed:
            return say('options: "{name}" is a number from {least} to {most}, not {value}.',
                       name=name, least=allowed[0], most=allowed[-1],
                       value=shown(value))  # fmt: skip
    elif allowed is not None:
        if not isinstance(value, list | tuple) or not set(map(str, value)) <= {*allowed}:
            return say('options: "{name}" is a list out of {words}, not {value}.',
                       name=name, words=", ".join(allowed), value=shown(value))  # fmt: skip
    elif not isinstance(value, bool):
        return say('options: "{name}" is either true or false, not {value}.',
                   name=name, value=shown(value))  # fmt: skip
    return None
