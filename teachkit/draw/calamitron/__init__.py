"""Pictures of Calamitron: the hall with its bots, the table beside it, and the effects of events.

No information depends on colour alone: each type has its own outline, retros have the letter of
their player, and rogues have the same letter and number as on the text board. The table is a strip
beside the board. Walls are dark lines on the edge between two squares; doors are striped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

from teachkit.core.board.grid import squares_of
from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.core.run.flow import Event, capitalized
from teachkit.core.run.walk import Skipped
from teachkit.draw import paths
from teachkit.draw.paths import Point
from teachkit.draw.scene import Background, Layer, Piece, Placed, Scene, canvas, effects, scene
from teachkit.draw.shapes import INK, PIECE_COLOURS, Shape, readable_on
from teachkit.draw.sprites import Sprites
from teachkit.draw.squares import TOP, backdrop, bump, middle, middles, shadow, size_of, world
from teachkit.games.calamitron import bots, events
from teachkit.games.calamitron.board import Board, Hindrance
from teachkit.games.calamitron.bots import COLOURS, Bot, called
from teachkit.games.calamitron.events import Beamed, Dragged, Fired, Flamed, Pushed, Shoved
from teachkit.games.calamitron.state import State, bot_line, calamities_in_force
from teachkit.games.calamitron.table import Table, card_called
from teachkit.words import say

SPRITES = Sprites("calamitron")
SIZE = 1.06
_CORNERS = (-0.16, 0.16), (0.16, 0.16), (-0.16, -0.16), (0.16, -0.16)


@scene.register
def calamitron_scene(state: State) -> Scene:
    """Return the scene of `state`: the hall with crates and bots, and the strip beside the hall."""
    board = state.board
    alt = say("A hall of {columns} by {rows} squares.", columns=board.width, rows=board.height)
    spoken = {bot.name: bot_line(state, bot) for bot in state.retros}
    hall = background(board, *room(state))
    above = tuple(pieces(state))
    bodies = [piece for piece in above if piece.size == SIZE and not piece.upright]
    return Scene(hall, (*map(shadow, bodies), *above), alt, spoken, keeps_effects=True, badge=0.36)


@canvas.register
def whole_hall(state: State) -> Scene:
    """Return the scene of `state` with spots for the squares outside the hall, too."""
    seen = scene(state)
    spots = middles(squares_of(state.board.width, state.board.height))
    return replace(seen, background=replace(seen.background, spots=spots))


# Events ----------------------------------------------------------------------------------------


@effects.register
def calamitron_effects(state: State, event: Event) -> Iterator[Piece]:
    """Yield pieces that show `event`, such as a shot, a hit, a move, or a bump."""
    match event:
        case Fired() | Flamed() | Beamed():
            yield from _shots(state, event)
        case Pushed(_, start, end) | Shoved(_, start, end) | Dragged(_, start, end):
            yield from _between(start, end, "moved", SPRITES.layer("effect-moved"))
        case events.Hacked(by, bot) if by != bot and state.find(bot):
            colour = PIECE_COLOURS[by]
            cable = SPRITES.layer("effect-programs", cable=colour, plug=colour)
            squares = state.bot(by).square, state.bot(bot).square
            yield from _between(*squares, f"{by} programs", cable)
        case Skipped():
            yield from _skipped(state, event)
        case _:
            yield from _blows(event)


def _skipped(state: State, event: Skipped) -> Iterator[Piece]:
    """Yield a bump if an obstacle ahead of or behind the player's bot blocked its move."""
    retro = state.bot(event.actor)
    bot = state.find(retro.drives) or retro
    if isinstance(event.reason, events.Obstacle) and event.reason.square == bot.square:
        ways = [bot.facing, bot.facing.back]
        met = [way for way in ways if state.board.hindrance(bot.square, way)]
        yield from (bump(bot.square, way) for way in met[:1])


