"""Wrong ideas of a machine, each computed on the very board: never a second rule.

Somebody who misreads the machine runs another program in mind, or from another start, or sees
something else happen. So a misreading changes one of these, and asks the rules again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow, Frame, nobody_answers
from teachkit.core.run.trace import Trace, frames_of
from teachkit.core.run.walk import follow
from teachkit.errors import TeachkitError

if TYPE_CHECKING:
    from teachkit.core.game.game import Game

Read: TypeAlias = Callable[["Game", Any, Program], Trace | None]
"""What somebody with this idea believes that a program does from a state.

`None` where the idea has nothing to say of it.
"""

CardRule: TypeAlias = Callable[["Game", Any, str, Instruction], Flow[Any]]
"""What somebody believes that one card does: a rule made of the game's own `perform`."""


@dataclass(frozen=True)
class Misreading:
    """A way to misread a machine.

    `says` is what is told to who has it: what is so, in at most 15 words. `source` names the
    research that found it, or the lesson in which it is met.
    """

    name: str
    says: str
    source: str
    read: Read


def happens(game: Game, state: Any, program: Program) -> Trace | None:
    """What this program does from this state; `None` where the rules have to ask somebody."""
    remembered: Any = game  # a module, or what is made of one
    return _happens(remembered, state, program)


@lru_cache(maxsize=128)  # many ideas are about the same run
def _happens(game: Any, state: Any, program: Program) -> Trace | None:
    player = game.players(state)[0]
    return recorded(game.resolve(state, {player: program}), state, player)


def recorded(flow: Flow[Any], state: Any, player: str) -> Trace | None:
    """What happens in a flow from this state; `None` where it has to ask somebody."""
    try:
        return Trace(state, tuple(frames_of(flow, state, nobody_answers)), player)
    except TeachkitError:
        return None


def by_program(change: Callable[[Program], Program | None]) -> Read:
    """Somebody reads another program than the one that lies there.

    `change` gives `None` where it reads the same.

    >>> from teachkit.games import algoracing
    >>> start = algoracing.Setup(floor=". . .", rovers={"red": "a1 east"}).state()
    >>> twice = by_program(lambda program: Program(program.body * 2))
    >>> algoracing.whereabouts(twice(algoracing, start, Program.read("forward")).final, "red")
    'c1 east'
    """

    def read(game: Game, state: Any, program: Program) -> Trace | None:
        other = change(program)
        return happens(game, state, other) if other is not None and other != program else None

    return read


def by_start(change: Callable[[Any, str], Any]) -> Read:
    """Somebody takes something on the board for something else: `change(state, player)`.

    It gives `None` where there is nothing of the kind.
    """

    def read(game: Game, state: Any, program: Program) -> Trace | None:
        other = change(state, game.players(state)[0])
        return happens(game, other, program) if other is not None and other != state else None

    return read


def by_trace(change: Callable[[Game, Trace], Trace | None]) -> Read:
    """Somebody sees all that happens, and takes something else from it."""

    def read(game: Game, state: Any, program: Program) -> Trace | None:
        seen = happens(game, state, program)
        return change(game, seen) if seen is not None else None

    return read


class ByCard:
    """Somebody believes that cards do something else: each is performed by this rule.

    `rule(game, state, player, card)` asks the game's own `perform` with what it believes. It is
    the learner's cards that are misread; where others have programs of their own that a program
    does not know of, it is silent.

    >>> from teachkit.games import algoracing
    >>> start = algoracing.Setup(floor=". .", rovers={"red": "a1 north"}).state()
    >>> def mirrored(game, state, player, card):
    ...     other = {"left": "right", "right": "left"}.get(card.name, card.name)
    ...     return game.perform(state, player, Instruction(other))
    >>> seen = ByCard(mirrored)(algoracing, start, Program.read("right"))
    >>> algoracing.whereabouts(seen.final, "red")
    'a1 west'
    """

    def __init__(self, rule: CardRule) -> None:
        self.rule = rule

    def __call__(self, game: Game, state: Any, program: Program) -> Trace | None:
        if game.programs(state):
            return None
        player = game.players(state)[0]
        return recorded(self.flow(game, state, player, program), state, player)

    def flow(self, game: Game, state: Any, player: str, program: Program) -> Flow[Any]:
        """The whole program as it is believed to run."""

        def rule(state: Any, player: str, card: Instruction) -> Flow[Any]:
            return self.rule(game, state, player, card)

        return follow(state, player, program, rule, game.SENSORS, finish=game.finish)


def remembering(made: Callable[[], CardRule]) -> Read:
    """Somebody believes that a card depends on what ran before: the rule is made for each run."""

    def read(game: Game, state: Any, program: Program) -> Trace | None:
        return ByCard(made())(game, state, program)

    return read


class Misread:
    """A game as somebody sees it who has a wrong idea of it: a game like any other.

    So two ideas at once are one, read of a game that the other has changed.
    """

    def __init__(self, game: Game, read: Read) -> None:
        self._game, self._read = game, read

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Misread):
            return NotImplemented
        return (self._game, self._read) == (other._game, other._read)

    def __hash__(self) -> int:
        return hash((self._game, self._read))

    def resolve(self, state: Any, programs: Mapping[str, Program]) -> Flow[Any]:
        """What is believed to happen, frame by frame."""
        (program,) = programs.values()
        seen = self._read(self._game, state, program)
        if seen is None:
            return (yield from self._game.resolve(state, programs))
        yield from seen.frames
        return seen.final

    def perform(self, state: Any, player: str, card: Instruction) -> Flow[Any]:
        """What one card is believed to do."""
        if isinstance(self._read, ByCard):
            return self._read.rule(self._game, state, player, card)
        return self._game.perform(state, player, card)


@lru_cache(maxsize=4096)
def together(first: Misreading, other: Misreading) -> Read:
    """What somebody believes who has both ideas."""

    def read(game: Game, state: Any, program: Program) -> Trace | None:
        return other.read(Misread(game, first.read), state, program)

    return read


def with_states(trace: Trace, change: Callable[[Any], Any]) -> Trace:
    """The same happens, and each state after it is another.

    >>> with_states(Trace(1, [Frame(None, 2)]), lambda number: 10 * number).final
    20
    """
    return Trace(trace.start, [Frame(event, change(state)) for event, state in trace], trace.actor)


def cards_of(trace: Trace) -> Iterator[tuple[int, int]]:
    """Where the learner's cards stand among the frames: the first of each, and the one behind."""
    first = 0
    for stop in trace.stops():
        last = first + len(stop.frames)
        if stop.step and stop.actor == trace.actor:
            yield first, last
        first = last
