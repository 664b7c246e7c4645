"""Pictures of Calamitron: the hall with its bots, and the effects of events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from teachkit.core.board.grid import squares_of
from teachkit.core.board.squares import FACINGS, Square
from teachkit.core.run.events import Event
from teachkit.core.run.walk import Skipped
from teachkit.draw import paths
from teachkit.draw.calamitron.hall import SIZE, SPRITES, background, pieces, room
from teachkit.draw.paths import Point
from teachkit.draw.scene import Layer, Piece, Scene, canvas, effects, scene
from teachkit.draw.shapes import PIECE_COLOURS
from teachkit.draw.squares import bump, middle, middles, shadow
from teachkit.games.calamitron import events
from teachkit.games.calamitron.events import Beamed, Dragged, Fired, Flamed, Pushed, Shoved
from teachkit.games.calamitron.state import State, bot_line
from teachkit.words import say


@scene.register
def calamitron_scene(state: State) -> Scene:
    """Return the scene of `state`: the hall with crates and bots, and the strip beside the hall."""
    board = state.board
    alt = say("A hall of {columns} by {rows} squares.", columns=board.width, rows=board.height)
    spoken = {bot.name: bot_line(state, bot) for bot in state.retros}
    hall = background(board, *room(state))
    above = tuple(pieces(state))
    bots = [piece for piece in above if piece.size == SIZE and not piece.upright]
    return Scene(hall, (*map(shadow, bots), *above), alt, spoken, keeps_effects=True, badge=0.36)


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
