"""`Asking`: who sits at the table, whose turn it is, what is asked, and what can be chosen."""

from __future__ import annotations

from typing import Any

import traitlets

from teachkit.widgets.common.front import front, styles
from teachkit.widgets.common.pressing import Pressing
from teachkit.words import translate


def asking_words() -> dict[str, str]:
    """What it says of itself, in the learner's language."""
    return {
        "asking": translate("The game"),
        "seats": translate("Who plays"),
        "turn": translate("It is your turn, {name}."),
        "turns": translate("It is your turn, {names}. Who comes first?"),
        "sit": translate("I am {name}"),
        "house": translate("the house, {name}"),
        "points": translate("{points} points"),
        "point": translate("1 point"),
        "asks": translate("{name}: {question}"),
        "choose": translate("Choose"),
        "options": translate("What can be chosen"),
        "some": translate("{least} to {most} of them"),
        "line": translate("Your answer, such as {example}"),
        "over": translate("The game is over."),
        "wins": translate("wins"),
        "again": translate("Play again"),
    }


class Asking(Pressing):
    """It shows and hears; the table decides.

    `on_press` hears `sit` (with a name), `option` (with a number) and `again`. What is chosen
    otherwise, or written, lies here until the bar sends it. With each change of `shown` all is
    drawn anew.

    `coming` are those who may sit down; as long as there are any, nothing is asked. `form` is how
    an answer is given: its `shape` is `one` (buttons), `list`, `some`, `line`, or `cards`, which
    lie elsewhere.
    """

    _esm = front("table/asking.js")
    _css = styles("common/common.css", "workbench/bench.css", "table/table.css")

    seats = traitlets.List(traitlets.Dict()).tag(sync=True)
    coming = traitlets.List(traitlets.Unicode()).tag(sync=True)
    who = traitlets.Unicode("").tag(sync=True)
    question = traitlets.Unicode("").tag(sync=True)
    form = traitlets.Dict().tag(sync=True)
    options = traitlets.List(traitlets.Unicode()).tag(sync=True)
    outcome = traitlets.Unicode("").tag(sync=True)
    says = traitlets.Unicode("").tag(sync=True)
    shown = traitlets.Int(0).tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(words=asking_words(), **traits)

    def __repr__(self) -> str:
        return f"Asking({self.question!r})"
