"""How a start is made: field by field what an exercise's `[[starts]]` may say."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from pathlib import Path

from teachkit.core.data import read_toml, structure
from teachkit.core.grid import FACINGS, Facing, Square, read_place
from teachkit.core.nearest import nearest
from teachkit.core.program import Program
from teachkit.errors import BoardError, DataError, ProgramError
from teachkit.games.algoracing.board import Board, Hindrance, read_board
from teachkit.games.algoracing.commands import INSTRUCTIONS, problems
from teachkit.games.algoracing.editions import COLOURS, EDITIONS, SAMPLE_TYPES, Rules
from teachkit.games.algoracing.pieces import Base, Rover
from teachkit.games.algoracing.state import State
from teachkit.words import say

_BOARDS = resources.files("teachkit.games.algoracing") / "boards"


@dataclass(frozen=True)
class BoardFile:
    """A board file: its picture, and what `note` says about where it comes from."""

    floor: str
    note: str = ""
    legend: dict[str, str] = field(default_factory=dict)
    walls: list[str] = field(default_factory=list)
    lifts: list[str] = field(default_factory=list)


@cache
def load_board(name: str) -> Board:
    """One of our boards by name, or an instructor's own by the path of its TOML file.

    >>> load_board("two-hills").width
    6

    Raises `BoardError` when there is no such board, `DataError` when the file is damaged.
    """
    path = Path(name) if name.endswith(".toml") else Path(str(_BOARDS / f"{name}.toml"))
    if not path.is_file():
        close = nearest(name, board_names(), cutoff=0)
        raise BoardError(say('There is no board "{name}". Did you mean "{word}"?',
                             name=name, word=close))  # fmt: skip
    file = structure(read_toml(path), BoardFile)
    try:
        return read_board(file.floor, file.legend, file.walls, file.lifts, path.stem)
    except BoardError as error:
        raise DataError(error.says, path) from error


def board_names() -> list[str]:
    """The boards that come with the game, in alphabetical order."""
    return sorted(entry.name.removesuffix(".toml") for entry in _BOARDS.iterdir())


@dataclass(frozen=True)
class Setup:
    """A start: a board by name or drawn here, and what stands and lies on it.

    `samples` maps squares to one type or a list; `bases` colours to squares; `labs` squares to
    the colours that deliver there (left out: what the edition says); `programs` colours to what
    they run while a learner's program runs. With `players` it is the set-up of a match, which
    `play` deals.

    >>> start = Setup(floor=". *\\n. .", rovers={"red": "a1 east"}, samples={"b2": "blue"})
    >>> print(start.state())
       a   b
     2 .   *
     1 R>  .
       a   b
    Red rover on a1, looks east, carries 0.
    """

    edition: str = "basic"
    board: str = ""
    floor: str = ""
    legend: dict[str, str] = field(default_factory=dict)
    walls: list[str] = field(default_factory=list)
    lifts: list[str] = field(default_factory=list)
    rovers: dict[str, str] = field(default_factory=dict)
    samples: dict[str, str | list[str]] = field(default_factory=dict)
    carries: dict[str, list[str]] = field(default_factory=dict)
    bases: dict[str, str] = field(default_factory=dict)
    labs: dict[str, list[str]] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    programs: dict[str, str] = field(default_factory=dict)

    @property
    def rules(self) -> Rules:
        if self.edition not in EDITIONS:
            raise BoardError(say('There is no edition "{name}"; there are: {names}.',
                                 name=self.edition, names=", ".join(EDITIONS)))  # fmt: skip
        return EDITIONS[self.edition]

    def read_board(self) -> Board:
        """The board of this start, by name or as drawn."""
        if bool(self.board) == bool(self.floor):
            raise BoardError(say("A start needs either a board's name or a floor."))
        if self.board:
            return load_board(self.board)
        return read_board(self.floor, self.legend, self.walls, self.lifts)

    def state(self) -> State:
        """The state of this start. Raises `BoardError` for one that no game could have."""
        board = self.read_board()
        rovers = tuple(self._rover(board, *entry) for entry in self.rovers.items())
        taken: dict[Square, str] = {}
        for name in self.carries.keys() - self.rovers.keys():
            raise BoardError(say('"{name}" carries samples but has no rover here.', name=name))
        for rover in rovers:
            if rover.square in taken:
                raise BoardError(say("Two rovers stand on {square}; each needs its own.",
                                     square=rover.square))  # fmt: skip
            taken[rover.square] = rover.name
        bases = tuple(self._base(board, *entry) for entry in self.bases.items())
        lying = [(_on(board, square), self._types(kinds)) for square, kinds in self.samples.items()]
        state = State(board, self.rules, rovers, bases, tuple(sorted(lying)))
        programs = tuple((name, self._program(state, name)) for name in self.programs)
        return replace(state, programs=programs) if programs else state

    def _program(self, state: State, name: str) -> Program:
        """What another rover runs here. Raises `BoardError` for what it may not run."""
        if name not in self.rovers:
            raise BoardError(say('"{name}" has a program but no rover here.', name=name))
        try:
            program = Program.read(self.programs[name], INSTRUCTIONS)
            found = [str(problem) for problem in problems(state, name, program)]
        except ProgramError as error:
            found = [error.says]
        if found:
            raise BoardError(say("The program of {name}: {problem}", name=name, problem=found[0]))
        return program

    def _rover(self, board: Board, name: str, place: str) -> Rover:
        if name not in COLOURS:
            raise BoardError(say('There is no rover "{name}"; there are: {names}.',
                                 name=name, names=", ".join(COLOURS)))  # fmt: skip
        square, facing = read_place(place)
        carries = self._types(self.carries.get(name, []))
        if len(carries) > self.rules.capacity:
            raise BoardError(say("A rover carries at most {most} samples.",
                                 most=self.rules.capacity))  # fmt: skip
        return Rover(name, _on(board, str(square)), facing, carries)

    def _base(self, board: Board, owner: str, place: str) -> Base:
        square = _on(board, place)
        labs = self.labs.get(place) or labs_of(self.rules, owner)
        return Base(owner, square, tuple(labs))

    def _types(self, kinds: str | list[str]) -> tuple[str, ...]:
        kinds = [kinds] if isinstance(kinds, str) else kinds
        for kind in kinds:
            if kind not in SAMPLE_TYPES:
                raise BoardError(say('There is no sample "{name}"; there are: {names}.',
                                     name=kind, names=", ".join(SAMPLE_TYPES)))  # fmt: skip
        return tuple(kinds)


def _on(board: Board, text: str) -> Square:
    square = Square.read(text)
    if square not in board:
        last = Square(board.width - 1, board.height - 1)
        raise BoardError(say("{square} is not on this board, which ends at {last}.",
                             square=square, last=last))  # fmt: skip
    return square


def labs_of(rules: Rules, owner: str) -> tuple[str, ...]:
    """Who delivers at this base: everybody, or the next two colours round the table. [AR-19]"""
    if not rules.own_labs:
        return COLOURS
    place = COLOURS.index(owner)
    return tuple(COLOURS[(place + step) % len(COLOURS)] for step in (1, 2))


def check_match_board(board: Board, rules: Rules) -> None:
    """Raise `BoardError` unless a match of this edition may be played here. [AR-2, AR-3]"""
    if (board.width, board.height) != (rules.side, rules.side):
        raise BoardError(say("This edition needs a board of {side} by {side} squares.",
                             side=rules.side))  # fmt: skip
    blocks = _blocks(board)
    if len(blocks) != rules.blocks:
        raise BoardError(say("This edition needs {wanted} hill blocks, not {found}.",
                             wanted=rules.blocks, found=len(blocks)))  # fmt: skip
    for corner in board.corners:
        if not first_facings(board, corner):
            raise BoardError(say("A rover on {square} would look at walls all round.",
                                 square=corner))  # fmt: skip
    for block in blocks:
        if board.level(block[0]) == 2 and not _touches_low_block(board, block):
            raise BoardError(say("The high hill needs a one-storey hill beside it."))
    free = [square for square in board.marks if square not in board.corners]
    wanted = rules.samples_of_each * len(SAMPLE_TYPES)
    if len(free) < wanted:
        raise BoardError(say("This edition needs {wanted} marks off the corners, not {found}.",
                             wanted=wanted, found=len(free)))  # fmt: skip


def first_facings(board: Board, corner: Square) -> tuple[Facing, ...]:
    """Where a rover may look at the start: not at a wall and not off the board. [AR-5]"""
    closed = (Hindrance.EDGE, Hindrance.WALL)
    return tuple(facing for facing in FACINGS if board.hindrance(corner, facing) not in closed)


def _blocks(board: Board) -> list[list[Square]]:
    """Connected squares of one level above the ground."""
    blocks: list[list[Square]] = []
    left = {square for square in board.squares if board.level(square)}
    while left:
        block = [left.pop()]
        for square in block:
            near = {square.ahead(facing) for facing in FACINGS} & left
            near = {other for other in near if board.level(other) == board.level(square)}
            block += near
            left -= near
        blocks.append(block)
    return blocks


def _touches_low_block(board: Board, block: list[Square]) -> bool:
    return any(
        board.hindrance(square, facing) in (Hindrance.DROP, Hindrance.WALL)
        and board.level(square.ahead(facing)) == 1
        for square in block
        for facing in FACINGS
    )
