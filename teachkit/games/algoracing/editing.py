"""A given row of cards changed as in a turn of the complete rules: what exercises ask for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from teachkit.core.game.editing import Edited, Editing, Way
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.games.algoracing.algorithm import (
    EDIT,
    Row,
    edit,
    loop_card,
    loop_names,
    possible_edits,
)
from teachkit.games.algoracing.state import State

Cards: TypeAlias = tuple[Instruction, ...]


def edited(state: State, row: Program, edits: Sequence[str]) -> Edited:
    """The row after these edits, with any cards of the deck. [AR-26 … AR-30]

    >>> from teachkit.games.algoracing.setup import Setup
    >>> start = Setup(edition="complete", floor=". .", rovers={"red": "a1 east"}).state()
    >>> edited(start, Program.read("2x(forward, left)"), ["cover 2 with jump", "loop 2x over 1"])
    Edited(program=Program.read('2x(forward), jump'), laid=('jump', '2x'))

    Raises `EditError` with the problems.
    """
    after = edit(state, edits, row)
    loops = loop_names(state)
    return Edited(after.program(), tuple(loops.get(card, str(card)) for card in after.played))


def ways(state: State, row: Program, edits: Sequence[str]) -> tuple[Way, ...]:
    """Every edit that can be made next in this turn, after these.

    In a match it is made with the cards in the hand of whose turn it is, else with any.

    >>> from teachkit.games.algoracing.setup import Setup
    >>> start = Setup(edition="complete", floor=". .", rovers={"red": "a1 east"}).state()
    >>> [way for way in ways(start, Program.read("left, 2x(jump)"), []) if way.card in ("", "3x")]
    [Way(text='loop 3x over 1', card='3x', first=1, last=1), \
Way(text='unloop 2', card='', first=2, last=2)]
    """
    after = edit(state, edits, row) if edits else Row.of(row)
    is_over = len(after.played) >= state.rules.cards_each_turn
    found = possible_edits(state, after, () if is_over else _cards_left(state, after))
    return tuple(_way(after, edit.text) for edit in found)


def _cards_left(state: State, row: Row) -> Cards:
    """What the hand still holds; every card of the deck where nobody holds any."""
    if not _is_held(state):
        return (*map(Instruction, state.rules.instructions), *map(loop_card, state.rules.loops))
    assert state.table
    left = state.table.hand(state.table.current)
    for card in row.played:
        left = _without(left, card)
    return left


def _is_held(state: State) -> bool:
    return state.table is not None and bool(state.table.players)


def _without(hand: Cards, card: Instruction) -> Cards:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


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


EDITING = Editing(edited, ways)
