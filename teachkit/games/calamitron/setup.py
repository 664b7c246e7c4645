"""Set-ups: the fields of an exercise's `[[starts]]`, and the form for a new match."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from msgspec.structs import replace

from teachkit.core.board.squares import Facing, Square, read_place
from teachkit.core.game.setups import Opening, Start, checked_program, rules_of, twice
from teachkit.core.language.program import Program
from teachkit.core.strings import board_error, check_known
from teachkit.games.calamitron.board import Board, board_names, load_scenario, read_board, read_in
from teachkit.games.calamitron.bots import COLOURS, Bot, retro_types, type_of, types
from teachkit.games.calamitron.editions import EDITIONS, OPTIONS, Rules
from teachkit.games.calamitron.programs import INSTRUCTIONS, problems
from teachkit.games.calamitron.state import State

DEALT = ("retros", "rogues", "crates", "filled", "stunned", "programs", "before", "after")
"""The fields that must be empty in the set-up of a match, because the match itself fills them."""


@dataclass(frozen=True)
class Setup(Start[State]):
    """A start: a board, either named or drawn, with its bots and crates.

    >>> start = Setup(floor=". . O\\n. . .", retros={"red": "tread a1 north"},
    ...               rogues={"servo-1": "b2 west"})
    >>> print(start.state())
       a   b   c
     2 .   s1< O
     1 R^  .   .
       a   b   c
    The red retro, a Treadbot, is on a1 and faces north.
    Servobot 1 is on b2 and faces west.

    A `Setup` with `players` instead of bots describes a match, which `play` sets up.

    Attributes:
        edition: The edition of this start. By default, it is the edition of the exercise.
            `edition = "standard"`
        options: Single rules that differ from those of the edition. `teachkit help editions` lists
            them. `options = { rounds = 5 }`
        players: The retros of a match, in seat order, instead of bots. `players = ["red", "green"]`
        board: The name of a scenario that comes with teachkit, instead of a drawing.
            `board = "training-hall"`
        floor: The board as a drawing: one symbol for each square, with spaces between them, and the
            top row first. `floor = ". . O\\n. . ."`
        legend: Symbols of your own for the drawing, each with the words for what is on the square.
            `legend = { "x" = "pit" }`
        walls: The walls, each as a square and the side on which the wall is. `walls = ["a1 east"]`
        doors: The doors, each as a square and the side on which the door is. `doors = ["a2 east"]`
        arrows: The squares and directions in which new rogues arrive, in their order.
            `arrows = ["b2 west"]`
        retros: The type (tread, shot or nano), the square and the direction of each retro: red,
            green, blue or yellow.
            `retros = { red = "tread a1 north" }`
        rogues: The square and the direction of each rogue, which is called by its type and a
            number. `rogues = { servo-1 = "b2 west" }`
        crates: The squares with crates. `crates = ["b1"]`
        filled: The pits that are filled. `filled = ["c2"]`
        stunned: The bots that are on their backs. `stunned = ["servo-1"]`
        programs: The programs of other retros, which run together with the learner's.
            `programs = { green = "left" }`
        before: The rogues, or types of rogues, that move before the programs.
            `before = ["servo-1"]`
        after: The rogues, or types of rogues, that move after the programs. `after = ["servo"]`
    """

    allowed = OPTIONS
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
        """The edition's rules, adjusted by this start's options and, in a match, the scenario's."""
        scenario = load_scenario(self.board).options if self.players and self.board else {}
        return rules_of(EDITIONS, self.edition, {**scenario, **self.options}, OPTIONS)

    def read_board(self) -> Board:
        """Return this start's board, loaded by name or read from its drawing."""
        if self.names_board("legend", "walls", "doors", "arrows"):
            return load_scenario(self.board).board
        return read_board(self.floor, self.legend, self.walls, self.doors, self.arrows)

    def _state(self) -> State:
        if self.players:
            self.check_dealt(*DEALT)
        rules, board = self.rules, self.read_board()
        retros = [self._retro(board, *entry) for entry in self.retros.items()]
        retros.sort(key=lambda bot: COLOURS.index(bot.name))
        rogues = [self._rogue(board, *entry) for entry in self.rogues.items()]
        bots = (*retros, *sorted(rogues, key=lambda bot: bot.name))
        crates = tuple(sorted(_on(board, text, "crates") for text in self.crates))
        filled = tuple(sorted(_pit(board, text) for text in self.filled))
        if square := twice([*(bot.square for bot in bots), *crates]):
            raise board_error(
                "Two things are on {square}. Give each its own square.", square=square
            )
        here = (*self.retros, *self.rogues)
        check_known('stunned: there is no bot "{name}" here.', self.stunned, here)
        bots = tuple(replace(bot, stunned=bot.name in self.stunned) for bot in bots)
        state = State(board, rules, bots, crates, filled)
        self._check_no_pit(state)
        return replace(
            state,
            programs=tuple((name, self._program(state, name)) for name in self.programs),
            before=self._movers("before"),
            after=self._movers("after"),
        )

    def _retro(self, board: Board, name: str, text: str) -> Bot:
        check_known('There is no retro "{name}". Choose one of: {names}.', [name], COLOURS)
        facts = {"name": name, "types": ", ".join(retro_types())}
        kind, _, place = text.partition(" ")
        if kind not in retro_types():
            raise board_error(
                "retros.{name}: start with one of {types}, like this: tread a1 north.", **facts
            )
        square, facing = _place(board, f"retros.{name}", place)
        if board.kind(square) == "exit" and facing is not board.way_in(square):
            facts |= {"square": str(square), "facing": board.way_in(square).says}
            raise board_error(
                "retros.{name}: a retro outside on {square} must face {facing}.", **facts
            )
        return Bot(name, kind, square, facing)

    def _rogue(self, board: Board, name: str, place: str) -> Bot:
        if not is_rogue(name):
            rogues = ((each, kind) for each, kind in types().items() if kind.rogue)
            names = ", ".join(each if kind.extra else f"{each}-1" for each, kind in rogues)
            raise board_error(
                'There is no rogue "{name}". Use names like these: {names}.', name=name, names=names
            )
        square, facing = _place(board, f"rogues.{name}", place)
        if board.kind(square) == "exit":
            facts = {"name": name, "square": str(square)}
            raise board_error("rogues.{name}: a rogue cannot start outside on {square}.", **facts)
        return Bot(name, type_of(name), square, facing)

    def _check_no_pit(self, state: State) -> None:
        for square in (*(bot.square for bot in state.bots), *state.crates):
            if state.is_pit(square):
                raise board_error(
                    "Nothing can start on {square}, because it is a pit.", square=square
                )

    def _program(self, state: State, name: str) -> Program:
        """Return the program of the retro `name`. Raise `BoardError` if the program cannot run."""
        check_known('"{name}" has a program, but there is no such retro here.', [name], self.retros)
        check = partial(problems, state, name)
        return checked_program(name, self.programs[name], INSTRUCTIONS, check)

    def _movers(self, key: str) -> tuple[str, ...]:
        """Return the names and types of rogues that the field `key` lists.

        Raise `BoardError` if no rogue on the board has one of the names or types.
        """
        here = {*self.rogues, *map(type_of, self.rogues)}
        names: list[str] = getattr(self, key)
        check_known('{key}: no rogue here has the name or type "{name}".', names, here, key=key)
        return tuple(names)


