"""HTML pages rendered from Jinja templates, and the heat maps on them as PNG files.

All text except markup is escaped. Heat maps are rows of coloured squares with labels.
"""

from __future__ import annotations

import io
import warnings
from base64 import b64encode
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from teachkit.core.strings import cut, one_line, readable
from teachkit.words import language_code, say, say_many, translate

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


def render(template: str, **facts: object) -> str:
    """Return an HTML page: `template`, with the variables `facts`, the language and the styles."""
    sheets = ("widgets/common/tokens.css", "classroom/pages/page.css")
    style = "".join(files("teachkit").joinpath(name).read_text("utf-8") for name in sheets)
    page = _environment().get_template(f"{template}.html")
    return page.render(style=style, language=language_code(), **facts)


def part(macro: str, *facts: object) -> Markup:
    """Call the macro named `macro` in `parts.html` with the arguments `facts`; return markup."""
    made: Markup = getattr(_environment().get_template("parts.html").module, macro)(*facts)
    return made


def prose(text: str) -> Markup:
    """Return an author's text as markup: `backticks` become code, and `**` is removed.

    >>> str(prose("**Add** `2x`"))
    'Add <code>2x</code>'
    """
    return part("prose", text.replace("**", "").split("`"))


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("teachkit.classroom", "pages"),
        autoescape=True,
        finalize=_shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"say": say, "say_many": say_many, "translate": translate}
    environment.filters |= {"picture": _picture, "authored": prose}
    return environment


def _shown(value: object) -> object:
    """Return markup unchanged, "" for `None`, or any other value as text.

    Control characters in text are replaced. Jinja escapes the text afterwards.
    """
    if value is None:
        return ""
    return value if hasattr(value, "__html__") else readable(str(value))


def _picture(png: bytes) -> str:
    """Return a PNG file as a data URL."""
    return f"data:image/png;base64,{b64encode(png).decode('ascii')}"


INK = "#26303a"


def png_of(figure: Any) -> bytes:
    """Return a figure as a PNG file with few colours."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas: Any = FigureCanvasAgg(figure)
    file = io.BytesIO()
    with warnings.catch_warnings():  # matplotlib warns about letters that the font lacks
        warnings.simplefilter("ignore", UserWarning)
        canvas.print_png(file, metadata={"Software": None})
    return squeezed(file.getvalue())


def label(number: int, name: str) -> str:
    """Return `name` as a row label, shortened to fit, and with each `$` escaped.

    An unescaped `$` would start a formula. If `name` cannot be drawn, return the row's number
    instead, counted from 1.
    """
    from teachkit.draw.paper import can_draw

    name = one_line(name)
    if not can_draw(name):
        return str(number + 1)
    return cut(name, 24).replace("$", "\\$")


def squeezed(png: bytes, colours: int = 64) -> bytes:
    """Return `png` reduced to at most `colours` colours, to save space on a page."""
    from PIL import Image

    file = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        few = picture.convert("RGBA").quantize(colours, Image.Quantize.FASTOCTREE)
        few.save(file, "PNG", optimize=True)
    return file.getvalue()
