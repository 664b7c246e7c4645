"""How a start is made: field by field what an exercise's `[[starts]]` may say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any

from msgspec.structs import replace

from teachkit.core.board.squares import Facing, Square, read_facing, read_place
from teachkit.core.data import structure
from teachkit.core.game.openings import Opening
from teachkit.core.game.options import rules_of
from teachkit.core.language.program import Program
from teachkit.errors import BoardError, ProgramError
from teachkit.games.calamitron.board import Board, read_board
from teachkit.games.calamitron.boards import board_names, load_board, load_scenario
from teachkit.games.calamitron.bots import COLOURS, Bot, retro_types, type_of, types
from teachkit.games.calamitron.editions import EDITIONS, OPTIONS, Rules
from teachkit.games.calamitron.programs import INSTRUCTIONS
from teachkit.games.calamitron.state import State
from teachkit.words import say


@dataclass(frozen=True)
class Setup:
    """A start: a board by name or drawn here, and who stands on it.

    `retros` maps colours to a type and a place, `rogues` their names to places; `stunned` lists
    who lies on its back. `programs` are what other retros run while a learner's program runs;
    `before` and `after` the rogues, or types of rogues, that move before and after the programs.

    >>> start = Setup(floor=". . O\\n. . .", retros={"red": "tread a1 north"},
    ...               rogues={"servo-1": "b2 west"})
    >>> print(start.state())
       a   b   c
     2 .   s1< O
     1 R^  .   .
       a   b   c
    The red retro, a Treadbot, on a1, faces north.
    Servobot 1 on b2, faces west.

    With `players` alone it is the set-up of a match, which `play` deals.
    """

    edition: str = "standard"
    options: dict[str, Any] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    board: str = ""
    floor: str = ""
    legend: dict[str, str] = field(default_factory=dict)
    walls: list[str] = field(default_factory=list)
    doors: list[str] = field(default_factory=list)
    arrows: list[str] = field(default_factory=list)
    retros: dict[str, str] = field(default_factory=dict)
    rogues: dict[str, str] = field(default_factory=dict)
    crates: list[str] = field(default_factory=list)
    filled: list[str] = field(default_factory=list)
    stunned: list[str] = field(default_factory=list)
    programs: dict[str, str] = field(default_factory=dict)
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)

    @property
    def rules(self) -> Rules:
        """The edition, with the options of this start; in a match those of its scenario, too."""
        scenario = load_scenario(self.board).options if self.players and self.board else {}
        return rules_of(EDITIONS, self.edition, {**scenario, **self.options}, OPTIONS)

    def read_board(self) -> Board:
        """The board of this start, by name or as drawn."""
        if bool(self.board) == bool(self.floor):
            raise BoardError(say("A start needs either a board's name or a floor."))
        if not self.board:
            return read_board(self.floor, self.legend, self.walls, self.doors, self.arrows)
        if names := self._filled("legend", "walls", "doors", "arrows"):
            raise BoardError(say('The board "{board}" has its own; leave out: {names}.',
                                 board=self.board, names=names))  # fmt: skip
        return load_board(self.board)

    def state(self) -> State:
        """The state of this start.

        Raises `BoardError` for one that no game could have, `DataError` for a field that holds
        something of another kind.
        """
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return structure(values, type(self))._state()

    def _state(self) -> State:
        if self.players:
            self._check_match()
        rules, board = self.rules, self.read_board()
        retros = [self._retro(board, *entry) for entry in self.retros.items()]
        retros.sort(key=lambda bot: COLOURS.index(bot.name))
        rogues = [self._rogue(board, *entry) for entry in self.rogues.items()]
        bots = (*retros, *sorted(rogues, key=lambda bot: bot.name))
        crates = tuple(sorted(_on(board, text, "crates") for text in self.crates))
        filled = tuple(sorted(_pit(board, text) for text in self.filled))
        self._check_one_each([*(bot.square for bot in bots), *crates])
        for name in self.stunned:
            if name not in (*self.retros, *self.rogues):
                raise BoardError(say('stunned: there is no bot "{name}" here.', name=name))
        bots = tuple(replace(bot, stunned=bot.name in self.stunned) for bot in bots)
        state = State(board, rules, bots, crates, filled)
        self._check_no_pit(state)
        return replace(
            state,
            programs=tuple((name, self._program(state, name)) for name in self.programs),
            before=self._movers("before"),
            after=self._movers("after"),
        )

    def _check_match(self) -> None:
        """Nothing that a match deals by itself may be said of one that is to be dealt."""
        names = self._filled(
            "retros", "rogues", "crates", "filled", "stunned", "programs", "before", "after",
        )  # fmt: skip
        if names:
            raise BoardError(say("A match deals these itself; leave out: {names}.", names=names))

    def _filled(self, *names: str) -> str:
        return ", ".join(name for name in names if getattr(self, name))

    def _retro(self, board: Board, name: str, text: str) -> Bot:
        if name not in COLOURS:
            raise BoardError(say('There is no retro "{name}"; there are: {names}.',
                                 name=name, names=", ".join(COLOURS)))  # fmt: skip
        kind, _, place = text.partition(" ")
        if kind not in retro_types():
            raise BoardError(say('retros.{name}: begin with one of {types}, like: tread a1 north.',
                                 name=name, types=", ".join(retro_types())))  # fmt: skip
        square, facing = self._place(board, f"retros.{name}", place)
        if board.kind(square) == "exit" and facing is not board.way_in(square):
            raise BoardError(say("retros.{name}: outside on {square} a retro looks {facing}.",
                                 name=name, square=square,
                                 facing=board.way_in(square).says))  # fmt: skip
        return Bot(name, kind, square, facing)

    def _rogue(self, board: Board, name: str, place: str) -> Bot:
        if not is_rogue(name):
            known = [each for each, kind in types().items() if kind.rogue]
            raise BoardError(say('There is no rogue "{name}"; name it by its type, like: {names}.',
                                 name=name, names=", ".join(map(first_name, known))))  # fmt: skip
        square, facing = self._place(board, f"rogues.{name}", place)
        if board.kind(square) == "exit":
            raise BoardError(say("rogues.{name}: no rogue stands outside on {square}.",
                                 name=name, square=square))  # fmt: skip
        return Bot(name, type_of(name), square, facing)

    def _place(self, board: Board, key: str, text: str) -> tuple[Square, Facing]:
        """A place on the board; at an exit the way in is understood."""
        words = text.split()
        if len(words) == 1:
            square = _on(board, words[0], key)
            if board.kind(square) == "exit":
                return square, board.way_in(square)
        try:
            square, facing = read_place(text)
        except BoardError as error:
            raise BoardError(f"{key}: {error.says}") from error
        return _on(board, str(square), key), read_facing(facing.value)

    def _check_one_each(self, squares: list[Square]) -> None:
        if square := _twice(squares):
            raise BoardError(say("Two things stand on {square}; each needs its own square.",
                                 square=square))  # fmt: skip

    def _check_no_pit(self, state: State) -> None:
        for square in (*(bot.square for bot in state.bots), *state.crates):
            if state.is_pit(square):
                raise BoardError(say("Nothing can stand on {square}: it is a pit.", square=square))

    def _program(self, state: State, name: str) -> Program:
        """What another retro runs here. Raises `BoardError` for what it may not run."""
        if name not in self.retros:
            raise BoardError(say('"{name}" has a program but no retro here.', name=name))
        from teachkit.games.calamitron.programs import problems

        try:
            program = Program.read(self.programs[name], INSTRUCTIONS)
            found = [str(problem) for problem in problems(state, name, program)]
        except ProgramError as error:
            found = [error.says]
        if found:
            raise BoardError(say("The program of {name}: {problem}", name=name, problem=found[0]))
        return program

    def _movers(self, key: str) -> tuple[str, ...]:
        """Names of rogues and types, as they are here."""
        here = {*self.rogues, *map(type_of, self.rogues)}
        names: list[str] = getattr(self, key)
        for name in names:
            if name not in here:
                raise BoardError(say('{key}: no rogue here is or has the type "{name}".',
                                     key=key, name=name))  # fmt: skip
        return tuple(names)


def is_rogue(name: str) -> bool:
    """Whether a rogue may have this name: its type and a number, or the one of an extra."""
    kind = types().get(type_of(name))
    if not kind or not kind.rogue:
        return False
    number = name.partition("-")[2]
    return name == type_of(name) if kind.extra else number in map(str, range(1, 100))


def first_name(kind: str) -> str:
    """How the first rogue of a type is named."""
    return kind if types()[kind].extra else f"{kind}-1"


def _twice(squares: Iterable[Square]) -> Square | None:
    """The first square that comes twice."""
    return next((square for square, count in Counter(squares).items() if count > 1), None)


def _on(board: Board, text: str, key: str) -> Square:
    try:
        square = Square.read(text)
    except BoardError as error:
        raise BoardError(f"{key}: {error.says}") from error
    if board.kind(square) == "outside":
        raise BoardError(say("{key}: there is no square {square} on this board.",
                             key=key, square=square))  # fmt: skip
    return square


def _pit(board: Board, text: str) -> Square:
    square = _on(board, text, "filled")
    if board.kind(square) != "pit":
        raise BoardError(say("filled: {square} is no pit.", square=square))
    return square


EASIEST = "training-hall"


def boards(edition: str) -> list[str]:
    """The scenarios, the easiest first."""
    return sorted(board_names(), key=lambda name: (name != EASIEST, name))


OPENING = Opening(
    editions=("standard",),
    pieces=COLOURS,
    seats=range(1, 5),
    boards=boards,
    setup=lambda edition, board, pieces: Setup(edition=edition, board=board, players=pieces),
)
