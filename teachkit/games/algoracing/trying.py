"""Ways to change the shared algorithm that are worth a try: the most promising are changed on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.games.algoracing.algorithm import Row, possible_edits
from teachkit.games.algoracing.state import State

Edits: TypeAlias = tuple[str, ...]


def edits_worth_a_try(
    state: State, hand: tuple[Instruction, ...], worth: Callable[[Program], float], width: int
) -> list[Edits]:
    """A few rows of edits, the best first, by what the changed algorithm is worth.

    One edit after another is added to the best so far; those that lead to the same algorithm are
    one. A cycle card that is taken away counts as an edit, too.
    """
    assert state.table
    row = Row.of(state.table.algorithm)
    rows: list[tuple[float, Edits, Row]] = [(0, (), row)]
    found = [(worth(row.program()), ())] if row.commands else list[tuple[float, Edits]]()
    seen = {row.program()}
    for _ in range(state.rules.cards_each_turn):
        longer = []
        for _, edits, row in rows:
            for text, made in possible_edits(state, row, _left(hand, row)):
                after = made()
                program = after.program()
                if program not in seen:
                    seen.add(program)
                    longer.append((worth(program), (*edits, text), after))
        longer.sort(key=lambda each: -each[0])
        rows = longer[:width]
        found += [(value, edits) for value, edits, _ in rows]
    found.sort(key=lambda each: -each[0])
    return [edits for _, edits in found]


def _left(hand: tuple[Instruction, ...], row: Row) -> list[Instruction]:
    """What is left of a hand when the row has been laid."""
    left = list(hand)
    for card in row.played:
        left.remove(card)
    return left
