"""Web pages with widgets that work without a kernel and without a network, each in one file.

For print, and for browsers without scripts, a page also has a still and all steps in words.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

import anywidget
from markupsafe import Markup

from teachkit.classroom.pages import render, squeezed
from teachkit.widgets.common.scripts import as_expression, standalone
from teachkit.widgets.common.still import Still, prose

COLOURS = 256  # of a still; no difference can be seen, and a board takes a third of the space


class View(NamedTuple):
    """A widget on a page, and the same as a `still` and as `steps` in words.

    The `facts` are sentences about it, with **bold** and `code`. They are shown only by the
    template `gallery`; `about` is read only by `feedback`. Both allow views without a widget.
    """

    widget: anywidget.AnyWidget | None
    still: Still
    steps: Sequence[str]
    heading: str
    facts: Sequence[str] = ()
    about: Mapping[str, object] = MappingProxyType({})


def page(
    title: str,
    views: Sequence[View],
    text: str = "",
    says: Sequence[str] = (),
    template: str = "widgets",
    **others: object,
) -> str:
    """Return a web page that shows `views`, below `title` and `text`, as one HTML file.

    `text` is an exercise's text, with **bold** and `code`. `says` are sentences below the views.
    Scripts and styles are included once for each class of widgets. The template may use `others`.
    """
    one_of_each = {type(view.widget).__name__: view.widget for view in views if view.widget}
    made = (f"{name}: {as_expression(each._esm)}" for name, each in one_of_each.items())
    return render(
        template,
        title=title,
        text=Markup(prose(text)),
        views=list(map(_facts, views)),
        says=says,
        styles=Markup("\n".join(dict.fromkeys(each._css for each in one_of_each.values()))),
        **others,
        script=Markup(f"{standalone('common/page.js')}\nstartPage({{ {', '.join(made)} }});"),
    )


def _facts(view: View) -> dict[str, object]:
    """Return what the template says about `view`: all its traits, and a still with few colours."""
    widget, still = view.widget, view.still
    if still.picture:
        still = replace(still, picture=squeezed(still.picture, COLOURS))
    keys = widget.keys if widget else ()
    names = [name for name in keys if not name.startswith("_") and name != "layout"]
    traits = json.dumps(widget.get_state(names) if widget else {}, default=_picture)
    return view._asdict() | {
        "name": type(widget).__name__,
        "still": Markup(still.bundle()["text/html"]),
        "facts": [Markup(prose(fact)) for fact in view.facts],
        "traits": Markup(traits.replace("<", r"\u003c")),
    }


def _picture(svg: bytes) -> dict[str, str]:
    return {"base64": b64encode(svg).decode("ascii")}
