"""Exercises, their kinds, and the attempts and hints that a kind's functions use."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from operator import eq
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.data import Table
from teachkit.core.game.game import Game, Rules
from teachkit.core.game.palette import replaced
from teachkit.core.language.instructions import InstructionSet
from teachkit.core.language.program import Lanes, Program
from teachkit.core.run.trace import Trace
from teachkit.exercises.model.file import Case, CheckLine, Choice, File, MatchTable
from teachkit.exercises.model.forms import Form
from teachkit.exercises.model.verdict import Grade, Remark
from teachkit.exercises.running.results import Execute
from teachkit.words import translate


@dataclass(frozen=True)
class Start:
    """A board to run programs on.

    Attributes:
        hidden: Whether learners do not see this start. It is graded all the same. `hidden = true`
        answers: The answers to the questions that the rules ask during a run, in order.
            `answers = [0]`
        says: The name of the start, which is shown beside its board. `says = "A steep hill"`
    """

    setup: Any
    hidden: bool = False
    answers: tuple[Any, ...] = ()
    says: str = ""

    @cached_property
    def state(self) -> Any:
        return self.setup.state()


@dataclass(frozen=True, eq=False)
class Exercise:
    """A task, with all data from its file.

    `cards` maps the name of each available card to its limit (`None`: no limit). Loops are named
    `2x`, conditions `while` and `if`, and routines `define`. If `cards` is empty, every card of the
    edition is available. `given` is the starting program, and `file.given` its text. An exercise
    that checks a function has `cases`, the calls to check, and no starts.
    """

    id: str
    title: str
    lesson: str
    kind: Kind
    game: Game
    rules: Rules
    starts: tuple[Start, ...]
    checks: tuple[CheckLine, ...]
    cards: Mapping[str, int | None]
    given: Program
    cases: tuple[Case, ...]
    file: File = field(repr=False)
    _foreseen: list[tuple[Any, str]] = field(default_factory=list, init=False, repr=False)

    @cached_property
    def possible(self) -> int:
        """The number of points for a right answer.

        This is the sum of the checks' points, or the file's `points` if that sum is 0. Python
        exercises add the points for each opponent to beat, and one point for each word to use or
        avoid. Some kinds count in their own way.
        """
        file = self.file
        if self.kind.possible:
            return self.kind.possible(self)
        points = sum(check.points for check in self.checks) or file.points
        if not self.kind.form.runs_python:
            return points
        beaten = sum(opponent.points for opponent in file.match.opponents)
        return points + beaten + len(file.uses) + len(file.avoids)

    @property
    def player(self) -> str:
        """The piece that runs the program: the first player on the first start."""
        return self.game.players(self.starts[0].state)[0]

    @property
    def options(self) -> dict[str, Choice]:
        """The options to choose from, keyed by letter."""
        return dict(zip("abcdefghij", self.file.choices, strict=False))

    @property
    def shown_starts(self) -> tuple[Start, ...]:
        return tuple(start for start in self.starts if not start.hidden)

    @cached_property
    def learners(self) -> tuple[str, ...]:
        """The pieces that learners program: those without their own program on the first start."""
        return self.learners_on(self.starts[0])

    def learners_on(self, start: Start) -> tuple[str, ...]:
        """Return the pieces that learners program: those without their own program on `start`."""
        acting = self.game.programs(start.state)
        return tuple(name for name in self.game.players(start.state) if name not in acting)

    @cached_property
    def others_act(self) -> bool:
        """Whether other pieces act on some start in a way that a search cannot predict."""
        if self.game.foresight.rounds is not None:
            return False
        return any(self.game.programs(start.state) for start in self.starts)

    @cached_property
    def instructions(self) -> InstructionSet:
        """The available cards, as the game defines them on the first start."""
        here = self.game.vocabulary(self.starts[0].state)
        names = [card.name for card in here if not self.cards or card.name in self.cards]
        routines = self.rules.routines and (not self.cards or "define" in self.cards)
        return here.only(names, sensors=self.rules.sensors, routines=routines)

    @cached_property
    def hash(self) -> str:
        """A hash of everything in the file that affects the points of an answer.

        It does not depend on texts, such as those of hints, choices and cases, nor on hidden starts
        and cases, the solution and the mistakes. The learners' copy therefore has the same hash as
        the teacher's file, and a corrected sentence makes no other version of the exercise.
        """
        seen = {key: value for key, value in self._seen.items() if key not in _WORDING}
        return _hash_of(_without_texts(seen))

    @cached_property
    def seen_hash(self) -> str:
        """A hash of everything that learners see.

        Answers that were given before `hash` left the texts out are marked with this one.
        """
        return _hash_of(self._seen)

    @property
    def _seen(self) -> Table:
        """The parts of the file that learners see; `mark` is left out, as it affects no answer."""
        hidden = {"solution", "mistakes", "mark"}
        # Hashes that were made before these keys existed stay valid.
        hidden |= {"match"} if self.file.match == MatchTable() else set()
        hidden |= set() if self.file.make else {"make"}
        seen = {key: value for key, value in asdict(self.file).items() if key not in hidden}
        for key in ("starts", "cases"):
            seen[key] = [table for table in seen[key] if not table.get("hidden")]
        return seen

    def read(self, answer: str) -> Program:
        """Parse `answer` as a program. Raise `ProgramError` if it cannot be read."""
        return Program.read(answer, self._readable)

    def foreseen(
        self,
        mine: object,
        meaning: Callable[[str], object],
        is_same: Callable[[Any, Any], bool] = eq,
    ) -> str:
        """Return the author's sentence for the first mistake that is equivalent to `mine`, or "".

        `meaning(answer)` converts a mistake's answer into the value to compare with `mine`, such as
        a program or its behaviour. The converted values are cached for the exercise, and compared
        by `is_same`.
        """
        if not self._foreseen:
            self._foreseen.extend(
                [(meaning(mistake.answer), mistake.says) for mistake in self.file.mistakes]
            )
        alike = (says for known, says in self._foreseen if is_same(known, mine))
        return translate(next(alike, ""))

    def foreseen_program(self, program: Program | None) -> str:
        """Return the author's sentence if `program` is a foreseen mistake, else ""."""
        return self.foreseen(unnamed(program), lambda text: unnamed(self.kind.program(self, text)))

    def foreseen_text(self, answer: str) -> str:
        """Return the author's sentence if `answer` has the same words as a mistake, else ""."""
        return self.foreseen(words_of_answer(answer), words_of_answer)

    @cached_property
    def _readable(self) -> InstructionSet:
        """All cards of the game. The exercise's own are first, so error messages show those."""
        everything = self.game.instructions
        here = [card.name for card in self.instructions] if self.starts else []
        rest = [card.name for card in everything if card.name not in here]
        return everything.only([*here, *rest])


