"""Pictures as SVG files, small and sharp at every size: live boards for the browser, and QR codes.

Each picture is a file of its own, shown in an `img`, so its ids do not have to be unique on a page.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from matplotlib.colors import to_hex
from matplotlib.path import Path

from teachkit.draw.scene import Layer, Placed, Scene, scene

_UNITS = 1000  # per scene unit; coordinates are whole numbers
_LETTERS = {1: "M", 2: "L", 3: "Q", 4: "C"}  # for matplotlib's codes


def background_svg(state: object) -> bytes:
    """Return the background of `state` as an SVG file, without labels.

    >>> from teachkit.games.algoracing import Setup
    >>> background_svg(Setup(floor=". .", rovers={"red": "a1 east"}).state())[:4]
    b'<svg'
    """
    seen = scene(state).background
    return _file(seen.width, seen.height, seen.placed)


def picture_svg(seen: Scene, view: Sequence[float] = ()) -> bytes:
    """Return the picture of the scene `seen` as an SVG file, with its labels and pieces.

    `view` is the part to show, by default everything: left, top, width and height.
    """
    ground = seen.background
    placed = [*ground.placed, *ground.labels, *(piece.placed for piece in seen.pieces)]
    return _file(seen.width, seen.height, placed, view)


def sprite(layer: Layer, size: float) -> bytes:
    """Return `layer` in the middle of a transparent SVG file, which is `size` scene units wide."""
    return _file(size, size, [Placed(layer, size / 2, size / 2)])


def portrait(seen: Scene, name: str) -> bytes:
    """Return the piece `name` with its signs as an SVG file; b"" if there is no such piece."""
    piece = seen.piece(name)
    if not piece:
        return b""
    signs = (each for each in seen.pieces if each.follows == name and " shadow" not in each.id)
    parts = (piece, *signs)
    side = max(each.size for each in parts)
    view = piece.x - side / 2, seen.height - piece.y - side / 2, side, side
    return _file(seen.width, seen.height, [each.placed for each in parts], view)


def _file(
    width: float, height: float, placed: Sequence[Placed], view: Sequence[float] = ()
) -> bytes:
    """Return an SVG file with the layers `placed`; layers that repeat are written once."""
    counts, names, parts = Counter(each.layer for each in placed), dict[Layer, str](), list[str]()
    for layer, x, y, angle in placed:
        place = f"translate({_UNITS * x:.0f} {_UNITS * (height - y):.0f}) rotate({angle:g})"
        if layer in names:
            parts.append(f'<use href="#{names[layer]}" transform="{place}"/>')
            continue
        inner = _written(layer)
        if counts[layer] > 1:
            names[layer] = f"layer{len(names)}"
            inner = f'<g id="{names[layer]}">{inner}</g>'
        parts.append(f'<g transform="{place}">{inner}</g>')
    box = " ".join(f"{_UNITS * each:.0f}" for each in view or (0, 0, width, height))
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {ends}>'
    return "".join((head, *parts, "</svg>")).encode("ascii")


@lru_cache(maxsize=1024)
def _written(layer: Layer) -> str:
    """Return the shapes of `layer` as SVG elements."""
    shapes = zip(layer.paths, layer.fills, layer.lines, layer.widths, strict=True)
    return "".join(
        f'<path d="{_outline(path)}" fill="{to_hex(fill, True)}" stroke="{to_hex(line, True)}"'
        f' stroke-width="{_UNITS * width:.0f}"/>'
        for path, fill, line, width in shapes
    )


def _outline(path: Path) -> str:
    """Return the `d` attribute for `path`. A letter is left out if it repeats the one before."""
    points = np.rint(np.asarray(path.vertices) * (_UNITS, -_UNITS)).astype(int).tolist()
    lines = [Path.MOVETO] + [Path.LINETO] * (len(points) - 1)
    codes = np.asarray(lines if path.codes is None else path.codes).tolist()
    parts, last = list[str](), 0
    for code, (x, y) in zip(codes, points, strict=True):
        if code == Path.CLOSEPOLY:
            parts.append("Z")
        else:
            letter = "" if code == last and code != Path.MOVETO else _LETTERS[code]
            parts.append(f"{letter}{x} {y}")
        last = code
    return " ".join(parts)


_QUIET = 4  # empty modules around the code, without which cameras do not find it
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def qr_svg(code: str, alt: str = "") -> str:
    """Return the QR code of `code` as an SVG element, black on white; `alt` describes it.

    >>> qr_svg("K7QN4-3MWXH", "A code")[:62]
    '<svg role="img" viewBox="0 0 29 29" class="tk-qr"><title>A cod'
    """
    import segno

    file = io.BytesIO()
    segno.make(code, error="m", micro=False).save(
        file, kind="svg", border=_QUIET, light="#fff", dark="#000", title=alt or code,
        omitsize=True, xmldecl=False, svgns=False, svgclass="tk-qr", lineclass=None, nl=False,
    )  # fmt: skip
    return file.getvalue().decode("utf-8").replace("<svg", '<svg role="img"', 1)


def qr_text(code: str) -> str:
    """Return the QR code of `code` as text, with two rows of modules on each line.

    >>> print(qr_text("K7QN4-3MWXH").splitlines()[2].strip())
    █▀▀▀▀▀█ ▀ █▀  █▀▀▀▀▀█
    """
    import segno

    made = segno.make(code, error="m", micro=False)
    rows = [[bool(each) for each in row] for row in made.matrix_iter(border=_QUIET)]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(map(_HALVES.__getitem__, zip(*pair, strict=True))) for pair in pairs)
