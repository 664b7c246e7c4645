"""The state of Algoracing, its text board, and the end of a match."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from teachkit.core.board.grid import text_grid
from teachkit.core.board.squares import Facing, Square
from teachkit.core.game.game import Outcome
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Deck
from teachkit.core.strings import unknown_name
from teachkit.games.algoracing.board import Board
from teachkit.games.algoracing.editions import COLOURS, SAMPLE_TYPES, Rules
from teachkit.words import say, say_many, translate

FIRST_OF_TYPE, FURTHER_OF_TYPE = 2, 1


class Rover(Struct, frozen=True, gc=False):
    """One player's rover. Carried samples are face down; delivered ones are face up. [AR-18]"""

    name: str
    square: Square
    facing: Facing
    carries: tuple[str, ...] = ()
    delivered: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        """The points that the rover has earned with its delivered samples. [AR-32]

        The first sample of each type earns 2 points, and each further one earns 1 point.
        """
        types = len(set(self.delivered))
        return types * FIRST_OF_TYPE + (len(self.delivered) - types) * FURTHER_OF_TYPE


class Base(Struct, frozen=True):
    """A base token: the starting square of its owner's rover, and a lab. [AR-19]

    `labs` holds the colours of the players whose rovers deliver samples here.
    """

    owner: str
    square: Square
    labs: tuple[str, ...]


def labs_of(rules: Rules, owner: str) -> tuple[str, ...]:
    """Return the colours that deliver at the base of `owner`. [AR-19]

    In an edition with `own_labs`, only the next two colours around the table deliver there;
    otherwise, all colours do.
    """
    if not rules.own_labs:
        return COLOURS
    place = COLOURS.index(owner)
    return tuple(COLOURS[(place + step) % len(COLOURS)] for step in (1, 2))


class Table(Struct, frozen=True):
    """The table beside the board: the players' cards, the shared algorithm, and the current player.

    In an exercise, everything but the algorithm is empty. `hands` holds the players' hands in the
    order of `players`. `covered` holds the cards under those of the algorithm.
    """

    players: tuple[str, ...] = ()
    deck: Deck[Instruction] = Deck()
    hands: tuple[tuple[Instruction, ...], ...] = ()
    algorithm: Program = Program()
    covered: tuple[Instruction, ...] = ()
    current: str = ""
    turn: int = 0

    def hand(self, player: str) -> tuple[Instruction, ...]:
        """Return the cards in a player's hand."""
        return self.hands[self.players.index(player)]

    @property
    def held(self) -> tuple[Instruction, ...]:
        """The cards of the player whose turn it is; empty in an exercise."""
        return self.hand(self.current) if self.players else ()

    def with_hand(self, player: str, hand: tuple[Instruction, ...]) -> Table:
        """Return a copy of the table with `hand` as the player's hand."""
        seat = self.players.index(player)
        return replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))


class State(Struct, frozen=True, gc=False):
    """One moment of a game: the board, the rovers and samples on it, and the table beside it.

    `settled` holds pairs of rovers: one was in the other's way and paid a sample, and neither
    has moved since [AR-21]. `waiting` holds the rovers whose elevator was busy [AR-31].
    `programs` holds the programs that rovers run by themselves in an exercise [AR-35]. `str(state)`
    is the text board: the board with labelled margins, then lines about the things on it. It has
    the same content as the picture, for tests, screen readers and plain terminals. `|` and `--` are
    walls.
    """

    board: Board
    rules: Rules
    rovers: tuple[Rover, ...]
    bases: tuple[Base, ...] = ()
    samples: tuple[tuple[Square, tuple[str, ...]], ...] = ()
    settled: frozenset[frozenset[str]] = frozenset()
    waiting: frozenset[str] = frozenset()
    table: Table = Table()
    programs: tuple[tuple[str, Program], ...] = ()

    def rover(self, name: str) -> Rover:
        """Return the rover called `name`. Raise `UnknownNameError` if there is none."""
        for rover in self.rovers:
            if rover.name == name:
                return rover
        raise unknown_name('There is no rover "{name}". Choose one of: {names}.', name, self.rovers)

    def rover_on(self, square: Square) -> Rover | None:
        """Return the rover on `square`, or `None`."""
        for rover in self.rovers:
            if rover.square == square:
                return rover
        return None

    def samples_on(self, square: Square) -> tuple[str, ...]:
        """Return the types of the samples on `square`."""
        for place, samples in self.samples:
            if place == square:
                return samples
        return ()

    def base_on(self, square: Square) -> Base | None:
        """Return the base on `square`, or `None`."""
        return next((base for base in self.bases if base.square == square), None)

    def base_of(self, rover: str) -> Base | None:
        """Return the base of the colour `rover`, or `None`."""
        return next((base for base in self.bases if base.owner == rover), None)

    def is_lab_for(self, rover: str, square: Square) -> bool:
        """Return whether `rover` delivers samples on `square`. [AR-19]"""
        base = self.base_on(square)
        return base is not None and rover in base.labs

    @property
    def is_match(self) -> bool:
        """Whether two or more players compete in a match; false in an exercise."""
        return len(self.table.players) > 1

    def with_rover(self, changed: Rover) -> State:
        """Return a copy of the state in which `changed` replaces the rover of the same name.

        If the rover's square changes, its past meetings and its wait for an elevator are over.
        """
        name = changed.name
        rovers: tuple[Rover, ...] = (changed,)
        if len(self.rovers) > 1:  # in most exercises, there is only one
            rovers = tuple([changed if rover.name == name else rover for rover in self.rovers])
        if not (self.settled or self.waiting) or changed.square == self.rover(name).square:
            return replace(self, rovers=rovers)
        settled = frozenset(pair for pair in self.settled if name not in pair)
        return replace(self, rovers=rovers, settled=settled, waiting=self.waiting - {name})

    def with_samples(self, square: Square, samples: Iterable[str]) -> State:
        """Return a copy of the state with exactly the given `samples` on `square`."""
        left = [(place, lying) for place, lying in self.samples if place != square]
        if samples := tuple(samples):
            left.append((square, samples))
        return replace(self, samples=tuple(sorted(left)))

    def with_table(self, table: Table) -> State:
        """Return a copy of the state with `table` as its table."""
        return replace(self, table=table)

    def __str__(self) -> str:
        grid = _grid(State(self.board, self.rules, self.rovers, self.bases, self.samples))
        return "\n".join([*grid, *map(_rover, self.rovers), *_around(self)])


