"""What lies beside the board in a match: a strip with the cards, and what each player has.

The text board has a line for each of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any, TypeAlias

from matplotlib.colors import to_hex

from teachkit.draw.calamitron import tokens
from teachkit.draw.calamitron.board import MARGIN
from teachkit.draw.scene import Layer, Piece
from teachkit.draw.shapes import INK, WHITE, Shape, placed, rounded_rectangle, text, width_of
from teachkit.games.calamitron.bots import type_of, types
from teachkit.games.calamitron.cards import card_called
from teachkit.games.calamitron.names import called, player_called
from teachkit.games.calamitron.pieces import Table
from teachkit.games.calamitron.state import State
from teachkit.games.calamitron.text_board import calamities_in_force
from teachkit.words import say

WIDTH = 4.4
"""How wide the strip is."""

CALAMITY, UPGRADE, CATASTROPHE, FREE = "#f6dfae", "#cfe3f5", "#b3261e", "#eef1f4"
PRY_BAR = "#4b5666"
_LEFT, _LINE, _GAP, _LETTERS = 0.2, 0.5, 0.28, 0.17
_HALF, _BAR_AT = 0.45, 3.0
_CARDS, _EACH = 3.0, 1.8


Part: TypeAlias = tuple[Piece, float]
"""A piece, and how far from the left of the strip its middle is."""


def room(state: State) -> tuple[float, float]:
    """How wide the strip is, and how high it may become: a low board leaves room above it."""
    return (WIDTH, _CARDS + _EACH * len(state.table.players)) if state.table else (0, 0)


def beside(state: State) -> Iterator[Piece]:
    """The strip from above to below: the round, the calamities, and then player by player."""
    table = state.table
    if table is None:
        return
    x = state.board.width + 2 * MARGIN + _LEFT
    y = max(state.board.height + 2 * MARGIN, room(state)[1]) - MARGIN
    for row in _rows(state, table):
        y -= _GAP if row and row[0][0].id in _seats(table) else 0
        for piece, across in row:
            yield replace(piece, x=x + across, y=y - _LINE / 2, upright=True)
        y -= _LINE if row else 0


def _rows(state: State, table: Table) -> Iterator[list[Part]]:
    """What lies side by side; for each player a card, then trophies, then upgrades."""
    yield list(_round(table))
    yield list(_catastrophes(state, table))
    for card in calamities_in_force(table):
        yield list(_in_force(card))
    for player in table.players:
        yield list(_player(table, player))
        yield list(_trophies(state, player))
        yield list(_upgrades(table, player))


def _seats(table: Table) -> list[str]:
    return [f"{player} seat" for player in table.players]


def _part(name: str, label: str, layer: Layer, across: float, size: float = _LINE) -> Part:
    return Piece(name, label, layer, size, 0, 0), across


def _round(table: Table) -> Iterator[Part]:
    words = say("Round {number}", number=table.round)
    layer, width = _words(words)
    yield _part(f"round {table.round}", words, layer, width / 2, width)


def _catastrophes(state: State, table: Table) -> Iterator[Part]:
    """A place for each that the rogues need to win; those that lie face up are red."""
    lying = len(table.catastrophes)
    for place in range(state.rules.catastrophes):
        name = f"catastrophe {place + 1}"
        face_up = place < lying
        label = card_called("catastrophe") if face_up else ""
        free = "" if face_up else " free"
        yield _part(name + free, label, _place(face_up), 0.2 + 0.42 * place)


def _in_force(name: str) -> Iterator[Part]:
    """A calamity that holds."""
    title = card_called(name)
    layer, width = _card(title, CALAMITY)
    label = say("in force: {card}", card=title)
    yield _part(f"in-force {name}", label, layer, width / 2, width)


def _player(table: Table, player: str) -> Iterator[Part]:
    name = player_called(player)
    yield _part(f"{player} seat", name, tokens.flag(player), 0.25)
    for each, kind in table.cards:
        if each == player:
            title = types()[kind].label
            label = say("{player} moves: {type}", player=name, type=called(kind))
            yield _part(f"{player} moves {kind}", label, _small(kind), 0.8)
            layer, width = _words(title)
            yield _part(f"{player} moves {kind} name", "", layer, 1.12 + width / 2, width)
    if table.pry_bar == player:
        label = say("{player} has the pry bar", player=name)
        yield _part(f"pry-bar {player}", label, _pry_bar(), _BAR_AT)


def _trophies(state: State, player: str) -> Iterator[Part]:
    """The rogues that a player keeps."""
    kept = [rogue for rogue, keeper in (*state.trophies, *state.rescued) if keeper == player]
    for number, rogue in enumerate(kept):
        label = say("{player} keeps {bot}", player=player_called(player), bot=called(rogue))
        yield _part(f"kept {rogue}", label, _small(type_of(rogue)), 0.25 + 0.42 * number, 0.42)


def _upgrades(table: Table, player: str) -> Iterator[Part]:
    across = 0.0
    for number, name in enumerate(table.upgrades_of(player), 1):
        title = card_called(name)
        layer, width = _card(title, UPGRADE)
        label = say("{player} has {card}", player=player_called(player), card=title)
        yield _part(f"{player} upgrade {number} {name}", label, layer, across + width / 2, width)
        across += width + 0.08


# Pictures --------------------------------------------------------------------------------------


@cache
def _words(words: str) -> tuple[Layer, float]:
    return Layer([Shape(text(words, 0, 0, _LETTERS), INK)]), width_of(words, _LETTERS)


@cache
def _card(words: str, colour: str) -> tuple[Layer, float]:
    width = width_of(words, _LETTERS) + 0.24
    card = rounded_rectangle(-width / 2, -0.2, width, 0.4, 0.08)
    return Layer([Shape(card, colour, INK, 0.025), Shape(text(words, 0, 0, _LETTERS), INK)]), width


@cache
def _place(face_up: bool) -> Layer:
    """A card with a mark of exclamation, or where one would lie."""
    card = rounded_rectangle(-0.16, -0.21, 0.32, 0.42, 0.06)
    if not face_up:
        return Layer([Shape(card, FREE, PRY_BAR, 0.02)])
    return Layer([Shape(card, CATASTROPHE, INK, 0.025), Shape(text("!", 0, 0, 0.24), WHITE)])


@cache
def _small(kind: str) -> Layer:
    """A rogue of this type, half as large as on the board."""
    whole = tokens.rogue(kind)
    looks = zip(whole.paths, whole.fills, whole.lines, whole.widths, strict=True)
    return Layer([Shape(placed(path, 0, 0, _HALF), _colour(fill), _colour(edge), _HALF * width)
                  for path, fill, edge, width in looks])  # fmt: skip


def _colour(channels: Any) -> str:
    return to_hex(channels, keep_alpha=True)


@cache
def _pry_bar() -> Layer:
    """A bar with a bent end."""
    return Layer([Shape(rounded_rectangle(-0.24, -0.04, 0.44, 0.08, 0.04), PRY_BAR),
                  Shape(rounded_rectangle(0.13, -0.04, 0.08, 0.2, 0.04), PRY_BAR)])  # fmt: skip
