"""An exercise as data: frozen dataclasses, as `reading` makes them of one TOML file.

What its kind makes of it, `kinds` knows.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from teachkit.core.game.game import Game, Rules
from teachkit.core.language.instructions import InstructionSet
from teachkit.core.language.program import Program
from teachkit.exercises.model.cases import Case
from teachkit.exercises.model.series import MatchTable

PHASES = ("predict", "run", "investigate", "modify", "make", "stretch")
"""The headings of a lesson under which an exercise may stand."""


@dataclass(frozen=True)
class CheckLine:
    """One `[[checks]]` table: the check's name, its points, and whatever else it needs.

    It is asked of the piece that `player` names; else of the learner's, of each if they are
    several.
    """

    check: str
    points: int = 1
    facts: Mapping[str, Any] = field(default_factory=dict)
    player: str = ""

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> CheckLine:
        """What such a table says, its facts not yet checked."""
        around = ("check", "points", "player")
        facts = {key: value for key, value in table.items() if key not in around}
        name, player = str(table.get("check", "")), str(table.get("player", ""))
        return cls(name, table.get("points", 1), facts, player)


@dataclass(frozen=True)
class Label:
    """A name for a group of cards: `cards = "1..2"`, `says = "turn toward the sample"`."""

    cards: str
    says: str


@dataclass(frozen=True)
class Solution:
    """The author's answer, which must earn everything; `says` explains it to teachers."""

    answer: str = ""
    says: str = ""


@dataclass(frozen=True)
class Mistake:
    """A wrong answer that learners give, and the sentence its author must read."""

    answer: str
    says: str


@dataclass(frozen=True)
class Choice:
    """One option of a choice: a text, and what makes it right or wrong when it is computed.

    It may bring its own program, start (its number, from 1) or checks; what it does not bring
    is the exercise's own. Where moments are put in order, `when` tells which one it is.
    """

    says: str
    program: str = ""
    start: int = 0
    checks: tuple[dict[str, Any], ...] = ()
    when: str = ""


@dataclass(frozen=True)
class Start:
    """One board to run on. A hidden start is graded but not shown."""

    setup: Any
    hidden: bool = False
    answers: tuple[Any, ...] = ()
    says: str = ""

    @cached_property
    def state(self) -> Any:
        return self.setup.state()


@dataclass(frozen=True)
class File:
    """The keys an exercise file may have, as they are written."""

    title: str
    text: str
    lesson: str
    game: str
    kind: str
    starts: list[dict[str, Any]] = field(default_factory=list)
    edition: str = "basic"
    phase: str = "make"
    teaches: list[str] = field(default_factory=list)
    cards: dict[str, int] | list[str] = field(default_factory=list)
    checks: list[dict[str, Any]] = field(default_factory=list)
    points: int = 1
    given: str = ""
    fixed: list[int] = field(default_factory=list)
    changes: int | None = None
    mark: bool = False
    predict: bool = False
    python: bool = False
    right: str = "passes"
    after: int = 0
    whose: list[str] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    function: str = ""
    cases: list[dict[str, Any]] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    avoids: list[str] = field(default_factory=list)
    sensors: list[str] = field(default_factory=list)
    match: MatchTable | None = None
    hints: list[str] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    solution: Solution = field(default_factory=Solution)
    mistakes: list[Mistake] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Exercise:
    """A task and all that is known about it.

    `kind` is the name of a module in `kinds`. `cards` maps what may be laid to how often
    (`None`: any number), loops as `2x`, conditions as `while` and `if`; empty means every card
    of the edition. `given` is the program that is there from the beginning, in `file.given` as
    it was written. `cases` are a function's, which has no starts. `possible` are the points that
    a right answer earns.
    """

    id: str
    title: str
    text: str
    lesson: str
    kind: str
    game: Game
    rules: Rules
    starts: tuple[Start, ...]
    checks: tuple[CheckLine, ...]
    cards: Mapping[str, int | None]
    given: Program
    cases: tuple[Case, ...]
    file: File = field(repr=False, compare=False)
    possible: int = 0

    @property
    def phase(self) -> str:
        """Which heading of the lesson it stands under, one of `PHASES`."""
        return self.file.phase

    @property
    def player(self) -> str:
        """Whose program it is: the first player of the start."""
        return self.game.players(self.starts[0].state)[0]

    @property
    def options(self) -> dict[str, Choice]:
        """What can be chosen, by its letter."""
        return dict(zip("abcdefghij", self.file.choices, strict=False))

    @property
    def shown_starts(self) -> tuple[Start, ...]:
        return tuple(start for start in self.starts if not start.hidden)

    @cached_property
    def learners(self) -> tuple[str, ...]:
        """The pieces of the first start that have no program of their own."""
        start = self.starts[0].state
        return tuple(
            name for name in self.game.players(start) if name not in self.game.programs(start)
        )

    @cached_property
    def others_act(self) -> bool:
        """Whether on some start others do what a search cannot know while a learner's cards run."""
        if self.game.AHEAD is not None:
            return False
        return any(self.game.programs(start.state) for start in self.starts)

    @cached_property
    def instructions(self) -> InstructionSet:
        """The vocabulary of this exercise: the cards that may be laid, as they are here."""
        here = self.game.vocabulary(self.starts[0].state)
        names = [card.name for card in here if not self.cards or card.name in self.cards]
        return here.only(names, sensors=self.rules.sensors)

    @cached_property
    def hash(self) -> str:
        """Changes when what a learner sees is edited, so that old answers can be told.

        What is hidden, the solution and the mistakes are not in it: the copy that is released
        to a class has the hash of its teacher's. Nor is whether cards are marked before they are
        changed: the same answers are right.
        """
        seen = {key: value for key, value in _plain(self.file).items()
                if key not in ("solution", "mistakes", "mark")}  # fmt: skip
        if seen["match"] is None:  # so that what was answered before there were any keeps its hash
            del seen["match"]
        for key in ("starts", "cases"):
            seen[key] = [table for table in seen[key] if not table.get("hidden")]
        text = json.dumps(seen, sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def read(self, answer: str) -> Program:
        """The program an answer stands for. Raises `ProgramError`."""
        return Program.read(answer, self._readable)

    @cached_property
    def _readable(self) -> InstructionSet:
        """All cards of the game; first those that are laid here, which serve as examples."""
        everything = self.game.INSTRUCTIONS
        here = [card.name for card in self.instructions] if self.starts else []
        rest = [card.name for card in everything if card.name not in here]
        return everything.only([*here, *rest])


def _plain(thing: Any) -> Any:
    if hasattr(thing, "__dataclass_fields__"):
        return {item.name: _plain(getattr(thing, item.name)) for item in fields(thing)}
    if isinstance(thing, list | tuple):
        return [_plain(item) for item in thing]
    return thing
