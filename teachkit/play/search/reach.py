"""Where programs can lead at all: every place, and a shortest program to each.

A place is what the game's `whereabouts` says: a number in a register, a square with a heading.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from teachkit.core.game.game import Game
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Frame
from teachkit.core.run.walk import Skipped
from teachkit.play.search.memory import Moment, first_moment


class Road(NamedTuple):
    """A shortest program to a place, and how many programs are as short."""

    program: Program
    programs: int


def taken_from(
    moment: Moment, instructions: Sequence[Instruction]
) -> list[tuple[Instruction, Moment]]:
    """The instructions that do something here, with where they lead.

    What is skipped, and what would make the rules ask somebody, is left out.
    """
    found = []
    for instruction in instructions:
        state = moment.state
        for sent in moment.perform(instruction):
            if not isinstance(sent, Frame) or isinstance(sent.event, Skipped):
                break
            state = sent.state
        else:
            found.append((instruction, moment.memory.moment(state)))
    return found


def vocabulary_of(game: Game, state: Any) -> tuple[Instruction, ...]:
    """Every instruction that this state offers and that needs no arguments; or has what it asks."""
    return tuple(
        way
        for card in game.vocabulary(state)
        if len(card.arguments) <= card.optional
        for way in card.ways
    )


def roads(
    game: Game,
    state: Any,
    most: int,
    player: str | None = None,
    instructions: Sequence[Instruction] | None = None,
) -> dict[str, Road]:
    """Every place that at most so many instructions reach, each with a shortest program.

    The nearest places come first; the start itself needs none. States that look alike to the
    learner are one place, so what lies on the board should not change.

    >>> from teachkit.games import lovelace
    >>> start = lovelace.Setup(edition="machine", components={"A1": "+-1", "B4": "swap"}).state()
    >>> found = roads(lovelace.GAME, start, most=2)
    >>> {place: str(road.program) for place, road in found.items()}
    {'55': '', '56': 'A1+', '54': 'A1-', '57': 'A1+, A1+', '65': 'A1+, B4swap', \
'53': 'A1-, A1-', '45': 'A1-, B4swap'}
    """
    player = player or game.players(state)[0]
    instructions = vocabulary_of(game, state) if instructions is None else instructions
    start = first_moment(game, player, state)
    return _by_place(game, player, *_by_breadth(start, most, instructions))


def _by_breadth(
    start: Moment, most: int, instructions: Sequence[Instruction]
) -> tuple[dict[Moment, tuple[Instruction, ...]], dict[Moment, int]]:
    """A shortest row to each moment, nearest first, and how many rows are as short."""
    rows: dict[Moment, tuple[Instruction, ...]] = {start: ()}
    counts: dict[Moment, int] = {start: 1}
    layer = [start]
    for _ in range(most):
        ahead: dict[Moment, int] = {}
        for moment in layer:
            for instruction, after in taken_from(moment, instructions):
                if after not in rows or after in ahead:
                    rows.setdefault(after, (*rows[moment], instruction))
                    ahead[after] = ahead.get(after, 0) + counts[moment]
        counts |= ahead
        layer = list(ahead)
    return rows, counts


def _by_place(
    game: Game,
    player: str,
    rows: dict[Moment, tuple[Instruction, ...]],
    counts: dict[Moment, int],
) -> dict[str, Road]:
    found: dict[str, Road] = {}
    for moment, row in rows.items():
        place = game.whereabouts(moment.state, player)
        known = found.get(place)
        if known is None:
            found[place] = Road(Program(row), counts[moment])
        elif len(known.program.body) == len(row):
            found[place] = Road(known.program, known.programs + counts[moment])
    return found


class Way(NamedTuple):
    """Where one instruction leads from a place."""

    start: str
    instruction: Instruction
    end: str


def ways(
    game: Game,
    state: Any,
    most: int,
    player: str | None = None,
    instructions: Sequence[Instruction] | None = None,
) -> list[Way]:
    """Every way between two places that `roads` finds, in the order of a search by breadth.

    >>> from teachkit.games import lovelace
    >>> start = lovelace.Setup(edition="machine", components={"A4": "/2", "B4": "swap"}).state()
    >>> [(way.start, str(way.instruction), way.end) for way in ways(lovelace.GAME, start, most=2)]
    [('55', 'A4/', '27'), ('27', 'A4/', '13'), ('27', 'B4swap', '72'), ('72', 'B4swap', '27')]
    """
    player = player or game.players(state)[0]
    instructions = vocabulary_of(game, state) if instructions is None else instructions
    layer = [first_moment(game, player, state)]
    known = {game.whereabouts(state, player)}
    found: list[Way] = []
    for steps in range(most + 1):
        ahead: list[Moment] = []
        for moment in layer:
            start = game.whereabouts(moment.state, player)
            for instruction, after in taken_from(moment, instructions):
                end = game.whereabouts(after.state, player)
                if end not in known and steps < most:
                    known.add(end)
                    ahead.append(after)
                if end != start and end in known:
                    found.append(Way(start, instruction, end))
        layer = ahead
    return found
