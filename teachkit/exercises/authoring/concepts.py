"""What exercises teach, and which cards carry it: a table of each game, in its room `levels`.

What no card carries, such as tracing, is practised by thinking; nothing can be proven of it.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import cast

from teachkit.core.game.game import Rules
from teachkit.core.game.levels import Levels

PRACTISED = (
    "tracing", "debugging", "testing", "skipping", "search", "planning", "python", "not",
    "variables", "functions", "lists", "sensors", "parallel", "strategy",
)  # fmt: skip
"""What is practised by thinking, in whatever game: no card carries it."""


def concepts_of(game: str) -> tuple[str, ...]:
    """Everything that an exercise of this game may say that it teaches.

    >>> "division" in concepts_of("lovelace"), "division" in concepts_of("algoracing")
    (True, False)
    """
    return (*levels_of(game).CONCEPTS, *PRACTISED)


@cache
def levels_of(game: str) -> Levels:
    """What this game knows of levels.

    >>> levels_of("algoracing").CONCEPTS["loops"]
    ('repeat',)
    """
    return cast("Levels", import_module(f"teachkit.games.{game}.levels"))


def named(word: str, game: str, rules: Rules) -> frozenset[str]:
    """The cards of an edition that a word stands for: a card, a loop, a concept, several cards.

    >>> from teachkit.games import lovelace
    >>> rules = lovelace.EDITIONS["loops"]
    >>> [sorted(named(word, "lovelace", rules)) for word in ("A1+", "x2", "2x", "+-20", "jump")]
    [['A1+'], ['2x'], ['2x'], ['B2+', 'B2-'], []]
    """
    loops = {f"{times}x" for times in rules.loops}
    cards = {*rules.instructions, *loops}
    turned = re.sub(r"^x(\d+)$", r"\1x", word)
    levels = levels_of(game)
    if {word, turned} & cards:
        return frozenset({word, turned} & cards)
    if word == "repeat":
        return frozenset(loops)
    return carriers(word, game, rules) or frozenset(cards & {*levels.CALLED.get(word, ())})


def carriers(concept: str, game: str, rules: Rules) -> frozenset[str]:
    """The cards of an edition that carry a concept; empty where none does."""
    names = levels_of(game).CONCEPTS.get(concept, ())
    loops = {f"{times}x" for times in rules.loops} if "repeat" in names else set()
    conditions = {"while", "if"} if rules.sensors else set()
    return frozenset(({*rules.instructions, *conditions} & {*names}) | loops)
