"""Cached transitions between states. The rules compute each transition once, and searches reuse it.

Many states differ only in parts of the board that the player's piece does not touch. A game with
`Places` splits a state into the piece's place and the rest, so a move over empty squares is
computed once for all of these states.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property, lru_cache, partial
from itertools import accumulate, repeat
from operator import getitem
from typing import Any, TypeAlias

from teachkit.core.game.foresight import Places
from teachkit.core.game.game import Game
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Event, Flow, Frame, frames_of, last_of
from teachkit.core.run.trace import Trace
from teachkit.core.run.walk import Controlled, Started, Step, Walk, straight_steps
from teachkit.errors import AnswerError, BoardError
from teachkit.play.search.deck import UnfitError
from teachkit.words import say


class CachedPlace(dict[Instruction | None, "Effect"]):
    """A place on an empty board, with the cached effect of each instruction from there.

    The instruction `None` stands for the end of a program.
    """

    __slots__ = ("_ahead", "_asked", "bare", "place")

    def __init__(self, bare: BareBoard, place: object) -> None:
        self.bare = bare
        self.place = place
        self._asked: tuple[Instruction, ...] = ()
        self._ahead: tuple[list[CachedPlace], frozenset[Any]] = ([], frozenset())

    def ahead(
        self, instructions: tuple[Instruction, ...]
    ) -> tuple[list[CachedPlace], frozenset[Any]]:
        """Return the place after each instruction, and all squares that any of them touches."""
        if self._asked is not instructions:  # nearly always the same tuple is passed again
            drives = [self[instruction] for instruction in instructions]
            squares = frozenset[Any]().union(*[touched for _, touched in drives])
            self._asked, self._ahead = instructions, ([passed[-1] for passed, _ in drives], squares)
        return self._ahead

    def amid(self, state: object) -> Any:
        """Return a copy of `state` with the piece at this place."""
        return self.bare.places.moved_to(state, self.bare.player, self.place)

    __hash__ = object.__hash__  # type: ignore[assignment]  # compared by identity
    __eq__ = object.__eq__

    def __missing__(self, instruction: Instruction | None) -> Effect:
        bare, places = self.bare, self.bare.places
        equivalent = places.equivalent(bare.state, self.place, instruction)
        if equivalent is None:
            found = bare.ask(self, instruction)
        else:
            passed, squares = bare.cached_place(equivalent)[instruction]
            ends = [places.transferred(self.place, each.place) for each in passed]
            found = tuple([bare.cached_place(end) for end in ends]), squares
        self[instruction] = found
        return found


Effect: TypeAlias = tuple[tuple[CachedPlace, ...], frozenset[Any]]
"""The places that an instruction passes on an empty board, the last of which is its end, and all
squares that it touches."""


class BareBoard:
    """A board that is empty except for the piece, and its cached places."""

    def __init__(self, game: Game, places: Places, player: str, state: object) -> None:
        self.game, self.places, self.player, self.state = game, places, player, state
        self.cached_place = cache(partial(CachedPlace, self))

    def ask(self, start: CachedPlace, instruction: Instruction | None) -> Effect:
        """Return the effect of `instruction` from `start`, computed by the rules."""
        places, player = self.places, self.player
        state = start.amid(self.state)
        flow = flow_of(self.game, state, player, instruction)
        after = [frame.state for frame in frames_of(flow, state)]
        if not after:
            return (start,), frozenset()
        squares = places.touched_squares(state, player, instruction, after)
        passed = [self.cached_place(places.place(each, player)) for each in after]
        return tuple(passed), squares


def flow_of(game: Game, state: object, player: str, instruction: Instruction | None) -> Flow[Any]:
    """Return the rules' flow for `instruction`; `None` stands for the end of a program."""
    if instruction is None:
        return game.finish(state, player)
    return game.perform(state, player, instruction)


