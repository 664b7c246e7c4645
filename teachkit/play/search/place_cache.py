"""What commands do to a piece that is alone on its board, remembered by the piece's place.

Many states differ only in what lies elsewhere. A game that has `PLACES` takes a state apart, so
a drive over squares where nothing waits is asked of the rules once, and is the same for them all.
"""

from __future__ import annotations

from typing import Any

from teachkit.core.game.foresight import Places
from teachkit.core.game.game import Game
from teachkit.core.language.nodes import Instruction
from teachkit.core.run.flow import Flow, Frame, nobody_answers


class Spot(dict[Instruction | None, tuple[Any, frozenset[Any]]]):
    """A place on a bare board: where each instruction leads, and to what squares it came.

    `None` is the end of a program.
    """

    __slots__ = ("_ahead", "_asked", "_state", "bare", "place")

    def __init__(self, bare: BareBoard, place: Any) -> None:
        self.bare = bare
        self.place = place
        self._state: Any = None
        self._asked: tuple[Instruction, ...] = ()
        self._ahead: tuple[list[Spot], frozenset[Any]] = ([], frozenset())

    def ahead(self, instructions: tuple[Instruction, ...]) -> tuple[list[Spot], frozenset[Any]]:
        """Where each of these leads, and all squares that any of them came to."""
        if self._asked is not instructions:  # nearly always they are the same
            drives = [self[instruction] for instruction in instructions]
            squares = frozenset[Any]().union(*[crossed for _, crossed in drives])
            self._asked, self._ahead = instructions, ([end for end, _ in drives], squares)
        return self._ahead

    @property
    def stays(self) -> bool:
        """Whether the end of a program does nothing here."""
        end, squares = self[None]
        return end is self and not squares

    @property
    def state(self) -> Any:
        """The piece here, and nothing else on the board."""
        if self._state is None:
            self._state = self.amid(self.bare.state)
        return self._state

    def seen(self, state: Any) -> None:
        """The rules came here with this state: it need not be made again."""
        if self._state is None:
            self._state = state

    def amid(self, state: Any) -> Any:
        """This state with the piece here."""
        return self.bare.places.moved_to(state, self.bare.player, self.place)

    __hash__ = object.__hash__  # type: ignore[assignment]  # a spot is itself, whatever it knows
    __eq__ = object.__eq__

    def __missing__(self, instruction: Instruction | None) -> tuple[Spot, frozenset[Any]]:
        bare, places = self.bare, self.bare.places
        alike = places.alike(bare.state, self.place, instruction)
        if alike is None:
            found = bare.ask(self, instruction)
        else:
            end, squares = bare.spot(alike)[instruction]
            found = bare.spot(places.onward(self.place, end.place)), squares
        self[instruction] = found
        return found


class BareBoard:
    """The piece alone on its board, and the spots that it was seen on."""

    def __init__(self, game: Game, places: Places, player: str, state: Any) -> None:
        self.game, self.places, self.player, self.state = game, places, player, state
        self._spots: dict[Any, Spot] = {}

    def spot(self, place: Any) -> Spot:
        spot = self._spots.get(place)
        if spot is None:
            spot = self._spots[place] = Spot(self, place)
        return spot

    def ask(self, spot: Spot, instruction: Instruction | None) -> tuple[Spot, frozenset[Any]]:
        """Where the rules say that an instruction leads, and to what squares it came."""
        places, player = self.places, self.player
        state = spot.state
        after = states_of(flow_of(self.game, state, player, instruction), state)
        if not after:
            return spot, frozenset()
        squares = places.came_to(state, player, instruction, after)
        end = self.spot(places.place(after[-1], player))
        end.seen(after[-1])
        return end, squares


def flow_of(game: Game, state: Any, player: str, instruction: Instruction | None) -> Flow[Any]:
    """What the rules do for an instruction; for none, what they do when a program has ended."""
    if instruction is None:
        return game.finish(state, player)
    return game.perform(state, player, instruction)


def states_of(flow: Flow[Any], state: Any) -> list[Any]:
    """The states of a flow. Raises `AnswerError` where the rules would ask somebody."""
    found = []
    for sent in flow:
        if not isinstance(sent, Frame):
            nobody_answers(sent, state)
            break
        state = sent.state
        found.append(state)
    return found