def _shots(state: State, event: Fired | Flamed | Beamed) -> Iterator[Piece]:
    """Yield the pieces that show a laser, flames or a beam on the squares that it crosses."""
    match event:
        case Fired(bot, squares, hit) if squares:
            name = "hit-by-laser" if hit else "laser"
            yield _along(state, bot, squares, name, say("laser"), _laser(len(squares), bool(hit)))
            if hit:
                yield _on(squares[-1], "glow")
        case Flamed(_, squares):
            for square in squares:
                yield _on(square, "flame", say("flame"))
        case Beamed(bot, tool, _, squares):
            label = say("tractor beam") if tool == "tractor" else say("forcer beam")
            beam = _beam(len(squares), tool == "tractor")
            yield _along(state, bot, squares, tool, label, beam)


def _blows(event: Event) -> Iterator[Piece]:
    """Yield a piece for an event on a single square, such as a hit; for others, yield nothing."""
    match event:
        case events.Knocked() | events.Ground() | events.Crashed():
            yield _on(event.square, "blow", say("hit"))
        case events.Sent():
            yield _on(event.square, "sent", say("sent forward"))
        case events.Opened():
            yield _on(event.square, "opened", say("splinters"))
        case events.Fell() | events.Filled() | events.Broke() | events.Rescued():
            yield _on(event.square, "gone")


def _on(square: Square, name: str, label: str = "") -> Piece:
    layer = SPRITES.layer(f"effect-{name}")
    return Piece(f"{name} on {square}", label, layer, 1.3, *middle(square))


def _along(
    state: State, bot: str, squares: Sequence[Square], name: str, label: str, layer: Layer
) -> Piece:
    """Return a piece that covers `squares`, which form a straight line ahead of `bot`."""
    facing, size = state.bot(bot).facing, len(squares) + 0.4
    name = f"{name} over {squares[0]} {facing} {len(squares)}"
    return Piece(name, label, layer, size, *_half_way(squares[0], squares[-1]), facing.degrees)


def _between(start: Square, end: Square, name: str, layer: Layer) -> Iterator[Piece]:
    """Yield a piece on the edge between `start` and `end` if these squares are adjacent."""
    for facing in FACINGS:
        if start.ahead(facing) == end:
            name = f"{name} from {start} {facing}"
            yield Piece(name, "", layer, 0.8, *_half_way(start, end), facing.degrees)


def _half_way(start: Square, end: Square) -> Point:
    (x, y), (end_x, end_y) = middle(start), middle(end)
    return (x + end_x) / 2, (y + end_y) / 2


@cache
def _laser(squares: int, hits: bool) -> Layer:
    """Return a red ray that crosses `squares` squares.

    If the ray hits a bot, it ends in front of the bot, on the last square.
    """
    ray = paths.line((0, -squares / 2 - 0.02), (0, squares / 2 - (0.78 if hits else 0.08)))
    return Layer([SPRITES.shape(ray, f"laser-{part}") for part in ("halo", "ray", "core")])


@cache
def _beam(squares: int, is_pull: bool) -> Layer:
    """Return a beam that crosses `squares` squares, made of chevrons between two rails.

    The chevrons point toward the retro if `is_pull` is true, and away from the retro otherwise.
    """
    low, high = -squares / 2 - 0.1, squares / 2 - 0.76
    rails = paths.lines([((x, low), (x, high)) for x in (-0.3, 0.3)])
    count, head = max(1, 2 * squares - 1), -0.065 if is_pull else 0.065
    spots = [low + (high - low) * (number + 0.5) / count for number in range(count)]
    signs = [paths.line((-0.2, y - head), (0, y + head), (0.2, y - head)) for y in spots]
    beam, both = "pull" if is_pull else "push", paths.together([rails, *signs])
    looks = {"beam": both, f"{beam}-rail": rails, f"{beam}-sign": paths.together(signs)}
    return Layer([SPRITES.shape(path, name) for name, path in looks.items()])


