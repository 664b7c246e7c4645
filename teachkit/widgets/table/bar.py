"""`Bar`: the buttons under what is laid. Send it, take the last answer back, and the clock."""

from __future__ import annotations

from typing import Any

import traitlets

from teachkit.widgets.common.front import front, styles
from teachkit.widgets.common.pressing import Pressing
from teachkit.words import translate

MORE = 60
"""Seconds that one press gives more."""


def bar_words() -> dict[str, str]:
    """What it says of itself, in the learner's language."""
    return {
        "bar": translate("Your answer"),
        "send": translate("Send"),
        "chord": translate("Ctrl+Enter"),
        "back": translate("Take back: {name}"),
        "no_back": translate("Nothing can be taken back now."),
        "left": translate("{seconds} seconds left"),
        "one_left": translate("1 second left"),
        "more_time": translate("One minute more"),
        "no_clock": translate("No clock"),
        "silent": translate("No answer yet. If nothing comes, open this page again."),
        "asleep": translate("The game fell asleep."),
    }


class Bar(Pressing):
    """`on_press` hears `send`, `back`, `more_time`, `no_clock`, and `time_up` when time is up.

    `back` is who can take an answer back. `clock` is `{"left": seconds}` while time runs: the
    browser counts from when it hears it.
    """

    _esm = front("table/bar.js")
    _css = styles("common/common.css", "table/table.css")

    sends = traitlets.Bool(False).tag(sync=True)
    back = traitlets.Unicode("").tag(sync=True)
    clock = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(words=bar_words(), **traits)

    def __repr__(self) -> str:
        return f"Bar(back={self.back!r})"
