"""Data classes for exercise files, one for each table of a file."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from teachkit.core.data import Table, structure
from teachkit.errors import DataError
from teachkit.exercises.running.results import Plain, plain, shown, value_of
from teachkit.words import say

PHASES = ("predict", "run", "investigate", "modify", "make", "stretch")
"""The headings of a lesson under which an exercise may be placed."""


@dataclass(frozen=True)
class CheckLine:
    """A `[[checks]]` table: the name of a check, its points, and `facts`, its arguments.

    The check applies to the piece named `player`, or to each of the learner's pieces if `player` is
    empty.
    """

    check: str
    points: int = 1
    facts: Mapping[str, Any] = field(default_factory=dict)
    player: str = ""

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> CheckLine:
        """Return the check described by `table`; the check's arguments are validated later."""
        facts = dict(table)
        name, player = str(facts.pop("check", "")), str(facts.pop("player", ""))
        return cls(name, facts.pop("points", 1), facts, player)


@dataclass(frozen=True)
class Label:
    """A label for a range of cards, as in `cards = "1..2"`, `says = "turn toward the sample"`."""

    cards: str
    says: str


@dataclass(frozen=True)
class Solution:
    """The author's answer, which must earn all points; `says` explains it."""

    answer: str = ""
    says: str = ""


@dataclass(frozen=True)
class Mistake:
    """A wrong answer that learners are likely to give, and the sentence to show for it."""

    answer: str
    says: str


@dataclass(frozen=True)
class Choice:
    """An option to choose, or to put in order; its fields let the rules compute the right answer.

    `says` is its text. `program`, `start` (counted from 1) and `checks`, if given, replace those of
    the exercise. If options must be put in order, `when` names the moment of the run that this
    option describes.
    """

    says: str
    program: str = ""
    start: int = 0
    checks: tuple[dict[str, Any], ...] = ()
    when: str = ""


@dataclass(frozen=True)
class Opponent:
    """An opponent in a `[match]`: a house strategy, and the share of games to win against it.

    To earn the points, the learner must provably win a share greater than `at_least`.
    """

    house: str
    at_least: float = 0.5
    points: int = 1


@dataclass(frozen=True)
class MatchTable:
    """The `[match]` table of an exercise: the games that a learner's strategy plays.

    A game that reaches the limit of `frames` ends early, and the player with the most points wins.
    `always` is an option that the strategy must choose whenever that option is available.
    """

    opponents: list[Opponent] = field(default_factory=list)
    board: str = ""
    seats: int = 2
    games: int = 20
    frames: int = 2_000
    always: str = ""


@dataclass(frozen=True, kw_only=True)
class File:
    """The contents of an exercise file, with a field for each key, in the order of the file.

    The table `make` is read by the kind of the same name.
    """

    title: str
    lesson: str
    game: str
    edition: str = "basic"
    kind: str
    phase: str = "make"
    teaches: list[str] = field(default_factory=list)
    text: str
    function: str = ""
    given: str = ""
    fixed: list[int] = field(default_factory=list)
    changes: int | None = None
    mark: bool = False
    cards: dict[str, int] | list[str] = field(default_factory=list)
    predict: bool = False
    python: bool = False
    sensors: list[str] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    avoids: list[str] = field(default_factory=list)
    right: str = "passes"
    after: int = 0
    whose: list[str] = field(default_factory=list)
    points: int = 1
    hints: list[str] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    match: MatchTable = field(default_factory=MatchTable)
    starts: list[dict[str, Any]] = field(default_factory=list)
    cases: list[dict[str, Any]] = field(default_factory=list)
    checks: list[dict[str, Any]] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    make: dict[str, Any] = field(default_factory=dict)
    solution: Solution = field(default_factory=Solution)
    mistakes: list[Mistake] = field(default_factory=list)


@dataclass(frozen=True)
class Case:
    """The arguments of a call and the expected result, as plain data.

    `says` explains why the case is included.
    """

    call: tuple[Plain, ...]
    returns: Plain
    says: str = ""
    hidden: bool = False

    def of(self, function: str) -> str:
        """Return a call of `function` with this case's arguments, as Python text.

        >>> Case((37, "a"), 73).of("swap")
        "swap(37, 'a')"
        """
        return f"{function}({', '.join(map(shown, self.call))})"


@dataclass(frozen=True)
class _Table:
    """The keys of a `[[cases]]` table.

    The expected result is in `returns`, or written as a Python literal in the string `gives`, since
    TOML has neither tuples nor `None`.
    """

    call: list[Any] | str
    returns: Any = None
    gives: str = ""
    says: str = ""
    hidden: bool = False


def read_cases(tables: Iterable[Table]) -> tuple[Case, ...]:
    """Return the cases in a file's `tables`. Raise `DataError`, naming the case, if one is invalid.

    >>> [case.returns for case in read_cases([{"call": [37], "returns": 73}])]
    [73]
    >>> read_cases([{"call": "(3, 7), None", "gives": "(7, 3)"}])[0].call
    ({'tuple': [3, 7]}, None)
    """
    return tuple(_case(number, table) for number, table in enumerate(tables, 1))


def _case(number: int, data: Table) -> Case:
    where = say("case {number}", number=number)
    table = structure(data, _Table, where)
    try:
        if ("returns" in data) == bool(table.gives):
            raise DataError(say('say what it should return: returns = 73 or gives = "(7, 3)".'))
        call = table.call if isinstance(table.call, list) else _literal(f"[{table.call}]")
        returns = _literal(table.gives) if table.gives else table.returns
        return Case(tuple(map(_plain, call)), _plain(returns), table.says, table.hidden)
    except DataError as error:
        raise DataError(f"{where}: {error.says}") from error


def _literal(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise DataError(say("Python cannot read {text} as a value.", text=text)) from None


def _plain(value: object) -> Plain:
    thing = plain(value)
    if plain(value_of(thing)) != thing:  # the value cannot be rebuilt
        raise DataError(say("write numbers, texts or lists, not {value}.", value=shown(thing)))
    return thing
