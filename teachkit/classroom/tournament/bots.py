"""Bots: strategies that somebody wrote, as players of a game outside a tournament.

A bot is a function `play(view, decision)`, a class or an object with a method `play`, or a file
with such a function. Functions and classes are the learner's own, so they run in the learner's
kernel. A file may be somebody else's, so it runs in the sandbox.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout, suppress
from hashlib import sha256
from io import StringIO
from linecache import getlines
from os import PathLike
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from teachkit.classroom.sandbox.warm_sandbox import WarmSandbox
from teachkit.classroom.tournament import playing
from teachkit.core.game.game import Game
from teachkit.core.run.chance import Lent
from teachkit.core.strings import one_line
from teachkit.errors import AnswerError, DataError
from teachkit.exercises.running.results import Result, plain
from teachkit.exercises.running.runs import RefusedError, WrongArgumentsError, called, trouble_of
from teachkit.exercises.running.strategy_games import Seat
from teachkit.exercises.running.strategy_player import PLAY, Later, Player
from teachkit.play.strategies import Strategy, house
from teachkit.words import say, shown


class OwnPlayer:
    """A learner's own strategy as a `Player`: it is called directly, in this process.

    `make` returns the function to call in a new game. While the function answers, it can call
    `later`. An interrupt is raised again, since it is meant for the whole cell.

    >>> player = OwnPlayer(lambda: lambda view, decision: later("run"))
    >>> player.begin("1")
    >>> player.answer({"me": "red"}, {}, lambda answer: {"answered": answer}).value
    {'dict': [['answered', 'run']]}
    """

    def __init__(self, make: Callable[[], Callable[..., Any]]) -> None:
        self._make = make

    def begin(self, seed: str) -> Result | None:
        """Prepare for a new game with `seed`."""
        self._lent, self._play = Lent(seed), self._make()
        return None

    def answer(self, view: dict[str, Any], question: dict[str, Any], later: Later) -> Result:
        """Call the strategy, and return its answer or the error that occurred."""

        def look(answer: object) -> dict[str, Any]:
            try:
                return later(answer)
            except AnswerError as error:
                raise RefusedError(error.says) from None

        paper, names = StringIO(), self._play.__globals__
        names["later"], before = look, names.get("later", look)
        try:
            with self._lent, redirect_stdout(paper):
                result = Result(plain(called(self._play, (view, question))))
        except (Exception, RefusedError, WrongArgumentsError, SystemExit) as error:
            result = trouble_of(error, self._play.__code__.co_filename)
        finally:
            names["later"] = before
        return result._replace(printed=paper.getvalue())


class Bot(NamedTuple):
    """A named player: the `source` of a file, the learner's `own` strategy, or a `house` strength.

    The `version` is a short hash of the source, or the strength.
    """

    name: str
    version: str
    source: str = ""
    own: Any = None
    house: str = ""

    def seat(self, game: Game, pieces: Sequence[str], piece: str, seed: str) -> Strategy:
        """Return a strategy that plays `piece` in a new game, and passes after an error.

        `pieces` are the pieces of all players. Raise `DataError` if the bot cannot play.
        """
        seed = f"{seed} {piece}"
        if self.house:
            return house(game, self.house, seed)
        player: Player = OwnPlayer(self.own) if self.own else self._sandboxed(game, piece)
        if trouble := player.begin(seed):
            says = playing.why(trouble, self.source)
            raise DataError(say("{name} cannot play. {reason}", name=self.name, reason=says))
        entrant = playing.Entrant(self.name, self.source)
        return playing.FallbackStrategy(player, entrant, Seat(game, player, pieces, seed))

    def _sandboxed(self, game: Game, piece: str) -> WarmSandbox:
        """Return the process in which this bot plays `piece`."""
        may_run, reasons = playing.strategy_support(trusted=False)
        if not may_run:
            raise DataError(" ".join(reasons))
        entrant = playing.Entrant(f"{self.name} {piece}", self.source)
        return playing.warm_player(playing.Terms(game.name), entrant)


def is_file(thing: object) -> bool:
    """Return whether `thing` is the path of a bot's file.

    >>> is_file("bots/ada.py"), is_file("Ada")
    (True, False)
    """
    return isinstance(thing, PathLike) or str(thing).lower().endswith(".py")


def bot(thing: Any) -> Bot:
    """Return the bot that `thing` describes, which may also be a strength of the house.

    Raise `DataError` if `thing` cannot play.

    >>> bot("greedy").house
    'greedy'
    >>> bot(5)
    Traceback (most recent call last):
    teachkit.errors.DataError: 5 cannot play. Use a function, a class with "play", or a .py file.
    """
    if is_file(thing):
        entrants, troubles = playing.entrants_in([Path(thing)])
        for trouble in troubles:
            raise DataError(trouble.says, Path(thing))
        [entrant] = entrants
        return Bot(entrant.name, _short(entrant.source), entrant.source)
    if isinstance(thing, str):
        return Bot(thing, thing, house=thing)
    play = getattr(thing, PLAY, thing)
    if not callable(play) or not hasattr(play, "__globals__"):
        raise DataError(
            say(
                '{thing} cannot play. Use a function, a class with "play", or a .py file.',
                thing=shown(thing),
            )
        )
    kind = thing if isinstance(thing, type | FunctionType) else type(thing)
    make = (lambda: thing().play) if isinstance(thing, type) else lambda: play
    source = "".join(getlines(play.__code__.co_filename))
    return Bot(one_line(kind.__name__), _short("\n".join(_sources(kind))), source, make)


def _short(source: str) -> str:
    return sha256(source.encode()).hexdigest()[:8]


def _sources(kind: Any) -> Iterator[str]:
    """Yield the source of a function or class, and of all it uses that its module defines."""
    waiting, seen = [kind], set[int]()
    for each in waiting:
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, FunctionType) and each.__module__ == kind.__module__:
            with suppress(OSError):
                yield inspect.getsource(each)
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
