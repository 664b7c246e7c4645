"""Widgets in which an answer is made: what is pressed after a change waits for the change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import anywidget
import ipywidgets
import traitlets


class Saving(anywidget.AnyWidget):
    """A widget that counts what the browser has saved in it.

    Jupyter keeps the next change of a widget back until the one before is dealt with, but hands
    over a press on another widget at once. Far from the server a program would run without its
    last cards. So the browser tells with each press how much was saved `after` which it comes.
    """

    saves = traitlets.Int(0).tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        self.on_saved: Callable[[], None] = lambda: None
        super().__init__(**traits)

    def set_state(self, sync_data: Any) -> None:
        """Take what the browser saved, then tell it."""
        try:
            super().set_state(sync_data)
        finally:
            self.on_saved()


def saving_in(box: ipywidgets.Box) -> Iterator[Saving]:
    """All of them in a box, and in the boxes in it."""
    for child in box.children:
        if isinstance(child, Saving):
            yield child
        elif isinstance(child, ipywidgets.Box):
            yield from saving_in(child)