def is_rogue(name: str) -> bool:
    """Return whether `name` is a rogue's name, such as `servo-1`, or `boss` for an extra type."""
    kind = types().get(type_of(name))
    if not kind or not kind.rogue:
        return False
    number = name.partition("-")[2]
    return name == type_of(name) if kind.extra else number in map(str, range(1, 100))


def _place(board: Board, key: str, text: str) -> tuple[Square, Facing]:
    """Return the square and facing in `text`, which may leave out the facing at an exit."""
    words = text.split()
    if len(words) == 1:
        square = _on(board, words[0], key)
        if board.kind(square) == "exit":
            return square, board.way_in(square)
    square, facing = read_in(key, read_place, text)
    return _on(board, str(square), key), facing


def _on(board: Board, text: str, key: str) -> Square:
    square = read_in(key, Square.read, text)
    if board.kind(square) == "outside":
        raise board_error(
            "{key}: there is no square {square} on this board.", key=key, square=square
        )
    return square


def _pit(board: Board, text: str) -> Square:
    square = _on(board, text, "filled")
    if board.kind(square) != "pit":
        raise board_error("filled: {square} is not a pit.", square=square)
    return square


EASIEST = "training-hall"


def boards(edition: str) -> list[str]:
    """Return the scenarios' names: the easiest one first, then the rest in alphabetical order."""
    return sorted(board_names(), key=lambda name: (name != EASIEST, name))


OPENING = Opening(
    editions=("standard",),
    pieces=COLOURS,
    seats=range(1, 5),
    boards=boards,
    setup=lambda edition, board, pieces: Setup(edition=edition, board=board, players=pieces),
)