def sample_types(each: int) -> tuple[str, ...]:
    """Return every sample type, repeated `each` times."""
    return tuple(kind for kind in SAMPLE_TYPES for _ in range(each))


# The text board -------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _grid(state: State) -> list[str]:
    """Return the lines of the board of `state`; a bot is often asked about the same board."""
    return text_grid(state.board, square_texts(state))


def square_texts(state: State) -> Callable[[Square], str]:
    """Return a function that returns the symbols that the text board shows for a square.

    The symbols are, in this order: `#` for each storey; a small letter for a base; `E` for an
    elevator platform; `*` for samples, with their number if there are several; `o` for an empty
    mark; a capital letter and an arrow for a rover. An empty square is `.`.
    """
    board, bases = state.board, {base.square: base.owner[0] for base in state.bases}
    rovers = {each.square: each.name[0].upper() + each.facing.arrow for each in state.rovers}
    lying = {square: len(samples) for square, samples in state.samples}

    def text(square: Square) -> str:
        samples, rover = lying.get(square), rovers.get(square, "")
        parts = [
            "#" * board.level(square),
            bases.get(square, ""),
            "E" if board.carried_from(square) else "",
            "" if not samples else "*" if samples == 1 else f"*{samples}",
            "o" if square in board.marks and not samples and not rover else "",
            rover,
        ]
        return "".join(parts) or "."

    return text


def _rover(rover: Rover) -> str:
    text = say(
        "{rover} rover: on {square}, faces {facing}, carries {carries}",
        rover=translate(rover.name).capitalize(),
        square=rover.square,
        facing=rover.facing.says,
        carries=len(rover.carries),
    )
    if not rover.delivered:
        return text + "."
    kinds = ", ".join(translate(kind) for kind in rover.delivered)
    return text + say_many(
        "; delivered {kinds}: {number} point.",
        "; delivered {kinds}: {number} points.",
        rover.points,
        kinds=kinds,
    )


def _around(state: State) -> list[str]:
    lines = [
        say("Elevator between {lower} and {upper}.", lower=lift.lower, upper=lift.upper)
        for lift in state.board.lifts
    ]
    if state.rules.own_labs:
        lines += [_lab(base) for base in state.bases]
    if state.table.algorithm:
        lines.append(say("Shared algorithm: {algorithm}", algorithm=state.table.algorithm))
    for name, program in state.programs:
        rover = translate(name).capitalize()
        lines.append(say("{rover} rover will run: {program}", rover=rover, program=program))
    return lines


def _lab(base: Base) -> str:
    return say(
        "Base on {square}: home of {owner}, lab for {labs}.",
        square=base.square,
        owner=translate(base.owner),
        labs=", ".join(translate(name) for name in base.labs),
    )


# The end of a match ---------------------------------------------------------------------------


def is_won(state: State) -> bool:
    """Return whether `state` is a match in which a rover has enough points to win. [AR-33]"""
    return state.is_match and _most_points(state.rovers) >= state.rules.target


@lru_cache(maxsize=64)  # most commands and turns change no points
def _most_points(rovers: tuple[Rover, ...]) -> int:
    return max((rover.points for rover in rovers), default=0)


def outcome(state: State) -> Outcome | None:
    """Return the winners and the reason, or `None` in an exercise or before a match ends.

    A rover with enough points wins immediately [AR-33]. If no samples are left, the rovers with the
    most points win [AR-34].
    """
    if not state.is_match or not (is_won(state) or no_samples_left(state)):
        return None
    most = _most_points(state.rovers)
    best = tuple(rover.name for rover in state.rovers if rover.points == most)
    names = say(" and ").join(translate(name) for name in best).capitalize()
    if is_won(state):
        says = say_many(
            "{winner} wins with {number} point.",
            "{winner} wins with {number} points.",
            most,
            winner=names,
        )
        return Outcome(best, says)
    says = say_many(
        "All samples are delivered. {names} won with {number} point.",
        "All samples are delivered. {names} won with {number} points.",
        most,
        names=names,
    )
    return Outcome(best, says)


def points(state: State) -> dict[str, int]:
    """Return the points of all players in seat order; a player without a rover has 0. [AR-32]"""
    rovers = {rover.name: rover.points for rover in state.rovers}
    return dict.fromkeys(state.table.players, 0) | rovers


def no_samples_left(state: State) -> bool:
    """Return whether all samples have been delivered; false before they are laid out. [AR-34]"""
    left = state.samples or any(rover.carries for rover in state.rovers)
    return not left and any(rover.delivered for rover in state.rovers)
