"""Set-ups: the options of an edition, the openings of a match, and the base class of starts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar, cast

from teachkit.core.data import Table, check_keys, structure
from teachkit.core.language.instructions import InstructionSet
from teachkit.core.language.program import Program
from teachkit.core.run.flow import State
from teachkit.core.strings import board_error, check_known
from teachkit.errors import DataError, ProgramError
from teachkit.words import say, shown

R = TypeVar("R")

Options: TypeAlias = Mapping[str, "range | tuple[str, ...] | None"]
"""The fields of the rules that may be set, each with its allowed values.

A range allows any of its numbers, a tuple allows a list of some of its words, and `None` allows
true or false.
"""


def with_options(rules: R, chosen: Mapping[str, object], options: Options) -> R:
    """Return a copy of `rules` with its fields changed to the values in `chosen`.

    Raise `DataError` if a field is not in `options`, or if its value is not allowed.

    >>> from teachkit.games.algoracing.editions import BASIC, OPTIONS
    >>> with_options(BASIC, {"targt": 5}, OPTIONS)
    Traceback (most recent call last):
    teachkit.errors.DataError: There is no key "targt" in "options". Did you mean "target"?
    >>> with_options(BASIC, {"target": 5}, OPTIONS).target
    5
    """
    for name, value in chosen.items():
        check_keys([name], options, "options")
        if says := _wrong(name, value, options[name]):
            raise DataError(says)
    changes = {
        name: tuple(value) if isinstance(value, list) else value for name, value in chosen.items()
    }
    return cast("R", replace(cast("Any", rules), **changes))


def rules_of(
    editions: Mapping[str, R], name: str, chosen: Mapping[str, object], options: Options
) -> R:
    """Return the rules of the edition called `name`, changed by the options in `chosen`.

    Raise `BoardError` if there is no such edition, and `DataError` as `with_options` does.
    """
    check_known('There is no edition "{name}". Choose one of: {names}.', [name], list(editions))
    return with_options(editions[name], chosen, options)


def options_of(rules: object, printed: object, options: Options) -> Table:
    """Return the options of `rules` that differ from `printed`, with their values in `rules`.

    >>> from teachkit.games.algoracing.editions import BASIC, OPTIONS
    >>> options_of(with_options(BASIC, {"target": 5}, OPTIONS), BASIC, OPTIONS)
    {'target': 5}
    """
    pairs = {name: (getattr(rules, name), getattr(printed, name)) for name in options}
    return {
        name: list(mine) if isinstance(mine, tuple) else mine
        for name, (mine, theirs) in pairs.items()
        if mine != theirs
    }


def _wrong(name: str, value: object, allowed: range | tuple[str, ...] | None) -> str | None:
    facts: Table = {"name": name, "value": shown(value)}
    if isinstance(allowed, range):
        if type(value) is int and value in allowed:
            return None
        facts |= {"least": allowed[0], "most": allowed[-1]}
        return say(
            'options: "{name}" must be a number from {least} to {most}, not {value}.', **facts
        )
    if allowed is not None:
        if not isinstance(value, list | tuple) or not set(map(str, value)) <= {*allowed}:
            facts["words"] = ", ".join(allowed)
            return say(
                'options: "{name}" must be a list of words from {words}, not {value}.', **facts
            )
    elif not isinstance(value, bool):
        return say('options: "{name}" must be true or false, not {value}.', **facts)
    return None


@dataclass(frozen=True)
class Opening:
    """The editions, pieces and boards available for a match; the first of each is the default.

    `pieces` are the pieces that people can play, in seat order, and `seats` is the range of
    possible numbers of pieces. `boards` returns the names of an edition's boards, or an empty
    sequence if the game has no boards. `setup` builds a set-up from an edition, a board and the
    pieces in play.

    >>> from teachkit.games import roborally
    >>> roborally.GAME.opening.match(2).players
    ('red', 'green')
    >>> roborally.GAME.opening.match(9)
    Traceback (most recent call last):
    teachkit.errors.BoardError: This game is for 2 to 8 players, not 9.
    """

    editions: tuple[str, ...]
    pieces: tuple[str, ...]
    seats: range
    boards: Callable[[str], Sequence[str]]
    setup: Callable[[str, str, tuple[str, ...]], Any]

    def match(self, seats: int | Sequence[str], edition: str = "", board: str = "") -> Any:
        """Return the set-up for a match; `seats` is the number of pieces, or their names.

        `board` is a name, or the path of a TOML file. Raise `BoardError` if there is no such
        edition, board or piece, or if the number of seats is not possible.
        """
        edition = edition or self.editions[0]
        check_known(
            "There is no edition {name} for a match. Choose one of: {names}.",
            [edition],
            self.editions,
            shown,
        )
        setup = self.setup(edition, self._board(edition, board), self._pieces(seats))
        if Path(board).suffix == ".toml":
            setup.state()  # raises an error for a file that is missing or not a board
        return setup

    def _pieces(self, seats: int | Sequence[str]) -> tuple[str, ...]:
        count = seats if isinstance(seats, int) else len(seats)
        if count not in self.seats:
            facts = {"least": self.seats[0], "most": self.seats[-1], "count": count}
            raise board_error("This game is for {least} to {most} players, not {count}.", **facts)
        if isinstance(seats, int):
            return self.pieces[:count]
        check_known("There is no piece {name}. Choose one of: {names}.", seats, self.pieces, shown)
        return tuple(seats)

    def _board(self, edition: str, board: str) -> str:
        boards = self.boards(edition)
        if not board:
            return boards[0] if boards else ""
        if not boards:
            raise board_error("This game has no boards. Leave out {board}.", board=shown(board))
        if Path(board).suffix != ".toml":
            check_known(
                "There is no board {name} for this edition. Choose one of: {names}.",
                [board],
                boards,
                shown,
            )
        return board


T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True)
class Start(Generic[State]):
    """The base class of set-ups, which are frozen dataclasses with a default for each field.

    A subclass defines `rules`, and builds its state in `_state`, which raises `BoardError` if the
    start is impossible. `allowed` are the rules that the field `options` may change, and `inside`
    the fields that hold tables, with the records of these tables.
    """

    allowed: ClassVar[Options] = {}
    inside: ClassVar[tuple[tuple[str, type], ...]] = ()

    def state(self) -> State:
        """Check the fields, and return the start state that they describe.

        Raise `BoardError` if the start is impossible, and `DataError` if a field has a wrong type.
        """
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return structure(values, type(self))._state()

    def _state(self) -> State:
        raise NotImplementedError

    @property
    def rules(self) -> Any:
        """The rules of the edition, changed by the options of the set-up."""
        raise NotImplementedError

    def with_rules(self, rules: object) -> Self:
        """Return the set-up itself if its rules equal `rules`.

        Otherwise, raise `BoardError`, because the options of the set-up cannot express `rules`.
        """
        if self.rules != rules:
            raise board_error("A set-up cannot store the changed rules of this edition.")
        return self

    def filled_fields(self, *names: str) -> str:
        """Return the names of the fields among `names` that are not empty, separated by commas."""
        return ", ".join(name for name in names if getattr(self, name))

    def check_dealt(self, *names: str) -> None:
        """Raise `BoardError` if any field in `names` is set, since a match fills these in."""
        if filled := self.filled_fields(*names):
            raise board_error("A match sets these up by itself. Leave out: {names}.", names=filled)

    def names_board(self, *drawing: str) -> bool:
        """Return whether the board is named in the field `board`, rather than drawn in `floor`.

        `drawing` names the fields that complete a drawn board. Raise `BoardError` if neither or
        both of `board` and `floor` are set, or if a field in `drawing` is set for a named board.
        """
        board, floor = (getattr(self, name) for name in ("board", "floor"))
        if bool(board) == bool(floor):
            raise board_error("A start needs the name of a board or a floor, but not both.")
        if board and (names := self.filled_fields(*drawing)):
            facts = {"board": board, "names": names}
            raise board_error('The board "{board}" already has these. Leave out: {names}.', **facts)
        return bool(board)


def checked_program(
    name: str,
    text: str,
    vocabulary: InstructionSet,
    problems: Callable[[Program], Sequence[object]],
) -> Program:
    """Parse and check `text`, the program of a piece that acts on its own, and return the program.

    Raise `BoardError`, with the piece's `name`, if `text` is not a program, or if `problems` finds
    a problem with the program.
    """
    try:
        program = Program.read(text, vocabulary)
        found = [str(problem) for problem in problems(program)]
    except ProgramError as error:
        found = [error.says]
    if found:
        raise board_error("The program of {name}: {problem}", name=name, problem=found[0])
    return program


def twice(things: Iterable[T]) -> T | None:
    """Return the first of `things` that occurs more than once, or `None` if they all differ.

    >>> twice("abcb"), twice("abc")
    ('b', None)
    """
    return next((thing for thing, count in Counter(things).items() if count > 1), None)
