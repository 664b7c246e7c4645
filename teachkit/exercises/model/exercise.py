"""Exercises, their kinds, and the records that a kind's functions exchange: grades and hints."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from operator import eq
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.game.game import Game, Rules
from teachkit.core.language.instructions import InstructionSet
from teachkit.core.language.program import Program
from teachkit.core.run.trace import Trace
from teachkit.exercises.model.file import Case, CheckLine, Choice, File, MatchTable
from teachkit.exercises.model.forms import Form
from teachkit.exercises.model.verdict import Grade, Remark
from teachkit.exercises.running.results import Execute
from teachkit.words import translate


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


@dataclass(frozen=True, eq=False)
class Exercise:
    """A task and everything that is known about it.

    `cards` maps each available card to the number that may be used (`None`: any number), loops as
    `2x`, conditions as `while` and `if`; empty means every card of the edition. `given` is the
    starting program, and `file.given` its text. `cases` are those of a function, which has no
    starts.
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
        """The points of a right answer: for checks or the answer, for opponents and words."""
        file = self.file
        points = sum(check.points for check in self.checks) or file.points
        if not self.kind.form.runs_python:
            return points
        beaten = sum(opponent.points for opponent in file.match.opponents)
        return points + beaten + len(file.uses) + len(file.avoids)

    @property
    def player(self) -> str:
        """The player who runs the program: the first one of the start."""
        return self.game.players(self.starts[0].state)[0]

    @property
    def options(self) -> dict[str, Choice]:
        """The options to choose from, by letter."""
        return dict(zip("abcdefghij", self.file.choices, strict=False))

    @property
    def shown_starts(self) -> tuple[Start, ...]:
        return tuple(start for start in self.starts if not start.hidden)

    @cached_property
    def learners(self) -> tuple[str, ...]:
        """The pieces of the first start that have no program of their own."""
        return self.learners_on(self.starts[0])

    def learners_on(self, start: Start) -> tuple[str, ...]:
        """Return the pieces of a start that have no program of their own."""
        acting = self.game.programs(start.state)
        return tuple(name for name in self.game.players(start.state) if name not in acting)

    @cached_property
    def others_act(self) -> bool:
        """Whether on some start other pieces act in a way that a search cannot predict."""
        if self.game.foresight.rounds is not None:
            return False
        return any(self.game.programs(start.state) for start in self.starts)

    @cached_property
    def instructions(self) -> InstructionSet:
        """The vocabulary of this exercise: the cards that may be used, with their looks here."""
        here = self.game.vocabulary(self.starts[0].state)
        names = [card.name for card in here if not self.cards or card.name in self.cards]
        return here.only(names, sensors=self.rules.sensors)

    @cached_property
    def hash(self) -> str:
        """A version that changes when something visible to learners is edited.

        Hidden starts and cases, the solution and the mistakes are left out, so the learners' copy
        has the same hash as the teacher's file. So is `mark`, which changes no answer.
        """
        hidden = {"solution", "mistakes", "mark"}
        if self.file.match == MatchTable():  # as before this key was introduced
            hidden.add("match")
        seen = {key: value for key, value in asdict(self.file).items() if key not in hidden}
        for key in ("starts", "cases"):
            seen[key] = [table for table in seen[key] if not table.get("hidden")]
        text = json.dumps(seen, sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def read(self, answer: str) -> Program:
        """Return the program of an answer. Raise `ProgramError`."""
        return Program.read(answer, self._readable)

    def foreseen(
        self,
        mine: object,
        meaning: Callable[[str], object],
        is_same: Callable[[Any, Any], bool] = eq,
    ) -> str:
        """Return the author's sentence for the first mistake that means what `mine` does, or "".

        `meaning(answer)` returns what is compared, such as a program or its behaviour; it is
        computed once for each exercise.
        """
        if not self._foreseen:
            self._foreseen.extend(
                [(meaning(mistake.answer), mistake.says) for mistake in self.file.mistakes]
            )
        alike = (says for known, says in self._foreseen if is_same(known, mine))
        return translate(next(alike, ""))

    def foreseen_program(self, program: Program | None) -> str:
        """Return the author's sentence for this wrong program, or ""."""
        return self.foreseen(program, lambda answer: self.kind.program(self, answer))

    def foreseen_text(self, answer: str) -> str:
        """Return the author's sentence for this wrong answer, compared word by word, or ""."""
        return self.foreseen(words_of_answer(answer), words_of_answer)

    @cached_property
    def _readable(self) -> InstructionSet:
        """All cards of the game, those of the exercise first, since they serve as examples."""
        everything = self.game.instructions
        here = [card.name for card in self.instructions] if self.starts else []
        rest = [card.name for card in everything if card.name not in here]
        return everything.only([*here, *rest])


def words_of_answer(answer: str) -> list[str]:
    """Return the words of an answer; a number may have leading zeros.

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
    """A program on a start: its player, and its run."""

    game: Game
    player: str
    program: Program
    trace: Trace

    @property
    def place(self) -> str:
        """The whereabouts of the player's piece at the end."""
        return self.game.whereabouts(self.trace.final, self.player)


Happens: TypeAlias = Callable[[Exercise, Program, Start], Attempt]
"""A run of a program on a start: the real one, `attempt`, or the one that somebody believes in."""


class Hint(NamedTuple):
    """A sentence of help with its rung; after a line break it has cards or code.

    `about` is the part of the answer that it is about. `program` is the learner's program after
    following the hint; `spare` names a card that is not needed.
    """

    rung: str
    says: str
    about: str = ""
    program: Program | None = None
    spare: str = ""


class Rung(NamedTuple):
    """A kind of help.

    `tells(exercise, about)` returns the hint, where `about(exercise, answer)` is the part of an
    answer that it depends on, by default all of it; either is `None` if there is nothing to say. A
    hint that `stays` is shown from then on; others disappear when that part of the answer changes,
    and can be asked for again.
    """

    name: str
    tells: Callable[[Exercise, str], Hint | None]
    about: Callable[[Exercise, str], str | None] = lambda exercise, answer: answer
    stays: bool = False


def given_program(file: File, game: Game) -> Program:
    """Return a file's starting program, which may be empty."""
    return Program.read(file.given, game.instructions)


@dataclass(frozen=True, eq=False, repr=False)
class Kind:
    """A way to judge exercises, and everything else that depends on it.

    `judge(exercise, answer, execute)` grades an answer; `execute` runs a learner's Python. Raises
    `TeachkitError` for an answer that cannot be read. `explain(exercise, answer, grade)` adds
    explanations to the grade of a wrong answer. Each of the `flaws` yields remarks specific to this
    kind: `flaw(exercise)`. `solution(exercise)` returns the right answer as computed by the rules;
    if it is `None`, the author writes the answer.

    `program(exercise, answer)` returns the program of an answer, or `None` if it has none. Raises
    `TeachkitError`. `predicted_outcome(exercise, happens, answer)` returns the right answer if
    programs ran as `happens` says, written as `judge` writes parsed answers. It is about the board
    of `answer`. If many answers may be right, it returns `answer` itself if that would be right; it
    returns "" if it is unknown. `given(file, game)` returns the starting program, which may be
    empty. Raises `DataError` if the file lacks something that this kind needs.

    `ladder` holds the rungs of help above the author's hints, the right answer last. A file must
    have a start if its kind `needs_start`. If a kind `is_searched`, pars, badges and next cards
    come from a search for the cheapest program. A kind that `hides_used` cards shows no empty
    piles.
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
    needs_start: bool = True
    is_searched: bool = False
    hides_used: bool = False

    def __repr__(self) -> str:
        return f"Kind({self.name!r})"
