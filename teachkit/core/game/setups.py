"""Set-ups: the records that hold what an exercise's `[[starts]]` may say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Generic, Self, TypeVar

from teachkit.core.data import structure
from teachkit.core.language.instructions import InstructionSet
from teachkit.core.language.program import Program
from teachkit.core.run.events import State
from teachkit.errors import BoardError, ProgramError
from teachkit.words import say

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True)
class Start(Generic[State]):
    """The base of set-ups, which are frozen dataclasses with a default for each field.

    A game's set-up has `rules`, and builds its state in `_state`, where it raises `BoardError` for
    a start that no game could have.
    """

    def state(self) -> State:
        """Return the state of this start.

        Raises `BoardError` for a start that no game could have, and `DataError` for a field that
        holds something of the wrong type.
        """
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return structure(values, type(self))._state()

    def _state(self) -> State:
        raise NotImplementedError

    @property
    def rules(self) -> Any:
        """The edition, with the options of this start."""
        raise NotImplementedError

    def with_rules(self, rules: object) -> Self:
        """Return this set-up, written from a state, if its rules are those of the state.

        Raises `BoardError` if not: then no option tells in what they differ.
        """
        if self.rules != rules:
            raise BoardError(say("This edition has rules of its own that no set-up can tell."))
        return self

    def filled_fields(self, *names: str) -> str:
        """Return which of these fields say something, as a list in a sentence."""
        return ", ".join(name for name in names if getattr(self, name))

    def check_dealt(self, *names: str) -> None:
        """Raise `BoardError` if one of these fields, which a match deals itself, is filled."""
        if filled := self.filled_fields(*names):
            raise BoardError(say("A match deals these itself; leave out: {names}.", names=filled))

    def names_board(self, *drawing: str) -> bool:
        """Return whether the `board` is named; if not, it is drawn by `floor` and these fields.

        Raises `BoardError` for neither and for both.
        """
        board, floor = (getattr(self, name) for name in ("board", "floor"))
        if bool(board) == bool(floor):
            raise BoardError(say("A start needs either a board's name or a floor."))
        if board and (names := self.filled_fields(*drawing)):
            raise BoardError(
                say(
                    'The board "{board}" has its own; leave out: {names}.', board=board, names=names
                )
            )
        return bool(board)


def checked_program(
    name: str,
    text: str,
    vocabulary: InstructionSet,
    problems: Callable[[Program], Sequence[object]],
) -> Program:
    """Return the program that another piece runs, called `name` in errors.

    Raises `BoardError` for a text that is no program, and for one that has `problems`.
    """
    try:
        program = Program.read(text, vocabulary)
        found = [str(problem) for problem in problems(program)]
    except ProgramError as error:
        found = [error.says]
    if found:
        raise BoardError(say("The program of {name}: {problem}", name=name, problem=found[0]))
    return program


def twice(things: Iterable[T]) -> T | None:
    """Return the first thing that comes twice.

    >>> twice("abcb"), twice("abc")
    ('b', None)
    """
    return next((thing for thing, count in Counter(things).items() if count > 1), None)
