"""What an event of Calamitron leaves on the picture: laser, flames, beams, blows and knocks.

The still of an event shows them as marks; in a run they lie on the picture of the card, or of the
rogue's move, that brought them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from teachkit.core.board.squares import FACINGS, Square
from teachkit.core.run.flow import Event
from teachkit.core.run.trace import Played
from teachkit.core.run.walk import Skipped
from teachkit.draw.calamitron import rays
from teachkit.draw.calamitron.board import middle
from teachkit.draw.calamitron.tokens import HOT, STAR, WOOD
from teachkit.draw.scene import Layer, Piece, Scene, marks, retold, skip_badge
from teachkit.draw.shapes import (
    ATTENTION,
    INK,
    WHITE,
    Shape,
    lines,
    placed,
)
from teachkit.games.calamitron.events import (
    Broke,
    Crashed,
    Fell,
    Filled,
    Ground,
    Opened,
    Pushed,
)
from teachkit.games.calamitron.happenings import (
    Beamed,
    Dragged,
    Fired,
    Flamed,
    Hacked,
    Knocked,
    Rescued,
    Sent,
    Shoved,
)
from teachkit.games.calamitron.pieces import Bot
from teachkit.games.calamitron.reasons import Obstacle
from teachkit.games.calamitron.state import State
from teachkit.words import say


@dataclass(frozen=True)
class Effect:
    """Shapes that were drawn to the north around their middle, and where they lie now."""

    id: str
    label: str
    shapes: tuple[Shape, ...]
    size: float
    x: float
    y: float
    angle: float = 0

    def marks(self) -> list[Shape]:
        return [shape._replace(path=placed(shape.path, self.x, self.y, degrees=self.angle))
                for shape in self.shapes]  # fmt: skip


def effects(event: Event, state: State) -> Iterator[Effect]:
    """What is to be seen of this event, if anything; `state` is the one right after it."""
    match event:
        case Fired() | Flamed() | Beamed():
            yield from _shots(event, state)
        case Pushed(_, start, end) | Shoved(_, start, end) | Dragged(_, start, end):
            yield from _between(start, end, "moved", rays.chevrons())
        case Hacked(by, bot) if by != bot and state.find(bot):
            squares = state.bot(by).square, state.bot(bot).square
            yield from _between(*squares, f"{by} programs", rays.cable(by))
        case _:
            yield from _blows(event)


def _shots(event: Fired | Flamed | Beamed, state: State) -> Iterator[Effect]:
    """What goes over several squares."""
    match event:
        case Fired(bot, squares, hit) if squares:
            beam = rays.laser(len(squares), bool(hit))
            yield _along(state, bot, squares, "hit-by-laser" if hit else "laser",
                         say("laser"), beam)  # fmt: skip
            if hit:
                yield _at(squares[-1], "glow", "", rays.burst(HOT))
        case Flamed(bot, squares):
            for square in squares:
                yield _at(square, "flame", say("flame"), rays.flame())
        case Beamed(bot, tool, _, squares):
            label = say("tractor beam") if tool == "tractor" else say("forcer beam")
            beam = rays.beam(len(squares), tool == "tractor")
            yield _along(state, bot, squares, tool, label, beam)


def _blows(event: Event) -> Iterator[Effect]:
    """What happens on one square."""
    match event:
        case Knocked(_, _, square) | Ground(_, square) | Crashed(_, square):
            yield _at(square, "blow", say("a blow"), rays.burst(STAR))
        case Sent(_, _, square):
            yield _at(square, "sent", say("sent"), rays.ring(INK))
        case Opened(square):
            yield _at(square, "opened", say("splinters"), rays.burst(WOOD))
        case Fell(_, square) | Filled(square) | Broke(_, square) | Rescued(_, square):
            yield _at(square, "gone", "", rays.ring(ATTENTION))


def _at(square: Square, name: str, label: str, shapes: tuple[Shape, ...]) -> Effect:
    return Effect(f"{name} on {square}", label, shapes, 1.3, *middle(square))


def _along(
    state: State, bot: str, squares: Sequence[Square], name: str, label: str,
    shapes: tuple[Shape, ...],
) -> Effect:  # fmt: skip
    """What lies over a row of squares ahead of a bot."""
    (x, y), (end_x, end_y) = middle(squares[0]), middle(squares[-1])
    facing = state.bot(bot).facing
    name = f"{name} over {squares[0]} {facing} {len(squares)}"
    return Effect(name, label, shapes, len(squares) + 0.4, (x + end_x) / 2, (y + end_y) / 2,
                  facing.degrees)  # fmt: skip


def _between(start: Square, end: Square, name: str, shapes: tuple[Shape, ...]) -> Iterator[Effect]:
    """What lies on the edge between two neighbours."""
    for facing in FACINGS:
        if start.ahead(facing) == end:
            (x, y), (end_x, end_y) = middle(start), middle(end)
            yield Effect(f"{name} from {start} {facing}", "", shapes, 0.8, (x + end_x) / 2,
                         (y + end_y) / 2, facing.degrees)  # fmt: skip


@cache
def _layer(shapes: tuple[Shape, ...]) -> Layer:
    """Kept by the shapes themselves, which are made only once."""
    return Layer(shapes)


# Where they are shown --------------------------------------------------------------------------


@marks.register
def calamitron_marks(state: State, event: Event, seen: Scene) -> Sequence[Shape]:
    """A skipped card leaves a badge, and a bump where an edge was in the way."""
    found = [shape for effect in effects(event, state) for shape in effect.marks()]
    match event:
        case Skipped(actor, Obstacle(_, square)) if square == _driven(state, actor).square:
            found += _bump(state, _driven(state, actor))
    return [*found, *skip_badge(seen, event, 0.36)]


def _driven(state: State, actor: str) -> Bot:
    """Whom a retro's instructions move: itself, or the bot that it programs."""
    return state.find(state.bot(actor).drives) or state.bot(actor)


def _bump(state: State, bot: Bot) -> list[Shape]:
    """Three rays where a bot met what was in its way: ahead, or behind if only there is any."""
    ways = [way for way in (bot.facing, bot.facing.back) if state.board.hindrance(bot.square, way)]
    if not ways:
        return []
    outward = lines([((spread * 0.1, 0.46), (spread * 0.2, 0.56)) for spread in (-1.4, 0, 1.4)])
    bump = placed(outward, *middle(bot.square), degrees=ways[0].degrees)
    return [Shape(bump, line=WHITE, width=0.1), Shape(bump, line=ATTENTION, width=0.055)]


@retold.register
def calamitron_retold(state: State, seen: Scene, played: Sequence[Played]) -> Scene:
    """On the last card, or the last rogue's move, lies what it did to others."""
    if not played:
        return seen
    found = {effect.id: effect for event, after in played[-1].frames
             for effect in effects(event, after)}  # fmt: skip
    pieces = [
        Piece(each.id, each.label, _layer(each.shapes), each.size, each.x, each.y, each.angle)
        for each in found.values()
    ]
    return replace(seen, pieces=(*seen.pieces, *pieces))