class Memory:
    """The cached moments of one player in one game; equal states share a moment.

    If `ahead` is true and the game's foresight has `rounds`, states with the same `essence` share a
    moment too.

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
        self._after_first = cache(self._after_second)
        self._bare_boards: dict[Any, BareBoard] = {}

    def moment(self, state: object) -> Moment:
        """Return the cached moment of `state`, creating it if necessary."""
        places = self.game.foresight.places
        if places is None:
            essence = self._ahead.essence(state, self.player) if self._ahead else state
            return self._moment(essence)
        place = places.place(state, self.player)
        self._home = self._home or place  # an arbitrary place, which must stay the same
        elsewhere = places.moved_to(state, self.player, self._home)
        around = self._surroundings.get(elsewhere)
        if around is None:
            alone = places.alone(elsewhere, self.player)
            bare = BareBoard(self.game, places, self.player, alone)
            bare = self._bare_boards.setdefault(alone, bare)
            around = self._surroundings[elsewhere] = Surroundings(self, bare, elsewhere)
        return around[around.bare.cached_place(place)]

    def after(self, state: object, instruction: Instruction) -> Moment | None:
        """Return the moment after `instruction` in `state`, or `None` if the game has no `halves`.

        The result of the second half is cached for each state between the halves.
        """
        if self._halves is None:
            return None
        return self._after_first(self._halves.first(state, self.player, instruction))

    def _after_second(self, between: object) -> Moment:
        """Return the moment after the second half of a round, which begins at `between`."""
        assert self._halves
        return self.moment(self._halves.second(between))


def first_moment(game: Game, player: str, state: object) -> Moment:
    """Return the moment of `state`, the start of a search, with a new memory.

    Raise `BoardError` if other pieces act between the player's instructions, because the effects of
    these instructions are then unknown.
    """
    if game.foresight.rounds is None and game.programs(state):
        raise BoardError(say("Other pieces move here, too, so nobody can look ahead."))
    return Memory(game, player, ahead=True).moment(state)


class Surroundings(dict[CachedPlace, "Moment"]):
    """Everything in a state except the piece's place.

    `surroundings[place]` is the moment with the piece at `place`. `occupied` are the squares with
    something on them that affects the piece; `None` means all squares.
    """

    __slots__ = ("bare", "memory", "occupied", "state")

    def __init__(self, memory: Memory, bare: BareBoard, state: object) -> None:
        self.memory, self.bare, self.state = memory, bare, state
        self.occupied = bare.places.occupied(state, bare.player)

    __hash__ = object.__hash__  # type: ignore[assignment]  # compared by identity
    __eq__ = object.__eq__

    def __missing__(self, place: CachedPlace) -> Moment:
        moment = self[place] = Moment(self.memory, None, self, place)
        return moment


class Moment(dict[Instruction | None, "Moment"]):
    """A state with its cached transitions.

    `moment[instruction]` is the moment after an instruction, and `moment[None]` is the moment after
    the end of a program. Both raise `AnswerError` if the rules ask for a decision, because its
    answer cannot be cached. A moment with surroundings also has a cached place.
    """

    __slots__ = ("_state", "cached_place", "memory", "surroundings")

    def __init__(
        self,
        memory: Memory,
        state: object,
        surroundings: Surroundings | None = None,
        cached_place: CachedPlace | None = None,
    ) -> None:
        self.memory = memory
        self.surroundings = surroundings
        self.cached_place = cached_place
        self._state = state

    # Moments are compared by identity.
    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__

    def __missing__(self, instruction: Instruction | None) -> Moment:
        found = self[instruction] = self._after(instruction)
        return found

    def ahead(self, instructions: tuple[Instruction, ...]) -> list[Moment | None]:
        """Return, for each instruction, the moment after it, or `None` if it asks a question."""
        around = self.surroundings
        if around is not None and around.occupied is not None:
            ends, squares = self.cached_place.ahead(instructions)  # type: ignore[union-attr]
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
        if self._state is None and self.surroundings is not None and self.cached_place is not None:
            self._state = self.cached_place.amid(self.surroundings.state)
        return self._state

    @property
    def finished(self) -> Moment:
        """The moment that results if a program ends here and the game's `finish` runs."""
        return self[None]

    def flow(self, instruction: Instruction | None) -> Flow[Any]:
        """Return the flow of `instruction` from here; `None` stands for the end of a program."""
        return flow_of(self.memory.game, self.state, self.memory.player, instruction)

    def frames(self, instruction: Instruction | None) -> list[Frame]:
        """Return the frames of `flow(instruction)`."""
        return frames_of(self.flow(instruction), self.state)

    def _after(self, instruction: Instruction | None) -> Moment:
        """Return the moment after `instruction`; `None` stands for the end of a program.

        If an instruction touches only empty squares, its cached effect on an empty board is reused.
        """
        around = self.surroundings
        if around is not None and around.occupied is not None:
            passed, squares = self.cached_place[instruction]  # type: ignore[index]
            if around.occupied.isdisjoint(squares):
                return around[passed[-1]]
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
    """Return the trace of `program` from `moment`, made of cached transitions.

    It is equal to the trace that `run` would record.
    """
    straight = _straight(program)
    if straight is not None:
        steps, cards = straight
        return RememberedTrace(list(accumulate(cards, getitem, initial=moment)), steps)
    walk = Walk(program, moment.memory.player, moment.memory.game.sensors.conditions)
    taken, moments, asked = list[Step](), [moment], list[tuple[Controlled, ...]]()
    while step := walk.next(moments[-1].state):
        taken.append(step)
        asked.append(tuple(walk.controlled))
        moments.append(moments[-1][step.instruction])
    asked.append(tuple(walk.controlled))
    return RememberedTrace(moments, taken, walk, asked)


class RememberedTrace(Trace):
    """A trace of cached transitions. Its frames are computed when they are first read."""

    def __init__(
        self,
        moments: list[Moment],
        steps: Sequence[Step],
        walk: Walk | None = None,
        asked: Sequence[Sequence[Controlled]] = (),
    ) -> None:
        self.start = moments[0].state
        self.actor = moments[0].memory.player
        self.moments = moments
        self._steps = steps
        self._walk = walk
        self._asked = asked  # the questions and calls before each step, and at the end

    @property
    def last(self) -> Moment:
        """The moment after the whole program."""
        return self.moments[-1] if self.ending else self.moments[-1].finished

    @property
    def ending(self) -> Event | None:
        """The event that ended an endless program, or `None`."""
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
