"""HTML pages rendered from Jinja templates; all text except markup is escaped."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from teachkit.core.strings import readable
from teachkit.words import say, say_many, translate

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


def render(template: str, **facts: object) -> str:
    """Return an HTML page: `template`, rendered with the variables `facts` and the style sheet."""
    sheets = ("widgets/common/tokens.css", "classroom/pages/page.css")
    style = "".join(files("teachkit").joinpath(name).read_text("utf-8") for name in sheets)
    return _environment().get_template(f"{template}.html").render(style=style, **facts)


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
