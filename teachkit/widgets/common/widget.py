"""Base classes of the widgets: `Wording`, `Saving` for answers and `Pressing` for buttons.

Jupyter delays a widget's next change until the previous one has been processed, but delivers a
press on another widget immediately. On a slow connection, a program would run without its last
cards. To prevent this, each widget counts the changes that the browser saved in it. With each
press, the browser sends as `after` the number of changes that came before the press.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from posixpath import dirname
from typing import Any, ClassVar, TypeAlias

import anywidget
import ipywidgets
import traitlets

from teachkit.widgets.common import scripts

Data: TypeAlias = dict[str, Any]
"""A JSON object for the browser, or from it."""


class Wording(anywidget.AnyWidget):
    """Base class for widgets, with `words` in the learner's language.

    `script` is the module with the view of a subclass. By default, the style sheet has the same
    name. The words are in the `tables` of the folder's `words.toml`, by default in `words`; the one
    with the folder's name is the widget's own name for screen readers.
    """

    wording: ClassVar[tuple[str, ...]] = ()
    words = traitlets.Dict().tag(sync=True)

    def __init_subclass__(
        cls, script: str = "", styles: Sequence[str] | None = None, tables: Sequence[str] = ()
    ) -> None:
        if script:
            cls._esm, cls.wording = scripts.script(script), (dirname(script), *tables)
            names = [script.replace(".js", ".css")] if styles is None else styles
            cls._css = scripts.styles(*names)
        super().__init_subclass__()

    @traitlets.default("words")
    def _words(self) -> dict[str, str]:
        return scripts.words_of(*self.wording) if self.wording else {}


class Saving(Wording):
    """Base class for widgets that count the changes that the browser has sent to them."""

    saves = traitlets.Int(0).tag(sync=True)

    def __init__(self, **traits: object) -> None:
        self.waiting: list[Callable[[], None]] = []
        super().__init__(**traits)

    def set_state(self, sync_data: Data) -> None:
        """Apply a change from the browser, then call the functions that are `waiting` for it."""
        try:
            super().set_state(sync_data)
        finally:
            for go_on in self.waiting:
                go_on()


class Pressing(Wording):
    """Base class for widgets with buttons.

    `on_press` is called with the name of each pressed button, and the `fact` that the browser sends
    with the press, such as the number of a board.

    >>> buttons = Pressing()
    >>> buttons.on_press = print
    >>> buttons.pressed = {"button": "run", "n": 1}
    run None
    """

    pressed = traitlets.Dict().tag(sync=True)

    def __init__(self, **traits: object) -> None:
        super().__init__(**traits)
        self.on_press: Callable[[str, Any], None] = lambda button, fact: None
        self._answered: tuple[Saving, ...] = ()
        self._waiting: Data = {}
        self.observe(self._hear, "pressed")

    def waits_for(self, box: ipywidgets.Box) -> None:
        """Delay each press until all earlier changes to widgets in `box` have arrived."""
        self._answered = tuple(_saving_in(box))
        for each in self._answered:
            if self._go_on not in each.waiting:
                each.waiting.append(self._go_on)

    def _hear(self, change: traitlets.Bunch) -> None:
        self._waiting = change["new"]
        self._go_on()

    def _go_on(self) -> None:
        pressed = self._waiting
        if pressed and sum(each.saves for each in self._answered) >= pressed.get("after", 0):
            self._waiting = {}
            self.on_press(str(pressed.get("button", "")), pressed.get("fact"))


def entitle(part: ipywidgets.Widget, title: str) -> None:
    """Add `title` to the names of a widget and of those inside it, since a page has many alike.

    >>> part = Wording(words={"task": "Your task"})
    >>> part.wording = ("task",)
    >>> entitle(part, "First drive")
    >>> part.words["task"]
    'Your task: First drive'
    """
    for child in getattr(part, "children", ()):
        entitle(child, title)
    if isinstance(part, Wording):
        name = part.wording[0]
        part.words = part.words | {name: f"{part.words[name]}: {title}"}


def arranged(title: str = "", **parts: ipywidgets.Widget | None) -> list[ipywidgets.Widget]:
    """Return the parts that are not `None`, each with a CSS class for its place in a bench.

    Screen readers say the `title` after the name of each part. If there is room, the board is on
    the left and everything else on the right; otherwise, the parts are stacked in the order of
    `parts`.
    """
    there = {name: part for name, part in parts.items() if part}
    for name, part in there.items():
        part.add_class(f"tk-bench-{name}")
        if title:
            entitle(part, title)
    return list(there.values())


def _saving_in(box: ipywidgets.Box) -> Iterator[Saving]:
    for child in box.children:
        if isinstance(child, Saving):
            yield child
        elif isinstance(child, ipywidgets.Box):
            yield from _saving_in(child)
