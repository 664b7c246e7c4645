"""Parts of the studio: the bar of buttons, the tabs, and forms with fields and proposals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import traitlets

from teachkit.widgets.common.scripts import script, styles
from teachkit.widgets.common.widget import Data, Pressing, Saving, Wording

PAGES = ("ask", "program", "words", "wishes", "share")


class Bar(Pressing):
    """The buttons for the whole level, the name of its file, and a sentence about the last press.

    While `tries` is true, the level is being tried, and one button leads back to the studio.
    """

    _esm = script("studio/bar.js")
    _css = styles("studio/studio.css")
    wording = ("studio",)

    file = traitlets.Unicode().tag(sync=True)
    usual = traitlets.Unicode().tag(sync=True)
    files = traitlets.List(traitlets.Unicode()).tag(sync=True)
    can_undo = traitlets.Bool(False).tag(sync=True)
    can_redo = traitlets.Bool(False).tag(sync=True)
    tries = traitlets.Bool(False).tag(sync=True)
    says = traitlets.Unicode().tag(sync=True)
    mood = traitlets.Unicode().tag(sync=True)

    def say(self, says: str, mood: str = "") -> None:
        """Show a sentence about the last press; the mood is `good`, `look` or ""."""
        with self.hold_sync():
            self.says, self.mood = says, mood


class Tabs(Wording):
    """The tabs of the studio; the one called `page` is open, which `on_page` is told."""

    _esm = script("studio/tabs.js")
    wording = ("studio", "tabs")

    pages = traitlets.List(traitlets.Unicode(), list(PAGES)).tag(sync=True)
    page = traitlets.Unicode(PAGES[0]).tag(sync=True)


class Form(Saving):
    """A page of fields, and proposals below them that are accepted by pressing a button.

    Each of `fields` has a `name`, a `label`, and a `kind`, which is one of those in `form.js`.
    `on_change` is called with the name and the new value of a field that a person has changed, and
    `on_accept` with the number of a proposal in `offers`, each of which has a text `says`.

    >>> form = Form([{"name": "title", "label": "Title", "kind": "line"}])
    >>> form.on_change = print
    >>> form.edited = {"name": "title", "value": "Up", "n": 1}
    title Up
    """

    _esm = script("studio/form.js")
    wording = ("studio", "form")

    fields = traitlets.List(traitlets.Dict()).tag(sync=True)
    values = traitlets.Dict().tag(sync=True)
    offers = traitlets.List(traitlets.Dict()).tag(sync=True)
    offered = traitlets.Unicode().tag(sync=True)
    edited = traitlets.Dict().tag(sync=True)
    accepted = traitlets.Dict().tag(sync=True)

    def __init__(self, fields: Sequence[Data], offered: str = "") -> None:
        super().__init__(fields=list(fields), offered=offered)
        self.on_change: Callable[[str, Any], None] = lambda name, value: None
        self.on_accept: Callable[[int], None] = lambda number: None
        self.observe(lambda c: self.on_change(c["new"]["name"], c["new"]["value"]), "edited")
        self.observe(lambda c: self.on_accept(int(c["new"]["number"])), "accepted")
