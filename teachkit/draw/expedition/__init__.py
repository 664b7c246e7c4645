"""Pictures of the expedition: the map of Mars, and the opening picture of each lesson.

A place is a scene of the sprites that `places.toml` lists, from the back to the front.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from teachkit.core.data import structure
from teachkit.draw import paths
from teachkit.draw.paths import Point
from teachkit.draw.picture import Sheet, in_few_colours
from teachkit.draw.scene import Background, Layer, Placed, Scene, scene
from teachkit.draw.shapes import INK, PAPER, Shape
from teachkit.draw.sprites import Sprites
from teachkit.words import say, translate

SPRITES = Sprites("expedition")
WIDTH, MAP_WIDTH = 720, 600  # in pixels, of a place and of the map in a notebook
_WIDE, _HIGH = 8, 3  # the size of a place, in scene units
_MAP_WIDE, _MAP_HIGH = 10, 6


@dataclass(frozen=True)
class Prop:
    """A sprite in the picture of a place; its foot is `at`, from the left and from the bottom."""

    sprite: str
    at: tuple[float, float] = (0, 0)
    scale: float = 1
    angle: float = 0
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Place:
    """A place of the expedition: a sentence that describes its picture, and the things in it."""

    alt: str
    things: tuple[Prop, ...]

    def __str__(self) -> str:
        return translate(self.alt)


class Spot(NamedTuple):
    """A place on the map, `at` percent from the left and from the top."""

    number: str
    name: str
    at: Point


class Map(NamedTuple):
    """The map with the path of the expedition through all its places."""

    spots: tuple[Spot, ...]

    def __str__(self) -> str:
        return "\n".join(f"{spot.number} {translate(spot.name)}" for spot in self.spots)


@cache
def places() -> dict[str, Place]:
    """Return the places by the number of their lesson."""
    text = files("teachkit.draw.expedition").joinpath("places.toml").read_text(encoding="utf-8")
    return {number: structure(data, Place) for number, data in tomllib.loads(text).items()}


@lru_cache(maxsize=32)
def small_png(state: Place | Map) -> bytes:
    """Return the picture of a place or of the map as a small PNG file."""
    ground = scene(state).background
    still = Background(ground.width, ground.height, (*ground.placed, *ground.labels))
    if isinstance(state, Map):
        return in_few_colours(Sheet(still, MAP_WIDTH, 1).pixels(), 32)
    return in_few_colours(Sheet(still, WIDTH, 1.5).pixels())


@scene.register
def place_scene(place: Place) -> Scene:
    """Return the scene of a place."""
    placed = tuple(
        Placed(SPRITES.layer(each.sprite, *each.words, scale=each.scale), *each.at, each.angle)
        for each in place.things
    )
    return Scene(Background(_WIDE, _HIGH, placed), alt=translate(place.alt))


@scene.register
def map_scene(drawn: Map) -> Scene:
    """Return the scene of the map; the numbers and names of the places are its labels."""
    at = {(number, translate(name)): (_MAP_WIDE * x / 100, _MAP_HIGH * (1 - y / 100))
          for number, name, (x, y) in drawn.spots}  # fmt: skip
    looks = ((INK, 0.09), (PAPER, 0.05))
    way = [Shape(paths.line(*at.values()), line=colour, width=width) for colour, width in looks]
    placed = Placed(SPRITES.layer("mars"), 0, _MAP_HIGH), Placed(Layer(way))
    labels = tuple(Placed(_label(*words), *spot) for words, spot in at.items())
    alt = say("A map of Mars with the path of the expedition through all its places.")
    return Scene(Background(_MAP_WIDE, _MAP_HIGH, placed, labels), alt=alt)


@cache
def _label(number: str, name: str) -> Layer:
    half = paths.width_of(name, 0.11) / 2 + 0.05
    return Layer([
        Shape(paths.rounded_rectangle(-half, -0.38, 2 * half, 0.19, 0.06), PAPER),
        Shape(paths.text(name, 0, -0.285, 0.11), INK),
        Shape(paths.circle(0, 0, 0.17), PAPER, INK, 0.03),
        Shape(paths.text(number, 0, 0, 0.13), INK),
    ])  # fmt: skip