# Keys that change what learners read, but not what an answer earns.
_WORDING = {"title", "lesson", "phase", "teaches", "text", "predict", "python", "hints", "labels"}


def _without_texts(value: Any) -> Any:
    """Return a copy of plain data without the texts under `says`, at any depth."""
    if isinstance(value, dict):
        return {key: _without_texts(item) for key, item in value.items() if key != "says"}
    return [_without_texts(item) for item in value] if isinstance(value, list | tuple) else value


def _hash_of(data: Table) -> str:
    text = json.dumps(data, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def unnamed(program: Program | None) -> Program | None:
    """Return `program` with its routines numbered, so that programs with other names are equal.

    >>> unnamed(Program.read("define fetch(left), 2x(fetch)"))
    Program.read('define routine1(left), 2x(routine1)')
    """
    if not program or isinstance(program, Lanes) or not program.procedures:
        return program
    names = {name: f"routine{number}" for number, name in enumerate(program.procedures, 1)}
    return Program.read(replaced(str(program), names))


def words_of_answer(answer: str) -> list[str]:
    """Split an answer into lower-case words, without commas or leading zeros.

    >>> words_of_answer("C4, north") == words_of_answer("c4 north")
    True
    >>> words_of_answer("08"), words_of_answer("80")
    (['8'], ['80'])
    """
    words = answer.replace(",", " ").lower().split()
    return [word.lstrip("0") or "0" if word.isdecimal() else word for word in words]


# -- kinds ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Attempt:
    """A run of a program on a start, for one player."""

    game: Game
    player: str
    program: Program
    trace: Trace

    @property
    def place(self) -> str:
        """The whereabouts of the player's piece at the end of the run."""
        return self.game.whereabouts(self.trace.final, self.player)


Happens: TypeAlias = Callable[[Exercise, Program, Start], Attempt]
"""A function that runs a program on a start, either by the rules (`attempt`) or by a misreading."""


class Hint(NamedTuple):
    """A sentence of help, and the name of its rung. Cards or code may follow on further lines.

    `about` is the part of the learner's answer that the hint depends on. `program` is the learner's
    program after following the hint. `spare` names a card or an option that the learner can rule
    out, and `square` the square that the hint speaks of.
    """

    rung: str
    says: str
    about: str = ""
    program: Program | None = None
    spare: str = ""
    square: str = ""


class Rung(NamedTuple):
    """A rung on the ladder of help: one kind of hint.

    `about(exercise, answer)` returns the part of the answer that the hint depends on, by default
    all of it. `tells(exercise, about)` returns the hint. Either function returns `None` if there is
    nothing to say. If `stays` is true, the hint remains visible once it is shown. Otherwise, it
    disappears when the part that it depends on changes, and can then be requested again.
    """

    name: str
    tells: Callable[[Exercise, str], Hint | None]
    about: Callable[[Exercise, str], str | None] = lambda exercise, answer: answer
    stays: bool = False


def given_program(file: File, game: Game) -> Program:
    """Parse a file's starting program, which may be empty."""
    return Program.read(file.given, game.instructions)


@dataclass(frozen=True, eq=False, repr=False)
class Kind:
    """A kind of exercise, with the functions that judge and explain its answers.

    `judge(exercise, answer, execute)` returns the grade of an answer, or raises `TeachkitError` if
    the answer cannot be read; `execute` runs a learner's Python. `explain(exercise, answer, grade)`
    returns the grade of a wrong answer with explanations added. Each function in `flaws` takes an
    exercise of this kind, and yields remarks on it. `solution(exercise)` returns the right answer,
    computed by the rules; `solution` is `None` if the author writes the answer.

    `program(exercise, answer)` returns the program in an answer, or `None` if answers of this kind
    have none. It raises `TeachkitError` if the program cannot be read.

    `predicted_outcome(exercise, happens, answer)` returns the answer that would be right if
    programs ran as `happens` says, on the board that `answer` is about. The result is written in
    the form in which `judge` compares answers. If several answers would be right, the result is
    `answer`, provided that it is one of them. If there is no right answer, or it is unknown, the
    result is "".

    `given(file, game)` returns the starting program, which may be empty. It raises `DataError` if
    the file lacks something that this kind needs. `possible(exercise)` returns the number of points
    for a right answer; it is `None` if the points are those of the file's checks.
    `boards(exercise, answer)` returns the boards that an answer is shown with. `makes` holds the
    kinds of exercises that an answer can be, by name.

    `ladder` holds the rungs of help above the author's hints, the right answer last. If
    `needs_start` is true, files of this kind must have a start. If `fits_codes` is true, a code can
    hold an exercise of this kind. If `is_searched` is true, pars, badges and hints at the next card
    come from a search for the cheapest program. If `hides_used` is true, empty piles of cards are
    not shown. `keys` are the keys of a file that only this kind, and others that name them, use.
    `minutes` is the time that learners need for an exercise of this kind, or for five
    lines of its answer if the answer is a table or an order.
    """

    name: str
    form: Form
    judge: Callable[[Exercise, str, Execute], Grade]
    flaws: tuple[Callable[[Exercise], Iterator[Remark]], ...]
    ladder: tuple[Rung, ...]
    solution: Callable[[Exercise], str] | None = None
    program: Callable[[Exercise, str], Program | None] = lambda exercise, answer: None
    explain: Callable[[Exercise, str, Grade], Grade] = lambda exercise, answer, grade: grade
    predicted_outcome: Callable[[Exercise, Happens, str], str] = lambda *asked: ""
    given: Callable[[File, Game], Program] = given_program
    possible: Callable[[Exercise], int] | None = None
    boards: Callable[[Exercise, str], tuple[Start, ...]] = lambda exercise, answer: exercise.starts
    makes: Mapping[str, Kind] = field(default_factory=dict)
    needs_start: bool = True
    fits_codes: bool = False
    is_searched: bool = False
    hides_used: bool = False
    keys: tuple[str, ...] = ()
    minutes: int = 5

    def __repr__(self) -> str:
        return f"Kind({self.name!r})"
