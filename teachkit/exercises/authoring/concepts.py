"""What exercises teach, and which cards carry it: a table of each game, in its room `levels`.

What no card carries, such as tracing, is practised by thinking; nothing can be proven of it.
"""

from __future__ import annotations

import re

from teachkit.core.game.game import Rules
from teachkit.core.game.levels import Levels
from teachkit.games import game

PRACTISED = (
    "tracing", "debugging", "testing", "skipping", "search", "planning", "python", "not",
    "variables", "functions", "lists", "sensors", "parallel", "strategy",
)  # fmt: skip
"""What is practised by thinking, in whatever game: no card carries it."""


def concepts_of(name: str) -> tuple[str, ...]:
    """Everything that an exercise of this game may say that it teaches.

    >>> "division" in concepts_of("lovelace"), "division" in concepts_of("algoracing")
    (True, False)
    """
    return (*levels_of(name).concepts, *PRACTISED)


def levels_of(name: str) -> Levels:
    """The record of levels of the game of this name.

    >>> levels_of("algoracing").concepts["loops"]
    ('repeat',)
    """
    return game(name).levels


def named(word: str, name: str, rules: Rules) -> frozenset[str]:
    """The cards of an edition that a word stands for: a card, a loop, a concept, several cards.

    >>> from teachkit.games import lovelace
    >>> rules = lovelace.GAME.editions["loops"]
    >>> [sorted(named(word, "lovelace", rules)) for word in ("A1+", "x2", "2x", "+-20", "jump")]
    [['A1+'], ['2x'], ['2x'], ['B2+', 'B2-'], []]
    """
    loops = {f"{times}x" for times in rules.loops}
    cards = {*rules.instructions, *loops}
    turned = re.sub(r"^x(\d+)$", r"\1x", word)
    levels = levels_of(name)
    if {word, turned} & cards:
        return frozenset({word, turned} & cards)
    if word == "repeat":
        return frozenset(loops)
    return carriers(word, name, rules) or frozenset(cards & {*levels.called.get(word, ())})


def carriers(concept: str, name: str, rules: Rules) -> frozenset[str]:
    """The cards of an edition that carry a concept; empty where none does."""
    names = levels_of(name).concepts.get(concept, ())
    loops = {f"{times}x" for times in rules.loops} if "repeat" in names else set()
    conditions = {"while", "if"} if rules.sensors else set()
    return frozenset(({*rules.instructions, *conditions} & {*names}) | loops)