# The hall --------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def background(board: Board, strip: float = 0, least: float = 0) -> Background:
    """Return the parts of the picture that never move, cached for each board and size.

    A strip of width `strip` on the right is left empty for the table. The height of the picture is
    at least `least`.
    """
    width, height = size_of(board.width, board.height)
    width, height = width + strip, max(height, least)
    floor = paths.scattered(paths.rectangle(-0.44, -0.66, 1.1, 1.1), [*map(middle, board.squares)])
    still = [*world(SPRITES, width, height), Placed(Layer([SPRITES.shape(floor, "shadow")]))]
    still += [_drawn(square, board.kind(square)) for square in board.squares]
    still += [_drawn(square, "arrow", facing) for square, facing in board.arrows]
    still += [_drawn(square, "way", board.way_in(square)) for square in board.exits]
    hall = backdrop(board, (*still, *_edges(board)))
    return replace(hall, width=width, height=height)


def _drawn(square: Square, sprite: str, facing: Facing = Facing.NORTH) -> Placed:
    return Placed(SPRITES.layer(sprite), *middle(square), facing.degrees)


def _edges(board: Board) -> Iterator[Placed]:
    """Yield a picture of each wall and door once, by checking only northern and eastern edges."""
    rows = reversed(range(-1, board.height))
    for square in (Square(column, row) for row in rows for column in range(-1, board.width)):
        for facing in (Facing.EAST, Facing.NORTH):
            match _hindrance(board, square, facing):
                case Hindrance.WALL | Hindrance.EDGE:
                    yield _drawn(square, f"wall-{facing}")
                case Hindrance.DOOR | Hindrance.WAY_IN | Hindrance.WAY_OUT:
                    yield _drawn(square, "door", facing)


def _hindrance(board: Board, square: Square, facing: Facing) -> Hindrance | None:
    """Return the obstacle on the edge of `square` that faces `facing`, or `None`.

    If `square` is outside the board, the edge is checked from the square on its other side. The
    outer edges of an exit have no obstacle.
    """
    if board.kind(square) == "outside":
        square, facing = square.ahead(facing), facing.back
    if board.kind(square) == "outside":
        return None
    found = board.hindrance(square, facing)
    return None if found is Hindrance.EDGE and board.kind(square) == "exit" else found


# Pieces ----------------------------------------------------------------------------------------


def pieces(state: State) -> Iterator[Piece]:
    """Yield all pieces in drawing order, the lowest first."""
    yield from _crates(state)
    for bot in state.rogues:
        yield from _rogue(bot)
    for bot in state.retros:
        yield from _lost(state, bot) if bot.out else _retro(bot)
    for bot in state.retros:
        yield from _driven(state, bot)
    yield from _beside(state)


def _crates(state: State) -> Iterator[Piece]:
    for square in state.filled:
        label, layer = say("{square}, a filled pit", square=square), SPRITES.layer("planks")
        yield Piece(f"{square} filled", label, layer, 1, *middle(square), upright=True)
    for square in state.crates:
        label, layer = say("a crate on {square}", square=square), SPRITES.layer("crate")
        yield Piece(f"{square} crate", label, layer, 0.9, *middle(square), upright=True)


# Bots ------------------------------------------------------------------------------------------


@cache
def bot_layer(kind: str, player: str = "", scale: float = 1) -> Layer:
    """Return a picture of a bot, with a bright rim that is visible on every background."""
    colours = {"player": PIECE_COLOURS[player]} if player else {}
    shapes, halo = SPRITES.shapes(kind, scale=scale, **colours), SPRITES.colour("halo")
    body = [shape.path for shape in shapes if shape.fill != SPRITES.colour("lamp")]
    return Layer([*(Shape(path, halo, halo, 0.1 * scale) for path in body), *shapes])


def flag(player: str) -> Layer:
    """Return a picture of a small plate with the player's letter."""
    colour = PIECE_COLOURS[player]
    letter, readable = player[0].upper(), readable_on(colour)
    return SPRITES.layer("flag", letter, player=colour, letter=readable)


def _piece(bot: Bot, layer: Layer, size: float, aside: Point = (0, 0)) -> Piece:
    """Return the main piece of a bot, whose `id` is the bot's name."""
    (x, y), label = middle(bot.square), capitalized(called(bot.name))
    return Piece(bot.name, label, layer, size, x + aside[0], y + aside[1], bot.facing.degrees)


