"""How a start is made: field by field what an exercise's `[[starts]]` may say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from msgspec.structs import replace

from teachkit.core.board.squares import Square, read_place
from teachkit.core.game.options import rules_of
from teachkit.core.game.setups import checked_program, twice
from teachkit.core.language.program import Program
from teachkit.errors import BoardError
from teachkit.games.algoracing.board import Board, read_board
from teachkit.games.algoracing.boards import load_board
from teachkit.games.algoracing.commands import INSTRUCTIONS, problems
from teachkit.games.algoracing.editions import COLOURS, EDITIONS, OPTIONS, SAMPLE_TYPES, Rules
from teachkit.games.algoracing.position import Beside, written
from teachkit.games.algoracing.state import Base, Rover, State, labs_of
from teachkit.words import say


@dataclass(frozen=True)
class Setup(Beside):
    """A start: a board by name or drawn here, and what stands and lies on it.

    `samples` maps squares to one type or a list; `bases` colours to squares; `labs` squares to
    the colours that deliver there (left out: what the edition says); `programs` colours to what
    they run while a learner's program runs. `options` sets fields of the edition's rules by name.
    `settled` are pairs of rovers that met and paid, `waiting` rovers whose elevator was busy.

    >>> start = Setup(floor=". *\\n. .", rovers={"red": "a1 east"}, samples={"b2": "blue"})
    >>> print(start.state())
       a   b
     2 .   *
     1 R>  .
       a   b
    Red rover on a1, faces east, carries 0.

    With `players` alone it is the set-up of a match, which `play` deals; with `hands` it is a
    position in the middle of one, from which `play` goes on. `Setup.of(state)` writes a position.

    >>> from dataclasses import replace
    >>> match = replace(start, hands={"red": ["forward", "jump"]}, delivered={"red": ["green"]})
    >>> match.state().table.hand("red")
    (Instruction(name='forward', arguments=()), Instruction(name='jump', arguments=()))
    >>> Setup.of(match.state()).delivered
    {'red': ['green']}
    """

    edition: str = "basic"
    options: dict[str, Any] = field(default_factory=dict)
    board: str = ""
    floor: str = ""
    legend: dict[str, str] = field(default_factory=dict)
    walls: list[str] = field(default_factory=list)
    lifts: list[str] = field(default_factory=list)
    rovers: dict[str, str] = field(default_factory=dict)
    samples: dict[str, str | list[str]] = field(default_factory=dict)
    carries: dict[str, list[str]] = field(default_factory=dict)
    delivered: dict[str, list[str]] = field(default_factory=dict)
    bases: dict[str, str] = field(default_factory=dict)
    labs: dict[str, list[str]] = field(default_factory=dict)
    programs: dict[str, str] = field(default_factory=dict)
    settled: list[list[str]] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, state: State) -> Setup:
        """The set-up that builds exactly this state. Raises `BoardError` if none does."""
        return cls(**written(state)).with_rules(state.rules)

    @property
    def rules(self) -> Rules:
        """The edition, with the options of this start."""
        return rules_of(EDITIONS, self.edition, self.options, OPTIONS)

    def read_board(self) -> Board:
        """The board of this start, by name or as drawn."""
        if self.names_board("legend", "walls", "lifts"):
            return load_board(self.board)
        return read_board(self.floor, self.legend, self.walls, self.lifts)

    def _state(self) -> State:
        if self.players and not self.hands:
            self.check_dealt(
                "rovers", "samples", "carries", "delivered", "bases", "labs", "programs", "settled",
                "waiting", "algorithm", "covered", "draw_pile", "discard_pile", "current", "turn",
            )  # fmt: skip
        rules, board = self.rules, self.read_board()
        for name in (*self.carries, *self.delivered):
            if name not in self.rovers:
                raise BoardError(say('"{name}" has samples but no rover here.', name=name))
        for name in self.hands:
            if name not in self.rovers:
                raise BoardError(say('"{name}" holds cards but has no rover here.', name=name))
        rovers = tuple(self._rover(board, *entry) for entry in self.rovers.items())
        bases = tuple(self._base(board, *entry) for entry in self.bases.items())
        if square := twice(rover.square for rover in rovers):
            raise BoardError(say("Two rovers stand on {square}; each needs its own.",
                                 square=square))  # fmt: skip
        if square := twice(base.square for base in bases):
            raise BoardError(say("Two bases lie on {square}; each needs its own.",
                                 square=square))  # fmt: skip
        self._check_labs()
        lying = [
            (board.checked(Square.read(square)), _types(kinds))
            for square, kinds in self.samples.items()
        ]
        samples = tuple(sorted((square, kinds) for square, kinds in lying if kinds))
        state = State(board, rules, rovers, bases, samples, table=self.table(rules))
        programs = tuple((name, self._program(state, name)) for name in self.programs)
        waiting = self._waiting(state)
        return replace(state, settled=self._settled(), waiting=waiting, programs=programs)

    def _rover(self, board: Board, name: str, place: str) -> Rover:
        _check_colours([name])
        square, facing = read_place(place)
        carries, delivered = (
            _types(kinds.get(name, [])) for kinds in (self.carries, self.delivered)
        )
        if len(carries) > self.rules.capacity:
            raise BoardError(say("A rover carries at most {most} samples.",
                                 most=self.rules.capacity))  # fmt: skip
        return Rover(name, board.checked(square), facing, carries, delivered)

    def _base(self, board: Board, owner: str, place: str) -> Base:
        _check_colours([owner])
        labs = self.labs[place] if place in self.labs else labs_of(self.rules, owner)
        return Base(owner, board.checked(Square.read(place)), tuple(labs))

    def _program(self, state: State, name: str) -> Program:
        """What another rover runs here. Raises `BoardError` for what it may not run."""
        if name not in self.rovers:
            raise BoardError(say('"{name}" has a program but no rover here.', name=name))
        return checked_program(
            name, self.programs[name], INSTRUCTIONS, partial(problems, state, name)
        )

    def _check_labs(self) -> None:
        for square, colours in self.labs.items():
            if square not in self.bases.values():
                raise BoardError(say('There is no base on "{square}", so no laboratory either.',
                                     square=square))  # fmt: skip
            _check_colours(colours)

    def _settled(self) -> frozenset[frozenset[str]]:
        for pair in self.settled:
            if len(pair) != 2 or len({*pair} & {*self.rovers}) != 2:
                raise BoardError(say("Two different rovers here are a settled pair, not: {names}.",
                                     names=", ".join(pair)))  # fmt: skip
        return frozenset(map(frozenset, self.settled))

    def _waiting(self, state: State) -> frozenset[str]:
        for name in self.waiting:
            if not state.board.lift_at(state.rover(name).square):
                raise BoardError(say('"{name}" waits where no elevator has a platform.', name=name))
        return frozenset(self.waiting)


def _check_colours(names: Iterable[str]) -> None:
    for name in names:
        if name not in COLOURS:
            raise BoardError(say('There is no rover "{name}"; there are: {names}.',
                                 name=name, names=", ".join(COLOURS)))  # fmt: skip


def _types(kinds: str | list[str]) -> tuple[str, ...]:
    kinds = [kinds] if isinstance(kinds, str) else kinds
    for kind in kinds:
        if kind not in SAMPLE_TYPES:
            raise BoardError(say('There is no sample "{name}"; there are: {names}.',
                                 name=kind, names=", ".join(SAMPLE_TYPES)))  # fmt: skip
    return tuple(kinds)
