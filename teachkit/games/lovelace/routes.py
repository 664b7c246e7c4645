"""Programs that are worth a try: from number to number, each by the fewest rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.games.lovelace.components import MOST
from teachkit.games.lovelace.offers import aims, machine, offers
from teachkit.games.lovelace.programs import legal_rows
from teachkit.games.lovelace.state import State

Rows: TypeAlias = tuple[Instruction, ...]
TRIED = 3


class Route(NamedTuple):
    """Rows, and how many numbers on offer they come by."""

    numbers: int
    rows: Rows


def routes(state: State, name: str, most: int, width: int) -> list[Program]:
    """Programs that come by many numbers on offer in few rows, the best first.

    From each number the way goes on to one of the `width` nearest.
    """
    numbers = {
        int(number)
        for reached, _, _ in (*offers(state, name), *aims(state, name))
        for number in reached
    }
    found = _routes(machine(state, name), name, frozenset(numbers), most, width)
    best = sorted(found, key=lambda route: (-route.numbers, len(route.rows)))
    return [Program(route.rows) for route in best[: TRIED * width]]


def _routes(
    state: State, name: str, numbers: frozenset[int], most: int, width: int
) -> Iterator[Route]:
    yield Route(0, ())
    ways = ways_from(state, name)
    near = sorted(number for number in numbers if 0 < len(ways.get(number, ())) <= most)
    for number in sorted(near, key=lambda number: len(ways[number]))[:width]:
        there, rows = at_value(state, name, number), ways[number]
        for further in _routes(there, name, numbers - {number}, most - len(rows), width):
            yield Route(further.numbers + 1, rows + further.rows)


def at_value(state: State, name: str, value: int) -> State:
    """The state with another number in the register."""
    return state.with_player(state.player(name).with_value(value))


@lru_cache(maxsize=1000)
def ways_from(state: State, name: str) -> Mapping[int, Rows]:
    """The fewest rows to each number that can be reached from a player's value, on this engine.

    Of equally short ways it is one that ends in a low row of the engine: there is a bonus.

    >>> from teachkit.games.lovelace.setup import Setup
    >>> ways_from(Setup(edition="machine").state(), "ada")[27]
    (Instruction(name='A4/', arguments=()),)
    """
    value = state.player(name).value
    table = _table(at_value(state, name, 0), name)
    found: dict[int, Rows] = {value: ()}
    layer = [value]
    while layer:
        further: dict[int, Rows] = {}
        for here in layer:
            for row, after in table[here]:
                if after not in found and (
                    after not in further or row.name > further[after][-1].name
                ):
                    further[after] = (*found[here], row)
        found |= further
        layer = list(further)
    return found


@lru_cache(maxsize=50)
def _table(state: State, name: str) -> list[list[tuple[Instruction, int]]]:
    """From each value the rows that may come next, and where they lead; written out if need be."""
    fills_in = state.rules.fills_in
    return [
        [
            (row if fills_in else Instruction(row.name, (f"{after:02}",)), after)
            for row, after in legal_rows(state, state.player(name).with_value(value), value)
        ]
        for value in range(MOST + 1)
    ]
