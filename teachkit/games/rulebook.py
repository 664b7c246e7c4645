"""A game's rules as players may read them, with what was decided where the printed text is open.

>>> print(rulebook("algoracing")[13])
AR-14  A rover never drives sideways or backwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from teachkit.core.data import read_toml, structure
from teachkit.errors import DataError
from teachkit.games import game
from teachkit.words import say, translate

SOURCES = ("printed", "inferred", "ruling")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: a sentence, and our ruling with its reason where the text leaves a question.

    `source` tells where the sentence comes from: it is printed, or it is inferred from what is
    printed, or the text is silent and it is our ruling.
    """

    id: str
    says: str
    ruling: str = ""
    source: str = "printed"

    def __str__(self) -> str:
        """The rule in the reader's language."""
        says = translate(self.says)
        if not self.ruling:
            return f"{self.id}  {says}"
        return f"{self.id}  {says} " + say("Our ruling: {ruling}", ruling=translate(self.ruling))


@dataclass(frozen=True)
class RuleFile:
    """What a file `rules.toml` holds."""

    rules: list[Rule]


@cache
def rulebook(name: str) -> tuple[Rule, ...]:
    """All rules of the game of this name, in their order.

    Raises `UnknownNameError` for a game that does not exist, `DataError` for a damaged file.
    """
    package = game(name).name
    path = Path(str(resources.files("teachkit.games") / package / "rules.toml"))
    rules = tuple(structure(read_toml(path), RuleFile).rules)
    for rule in rules:
        if rule.source not in SOURCES:
            says = say(
                "{id}: the source is one of: {sources}.", id=rule.id, sources=", ".join(SOURCES)
            )
            raise DataError(says, path)
    return rules
