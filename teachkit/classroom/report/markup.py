"""HTML made of tags: whatever is not a tag is text, is escaped, and can be seen."""

from __future__ import annotations

import html
from base64 import b64encode
from collections.abc import Iterable
from importlib.resources import files

from teachkit.core.texts import readable


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def tag(name: str, /, *inside: object, **attributes: object) -> Markup:
    """An element. `None` inside is nothing; attributes that are `None` or `False` are left out.

    >>> tag("a", "<b>", tag("br"), href="#x", class_="far")
    '<a href="#x" class="far">&lt;b&gt;<br></a>'
    """
    written = "".join(map(_attribute, attributes, attributes.values()))
    if name in ("br", "col", "img", "meta"):
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{join(*inside)}</{name}>")


def _attribute(name: str, value: object) -> str:
    if value is None or value is False:
        return ""
    name = name.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{html.escape(readable(str(value)))}"'


def join(*inside: object) -> Markup:
    """Several things in a row.

    >>> join("1 < 2", tag("br"))
    '1 &lt; 2<br>'
    """
    return Markup("".join(
        each if isinstance(each, Markup) else html.escape(readable(str(each)), quote=False)
        for each in inside if each is not None
    ))  # fmt: skip


def image(png: bytes, alt: str, width: int) -> Markup:
    """A picture inside of the page itself."""
    source = f"data:image/png;base64,{b64encode(png).decode('ascii')}"
    return tag("img", alt=alt, width=width, src=source)


def table(columns: Iterable[str], rows: Iterable[Markup]) -> Markup:
    """Rows under the names of their columns."""
    head = tag("tr", *(tag("th", column, scope="col") for column in columns))
    return tag("table", tag("thead", head), tag("tbody", *rows))


def document(title: str, body: Markup, language: str = "") -> str:
    """A whole page, with its style inside."""
    style = files("teachkit.classroom.report").joinpath("report.css").read_text(encoding="utf-8")
    head = tag("head", tag("meta", charset="utf-8"), tag("title", title),
               tag("meta", name="viewport", content="width=device-width,initial-scale=1"),
               tag("style", Markup(style)))  # fmt: skip
    return f"<!DOCTYPE html>\n{tag('html', head, tag('body', body), lang=language or 'en')}\n"