def _sign(bot: Bot, what: str, layer: Layer, size: float = 0.4, label: str = "") -> Piece:
    """Return an upright piece on top of a bot."""
    place, name = middle(bot.square), f"{bot.name} {what}"
    return Piece(name, label, layer, size, *place, follows=bot.name, upright=True)


def _stunned(bot: Bot) -> Iterator[Piece]:
    if bot.stunned:
        label = say("is on its back")
        yield _sign(bot, "stunned", SPRITES.layer("dizzy"), SIZE, label)


def _rogue(bot: Bot) -> Iterator[Piece]:
    yield _piece(bot, bot_layer(bot.type), SIZE)
    yield from _stunned(bot)
    yield _sign(bot, "sign", SPRITES.layer("sign", bot.kind.sign + bot.name.partition("-")[2]))


def _retro(bot: Bot) -> Iterator[Piece]:
    """Yield the pieces of a retro: a hull, and on it a body that shows the retro's type.

    These are separate pieces, because a retro may come back as a different type.
    """
    yield _piece(bot, _hull(bot), 0.5)
    body = _piece(bot, bot_layer(bot.type, bot.name), SIZE)
    name = f"{bot.name} {bot.type}"
    yield replace(body, id=name, label=bot.kind.label, follows=bot.name)
    yield from _stunned(bot)
    yield _sign(bot, "letter", SPRITES.layer("letter", bot.name[0].upper()))


def _lost(state: State, bot: Bot) -> Iterator[Piece]:
    """Yield the pieces of a retro that is out of the game.

    If several such retros share a square, each of them is drawn in a different corner.
    """
    here = [each for each in state.retros if each.out and each.square == bot.square]
    aside = _CORNERS[COLOURS.index(bot.name)] if len(here) > 1 else (0, 0)
    hull, layer = _piece(bot, _hull(bot), 0.5, aside), SPRITES.layer("lost")
    yield hull
    yield Piece(f"{hull.id} out", say("is out"), layer, 0.75, hull.x, hull.y, follows=hull.id)


def _hull(bot: Bot) -> Layer:
    return SPRITES.layer("hull", player=PIECE_COLOURS[bot.name])


def _driven(state: State, hacker: Bot) -> Iterator[Piece]:
    """Yield rings around `hacker` and the bot that it programs, and the hacker's letter on the bot.

    Yield nothing if the hacker does not program a different bot.
    """
    driven = state.find(hacker.drives) if hacker.drives else None
    if driven is None or driven is hacker:
        return
    says = say("{hacker} programs {bot}", hacker=called(hacker.name), bot=called(driven.name))
    ring = SPRITES.layer("driver", ring=PIECE_COLOURS[hacker.name])
    for bot, what, label in (hacker, "drives", says), (driven, f"driven-by {hacker.name}", ""):
        yield replace(_sign(bot, what, ring, 1.16, label), upright=False)
    plate = _sign(driven, f"flag-of {hacker.name}", flag(hacker.name))
    yield replace(plate, x=plate.x + 0.36, y=plate.y + 0.36)


# The table, which is a strip beside the board ----------------------------------------------------

STRIP = 4.4
"""The width of the strip, in units of the scene."""

_LEFT, _LINE, _GAP, _LETTERS = 0.2, 0.5, 0.28, 0.17
_CARDS, _EACH = 3.0, 1.8


class Part(NamedTuple):
    """A piece on the strip.

    `across` is the distance from the left end of the piece's line to the middle of the piece.
    """

    id: str
    label: str
    layer: Layer
    across: float
    size: float = _LINE


def room(state: State) -> tuple[float, float]:
    """Return the strip's width and minimum height; both are 0 if there is no table."""
    return (STRIP, _CARDS + _EACH * len(state.table.players)) if state.table else (0, 0)


def _beside(state: State) -> Iterator[Piece]:
    """Yield the pieces on the strip from top to bottom: round, calamities, then players."""
    width, height = size_of(state.board.width, state.board.height)
    x, y = width + _LEFT, max(height, room(state)[1]) - TOP
    for row in filter(None, map(list, _rows(state, state.table) if state.table else ())):
        y -= _GAP if row[0].id.endswith(" seat") else 0
        for name, label, layer, across, size in row:
            yield Piece(name, label, layer, size, x + across, y - _LINE / 2, upright=True)
        y -= _LINE


