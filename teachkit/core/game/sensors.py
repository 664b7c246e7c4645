"""Sensors: conditions that cards can check, and readings for driving Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeAlias

from teachkit.core.run.flow import State

Reading: TypeAlias = "bool | int | str | list[int] | list[str]"


class Sensors(Generic[State]):
    """The sensors of a game by name. Each function registers itself.

    `conditions` return yes or no, for `while` and `if`; `help` describes when each is true.
    `readings` return numbers and words, for Python programs.

    >>> sensors = Sensors()
    >>> @sensors.condition(tells="the number is even")
    ... def even(state, player):
    ...     return state % 2 == 0
    >>> @sensors.reading
    ... def half(state, player):
    ...     return state // 2
    >>> sensors.help, [ask(8, "red") for ask in sensors.all.values()]
    ({'even': 'the number is even'}, [True, 4])
    """

    def __init__(self) -> None:
        self.conditions: dict[str, Callable[[State, str], bool]] = {}
        self.readings: dict[str, Callable[[State, str], Reading]] = {}
        self.help: dict[str, str] = {}

    @property
    def all(self) -> dict[str, Callable[[State, str], Reading]]:
        """Conditions and readings."""
        return {**self.conditions, **self.readings}

    def condition(
        self, *, tells: str
    ) -> Callable[[Callable[[State, str], bool]], Callable[[State, str], bool]]:
        """Register a yes-or-no question; `tells` completes "if …"."""

        def register(ask: Callable[[State, str], bool]) -> Callable[[State, str], bool]:
            self.conditions[ask.__name__] = ask
            self.help[ask.__name__] = tells
            return ask

        return register

    def reading(self, ask: Callable[[State, str], Reading]) -> Callable[[State, str], Reading]:
        """Register a sensor that returns a number, a word or a list of them."""
        self.readings[ask.__name__] = ask
        return ask
