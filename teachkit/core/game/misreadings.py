"""Misreadings: wrong ideas of how a machine works, simulated on the board with the game's rules.

Learners who misread a machine have a different program or start in mind, or expect cards to do
something else. A misreading makes the same change, and then runs the game's rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, TypeAlias

from teachkit.core.board.squares import Facing
from teachkit.core.game.game import Game, Misreading, Read
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow, Frame
from teachkit.core.run.trace import Trace, record
from teachkit.core.run.walk import in_rounds
from teachkit.errors import TeachkitError

CardRule: TypeAlias = Callable[[Game, Any, str, Instruction], Flow[Any]]
"""A rule that performs one card as a misreading expects, by calling the game's own `perform`."""


@lru_cache(maxsize=128)  # many misreadings change the same run
def happens(game: Game, state: object, program: Program) -> Trace | None:
    """Run `program` for the first player, and return the trace, or `None` if the run fails."""
    player = game.players(state)[0]
    return recorded(game.resolve(state, {player: program}), state, player)


def recorded(flow: Flow[object], state: object, player: str) -> Trace | None:
    """Run `flow` from `state`, and return the trace, or `None` if the flow raises `TeachkitError`.

    If the flow asks for a decision, the result is `None` too, because nobody answers.
    """
    try:
        return record(flow, state, actor=player)
    except TeachkitError:
        return None


def by_program(change: Callable[[Program], Program | None]) -> Read:
    """Return a misreading in which `change(program)` runs instead of the program.

    `change` returns `None` if the misreading makes no difference.

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
    """Return a misreading in which the program starts from `change(state, player)` instead.

    `change` returns `None` if the misreading makes no difference.
    """

    def read(game: Game, state: object, program: Program) -> Trace | None:
        other = change(state, game.players(state)[0])
        return happens(game, other, program) if other is not None and other != state else None

    return read


def by_trace(change: Callable[[Game, Trace], Trace | None]) -> Read:
    """Return a misreading that replaces the trace of a run with `change(game, trace)`.

    `change` returns `None` if the misreading makes no difference.
    """

    def read(game: Game, state: object, program: Program) -> Trace | None:
        seen = happens(game, state, program)
        return change(game, seen) if seen is not None else None

    return read


class ByCard:
    """A misreading of what cards do: each card is performed by `rule(game, state, player, card)`.

    The rule calls the game's own `perform` with a changed card or state. Only the learner's cards
    are misread, so calling the misreading returns `None` if other pieces have programs.

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
        player = game.players(state)[0]
        flow = self.flow(game, state, player, program)
        return None if flow is None else recorded(flow, state, player)

    def flow(self, game: Game, state: Any, player: str, program: Program) -> Flow[Any] | None:
        """Run the whole `program`, performing each card by the misread rule.

        Return `None` if other pieces have programs.
        """
        if game.programs(state):
            return None
        rule, sensors = partial(self.rule, game), game.sensors.conditions
        return in_rounds(state, {player: program}, False, rule, sensors, finish=game.finish)


def remembering(made: Callable[[], CardRule]) -> Read:
    """Return a misreading whose rule may depend on earlier cards.

    `made` creates a new rule for each run.
    """

    def read(game: Game, state: object, program: Program) -> Trace | None:
        return ByCard(made())(game, state, program)

    return read


@lru_cache(maxsize=4096)
def misread(game: Game, read: Read) -> Game:
    """Return a copy of `game` whose rules are changed by the misreading `read`.

    To combine two misreadings, call the other one with the copy instead of `game`.
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
    """Return the misreading of a learner who has both `first` and `other`."""

    def read(game: Game, state: object, program: Program) -> Trace | None:
        return other.read(misread(game, first.read), state, program)

    return read


def cards_of(trace: Trace) -> Iterator[tuple[int, int]]:
    """Yield the start and end frame index of each card that the learner's piece ran.

    The end index is exclusive.
    """
    first = 0
    for stop in trace.stops():
        last = first + len(stop.frames)
        if stop.step and stop.actor == trace.actor:
            yield first, last
        first = last


_OTHER = {"left": "right", "right": "left"}
_COMPASS = {"left": Facing.WEST, "right": Facing.EAST}


def heading(game: Game, state: object, player: str) -> Facing:
    """Return the direction that the piece of `player` faces."""
    return Facing(game.whereabouts(state, player).split()[-1])


def taken_for(**others: str) -> CardRule:
    """Return a rule that performs other cards in place of the cards that `others` names.

    For example, `taken_for(all_forward="forward forward")` performs two forward cards in place of
    each all-forward card, and `taken_for(left="")` ignores left cards.
    """
    rows = {
        name.replace("_", "-"): [*map(Instruction, cards.split())] for name, cards in others.items()
    }

    def rule(game: Game, state: Any, player: str, card: Instruction) -> Flow[Any]:
        for each in rows.get(card.name, [card]):
            state = yield from game.perform(state, player, each)
        return state

    return rule


def from_viewers_side(game: Game, state: object, player: str, card: Instruction) -> Flow[Any]:
    """Perform `card`, but swap `left` and `right` if the piece faces south, toward the viewer."""
    if card.name in _OTHER and heading(game, state, player) is Facing.SOUTH:
        card = Instruction(_OTHER[card.name], card.arguments)
    return game.perform(state, player, card)


def by_compass(game: Game, state: object, player: str, card: Instruction) -> Flow[Any]:
    """Perform `card`, but turn the piece to the west for `left` and to the east for `right`."""
    if card.name not in _COMPASS:
        return (yield from game.perform(state, player, card))
    for _ in Facing:  # at most four times, because a piece may be unable to turn
        if heading(game, state, player) is not _COMPASS[card.name]:
            state = yield from game.perform(state, player, card)
    return state


def heading_forgotten(game: Game, seen: Trace) -> Trace | None:
    """Return a copy of the trace `seen` in which the piece makes the same moves but never turns."""
    player = seen.actor or ""
    before = heading(game, seen.start, player)

    def as_before(state: object) -> Any:
        square = game.whereabouts(state, player).split()[0]
        return game.placed(state, player, f"{square} {before.value}")

    frames = [Frame(event, as_before(state)) for event, state in seen]
    return Trace(seen.start, frames, player)
