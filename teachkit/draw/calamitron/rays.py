"""How it looks when bots of Calamitron harm and move each other: drawn to the north."""

from __future__ import annotations

import math
from functools import cache

from teachkit.draw.calamitron.tokens import FIRE, HOT, STAR
from teachkit.draw.shapes import (
    INK,
    PIECE_COLOURS,
    WHITE,
    Shape,
    circle,
    line,
    lines,
    placed,
    polygon,
    rounded_rectangle,
    scattered,
    together,
)

PULL, PUSH = "#1d6b8f", "#7a3fa0"


@cache
def laser(squares: int, hits: bool) -> tuple[Shape, ...]:
    """A red ray with a bright core over so many squares, as far as the bot on the last."""
    ray = line((0, -squares / 2 - 0.02), (0, squares / 2 - (0.78 if hits else 0.08)))
    return (Shape(ray, line=WHITE, width=0.19), Shape(ray, line=HOT, width=0.13),
            Shape(ray, line="#ffd9cf", width=0.04))  # fmt: skip


@cache
def flame() -> tuple[Shape, ...]:
    """Three tongues, which leave the middle to be seen."""
    tongue = polygon((-0.11, -0.42), (0.11, -0.42), (0.13, -0.3), (0.0, -0.06), (-0.13, -0.3))
    tongues = scattered(tongue, [(-0.29, 0), (0.29, 0), (0, -0.05)])
    core = scattered(placed(tongue, 0, -0.18, 0.5), [(-0.29, 0), (0.29, 0), (0, -0.05)])
    rim = rounded_rectangle(-0.46, -0.46, 0.92, 0.92, 0.14)
    return (Shape(rim, "#f08a2455", FIRE, 0.05), Shape(tongues, FIRE, INK, 0.03),
            Shape(core, STAR))  # fmt: skip


@cache
def beam(squares: int, is_pull: bool) -> tuple[Shape, ...]:
    """Chevrons between two rails: toward the retro, or away from it."""
    low, high = -squares / 2 - 0.1, squares / 2 - 0.76
    rails = lines([((x, low), (x, high)) for x in (-0.3, 0.3)])
    head = -0.13 if is_pull else 0.13
    count = max(1, 2 * squares - 1)
    spots = [low + (high - low) * (number + 0.5) / count for number in range(count)]
    chevrons = together([line((-0.2, y - head / 2), (0, y + head / 2), (0.2, y - head / 2))
                         for y in spots])  # fmt: skip
    colour = PULL if is_pull else PUSH
    return (Shape(together([rails, chevrons]), line=WHITE, width=0.11),
            Shape(rails, line=colour, width=0.045),
            Shape(chevrons, line=colour, width=0.06))  # fmt: skip


@cache
def burst(colour: str) -> tuple[Shape, ...]:
    """Rays around the middle."""
    ways = [(math.sin(turn), math.cos(turn)) for turn in (math.tau * n / 12 for n in range(12))]
    rays = lines([((0.43 * x, 0.43 * y), (0.57 * x, 0.57 * y)) for x, y in ways])
    return (Shape(rays, line=INK, width=0.11), Shape(rays, line=colour, width=0.065))


@cache
def ring(colour: str) -> tuple[Shape, ...]:
    ring = circle(0, 0, 0.5)
    return (Shape(ring, line=WHITE, width=0.11), Shape(ring, line=colour, width=0.06))


@cache
def chevrons() -> tuple[Shape, ...]:
    """Two chevrons to the north."""
    both = together([line((-0.13, y), (0, y + 0.11), (0.13, y)) for y in (-0.12, 0.03)])
    return (Shape(both, line=WHITE, width=0.11), Shape(both, line=INK, width=0.055))


@cache
def cable(name: str) -> tuple[Shape, ...]:
    """Two plugs and a cable in the colour of the hacker."""
    cable, plugs = line((0, -0.3), (0, 0.3)), [(0.0, -0.3), (0.0, 0.3)]
    return (
        Shape(cable, line=INK, width=0.13),
        Shape(cable, line=PIECE_COLOURS[name], width=0.08),
        Shape(scattered(circle(0, 0, 0.08), plugs), PIECE_COLOURS[name], INK, 0.03),
    )
