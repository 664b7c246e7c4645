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
    """A `[[checks]]` table: the name of a check, its points, and its facts under their own keys.

    `facts` holds all other keys, which are the arguments of the check.

    Attributes:
        check: The name of the check. `check = "stands_on"`
        points: The points that the check is worth, at least 1. `points = 2`
        player: The piece that must pass the check. By default, each of the learner's pieces must
            pass it. `player = "red"`
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
    """A label for a range of cards, as in `cards = "1..2"`, `says = "turn toward the sample"`.

    Attributes:
        cards: The numbers of the first and the last card, or of one card. `cards = "1..2"`
        says: The label, which is shown above these cards. `says = "turn toward the sample"`
    """

    cards: str
    says: str


@dataclass(frozen=True)
class Solution:
    """The author's answer, which must earn all points.

    Attributes:
        answer: The answer, as learners write it. Leave it out if the rules compute the answer, as
            in predictions and choices. `answer = "forward, forward"`
        says: An explanation, which learners see together with the solution.
            `says = "Two steps are enough."`
    """

    answer: str = ""
    says: str = ""


@dataclass(frozen=True)
class Mistake:
    """A wrong answer that learners are likely to give, and the sentence to show for it.

    Attributes:
        answer: The wrong answer, as learners write it. It must be an answer that can run, because
            others, such as one with more cards than are on offer, get a message of their own.
            `answer = "forward"`
        says: The sentence that helps learners who give this answer. `says = "One step is missing."`
    """

    answer: str
    says: str


@dataclass(frozen=True)
class Choice:
    """An option to choose, or to put in order; its fields let the rules compute the right answer.

    Attributes:
        says: The text of the option. `says = "It stops on c1."`
        program: The program of this option. By default, it is the `given` one.
            `program = "forward, left"`
        start: The number of the start for this option, counted from 1. By default, all starts are
            used. `start = 1`
        checks: The checks that decide whether this option is right, instead of the exercise's own.
            `checks = [{ check = "ends" }]`
        when: In an `order`, the moment of the run that this option describes: `red`, `red 2` for a
            card, or a part of the round such as `belts`. `when = "red 1"`
    """

    says: str
    program: str = ""
    start: int = 0
    checks: tuple[dict[str, Any], ...] = ()
    when: str = ""


@dataclass(frozen=True)
class Opponent:
    """An opponent in a `[match]`: a house strategy, and the share of games to win against it.

    Attributes:
        house: The name of the computer player: `random`, `greedy` or `look-ahead`.
            `house = "random"`
        at_least: The share of the games, from 0 to 1, that the strategy must clearly exceed.
            `at_least = 0.5`
        points: The points for winning often enough against this opponent. `points = 2`
    """

    house: str
    at_least: float = 0.5
    points: int = 1


@dataclass(frozen=True)
class MatchTable:
    """The `[match]` table of an exercise: the games that a learner's strategy plays.

    Attributes:
        opponents: The opponents, each in a `[[match.opponents]]` table.
            `opponents = [{ house = "random" }]`
        board: The name of the board. By default, it is the first board of the edition.
            `board = "canyon"`
        seats: The number of players. `seats = 2`
        games: The number of games against each opponent. `games = 30`
        frames: The longest game. A game that reaches this number of frames ends early, and the
            player with the most points wins. `frames = 500`
        always: An option that the strategy must choose whenever that option is available.
            `always = "pass"`
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

    The name of the file, without `.toml`, is the id of the exercise, such as `51-01-up-the-hill`.

    Attributes:
        title: The name of the exercise, as learners see it. `title = "Three samples"`
        lesson: The number of the lesson to which the exercise belongs. `lesson = "51"`
        game: The name of the game: `algoracing`, `calamitron`, `lovelace` or `roborally`.
            `game = "algoracing"`
        edition: The edition of the game, which decides the cards and the rules.
            `edition = "loops"`
        kind: The kind of the exercise, which decides what learners answer. `kind = "program"`
        phase: The heading of the lesson under which the exercise belongs: `predict`, `run`,
            `investigate`, `modify`, `make`, or `stretch` if it is not required. `phase = "make"`
        teaches: The concepts that the exercise is about. `teachkit check` warns if it can be solved
            without their cards. `teaches = ["sequence"]`
        text: The task, in Markdown. `text = "Drive to **c1**."`
        function: In a `function`, the name of the function that learners write.
            `function = "swap"`
        given: The program that learners begin with, or the Python code in a kind that is answered
            in Python, which must not earn any points yet. `given = "forward, left"`
        fixed: The numbers of the given cards that learners cannot change. `fixed = [1, 2]`
        changes: The largest number of cards of the given program that learners may insert, remove
            or replace. `changes = 1`
        mark: Whether learners point at the first wrong card before they may change one.
            `mark = true`
        cards: The cards on offer, with the number of copies; a list offers cards without a limit,
            or with one as in `"forward 3"`. By default, all the cards of the edition are on offer.
            `cards = { forward = 3, left = 1 }`
        predict: Whether learners say where the piece will end before they run their program.
            `predict = true`
        python: Whether learners may also write their program in Python. `python = true`
        sensors: The sensors on offer. With cards, they follow `while` and `if`, and may begin with
            `not`; in a `drive`, learners call them as functions.
            `sensors = ["blocked", "not blocked"]`
        uses: The Python keywords, functions and operators that the answer must contain, each for a
            point. `uses = ["for"]`
        avoids: The Python keywords, functions and operators that the answer must not contain, each
            for a point. `avoids = ["while"]`
        right: In a `choice`, whether the right option is the one that `passes` its checks, or the
            one that `fails`. `right = "fails"`
        after: In a `predict` or a `trace`, the number of rounds to run. By default, the program
            runs to its end. `after = 1`
        whose: In a `trace`, the pieces whose cards have a line in the table. By default, it is the
            learner's piece. `whose = ["red"]`
        points: The points for a right answer, if the exercise has no checks. `points = 2`
        hints: Sentences that help a little more each time, and never give the solution away.
            `hints = ["Which way does the rover face?"]`
        labels: Names for parts of the given program.
            `labels = [{ cards = "1..2", says = "ahead" }]`
        match: In a `strategy`, the games to play. `match = { opponents = [{ house = "random" }] }`
        starts: The boards on which the answer is run, each in a `[[starts]]` table.
            `starts = [{ floor = ". . .", rovers = { red = "a1 east" } }]`
        cases: In a `function`, the calls to check, each in a `[[cases]]` table.
            `cases = [{ call = [37], returns = 73 }]`
        checks: The results that an answer must achieve, each in a `[[checks]]` table.
            `checks = [{ check = "stands_on", square = "c1" }]`
        choices: In a `choice` or an `order`, the options, each in a `[[choices]]` table.
            `choices = [{ says = "It stops." }, { says = "It drives on." }]`
        make: In a `make`, what learners may change, and the wishes that their exercise must meet.
            `make = { open = ["board"], par_cards = "3..5" }`
        solution: Your own answer, which must earn all points. Learners see it as the last hint.
            `solution = { answer = "forward, forward" }`
        mistakes: Wrong answers that you expect, each in a `[[mistakes]]` table with a sentence.
            `mistakes = [{ answer = "forward", says = "One step is missing." }]`
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
class CaseTable:
    """The keys of a `[[cases]]` table, with the expected result in either `returns` or `gives`.

    Attributes:
        call: The arguments of the call, as a list or as Python text. `call = [3, 7]`
        returns: The expected result. `returns = 73`
        gives: The expected result as Python text, since TOML has neither tuples nor `None`.
            `gives = "(7, 3)"`
        says: The reason why this case is included. `says = "Both digits change places."`
        hidden: Whether learners do not see this case. `hidden = true`
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
    table = structure(data, CaseTable, where)
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
