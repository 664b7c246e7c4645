"""Widgets with buttons that Python hears: a press waits for what the browser saved before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from teachkit.widgets.common.saving import Saving


class Pressing(anywidget.AnyWidget):
    """`on_press` hears the name of each button that is pressed, and a fact that belongs to it.

    >>> buttons = Pressing()
    >>> buttons.on_press = print
    >>> buttons.pressed = {"button": "run", "n": 1}
    run None
    """

    pressed = traitlets.Dict().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.on_press: Callable[[str, Any], None] = lambda button, fact: None
        self._answered: tuple[Saving, ...] = ()
        self._waiting: dict[str, Any] = {}
        self.observe(self._hear, "pressed")

    def waits_for(self, *answered: Saving) -> None:
        """From now on what is pressed waits for all that the browser saved in these before."""
        self._answered = answered
        for each in answered:
            each.on_saved = self._go_on

    def _hear(self, change: Any) -> None:
        self._waiting = change["new"]
        self._go_on()

    def _go_on(self) -> None:
        pressed = self._waiting
        if pressed and sum(each.saves for each in self._answered) >= pressed.get("after", 0):
            self._waiting = {}
            self.on_press(str(pressed.get("button", "")), pressed.get("fact"))
