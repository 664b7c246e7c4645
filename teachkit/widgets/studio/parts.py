"""Parts of the studio: the bar of buttons, the tabs, forms with proposals, and programs."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets
import traitlets

from teachkit.exercises.model.exercise import Exercise
from teachkit.widgets.common.scripts import script, styles
from teachkit.widgets.common.widget import Data, Pressing, Saving, Wording, entitle
from teachkit.widgets.workbench.desk import Desk
from teachkit.widgets.workbench.tray import tray_of


class Bar(Pressing):
    """The buttons for the whole level, the name of its file, and a sentence about the last press.

    While `tries` is true, the level is being tried, and one button leads back to the studio.
    """

    _esm = script("studio/bar.js")
    wording = ("studio",)

    file = traitlets.Unicode().tag(sync=True)
    usual = traitlets.Unicode().tag(sync=True)
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
    """The tabs of the studio; the one called `page` is open."""

    _esm = script("studio/tabs.js")
    wording = ("studio", "tabs")

    page = traitlets.Unicode("ask").tag(sync=True)


class Form(Saving):
    """The fields of one `page`, and proposals below them that are accepted by pressing a button.

    `form.js` lists the fields of each page; `values` maps their names to values, and `options` to
    what can be chosen. `on_change` is called with the name and the new value of a field that a
    person has changed, and `on_accept` with one of `offers`. Each offer has a text `says`.

    >>> form = Form(page="words", offers=[{"says": "Write a title."}])
    >>> form.on_change = form.on_accept = print
    >>> form.edited = {"name": "title", "value": "Up", "n": 1}
    title Up
    >>> form.accepted = {"number": 0, "n": 1}
    {'says': 'Write a title.'}
    """

    _esm = script("studio/form.js")
    _css = styles("studio/studio.css")
    wording = ("studio", "form")

    page = traitlets.Unicode().tag(sync=True)
    values = traitlets.Dict().tag(sync=True)
    options = traitlets.Dict().tag(sync=True)
    offers = traitlets.List(traitlets.Dict()).tag(sync=True)
    edited = traitlets.Dict().tag(sync=True)
    accepted = traitlets.Dict().tag(sync=True)

    def __init__(self, **traits: object) -> None:
        super().__init__(**traits)
        self.on_change: Callable[[str, Any], None] = lambda name, value: None
        self.on_accept: Callable[[Data], None] = lambda offer: None
        self.observe(lambda c: self.on_change(c["new"]["name"], c["new"]["value"]), "edited")
        self.observe(lambda c: self.on_accept(self.offers[c["new"]["number"]]), "accepted")


class ProgramPage(ipywidgets.Box):
    """A builder below its `heading`, with the cards that a level offers.

    `on_text` is called with the program as text after each change.
    """

    def __init__(self, heading: str, on_text: Callable[[str], None]) -> None:
        super().__init__()
        self.add_class("tk-studio-program")
        self.heading, self.on_text = heading, on_text
        self._known: object = None

    @property
    def builder(self) -> Any:
        """The builder, or `None` if the level has no such program."""
        return self.children[1] if self.children else None

    def show(self, exercise: Exercise | None, program: str) -> None:
        """Show the program of an exercise, or nothing if there is none to build."""
        known = exercise and (exercise.kind, exercise.learners, tray_of(exercise))
        if exercise is None:
            self.children = []
        elif self.builder is None or (known, program) != (self._known, self.builder.text):
            builder: Any = Desk(exercise, {"answer": program}, exercise.starts[0]).builder
            entitle(builder, self.heading)
            builder.observe(lambda change: self.on_text(change["new"]), "text")
            self.children = [ipywidgets.HTML(f"<b>{escape(self.heading)}</b>"), builder]
        self._known = known
