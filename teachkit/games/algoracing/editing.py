"""A given row of cards changed as in a turn of the complete rules: what exercises ask for."""

from __future__ import annotations

from collections.abc import Sequence

from teachkit.core.editing import Edited, Way
from teachkit.core.nodes import Instruction
from teachkit.core.program import Program
from teachkit.games.algoracing.algorithm import EDIT, Row, edit, loop_card, possible_edits
from teachkit.games.algoracing.state import State


def edited(state: State, row: Program, edits: Sequence[str]) -> Edited:
    """The row after these edits, with any cards of the deck. [AR-26 … AR-30]

    >>> from teachkit.games.algoracing.setup import Setup
    >>> start = Setup(edition="complete", floor=". .", rovers={"red": "a1 east"}).state()
    >>> edited(start, Program.read("2x(forward, left)"), ["cover 2 with jump", "loop 2x over 1"])
    Edited(program=Program.read('2x(forward), jump'), laid=('jump', '2x'))

    Raises `EditError` with the problems.
    """
    after = edit(state, edits, row)
    loops = {loop_card(times): f"{times}x" for times in state.rules.loops}
    return Edited(after.program(), tuple(loops.get(card, str(card)) for card in after.played))


def ways(state: State, row: Program, edits: Sequence[str]) -> tuple[Way, ...]:
    """Every edit that can be made next in this turn, after these.

    >>> from teachkit.games.algoracing.setup import Setup
    >>> start = Setup(edition="complete", floor=". .", rovers={"red": "a1 east"}).state()
    >>> [way for way in ways(start, Program.read("left, 2x(jump)"), []) if way.card in ("", "3x")]
    [Way(text='loop 3x over 1', card='3x', first=1, last=1), \
Way(text='unloop 2', card='', first=2, last=2)]
    """
    after = edit(state, edits, row)
    is_over = len(after.played) >= state.rules.cards_each_turn
    cards = [*map(Instruction, state.rules.instructions), *map(loop_card, state.rules.loops)]
    found = possible_edits(state, after, () if is_over else cards)
    return tuple(_way(after, text) for text in found)


def _way(row: Row, text: str) -> Way:
    match = EDIT.fullmatch(text)
    assert match
    found = match.groupdict()
    if found["insert"]:
        place = int(found["place"])
        return Way(text, found["insert"], place, place - 1)
    if found["cover"]:
        place = int(found["covered"])
        return Way(text, found["cover"], place, place)
    if found["times"]:
        first = int(found["first"])
        return Way(text, f"{found['times']}x", first, int(found["last"] or first))
    card = int(found["unloop"]) - 1
    first, last = next((first, last) for _, first, last in row.loops if first <= card <= last)
    return Way(text, "", first + 1, last + 1)
