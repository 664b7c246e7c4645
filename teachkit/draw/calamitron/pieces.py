"""How Calamitron looks: which piece is where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from teachkit.draw.calamitron import tokens
from teachkit.draw.calamitron.board import background, middle
from teachkit.draw.calamitron.table import beside, room
from teachkit.draw.scene import Piece, Scene, scene, spots
from teachkit.draw.shapes import Point
from teachkit.games.calamitron.editions import COLOURS
from teachkit.games.calamitron.names import called, sentence
from teachkit.games.calamitron.pieces import Bot
from teachkit.games.calamitron.state import State
from teachkit.games.calamitron.text_board import bot_line
from teachkit.words import say

_CORNERS = (-0.16, 0.16), (0.16, 0.16), (-0.16, -0.16), (0.16, -0.16)


@scene.register
def calamitron_scene(state: State) -> Scene:
    """Crates, rogues and retros with their signs, on the hall that never moves."""
    board = state.board
    pieces = [*_crates(state)]
    for bot in state.rogues:
        pieces += _rogue(bot)
    for bot in state.retros:
        pieces += _lost(state, bot) if bot.out else _retro(bot)
    for bot in state.retros:
        pieces += _driven(state, bot)
    pieces += beside(state)
    alt = say("A hall of {columns} by {rows} squares.", columns=board.width, rows=board.height)
    spoken = {bot.name: bot_line(bot) for bot in state.retros}
    return Scene(background(board, *room(state)), tuple(pieces), alt, spoken)


@spots.register
def calamitron_spots(state: State) -> Mapping[str, Point]:
    return {str(square): middle(square) for square in state.board.squares}


def _crates(state: State) -> Iterator[Piece]:
    for square in state.filled:
        label = say("{square}, a filled pit", square=square)
        yield Piece(f"{square} filled", label, tokens.planks(), 1, *middle(square), upright=True)
    for square in state.crates:
        label = say("a crate on {square}", square=square)
        yield Piece(f"{square} crate", label, tokens.crate(), 0.9, *middle(square), upright=True)


def _rogue(bot: Bot) -> Iterator[Piece]:
    (x, y), name = middle(bot.square), bot.name
    words = bot.kind.sign + name.partition("-")[2]
    yield Piece(name, _label(bot), tokens.rogue(bot.type), tokens.SIZE, x, y, bot.facing.degrees)
    if bot.stunned:
        yield _stun(bot, x, y)
    yield Piece(f"{name} sign", "", tokens.sign(words), 0.4, x, y, follows=name, upright=True)


def _lost(state: State, bot: Bot) -> Iterator[Piece]:
    """A retro that is out; where there are several, each keeps to its own corner."""
    (x, y), name = middle(bot.square), bot.name
    if sum(other.out and other.square == bot.square for other in state.retros) > 1:
        dx, dy = _CORNERS[COLOURS.index(name)]
        x, y = x + dx, y + dy
    yield Piece(name, _label(bot), tokens.hull(name), 0.5, x, y, bot.facing.degrees)
    yield Piece(f"{name} out", say("is out"), tokens.lost(), 0.75, x, y, follows=name)


def _retro(bot: Bot) -> Iterator[Piece]:
    """A retro may come back as one of another type: so that is a piece of its own."""
    (x, y), name, angle = middle(bot.square), bot.name, bot.facing.degrees
    yield Piece(name, _label(bot), tokens.hull(name), 0.5, x, y, angle)
    yield Piece(f"{name} {bot.type}", bot.kind.label, tokens.retro(name, bot.type), tokens.SIZE,
                x, y, angle, follows=name)  # fmt: skip
    if bot.stunned:
        yield _stun(bot, x, y)
    yield Piece(f"{name} letter", "", tokens.letter(name), 0.4, x, y, follows=name, upright=True)


def _stun(bot: Bot, x: float, y: float) -> Piece:
    label = say("lies on its back")
    return Piece(f"{bot.name} stunned", label, tokens.dizzy(), tokens.SIZE, x, y,
                 follows=bot.name, upright=True)  # fmt: skip


def _driven(state: State, hacker: Bot) -> Iterator[Piece]:
    """A ring around a hacker and around whom it drives, who gets the hacker's letter too."""
    driven = state.find(hacker.drives) if hacker.drives else None
    if driven is None or driven is hacker:
        return
    name = hacker.name
    label = say("{hacker} programs {bot}", hacker=called(name), bot=called(driven.name))
    yield Piece(f"{name} drives", label, tokens.driver(name), 1.16, *middle(hacker.square),
                follows=name)  # fmt: skip
    x, y = middle(driven.square)
    ring, plate = f"{driven.name} driven-by {name}", f"{driven.name} flag-of {name}"
    yield Piece(ring, "", tokens.driver(name), 1.16, x, y, follows=driven.name)
    yield Piece(plate, "", tokens.flag(name), 0.4, x + 0.36, y + 0.36, follows=driven.name,
                upright=True)  # fmt: skip


def _label(bot: Bot) -> str:
    return sentence(called(bot.name))
