"""The panels beside the board: `Asking` with the seats and the question, `Bar` with the buttons."""

from __future__ import annotations

import traitlets

from teachkit.widgets.common.scripts import script, styles
from teachkit.widgets.common.widget import Pressing

MORE = 60
"""Seconds that one press adds to the clock."""


class Asking(Pressing):
    """The people at the table, whose turn it is, the question, and the options.

    `on_press` gets `sit` (with a name), `option` (with a number) and `again`. Any other choice or
    text stays here until the bar sends it. Each change of `shown` redraws everything.

    `coming` are the names of the people who may sit down; while there are any, no question is
    shown. `form` describes how to answer: its `shape` is `one` (buttons), `list`, `some`, `line`,
    or `cards`, which are shown elsewhere.
    """

    _esm = script("table/asking.js")
    _css = styles("common/common.css", "workbench/bench.css", "table/table.css")
    wording = ("table", "asking")

    seats = traitlets.List(traitlets.Dict()).tag(sync=True)
    coming = traitlets.List(traitlets.Unicode()).tag(sync=True)
    who = traitlets.Unicode("").tag(sync=True)
    question = traitlets.Unicode("").tag(sync=True)
    form = traitlets.Dict().tag(sync=True)
    options = traitlets.List(traitlets.Unicode()).tag(sync=True)
    outcome = traitlets.Unicode("").tag(sync=True)
    says = traitlets.Unicode("").tag(sync=True)
    shown = traitlets.Int(0).tag(sync=True)

    def __repr__(self) -> str:
        return f"Asking({self.question!r})"


class Bar(Pressing):
    """The buttons below the cards to send an answer or take it back, and the clock.

    `on_press` gets `send`, `back`, `more_time`, `no_clock`, and `time_up` when time is up. `back`
    is the player who can take an answer back. `clock` is `{"left": seconds}` while time runs; the
    browser counts down by itself.
    """

    _esm = script("table/bar.js")
    _css = styles("common/common.css", "table/table.css")
    wording = ("table", "bar")

    sends = traitlets.Bool(False).tag(sync=True)
    back = traitlets.Unicode("").tag(sync=True)
    clock = traitlets.Dict().tag(sync=True)

    def __repr__(self) -> str:
        return f"Bar(back={self.back!r})"
