"""The options of an edition: what a set-up may change in its rules, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

from teachkit.core.data import unknown_key
from teachkit.errors import DataError
from teachkit.words import say

R = TypeVar("R")

MOST = 99


def with_options(rules: R, chosen: Mapping[str, Any], known: Sequence[str]) -> R:
    """These rules with some of their fields set; `known` are those that may be.

    A field that is true or false stays so, a number is one from 1 to 99. Raises `DataError` that
    names what is wrong, with the nearest name that there is.

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
        if isinstance(getattr(rules, name), bool):
            if not isinstance(value, bool):
                raise DataError(say('options: "{name}" is either true or false.', name=name))
        elif isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST:
            raise DataError(say('options: "{name}" is a number from 1 to {most}.',
                                name=name, most=MOST))  # fmt: skip
    return cast("R", replace(cast("Any", rules), **chosen))


def options_of(rules: Any, printed: Any, known: Sequence[str]) -> dict[str, Any]:
    """The options in which these rules differ from the printed ones.

    >>> from teachkit.games.algoracing.editions import BASIC, OPTIONS
    >>> options_of(with_options(BASIC, {"target": 5}, OPTIONS), BASIC, OPTIONS)
    {'target': 5}
    """
    pairs = {name: (getattr(rules, name), getattr(printed, name)) for name in known}
    return {name: mine for name, (mine, theirs) in pairs.items() if mine != theirs}
