"""Set-ups as plain data: the starts of exercises and matches, and positions in matches."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from msgspec.structs import replace

from teachkit.core.board.squares import Square, read_place
from teachkit.core.game.game import unknown_cards, wrong_brackets
from teachkit.core.game.setups import Opening, Start, checked_program, options_of, rules_of, twice
from teachkit.core.language.instructions import Instruction, card_name
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Deck
from teachkit.core.strings import board_error, check_known
from teachkit.errors import BoardError, ProgramError
from teachkit.games.algoracing.algorithm import loop_card
from teachkit.games.algoracing.board import Board, board_names, drawn, load_board, read_board
from teachkit.games.algoracing.commands import INSTRUCTIONS, problems
from teachkit.games.algoracing.editions import COLOURS, EDITIONS, OPTIONS, SAMPLE_TYPES, Rules
from teachkit.games.algoracing.state import Base, Rover, State, Table, labs_of
from teachkit.words import say_many

MOST_TURNS = 9999
ON_THE_BOARD = ("rovers", "samples", "carries", "delivered", "bases", "labs")
OF_A_MATCH = ("covered", "draw_pile", "discard_pile", "current", "turn")


@dataclass(frozen=True)
class Setup(Start[State]):
    """A start: a named or drawn board, the things on the board, and the cards beside it.

    >>> start = Setup(floor=". *\\n. .", rovers={"red": "a1 east"}, samples={"b2": "blue"})
    >>> print(start.state())
       a   b
     2 .   *
     1 R>  .
       a   b
    Red rover: on a1, faces east, carries 0.

    With `players` alone, a `Setup` is the start of a match, for which `play` deals the cards. With
    `hands`, it is a position in the middle of a match, from which `play` continues.
    `Setup.of(state)` returns the set-up of a position.

    >>> from dataclasses import replace
    >>> match = replace(start, hands={"red": ["forward", "jump"]}, delivered={"red": ["green"]})
    >>> match.state().table.hand("red")
    (Instruction(name='forward', arguments=()), Instruction(name='jump', arguments=()))
    >>> Setup.of(match.state()).delivered
    {'red': ['green']}

    Attributes:
        players: The rovers of a match, in seat order. `players = ["red"]`
        hands: The cards that each rover holds, in a position of a match.
            `hands = { red = ["forward", "2x"] }`
        algorithm: The shared algorithm. Without hands, it can be changed with any card of the deck.
            `algorithm = "forward, 2x(left)"`
        covered: The cards that are covered by those of the algorithm. `covered = ["jump"]`
        draw_pile: In a position of a match, the draw pile; its first card is drawn first.
            `draw_pile = ["left"]`
        discard_pile: In a position of a match, the discard pile. `discard_pile = ["jump"]`
        current: In a position of a match, the rover whose turn it is. `current = "red"`
        turn: In a position of a match, the number of turns already played. `turn = 4`
        edition: The edition of this start. By default, it is the edition of the exercise.
            `edition = "loops"`
        options: Single rules that differ from those of the edition. `teachkit help editions` lists
            them. `options = { capacity = 2 }`
        board: The name of a board that comes with teachkit, instead of a drawing.
            `board = "canyon"`
        floor: The board as a drawing: one symbol for each square, with spaces between them, and the
            top row first. `floor = ". # H\\n. . *"`
        legend: Symbols of your own for the drawing, each with the words for what is on the square.
            `legend = { "x" = "high hill mark" }`
        walls: The walls, each as a square and the side on which the wall is. `walls = ["a1 east"]`
        lifts: The elevators, each as a hill square and the direction of its lower platform.
            `lifts = ["b2 south"]`
        rovers: The square and the direction of each rover: red, green, blue or yellow.
            `rovers = { red = "a1 east" }`
        samples: The samples on each square: yellow, blue, green or purple.
            `samples = { c2 = "blue", b1 = ["green", "yellow"] }`
        carries: The samples that each rover carries already. `carries = { red = ["blue"] }`
        delivered: The samples that each rover has delivered. `delivered = { red = ["blue"] }`
        bases: The square of each rover's base. `bases = { red = "a2" }`
        labs: The rovers that deliver at the base on a square. By default, the edition decides it.
            `labs = { a2 = ["red"] }`
        programs: The programs of other rovers, which run together with the learner's.
            `programs = { green = "forward, left" }`
        settled: Pairs of rovers that have met and paid. `settled = [["red", "green"]]`
        waiting: Rovers whose elevator was busy. `waiting = ["red"]`
    """

    allowed = OPTIONS
    players: tuple[str, ...] = ()
    hands: dict[str, list[str]] = field(default_factory=dict)
    algorithm: str = ""
    covered: list[str] = field(default_factory=list)
    draw_pile: list[str] = field(default_factory=list)
    discard_pile: list[str] = field(default_factory=list)
    current: str = ""
    turn: int = 0
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
        """Return the set-up that rebuilds `state`. Raise `BoardError` if there is none."""
        return cls(**written(state)).with_rules(state.rules)

    @property
    def rules(self) -> Rules:
        """The rules of the edition, changed by the options of this start."""
        return rules_of(EDITIONS, self.edition, self.options, OPTIONS)

    def read_board(self) -> Board:
        """Return the board that this start names or draws."""
        if self.names_board("legend", "walls", "lifts"):
            return load_board(self.board)
        return read_board(self.floor, self.legend, self.walls, self.lifts)

    def _state(self) -> State:
        if self.players and not self.hands:
            self.check_dealt(
                *ON_THE_BOARD, "programs", "settled", "waiting", "algorithm", *OF_A_MATCH
            )
        rules, board = self.rules, self.read_board()
        owners, places = (*self.carries, *self.delivered), self.bases.values()
        check_known('"{name}" has samples, but no rover on the board.', owners, self.rovers)
        check_known('"{name}" holds cards, but has no rover on the board.', self.hands, self.rovers)
        rovers = tuple(self._rover(board, *entry) for entry in self.rovers.items())
        bases = tuple(self._base(board, *entry) for entry in self.bases.items())
        if square := twice(rover.square for rover in rovers):
            raise board_error(
                "There are two rovers on {square}. Put each one on its own square.", square=square
            )
        if square := twice(base.square for base in bases):
            raise board_error(
                "There are two bases on {square}. Put each one on its own square.", square=square
            )
        check_known('There is no base on "{name}", so it cannot be a lab.', self.labs, places)
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
            raise overloaded(self.rules)
        return Rover(name, board.checked(square), facing, carries, delivered)

    def _base(self, board: Board, owner: str, place: str) -> Base:
        labs = self.labs[place] if place in self.labs else labs_of(self.rules, owner)
        _check_colours([owner, *labs])
        return Base(owner, board.checked(Square.read(place)), tuple(labs))

    def _program(self, state: State, name: str) -> Program:
        """Return the program of the rover `name`. Raise `BoardError` if the program may not run."""
        check_known('"{name}" has a program, but no rover on the board.', [name], self.rovers)
        return checked_program(
            name, self.programs[name], INSTRUCTIONS, partial(problems, state, name)
        )

    def _settled(self) -> frozenset[frozenset[str]]:
        for pair in self.settled:
            if len(pair) != 2 or len({*pair} & {*self.rovers}) != 2:
                names = ", ".join(pair)
                raise board_error(
                    "Name two different rovers on this board, not: {names}.", names=names
                )
        return frozenset(map(frozenset, self.settled))

    def _waiting(self, state: State) -> frozenset[str]:
        for name in self.waiting:
            if not state.board.carried_from(state.rover(name).square):
                raise board_error(
                    '"{name}" cannot wait for an elevator: there is none on its square.', name=name
                )
        return frozenset(self.waiting)

    # The table beside the board ---------------------------------------------------------------

    def table(self, rules: Rules) -> Table:
        """Return the table beside the board. Raise `BoardError` if the cards on it are invalid."""
        algorithm = self._algorithm(rules)
        if not self.hands:
            if names := self.filled_fields(*OF_A_MATCH):
                raise board_error(
                    "Nobody holds cards. Write the hands, or leave out: {names}.", names=names
                )
            return Table(algorithm=algorithm)
        seats = self._seats()
        current = self.current or seats[0]
        check_known('The current player must be one of {names}, not "{name}".', [current], seats)
        if not 0 <= self.turn <= MOST_TURNS:
            raise board_error("Write a number of turns from 0 to {most}.", most=MOST_TURNS)
        return Table(
            seats,
            Deck(_cards(rules, self.draw_pile), _cards(rules, self.discard_pile)),
            tuple(_hand(rules, self.hands[name]) for name in seats),
            algorithm,
            _cards(rules, self.covered),
            current,
            self.turn,
        )

    def _seats(self) -> tuple[str, ...]:
        seats = self.players or tuple(self.hands)
        if sorted(seats) != sorted(self.hands):
            names = ", ".join(seats)
            raise board_error(
                "Write one hand for each player, and no others: {names}.", names=names
            )
        return seats

    def _algorithm(self, rules: Rules) -> Program:
        """Return the shared algorithm as a program. Raise `BoardError` if it is invalid."""
        try:
            program = Program.read(self.algorithm, INSTRUCTIONS)
        except ProgramError as error:
            raise board_error("The algorithm: {problem}", problem=error.says) from error
        plainer = dataclasses.replace(rules, nested=False, sensors=False, routines=False)
        for problem in (*unknown_cards(plainer, program), *wrong_brackets(plainer, program)):
            raise board_error("The algorithm: {problem}", problem=problem)
        if len(program.instructions) > rules.length_limit:
            limit = rules.length_limit
            raise board_error("The algorithm holds at most {limit} cards.", limit=limit)
        return program


def overloaded(rules: Rules) -> BoardError:
    """Return the error for more samples than a rover can carry."""
    says = say_many(
        "A rover carries at most {number} sample.",
        "A rover carries at most {number} samples.",
        rules.capacity,
    )
    return BoardError(says)


def _check_colours(names: Iterable[str]) -> None:
    check_known('There is no rover "{name}". Choose one of: {names}.', names, COLOURS)


def _types(kinds: str | list[str]) -> tuple[str, ...]:
    kinds = [kinds] if isinstance(kinds, str) else kinds
    check_known('There is no sample "{name}". Choose one of: {names}.', kinds, SAMPLE_TYPES)
    return tuple(kinds)


def _hand(rules: Rules, names: Sequence[str]) -> tuple[Instruction, ...]:
    if len(names) > rules.hand_size:
        raise board_error("A hand holds at most {most} cards.", most=rules.hand_size)
    return _cards(rules, names)


def _cards(rules: Rules, names: Sequence[str]) -> tuple[Instruction, ...]:
    known = (*rules.instructions, *(loop_card(times).name for times in rules.loops))
    names = [card_name(name) for name in names]
    check_known('There is no card "{name}" in this deck.', names, known)
    return tuple(map(Instruction, names))


# Writing a state ------------------------------------------------------------------------------


def written(state: State) -> dict[str, Any]:
    """Return the fields of a `Setup` that rebuilds `state`. Raise `BoardError` if none can."""
    rules = state.rules
    return {
        "edition": rules.name,
        "options": options_of(rules, EDITIONS.get(rules.name, rules), OPTIONS),
        **_board(state.board),
        "rovers": {rover.name: f"{rover.square} {rover.facing.value}" for rover in state.rovers},
        "samples": {str(square): list(lying) for square, lying in state.samples},
        "carries": {rover.name: list(rover.carries) for rover in state.rovers if rover.carries},
        "delivered": {
            rover.name: list(rover.delivered) for rover in state.rovers if rover.delivered
        },
        "bases": {base.owner: str(base.square) for base in state.bases},
        "labs": {
            str(base.square): list(base.labs)
            for base in state.bases
            if base.labs != labs_of(rules, base.owner)
        },
        "programs": {name: str(program) for name, program in state.programs},
        "settled": sorted(sorted(pair) for pair in state.settled),
        "waiting": sorted(state.waiting),
        **_table(state),
    }


def _board(board: Board) -> dict[str, Any]:
    """Return the set-up fields for `board`: its name if it is one of ours, otherwise a drawing."""
    if board.name in board_names() and load_board(board.name) == board:
        return {"board": board.name}
    return drawn(board)


def _table(state: State) -> dict[str, Any]:
    table = state.table
    if {rover.name for rover in state.rovers} < set(table.players):
        raise board_error("This match has no cards yet. Save its set-up and answers instead.")
    return {
        "players": table.players,
        "hands": {name: _names(table.hand(name)) for name in table.players},
        "algorithm": str(table.algorithm),
        "covered": _names(table.covered),
        "draw_pile": _names(table.deck.draw_pile),
        "discard_pile": _names(table.deck.discard_pile),
        "current": table.current,
        "turn": table.turn,
    }


def _names(cards: Sequence[Instruction]) -> list[str]:
    return [card.name for card in cards]


def boards(edition: str) -> list[str]:
    """Return the names of the boards that have the right size for `edition`."""
    side = EDITIONS[edition].side
    return [name for name in board_names() if load_board(name).width == side]


OPENING = Opening(
    editions=("basic", "complete"),
    pieces=COLOURS,
    seats=range(2, 5),
    boards=boards,
    setup=lambda edition, board, pieces: Setup(edition=edition, board=board, players=pieces),
)
