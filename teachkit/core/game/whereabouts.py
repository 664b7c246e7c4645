"""Square and facing of a piece, for predictions, goals and sensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from teachkit.core.board.grid import Grid
from teachkit.core.board.squares import Facing, Square, read_facing, read_place
from teachkit.core.game.predictions import Stands
from teachkit.core.game.sensors import Sensors
from teachkit.core.run.flow import State
from teachkit.words import say, translate


class Piece(Protocol):
    """A player's piece, which has a square and a facing."""

    @property
    def name(self) -> str: ...
    @property
    def square(self) -> Square: ...
    @property
    def facing(self) -> Facing: ...


P = TypeVar("P", bound=Piece)


@dataclass(frozen=True)
class Whereabouts(Generic[P, State]):
    """The functions of a game's record that are the same for all pieces with square and facing.

    `board` and `pieces` are those of a state, `called` is a piece's name in sentences, and `piece`
    a player's own. `put` returns a state with a piece moved to this square and facing. `stands` and
    `faces` are the sentences for goals that are not reached. `missing` returns whether a piece is
    no longer on the board.

    `whereabouts`, `placed`, `predictions` and the goals have the signatures of `Game`.
    """

    board: Callable[[State], Grid[Any]]
    pieces: Callable[[State], Sequence[P]]
    called: Callable[[str], str]
    piece: Callable[[State, str], P]
    put: Callable[[State, P, Square, Facing], State]
    stands: str
    faces: str
    missing: Callable[[State, str], str | None] = lambda state, player: None

    def whereabouts(self, state: State, player: str) -> str:
        """Return the square and facing of this player's piece, written `b4 north`."""
        here = self.piece(state, player)
        return f"{here.square} {here.facing.value}"

    def placed(self, state: State, player: str, where: str) -> State:
        """Return the state with the piece put at a text of `whereabouts`. Raises `BoardError`."""
        return self.put(state, self.piece(state, player), *read_place(where))

    def predictions(self, state: State) -> Stands:
        """Return the form of predictions: a square of the board and a facing."""
        names = [self.called(piece.name) for piece in self.pieces(state)]
        return Stands(self.board(state).squares, names)

    def sense(self, sensors: Sensors[State]) -> None:
        """Register `square` and `facing` as readings for Python programs."""

        @sensors.reading
        def square(state: State, player: str) -> str:
            """Return the square of the piece, such as `b4`."""
            return str(self.piece(state, player).square)

        @sensors.reading
        def facing(state: State, player: str) -> str:
            """Return the facing of the piece, such as `north`."""
            return self.piece(state, player).facing.value

    # Goals ------------------------------------------------------------------------------------

    @property
    def goals(self) -> tuple[Callable[..., str | None], ...]:
        """The goals for the piece's square, its facing, and both."""
        return self.stands_on, self.looks, self.parks

    def stands_on(self, state: State, player: str, square: str) -> str | None:
        """Return a complaint unless the piece is on this square."""
        if says := self.missing(state, player):
            return says
        here = self.piece(state, player).square
        if here == Square.read(square):
            return None
        return translate(self.stands).format(here=here, square=square)

    def looks(self, state: State, player: str, facing: str) -> str | None:
        """Return a complaint unless the piece faces this way."""
        here, wanted = self.piece(state, player).facing, read_facing(facing)
        if here == wanted:
            return None
        return translate(self.faces).format(here=here.says, facing=wanted.says)

    def parks(self, state: State, player: str, place: str) -> str | None:
        """Return a complaint unless the piece is on this square and faces this way: `b4 north`."""
        square, facing = read_place(place)
        if says := self.stands_on(state, player, str(square)):
            return says
        says = self.looks(state, player, facing.value)
        return says and say("The square is right. {says}", says=says)
