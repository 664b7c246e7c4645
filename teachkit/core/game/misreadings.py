"""Wrong ideas of a machine, each computed on the very board: never a second rule.

Somebody who misreads the machine runs another program in mind, or from another start, or sees
something else happen. So a misreading changes one of these, and asks the rules again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeAlias

from teachkit.core.board.squares import Facing
from teachkit.core.game.game import Game, Misreading, Read
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow, nobody_answers
from teachkit.core.run.trace import Trace, frames_of
from teachkit.core.run.walk import follow
from teachkit.errors import TeachkitError

CardRule: TypeAlias = Callable[[Game, Any, str, Instruction], Flow[Any]]
"""What somebody believes that one card does: a rule made of the game's own `perform`."""


@lru_cache(maxsize=128)  # many ideas are about the same run
def happens(game: Game, state: object, program: Program) -> Trace | None:
    """What this program does from this state; `None` where the rules have to ask somebody."""
    player = game.players(state)[0]
    return recorded(game.resolve(state, {player: program}), state, player)


def recorded(flow: Flow[object], state: object, player: str) -> Trace | None:
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
    >>> twice(algoracing.GAME, start, Program.read("forward")).final.rover("red").square
    Square(column=2, row=0)
    """

    def read(game: Game, state: object, program: Program) -> Trace | None:
        other = change(program)
        return happens(game, state, other) if other is not None and other != program else None

    return read


def by_start(change: Callable[[Any, str], Any]) -> Read:
    """Somebody takes something on the board for something else: `change(state, player)`.

    It gives `None` where there is nothing of the kind.
    """

    def read(game: Game, state: object, program: Program) -> Trace | None:
        other = change(state, game.players(state)[0])
        return happens(game, other, program) if other is not None and other != state else None

    return read


def by_trace(change: Callable[[Game, Trace], Trace | None]) -> Read:
    """Somebody sees all that happens, and takes something else from it."""

    def read(game: Game, state: object, program: Program) -> Trace | None:
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
    >>> seen = ByCard(mirrored)(algoracing.GAME, start, Program.read("right"))
    >>> algoracing.GAME.whereabouts(seen.final, "red")
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

        def rule(state: object, player: str, card: Instruction) -> Flow[Any]:
            return self.rule(game, state, player, card)

        return follow(state, player, program, rule, game.sensors.conditions, finish=game.finish)


def remembering(made: Callable[[], CardRule]) -> Read:
    """Somebody believes that a card depends on what ran before: the rule is made for each run."""

    def read(game: Game, state: object, program: Program) -> Trace | None:
        return ByCard(made())(game, state, program)

    return read


@lru_cache(maxsize=4096)
def misread(game: Game, read: Read) -> Game:
    """Return the game as somebody with a wrong idea of it sees it: a game like any other.

    So two ideas at once are one, read in a game that the other has changed.
    """

    def resolve(state: object, programs: Mapping[str, Program]) -> Flow[Any]:
        (program,) = programs.values()
        seen = read(game, state, program)
        if seen is None:
            return (yield from game.resolve(state, programs))
        yield from seen.frames
        return seen.final

    def perform(state: object, player: str, card: Instruction) -> Flow[Any]:
        if isinstance(read, ByCard):
            return read.rule(game, state, player, card)
        return game.perform(state, player, card)

    return replace(game, resolve=resolve, perform=perform)


@lru_cache(maxsize=4096)
def together(first: Misreading, other: Misreading) -> Read:
    """What somebody believes who has both ideas."""

    def read(game: Game, state: object, program: Program) -> Trace | None:
        return other.read(misread(game, first.read), state, program)

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


_OTHER = {"left": "right", "right": "left"}
_COMPASS = {"left": Facing.WEST, "right": Facing.EAST}


def heading(game: Game, state: object, player: str) -> Facing:
    """The way this piece looks."""
    return Facing(game.whereabouts(state, player).split()[-1])


def mirrored(when: Callable[[Facing], bool]) -> CardRule:
    """Left is taken for right, and right for left, where the piece looks in such a direction."""

    def rule(game: Game, state: object, player: str, card: Instruction) -> Flow[Any]:
        if card.name in _OTHER and when(heading(game, state, player)):
            card = Instruction(_OTHER[card.name], card.arguments)
        return game.perform(state, player, card)

    return rule


def by_compass(game: Game, state: object, player: str, card: Instruction) -> Flow[Any]:
    """Left is taken for west, and right for east, wherever the piece looked before."""
    if card.name not in _COMPASS:
        return (yield from game.perform(state, player, card))
    for _ in Facing:  # a piece that cannot turn stays as it is
        if heading(game, state, player) is not _COMPASS[card.name]:
            state = yield from game.perform(state, player, card)
    return state


def turns_drive(forward: Instruction, turns: tuple[str, ...] = ("left", "right")) -> CardRule:
    """A turn is taken for a turn and a step forward."""

    def rule(game: Game, state: object, player: str, card: Instruction) -> Flow[Any]:
        state = yield from game.perform(state, player, card)
        if card.name in turns:
            state = yield from game.perform(state, player, forward)
        return state

    return rule


def heading_forgotten(game: Game, seen: Trace) -> Trace | None:
    """A piece drives as it should, and looks the way it did at the start."""
    player = seen.actor or ""
    before = heading(game, seen.start, player)

    def as_before(state: object) -> Any:
        square = game.whereabouts(state, player).split()[0]
        return game.placed(state, player, f"{square} {before.value}")

    return with_states(seen, as_before)
