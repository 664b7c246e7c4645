"""QR codes: the code of an exercise as a picture for a camera, and as text for a terminal."""

from __future__ import annotations

import io

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