def _rows(state: State, table: Table) -> Iterator[Iterable[Part]]:
    """Yield the parts of each line of the strip, from top to bottom.

    Each player has three lines, which hold cards, trophies and upgrades.
    """
    title = say("Round {number}", number=table.round)
    yield [_part(f"round {table.round}", title, _words(title))]
    yield _catastrophes(state, len(table.catastrophes))
    for name in calamities_in_force(table):
        label = say("in force: {card}", card=card_called(name))
        yield [_part(f"in-force {name}", label, _words(card_called(name), "calamity"))]
    for name in calamities_in_force(table, following=True):
        label = say("next round: {card}", card=card_called(name))
        yield [_part(f"next-round {name}", label, _words(card_called(name), "calamity"))]
    for player in table.players:
        yield _player(table, player)
        yield _trophies(state, player)
        yield _upgrades(table, player)


def _part(name: str, label: str, words: tuple[Layer, float], left: float = 0) -> Part:
    """Return a part of the strip that shows `words` and whose left side is at `left`.

    `words` is a pair from `_words`: a picture of the words, and its width.
    """
    layer, width = words
    return Part(name, label, layer, left + width / 2, width)


def _catastrophes(state: State, face_up: int) -> Iterator[Part]:
    """Yield a part for each catastrophe that the rogues need to win.

    The first `face_up` parts are drawn in red, because these catastrophes are face up.
    """
    for place in range(state.rules.catastrophes):
        name, across = f"catastrophe {place + 1}", 0.2 + 0.42 * place
        if place < face_up:
            yield Part(name, card_called("catastrophe"), SPRITES.layer("catastrophe"), across)
        else:
            yield Part(f"{name} free", "", SPRITES.layer("card-place"), across)


def _player(table: Table, player: str) -> Iterator[Part]:
    name = bots.player_called(player)
    yield Part(f"{player} seat", name, flag(player), 0.25)
    for kind in (kind for each, kind in table.cards if each == player):
        label = say("{player} has the {type} card", player=name, type=bots.type_called(kind))
        yield Part(f"{player} moves {kind}", label, _small(kind), 0.8)
        yield _part(f"{player} moves {kind} name", "", _words(bots.types()[kind].label), 1.12)
    if table.pry_bar == player:
        label = say("{player} has the pry bar", player=name)
        yield Part(f"pry-bar {player}", label, SPRITES.layer("pry-bar"), 3.0)


def _trophies(state: State, player: str) -> Iterator[Part]:
    """Yield a part for each rogue that `player` keeps."""
    kept = [rogue for rogue, keeper in (*state.trophies, *state.rescued) if keeper == player]
    for number, rogue in enumerate(kept):
        label = say("{player} keeps {bot}", player=bots.player_called(player), bot=called(rogue))
        yield Part(f"kept {rogue}", label, _small(bots.type_of(rogue)), 0.25 + 0.42 * number, 0.42)


def _upgrades(table: Table, player: str) -> Iterator[Part]:
    left = 0.0
    for number, name in enumerate(table.upgrades_of(player), 1):
        title = card_called(name)
        label = say("{player} has {card}", player=bots.player_called(player), card=title)
        part = _part(f"{player} upgrade {number} {name}", label, _words(title, "upgrade"), left)
        yield part
        left += part.size + 0.08


def _small(kind: str) -> Layer:
    return bot_layer(kind, scale=0.45)


@cache
def _words(words: str, material: str = "") -> tuple[Layer, float]:
    """Return a pair: a picture of `words`, and the picture's width.

    If `material` is not empty, the words are printed on a card of this material.
    """
    lettering = Shape(paths.text(words, 0, 0, _LETTERS), INK)
    width = paths.width_of(words, _LETTERS)
    if not material:
        return Layer([lettering]), width
    card = paths.rounded_rectangle(-width / 2 - 0.12, -0.2, width + 0.24, 0.4, 0.08)
    return Layer([SPRITES.shape(card, material), lettering]), width + 0.24
