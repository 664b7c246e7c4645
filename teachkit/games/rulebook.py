"""A game's rules in our words, with our rulings where the printed text leaves a question open.

>>> print(rulebook("algoracing")[13])
AR-14  A rover never drives sideways or backwards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
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


@dataclass(frozen=True, slots=True)
class Topic:
    """A card, or a thing on the table, with the ids of the rules about it.

    `about` has patterns for its names. A topic with `editions` belongs only to those, where it
    replaces a later topic with the same title.
    """

    title: str
    about: list[str]
    rules: list[str]
    editions: list[str] = field(default_factory=list)

    def fits(self, name: str) -> bool:
        """Return whether this topic is about the card or thing called `name`."""
        return any(fnmatchcase(name, pattern) for pattern in self.about)


@dataclass(frozen=True)
class RuleFile:
    """The content of a `rules.toml` file."""

    rules: list[Rule] = field(default_factory=list)
    topics: list[Topic] = field(default_factory=list)


@cache
def topics(name: str, edition: str) -> tuple[Topic, ...]:
    """Return the topics of the game `name` in an edition, each title once, in the file's order.

    >>> [topic.rules for topic in topics("algoracing", "basic") if topic.fits("forward")]
    [['AR-10', 'AR-14', 'AR-20']]
    """
    found: dict[str, Topic] = {}
    for topic in _file(name)[1].topics:
        if edition in (topic.editions or [edition]):
            found.setdefault(topic.title, topic)
    return tuple(found.values())


@cache
def rulebook(name: str) -> tuple[Rule, ...]:
    """Return all rules of the game `name`, in the order of its rule file.

    Raise `UnknownNameError` for an unknown game, and `DataError` for a damaged file.
    """
    path, file = _file(name)
    for rule in file.rules:
        if rule.source not in SOURCES:
            says = say(
                "{id}: the source is one of: {sources}.", id=rule.id, sources=", ".join(SOURCES)
            )
            raise DataError(says, path)
    return tuple(file.rules)


@cache
def _file(name: str) -> tuple[Path, RuleFile]:
    """Return the path and the content of the rule file of the game `name`, if it has one."""
    path = Path(str(resources.files("teachkit.games") / game(name).name / "rules.toml"))
    return path, structure(read_toml(path) if path.exists() else {}, RuleFile)
