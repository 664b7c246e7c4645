"""An exercise as data: one TOML file, read into frozen dataclasses.

The id is the file's name without its suffix. Unknown keys are an error that names the nearest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from teachkit.core.data import read_toml, structure, unknown_key
from teachkit.core.game import Game, Rules, player_of
from teachkit.core.instructions import InstructionSet
from teachkit.core.program import Program
from teachkit.errors import DataError, TeachkitError
from teachkit.exercises.functions.cases import Case, read_cases
from teachkit.exercises.functions.vocabulary import check_words
from teachkit.games import NAMES, game
from teachkit.words import say

KINDS = ("program", "repair", "choice", "arrange", "predict", "trace", "function")


@dataclass(frozen=True)
class CheckLine:
    """One `[[checks]]` table: the check's name, its points, and whatever else it needs."""

    check: str
    points: int = 1
    facts: Mapping[str, Any] = field(default_factory=dict)


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
    is the exercise's own.
    """

    says: str
    program: str = ""
    start: int = 0
    checks: tuple[dict[str, Any], ...] = ()


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
class _Around:
    """What a `[[starts]]` table may say besides the set-up of its game."""

    hidden: bool = False
    answers: list[Any] = field(default_factory=list)
    says: str = ""


@dataclass(frozen=True)
class _File:
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
    predict: bool = False
    python: bool = False
    right: str = "passes"
    choices: list[Choice] = field(default_factory=list)
    function: str = ""
    cases: list[dict[str, Any]] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    avoids: list[str] = field(default_factory=list)
    sensors: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    solution: Solution = field(default_factory=Solution)
    mistakes: list[Mistake] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Exercise:
    """A task and all that is known about it.

    `cards` maps what may be laid to how often (`None`: any number), loops as `2x`, conditions
    as `while` and `if`; empty means every card of the edition. `given` is the program that a
    `repair`, `predict`, `trace` or `choice` starts from. A `function` has `cases` and no starts;
    what it is given is Python, in `file.given`.
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
    file: _File = field(repr=False, compare=False)

    @property
    def phase(self) -> str:
        """Which heading of the lesson it stands under: predict, run, investigate, modify, make."""
        return self.file.phase

    @property
    def player(self) -> str:
        """Whose program it is: the first player of the start."""
        return self.game.players(self.starts[0].state)[0]

    @property
    def possible(self) -> int:
        """The points a right answer earns."""
        if self.kind == "function":
            return self.file.points + len(self.file.uses) + len(self.file.avoids)
        return sum(check.points for check in self.checks) or self.file.points

    @property
    def shown_starts(self) -> tuple[Start, ...]:
        return tuple(start for start in self.starts if not start.hidden)

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
        to a class has the hash of its teacher's.
        """
        seen = {key: value for key, value in _plain(self.file).items()
                if key not in ("solution", "mistakes")}  # fmt: skip
        for key in ("starts", "cases"):
            seen[key] = [table for table in seen[key] if not table.get("hidden")]
        text = json.dumps(seen, sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def read(self, answer: str) -> Program:
        """The program an answer stands for. Raises `ProgramError`."""
        return Program.read(answer, self.game.INSTRUCTIONS)


def load_exercise(path: Path) -> Exercise:
    """Read an exercise file. Raises `DataError` that names the file, the key and the remedy."""
    data = read_toml(path)
    try:
        return make_exercise(path.stem, data)
    except DataError as error:
        raise DataError(error.says, path) from error


def make_exercise(name: str, data: Mapping[str, Any]) -> Exercise:
    """An exercise from plain data. Raises `DataError`."""
    file = structure(dict(data), _File)
    _among(file.kind, KINDS, "kind")
    _among(file.game, NAMES, "game")
    _among(file.right, ("passes", "fails"), "right")
    rules_of = game(file.game).EDITIONS
    _among(file.edition, tuple(rules_of), "edition")
    try:
        exercise = Exercise(
            id=name,
            title=file.title,
            text=file.text,
            lesson=file.lesson,
            kind=file.kind,
            game=game(file.game),
            rules=rules_of[file.edition],
            starts=tuple(_start(file, number, table) for number, table in _numbered(file)),
            checks=tuple(_check(file, table) for table in file.checks),
            cards=_cards(file, rules_of[file.edition]),
            given=_given(file),
            cases=read_cases(file.cases),
            file=file,
        )
        _check_numbers(exercise)
    except DataError:
        raise
    except TeachkitError as error:
        raise DataError(error.says) from error
    return exercise


def _check_numbers(exercise: Exercise) -> None:
    """Raise `DataError` for a card or a board that is named by number and is not there."""
    file, cards = exercise.file, len(exercise.given.instructions)
    for card in file.fixed:
        if not 1 <= card <= cards:
            raise DataError(say("fixed: the given program has no card {card}.", card=card))
    for number, choice in enumerate(file.choices, 1):
        exercise.read(choice.program)
        for table in choice.checks:
            _check(file, table)
        if not 0 <= choice.start <= len(exercise.starts):
            raise DataError(say("choice {number}: there is no start {start}.",
                                number=number, start=choice.start))  # fmt: skip


def _numbered(file: _File) -> list[tuple[int, dict[str, Any]]]:
    if not file.starts and file.kind != "function":
        raise DataError(say("An exercise needs at least one [[starts]]."))
    return list(enumerate(file.starts, 1))


def _given(file: _File) -> Program:
    """The program to start from; a function starts from Python, which is no program."""
    if file.kind != "function":
        return Program.read(file.given, game(file.game).INSTRUCTIONS)
    if not file.function.isidentifier() or not file.cases:
        raise DataError(say('This kind needs a name, function = "swap", and [[cases]].'))
    check_words(file.uses, "uses")
    check_words(file.avoids, "avoids")
    return Program()


def _start(file: _File, number: int, table: dict[str, Any]) -> Start:
    setup_type = game(file.game).Setup
    known = [item.name for item in fields(setup_type)]
    around = [item.name for item in fields(_Around)]
    where = say("start {number}", number=number)
    for key in table:
        if key not in (*known, *around):
            raise DataError(unknown_key(key, [*known, *around], where))
    given = {key: value for key, value in table.items() if key in known}
    other = structure({key: table[key] for key in table if key in around}, _Around, where)
    start = Start(
        setup=structure({"edition": file.edition} | given, setup_type, where),
        hidden=other.hidden,
        answers=tuple(other.answers),
        says=other.says,
    )
    try:
        player_of(game(file.game), start.state)
    except TeachkitError as error:
        raise DataError(f"{where}: {error.says}") from error
    return start


def _check(file: _File, table: dict[str, Any]) -> CheckLine:
    from teachkit.exercises.checks import check_facts

    facts = {key: value for key, value in table.items() if key not in ("check", "points")}
    name = str(table.get("check", ""))
    check_facts(game(file.game), name, facts)
    points = structure(table.get("points", 1), int, "points")
    if points < 1:
        raise DataError(say('The check "{name}" earns at least 1 point.', name=name))
    return CheckLine(name, points, facts)


def _cards(file: _File, rules: Rules) -> dict[str, int | None]:
    limits = file.cards if isinstance(file.cards, dict) else dict(map(_limit, file.cards))
    known = [*rules.instructions, *(f"{times}x" for times in rules.loops)]
    known += ["while", "if"] if rules.sensors else []
    for name in limits:
        if name not in known:
            raise DataError(unknown_key(name, known, "cards"))
    return dict(limits)


def _limit(text: str) -> tuple[str, int | None]:
    """A card with or without its number: `left`, `forward 3`."""
    name, _, number = text.partition(" ")
    if number and not number.isdecimal():
        raise DataError(say('cards: write a name and a number: "forward 3", not "{text}".',
                            text=text))  # fmt: skip
    return name, int(number) if number else None


def _among(value: str, known: Sequence[str], key: str) -> None:
    if value not in known:
        raise DataError(say('{key} = "{value}" is not known; write one of: {known}.',
                            key=key, value=value, known=", ".join(known)))  # fmt: skip


def _plain(thing: Any) -> Any:
    if hasattr(thing, "__dataclass_fields__"):
        return {item.name: _plain(getattr(thing, item.name)) for item in fields(thing)}
    if isinstance(thing, list | tuple):
        return [_plain(item) for item in thing]
    return thing
