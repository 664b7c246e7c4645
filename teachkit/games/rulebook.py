"""A game's rules in our words, with our rulings where the printed text leaves a question open.

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
    """One rule: a sentence and, if the printed text leaves a question open, our ruling.

    `source` is the origin of the sentence: `printed`, `inferred` from the printed text, or our own
    `ruling` where the text is silent.
    """

    id: str
    says: str
    ruling: str = ""
    source: str = "printed"

    def __str__(self) -> str:
        """Return the rule's id, sentence and ruling in the reader's language."""
        says = translate(self.says)
        if not self.ruling:
            return f"{self.id}  {says}"
        return f"{self.id}  {says} " + say("Our ruling: {ruling}", ruling=translate(self.ruling))


@dataclass(frozen=True)
class RuleFile:
    """The content of a `rules.toml` file."""

    rules: list[Rule]


@cache
def rulebook(name: str) -> tuple[Rule, ...]:
    """Return all rules of the game `name`, in the order of its rule file.

    Raise `UnknownNameError` for an unknown game, and `DataError` for a damaged file.
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
