"""What a drive is given: the start, and which functions there are. All of it is plain data."""

from __future__ import annotations

import pickle
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from teachkit.core.game.game import Game
from teachkit.core.language.instructions import InstructionSet
from teachkit.exercises.running.results import Plain
from teachkit.games import game


@dataclass(frozen=True)
class Course:
    """One start to drive on, for one player.

    `cards` are the instructions on offer, each with how often it may be performed here (`None`:
    any number of times); `asks` the sensors and gauges; `answers` what is said to the rules where
    they ask.
    """

    game: Game
    player: str
    state: Any
    cards: Mapping[str, int | None]
    asks: Sequence[str]
    answers: Sequence[Any] = ()

    @property
    def vocabulary(self) -> InstructionSet:
        """The instructions on offer, as they are here; a start may lack some."""
        here = self.game.vocabulary(self.state)
        return here.only([name for name in self.cards if name in here])

    def to_call(self) -> list[Plain]:
        """As an `Execute` is called with it. A start is pickled: it goes in, and never comes out.

        >>> from teachkit.games import lovelace
        >>> state = lovelace.Setup(edition="machine", value=8).state()
        >>> course = Course(lovelace.GAME, "ada", state, {"A1+": 2}, ["register"])
        >>> Course.of_call(course.to_call()) == course
        True
        """
        state = b64encode(pickle.dumps(self.state)).decode("ascii")
        return [self.game.name, self.player, state, dict(self.cards), list(self.asks),
                list(self.answers)]  # fmt: skip

    @classmethod
    def of_call(cls, call: Sequence[Plain]) -> Course:
        """The course again. Only for what `to_call` made: a pickle runs whatever stands in it."""
        name, player, state, cards, asks, answers = call
        return cls(game(name), player, pickle.loads(b64decode(state)), cards, asks, tuple(answers))
