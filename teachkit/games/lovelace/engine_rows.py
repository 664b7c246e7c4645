"""The tokens of the engine: how they lie face down, and how a row is filled. [LB-5, LB-27]"""

from __future__ import annotations

from dataclasses import replace

from teachkit.core.run.flow import Flow, Frame, shuffled
from teachkit.games.lovelace.cards import tokens
from teachkit.games.lovelace.components import Component
from teachkit.games.lovelace.editions import Rules
from teachkit.games.lovelace.happenings import Redrawn, RowFilled
from teachkit.games.lovelace.pieces import PROGRAMS, Table
from teachkit.games.lovelace.state import State

STOCK = "C"
WIDTH = 4


def lay_out_tokens(rules: Rules, table: Table) -> Flow[Table]:
    """Shuffled face down: a pile beside each row, or one stock for all. [LB-5]"""
    piles = tokens()
    if not rules.three_piles:
        piles = {STOCK: tuple(token for pile in piles.values() for token in pile)}
    for row, pile in piles.items():
        table = table.with_pile(row, (yield from shuffled(pile)))
    return table


def fill_row(state: State) -> Flow[State]:
    """Four tokens are turned up into the highest empty row for tokens. [LB-11, LB-27]"""
    assert state.table
    row = state.engine.empty_row
    if row is None:
        return state
    source = row if state.rules.three_piles else STOCK
    pile = tuple(token for token in state.table.pile(source) if token)
    if not pile:
        return state
    draw = draw_all_again if state.rules.redraw_all else draw_later_again
    four, pile = yield from draw(state, pile)
    table = state.table.with_pile(source, pile)
    state = replace(state, engine=state.engine.with_row(row, four),
                    table=replace(table, phase=PROGRAMS))  # fmt: skip
    yield Frame(RowFilled(row, tuple(map(str, four))), state)
    return state


Tokens = tuple[Component, ...]


def draw_later_again(state: State, pile: Tokens) -> Flow[tuple[Tokens, Tokens]]:
    """A set token too many is drawn again, alone, and goes under the pile. [LB-27]"""
    four: list[Component] = []
    aside: list[Component] = []
    while len(four) < WIDTH and pile:
        token, *rest = pile
        pile = tuple(rest)
        if token.kind == "set" and count_set(four) >= state.rules.most_set:
            aside.append(token)
            yield Frame(Redrawn((str(token),)), state)
        else:
            four.append(token)
    return tuple(four), (*pile, *aside)


def draw_all_again(state: State, pile: Tokens) -> Flow[tuple[Tokens, Tokens]]:
    """Too many set tokens: all are shuffled and four are drawn anew. [LB-27]

    Unless the pile has no others, so that it would come out so for ever.
    """
    others = len(pile) - count_set(pile)
    fewest = max(state.rules.most_set, min(WIDTH, len(pile)) - others)
    while count_set(pile[:WIDTH]) > fewest:
        yield Frame(Redrawn(tuple(map(str, pile[:WIDTH]))), state)
        pile = yield from shuffled(pile)
    return pile[:WIDTH], pile[WIDTH:]


def count_set(row: Tokens | list[Component]) -> int:
    """How many of these set the register."""
    return sum(token.kind == "set" for token in row)
