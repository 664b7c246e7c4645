"""Sprites: small hand-drawn pictures, in one SVG sheet for each game.

A sheet uses a small part of SVG: `rect`, `circle`, `path` (with the commands M L H V Q C Z),
`text`, `use` and `g`, each with a `class` and a `transform`. The classes in the sheet's `style` are
materials, each with a fill and a line. A sheet therefore looks the same in a browser, except that a
`text` is a template, which is filled in when the sprite is used. If the words are wider than the
`data-most` of the `text`, they are made smaller.

Each element with an `id` is a sprite, drawn around 0,0 and facing up. 100 units of a sheet are one
scene unit. A group with a class is drawn as one shape, without seams.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import NamedTuple, TypeAlias
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import numpy as np
from matplotlib.path import Path
from matplotlib.transforms import Affine2D

from teachkit.draw import paths
from teachkit.draw.paths import CAPITAL
from teachkit.draw.scene import Layer
from teachkit.draw.shapes import CLEAR, Shape

Look: TypeAlias = Mapping[str, str]

_SVG = "{http://www.w3.org/2000/svg}"
_UNITS = 100
_CLASS = re.compile(r"\.([\w-]+) \{([^}]*)\}")
_PROPERTY = re.compile(r"([\w-]+): ([^;\s]+)")
_CALL = re.compile(r"(\w+)\(([^)]*)\)")
_COMMAND = re.compile(r"([MLHVQCZ])([^MLHVQCZ]*)")
_NUMBER = re.compile(r"-?[\d.]+")
_CODES = {  # for each command, the codes at its beginning and the codes that repeat
    "M": ([Path.MOVETO], [Path.LINETO]),
    "L": ([], [Path.LINETO]),
    "Q": ([], [Path.CURVE3] * 2),
    "C": ([], [Path.CURVE4] * 3),
    "Z": ([], [Path.CLOSEPOLY]),
}
_FLIPPED = Affine2D().scale(1, -1)


class Sprites:
    """The sprites in a game's `sprites.svg`.

    >>> Sprites("calamitron").colour("lamp")
    '#fff3b0'
    """

    def __init__(self, game: str) -> None:
        source = files("teachkit.draw").joinpath(game, "sprites.svg").read_text(encoding="utf-8")
        root = ElementTree.fromstring(source)
        style = root.findtext(f"{_SVG}style", "")
        self.looks: dict[str, Look] = {
            name: dict(_PROPERTY.findall(rule)) for name, rule in _CLASS.findall(style)
        }
        self._elements = {name: each for each in root.iter() if (name := each.get("id"))}
        self._layers: dict[tuple[object, ...], Layer] = {}

    def colour(self, material: str) -> str:
        """Return the fill colour of `material`, or its line colour if it has no fill."""
        look = self.looks[material]
        return look["fill"] if "fill" in look else look["stroke"]

    def __contains__(self, name: str) -> bool:
        return name in self._elements

    def slot(self, name: str) -> str:
        """Return where the sprite `name` belongs on another one; one slot holds one sprite."""
        return self._elements[name].get("data-slot", name)

    def shape(self, path: Path, material: str) -> Shape:
        """Return `path`, which need not be part of the sheet, as a shape made of `material`."""
        return _shape(path, self.looks[material], 1 / _UNITS)

    def layer(self, name: str, *words: str, scale: float = 1, **colours: str) -> Layer:
        """Return the sprite `name` as a cached layer.

        `words` fill in the texts of the sprite, and `colours` replace the colours of materials.
        """
        key = name, words, scale, *colours.items()
        if key not in self._layers:
            self._layers[key] = Layer(self.shapes(name, *words, scale=scale, **colours))
        return self._layers[key]

    def shapes(self, name: str, *words: str, scale: float = 1, **colours: str) -> list[Shape]:
        """Return the shapes of the sprite `name`. The arguments are those of `layer`."""
        looks = dict(self.looks)
        for material, colour in colours.items():
            part = "fill" if "fill" in looks[material] else "stroke"
            looks[material] = {**looks[material], part: colour}
        reader = _Reader(self._elements, looks, words)
        upward = Affine2D().scale(scale / _UNITS, -scale / _UNITS)
        return _transformed(reader.shapes(self._elements[name], {}), upward)


class _Reader(NamedTuple):
    """A converter from SVG elements to shapes, in units of the sheet, with y pointing down."""

    elements: Mapping[str, Element]
    looks: Mapping[str, Look]
    words: tuple[str, ...]

    def shapes(self, element: Element, look: Look) -> list[Shape]:
        """Return the shapes of `element`, which inherits `look` from its parent."""
        for material in element.get("class", "").split():
            look = {**look, **self.looks[material]}
        match element.tag.removeprefix(_SVG):
            case "use":
                shapes = self.shapes(self.elements[element.attrib["href"][1:]], look)
            case "g":
                shapes = [shape for child in element for shape in self.shapes(child, look)]
                if "class" in element.attrib:
                    shapes = [shapes[0]._replace(path=paths.together(each.path for each in shapes))]
            case tag:
                shapes = [_shape(self._path(tag, element), look)]
        return _transformed(shapes, _matrix(element.get("transform", "")))

    def _path(self, tag: str, element: Element) -> Path:
        def numbers(*names: str) -> list[float]:
            return [float(element.get(name, 0)) for name in names]

        match tag:
            case "circle":
                return paths.circle(*numbers("cx", "cy", "r"))
            case "rect":
                left, top, width, height, radius = numbers("x", "y", "width", "height", "rx")
                if radius:
                    return paths.rounded_rectangle(left, top, width, height, radius)
                return paths.rectangle(left, top, width, height)
            case "text":
                x, y, size = numbers("x", "y", "font-size")
                words, height = (element.text or "").format(*self.words), CAPITAL * size
                most = float(element.get("data-most", "inf"))
                return paths.fitted(words, x, height / 2 - y, height, most).transformed(_FLIPPED)
        return _lines_and_curves(element.attrib["d"])


def _shape(path: Path, look: Look, scale: float = 1) -> Shape:
    width = scale * float(look.get("stroke-width", 0))
    return Shape(path, look.get("fill", CLEAR), look.get("stroke", CLEAR), width)


def _lines_and_curves(written: str) -> Path:
    """Return the path for the `d` attribute `written`, which must use absolute coordinates."""
    vertices: list[tuple[float, float]] = []
    codes: list[np.uint8] = []
    for command, rest in _COMMAND.findall(written):
        numbers = [float(number) for number in _NUMBER.findall(rest)] or [0.0, 0.0]
        if command == "H":
            numbers = [numbers[0], vertices[-1][1]]
        elif command == "V":
            numbers = [vertices[-1][0], numbers[0]]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        vertices += points
        begin, each = _CODES.get(command, _CODES["L"])
        codes += [*begin, *each * ((len(points) - len(begin)) // len(each))]
    return Path(vertices, codes)


def _matrix(calls: str) -> Affine2D:
    """Return the matrix of a `transform` attribute. As in SVG, the last call is applied first."""
    matrix = Affine2D()
    for name, arguments in reversed(_CALL.findall(calls)):
        numbers = map(float, arguments.split())
        getattr(matrix, {"rotate": "rotate_deg"}.get(name, name))(*numbers)
    return matrix


def _transformed(shapes: Iterable[Shape], matrix: Affine2D) -> list[Shape]:
    """Return copies of `shapes` transformed by `matrix`, which also scales their line widths."""
    scale = abs(np.linalg.det(matrix.get_matrix())) ** 0.5
    return [
        shape._replace(path=shape.path.transformed(matrix), width=scale * shape.width)
        for shape in shapes
    ]
