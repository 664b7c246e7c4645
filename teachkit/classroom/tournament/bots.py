"""Bots: strategies that somebody wrote, as entrants of games outside a tournament.

A bot is a function `play(view, decision)`, a class or an object with a method `play`, or a file
with such a function. Functions and classes are the learner's own, so they run in the learner's
kernel. A file may be somebody else's, so it runs in the sandbox.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from hashlib import sha256
from os import PathLike
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from teachkit.classroom.sandbox.sandbox import NotRunError
from teachkit.classroom.tournament.playing import (
    Entrant,
    FallbackStrategy,
    Terms,
    entrants_in,
    warm_player,
    why,
)
from teachkit.core.strings import one_line
from teachkit.errors import DataError
from teachkit.exercises.running.strategy_games import Seat
from teachkit.exercises.running.strategy_player import PLAY, Player
from teachkit.play.strategies import Strategy
from teachkit.words import say, shown


def is_file(thing: object) -> bool:
    """Return whether `thing` is the path of a bot's file."""
    is_path = isinstance(thing, PathLike)
    return is_path or (isinstance(thing, str) and thing.lower().endswith(".py"))


def is_bot(thing: object) -> bool:
    """Return whether `thing` in a list of players is a bot, and not a name or a strength.

    >>> is_bot("bots/ada.py"), is_bot("Ada"), is_bot(len)
    (True, False, True)
    """
    return is_file(thing) or not isinstance(thing, str)


def bot(thing: Any) -> Entrant:
    """Return the bot that `thing` describes, which may also be a strength of the house.

    Raise `DataError` if `thing` cannot play.

    >>> bot("greedy").house
    'greedy'
    >>> bot(5)
    Traceback (most recent call last):
    teachkit.errors.DataError: A bot is a function, a class with "play", or a .py file, not 5.
    """
    if is_file(thing):
        entrants, troubles = entrants_in([Path(thing)])
        for trouble in troubles:
            raise DataError(trouble.says, Path(thing))
        return entrants[0]
    if isinstance(thing, str):
        return Entrant(thing, house=thing)
    play = getattr(thing, PLAY, thing)
    if not callable(play) or not hasattr(play, "__globals__"):
        facts = {"thing": shown(thing)}
        says = say('A bot is a function, a class with "play", or a .py file, not {thing}.', **facts)
        raise DataError(says)
    kind = thing if isinstance(thing, type | FunctionType) else type(thing)
    make = (lambda: thing().play) if isinstance(thing, type) else lambda: play
    source = "\n" * (play.__code__.co_firstlineno - 1) + "\n".join(_sources(kind))
    return Entrant(one_line(kind.__name__), source, own=make)


def version(bot: Entrant) -> str:
    """Return a short hash of the bot's source, or the strength of a house player."""
    return bot.house or sha256(bot.source.strip().encode()).hexdigest()[:8]


def player_of(terms: Terms, bot: Entrant, seed: str = "", piece: str = "") -> Player:
    """Return the player of `bot` at the beginning of a game; each piece has its own process.

    Raise `DataError` if the bot cannot play.
    """
    try:
        player = warm_player(terms, bot._replace(name=f"{bot.name} {piece}"))
    except NotRunError as error:
        raise DataError(str(error)) from None
    if trouble := player.begin(seed):
        reason = why(trouble, bot.source)
        raise DataError(say("{name} cannot play. {reason}", name=bot.name, reason=reason))
    return player


def seated(game: str, bot: Entrant, piece: str, pieces: Sequence[str], seed: str) -> Strategy:
    """Return a strategy for `piece` in a new game, which passes after each error of `bot`.

    `pieces` are the pieces of all players. Raise `DataError` if the bot cannot play.
    """
    terms = Terms(game)
    player = player_of(terms, bot, seed, piece)
    return FallbackStrategy(player, bot, Seat(terms.module, player, pieces, seed))


def _sources(kind: Any) -> Iterator[str]:
    """Yield the source of a function or class, and of all it uses that its module defines."""
    waiting, seen = [kind], set[int]()
    for each in waiting:
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, FunctionType) and each.__module__ == kind.__module__:
            try:
                yield inspect.getsource(each)
            except OSError:  # it was not written in a cell or a file
                yield repr(each.__code__.co_code)
            waiting += [each.__globals__.get(name) for name in _names(each.__code__)]
        elif isinstance(each, type) and each.__module__ == kind.__module__:
            waiting += vars(each).values()
        elif isinstance(each, int | float | str | list | tuple | dict):
            yield repr(each)


def _names(code: CodeType) -> Iterator[str]:
    """Yield the global names in `code`, and in the functions inside it."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)
