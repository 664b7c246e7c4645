"""Cached transitions: the rules compute each one once, and searches reuse it.

Many states differ only elsewhere on the board. A game with `Places` splits a state, so a drive over
empty squares is computed once for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache, partial
from itertools import accumulate, repeat
from operator import getitem
from typing import Any

from teachkit.core.game.foresight import Places
from teachkit.core.game.game import Game
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.events import Event
from teachkit.core.run.flow import Flow, Frame, frames_of, last_of
from teachkit.core.run.trace import Trace
from teachkit.core.run.walk import Asked, Started, Step, Walk, straight_steps
from teachkit.errors import AnswerError, BoardError
from teachkit.play.search.deck import UnfitError
from teachkit.words import say


class Spot(dict[Instruction | None, tuple[Any, frozenset[Any]]]):
    """A place on an empty board, with the effect of each instruction and the squares it touches.

    `None` as an instruction is the end of a program.
    """

    __slots__ = ("_ahead", "_asked", "_state", "bare", "place")

    def __init__(self, bare: BareBoard, place: object) -> None:
        self.bare = bare
        self.place = place
        self._state: Any = None
        self._asked: tuple[Instruction, ...] = ()
        self._ahead: tuple[list[Spot], frozenset[Any]] = ([], frozenset())

    def ahead(self, instructions: tuple[Instruction, ...]) -> tuple[list[Spot], frozenset[Any]]:
        """Return the spots after these instructions, and all squares that any of them touches."""
        if self._asked is not instructions:  # it is nearly always the same object
            drives = [self[instruction] for instruction in instructions]
            squares = frozenset[Any]().union(*[crossed for _, crossed in drives])
            self._asked, self._ahead = instructions, ([end for end, _ in drives], squares)
        return self._ahead

    @property
    def state(self) -> Any:
        """The state with only the piece, on this place."""
        if self._state is None:
            self._state = self.amid(self.bare.state)
        return self._state

    def seen(self, state: object) -> None:
        """Store a state that the rules reached, so that it need not be built."""
        if self._state is None:
            self._state = state

    def amid(self, state: object) -> Any:
        """Return this state with the piece on this place."""
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
    """An empty board with only the piece, and the spots found on it."""

    def __init__(self, game: Game, places: Places, player: str, state: object) -> None:
        self.game, self.places, self.player, self.state = game, places, player, state
        self.spot = cache(partial(Spot, self))

    def ask(self, spot: Spot, instruction: Instruction | None) -> tuple[Spot, frozenset[Any]]:
        """Return the spot after an instruction by the rules, and the squares it touches."""
        places, player = self.places, self.player
        state = spot.state
        flow = flow_of(self.game, state, player, instruction)
        after = [frame.state for frame in frames_of(flow, state)]
        if not after:
            return spot, frozenset()
        squares = places.came_to(state, player, instruction, after)
        end = self.spot(places.place(after[-1], player))
        end.seen(after[-1])
        return end, squares


def flow_of(game: Game, state: object, player: str, instruction: Instruction | None) -> Flow[Any]:
    """Return the flow of an instruction; for `None`, that of the end of a program."""
    if instruction is None:
        return game.finish(state, player)
    return game.perform(state, player, instruction)


class Memory:
    """The cached moments of one player in one game; equal states share a moment.

    For looking `ahead`, states that differ only in irrelevant things share a moment too, if the
    game has `AHEAD`.

    >>> from teachkit.games import algoracing
    >>> start = algoracing.Setup(floor=". . .", rovers={"red": "a1 east"}).state()
    >>> moment = Memory(algoracing.GAME, "red").moment(start)
    >>> str(moment[Instruction("forward")].state.rover("red").square)
    'b1'
    """

    def __init__(self, game: Game, player: str, ahead: bool = False) -> None:
        self.game = game
        self.player = player
        self._ahead = game.foresight.rounds if ahead else None
        self._halves = self._ahead.halves() if self._ahead else None
        self._home: Any = None
        self._surroundings: dict[Any, Surroundings] = {}
        self._moment = cache(partial(Moment, self))
        self._after_first: dict[Any, Moment] = {}
        self._bare_boards: dict[Any, BareBoard] = {}

    def moment(self, state: object) -> Moment:
        """Return the moment of a state."""
        places = self.game.foresight.places
        if places is not None:
            return self._moment_amid(places, state)
        if self._ahead is not None:
            state = self._ahead.essence(state, self.player)
        return self._moment(state)

    def after(self, state: object, instruction: Instruction) -> Moment | None:
        """Return the moment after an instruction by its two halves, the second of which is cached.

        Returns `None` if the game has no halves.
        """
        halves = self._halves
        if halves is None:
            return None
        between = halves.first(state, self.player, instruction)
        after = self._after_first.get(between)
        if after is None:
            after = self._after_first[between] = self.moment(halves.second(between))
        return after

    def _moment_amid(self, places: Places, state: object) -> Moment:
        place = places.place(state, self.player)
        self._home = self._home or place  # any fixed place will do
        elsewhere = places.moved_to(state, self.player, self._home)
        around = self._surroundings.get(elsewhere)
        if around is None:
            alone = places.alone(elsewhere, self.player)
            bare = BareBoard(self.game, places, self.player, alone)
            bare = self._bare_boards.setdefault(alone, bare)
            around = self._surroundings[elsewhere] = Surroundings(self, bare, elsewhere)
        return around[around.bare.spot(place)]


def first_moment(game: Game, player: str, state: object) -> Moment:
    """Return the moment of a start, with a new memory.

    Raises `BoardError` if other pieces act in between, so that effects are unknown.
    """
    if game.foresight.rounds is None and game.programs(state):
        raise BoardError(say("Others act on this start, so nobody can look ahead here."))
    return Memory(game, player, ahead=True).moment(state)


class Surroundings(dict[Spot, "Moment"]):
    """Everything in a state except the piece's place; `surroundings[spot]` is the moment there.

    `occupied` are the squares with something on them that affects the piece, or `None` if unknown.
    """

    __slots__ = ("bare", "memory", "occupied", "state")

    def __init__(self, memory: Memory, bare: BareBoard, state: object) -> None:
        self.memory, self.bare, self.state = memory, bare, state
        self.occupied = bare.places.occupied(state, bare.player)

    __hash__ = object.__hash__  # type: ignore[assignment]  # they are what they are
    __eq__ = object.__eq__

    def __missing__(self, spot: Spot) -> Moment:
        moment = self[spot] = Moment(self.memory, None, self, spot)
        return moment


class Moment(dict[Instruction | None, "Moment"]):
    """A state with the effects of instructions; `moment[instruction]` computes one.

    `moment[None]` is the moment after the end of a program. Raises `AnswerError` if the rules ask
    for a decision, because chance cannot be cached. A moment with surroundings has a spot.
    """

    __slots__ = ("_state", "memory", "spot", "surroundings")

    def __init__(
        self,
        memory: Memory,
        state: object,
        surroundings: Surroundings | None = None,
        spot: Spot | None = None,
    ) -> None:
        self.memory = memory
        self.surroundings = surroundings
        self.spot = spot
        self._state = state

    # Moments are compared by identity.
    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__

    def __missing__(self, instruction: Instruction | None) -> Moment:
        found = self[instruction] = self._after(instruction)
        return found

    def ahead(self, instructions: tuple[Instruction, ...]) -> list[Moment | None]:
        """Return the moments after these instructions, `None` for those that ask for a decision."""
        around = self.surroundings
        if around is not None and around.occupied is not None:
            ends, squares = self.spot.ahead(instructions)  # type: ignore[union-attr]
            if around.occupied.isdisjoint(squares):
                return [around[end] for end in ends]
        return [self._ahead(instruction) for instruction in instructions]

    def _ahead(self, instruction: Instruction) -> Moment | None:
        try:
            return self[instruction]
        except (AnswerError, UnfitError):
            return None

    @property
    def state(self) -> Any:
        if self._state is None and self.surroundings is not None and self.spot is not None:
            self._state = self.spot.amid(self.surroundings.state)
        return self._state

    @property
    def finished(self) -> Moment:
        """The moment after the end of a program here."""
        return self[None]

    def flow(self, instruction: Instruction | None) -> Flow[Any]:
        """Return the flow of an instruction from here, or for `None` of the end of a program."""
        return flow_of(self.memory.game, self.state, self.memory.player, instruction)

    def frames(self, instruction: Instruction | None) -> Iterator[Frame]:
        """Yield the frames of the same flow."""
        return frames_of(self.flow(instruction), self.state)

    def _after(self, instruction: Instruction | None) -> Moment:
        """Return the moment after an instruction, or for `None` after the end of a program.

        Over empty squares it leads to the same spot in all surroundings.
        """
        around = self.surroundings
        if around is not None and around.occupied is not None:
            end, squares = self.spot[instruction]  # type: ignore[index]
            if around.occupied.isdisjoint(squares):
                return around[end]
        if instruction is not None:
            after = self.memory.after(self.state, instruction)
            if after is not None:
                return after
        end = last_of(self.flow(instruction), self.state)
        return self if end is self.state else self.memory.moment(end)


@lru_cache(maxsize=256)
def _straight(program: Program) -> tuple[tuple[Step, ...], tuple[Instruction, ...]] | None:
    steps = straight_steps(program)
    return None if steps is None else (steps, tuple(step.instruction for step in steps))


def remembered(moment: Moment, program: Program) -> RememberedTrace:
    """Return the trace that `run` would record, from cached transitions."""
    straight = _straight(program)
    if straight is not None:
        steps, cards = straight
        return RememberedTrace(list(accumulate(cards, getitem, initial=moment)), steps)
    walk = Walk(program, moment.memory.player, moment.memory.game.sensors.conditions)
    taken, moments, asked = list[Step](), [moment], list[tuple[Asked, ...]]()
    while step := walk.next(moments[-1].state):
        taken.append(step)
        asked.append(tuple(walk.asked))
        moments.append(moments[-1][step.instruction])
    asked.append(tuple(walk.asked))
    return RememberedTrace(moments, taken, walk, asked)


class RememberedTrace(Trace):
    """A trace of cached transitions; its frames are made when they are read."""

    def __init__(
        self,
        moments: list[Moment],
        steps: Sequence[Step],
        walk: Walk | None = None,
        asked: Sequence[Sequence[Asked]] = (),
    ) -> None:
        self.start = moments[0].state
        self.actor = moments[0].memory.player
        self.moments = moments
        self._steps = steps
        self._walk = walk
        self._asked = asked  # before each step, and at the end

    @property
    def last(self) -> Moment:
        """The moment after the whole program."""
        return self.moments[-1] if self.ending else self.moments[-1].finished

    @property
    def ending(self) -> Event | None:
        """The event of an endless loop, which never finishes, or `None`."""
        return self._walk.ending if self._walk else None

    @property
    def final(self) -> Any:
        return self.last.state

    @cached_property
    def frames(self) -> tuple[Frame, ...]:  # type: ignore[override]  # a plain attribute in Trace
        frames: list[Frame] = []
        asked, steps = self._asked or repeat(()), (*self._steps, None)
        for moment, questions, step in zip(self.moments, asked, steps, strict=False):
            frames += [Frame(question, moment.state) for question in questions]
            if step:
                frames.append(Frame(Started(moment.memory.player, step), moment.state))
                frames += moment.frames(step.instruction)
        last = self.moments[-1]
        frames += [Frame(self.ending, last.state)] if self.ending else last.frames(None)
        return tuple(frames)
