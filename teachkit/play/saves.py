"""A match as a text, to be kept and read again: what was set up, and what was answered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from teachkit.core.data import structure
from teachkit.core.game.game import Game
from teachkit.errors import DataError, TeachkitError
from teachkit.play.match import Match
from teachkit.play.strategies import Strategy
from teachkit.words import say, shown

VERSION = 1


@dataclass(frozen=True)
class _Save:
    """The keys of a saved match; `teachkit` is the version of what they mean."""

    teachkit: int
    game: str
    setup: dict[str, Any]
    seed: int | str
    answers: list[Any]


def text_of(match: Match) -> str:
    """The match as JSON; `read` makes it again."""
    return json.dumps(match.save(), indent=1) + "\n"


def read(game: Game, text: str, strategies: Mapping[str, Strategy] | None = None) -> Match:
    """The match that `text_of` wrote. Raises `TeachkitError` that names what is damaged.

    >>> from teachkit.games import algoracing
    >>> setup = algoracing.Setup(board="two-hills", players=("red", "green"))
    >>> read(algoracing.GAME, text_of(Match(algoracing.GAME, setup, seed=3))).seed
    3
    >>> read(algoracing.GAME, '{"teachkit": 1, "game": "algoracing", "set')
    Traceback (most recent call last):
    teachkit.errors.DataError: This saved match breaks off or is damaged in line 1.
    """
    return loaded(game, data_in(text), strategies)


def data_in(text: str) -> Any:
    """What was saved, as plain data of any kind. Raises `DataError` that names the line."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise DataError(say("This saved match breaks off or is damaged in line {line}.",
                            line=error.lineno)) from None  # fmt: skip
    except (TypeError, ValueError, RecursionError):
        raise DataError(say("This is no saved match: {text}.", text=shown(text))) from None


def loaded(game: Game, data: Any, strategies: Mapping[str, Strategy] | None = None) -> Match:
    """The match whose `save` this is. Raises `TeachkitError` that names what is damaged."""
    if not isinstance(data, dict) or "teachkit" not in data:
        raise DataError(say("This is no saved match: {text}.", text=shown(data)))
    if data["teachkit"] != VERSION:
        raise DataError(say("This match was saved as version {found}; only {known} is read here.",
                            found=shown(data["teachkit"]), known=VERSION))  # fmt: skip
    save = structure(data, _Save)
    if save.game != game.name:
        raise DataError(say('This is a match of {found}, not of "{wanted}".',
                            found=shown(save.game), wanted=game.name))  # fmt: skip
    setup = structure(save.setup, game.setup, "setup")
    try:
        return Match(game, setup, save.seed, strategies, save.answers)
    except TeachkitError as error:
        raise DataError(say("This match cannot go on: {says}", says=error.says)) from error
