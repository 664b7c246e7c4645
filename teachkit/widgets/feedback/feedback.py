"""`Feedback`: the buttons that run and help, and what came of it."""

from __future__ import annotations

from typing import Any

import traitlets

from teachkit.widgets.common.scripts import script, styles
from teachkit.widgets.common.widget import Pressing
from teachkit.words import translate


def feedback_words() -> dict[str, str]:
    """What the feedback says of itself, in the learner's language."""
    return {
        "feedback": translate("Run and feedback"),
        "run": translate("Run"),
        "check": translate("Check"),
        "hints_left": translate("Hint, {left} left"),
        **help_words(),
        "reset": translate("Start again"),
        "save": translate("Save a copy"),
        "bring": translate("Bring back a copy"),
        "running": translate("It runs. What came of it is told at the end."),
        "skip": translate("Skip to the end"),
        "stale_run": translate("This belongs to the program before."),
        "stale_check": translate("This belongs to the answer before."),
        "locked": translate("Say first how it will end."),
        "chord": translate("Ctrl+Enter"),
        "silent": translate("No answer yet. If nothing comes, open this page again."),
        "asleep": translate("The exercises fell asleep."),
        "wake": translate("Wake them up"),
        "points": translate("{points} of {possible} points"),
        "hints": translate("Hints"),
        "par": translate("Par is the fewest possible: an extra, without points."),
        "boards": translate("Board"),
        "board": translate("Board {number}"),
    }


def help_words() -> dict[str, str]:
    """What the button that helps says: the name of what comes next, and what it asks first."""
    return {
        "hint": translate("Hint"),
        "next": translate("Next card"),
        "spare": translate("Take a card away"),
        "cards": translate("Show the cards"),
        "lane": translate("Show one program"),
        "row": translate("Show a row"),
        "before": translate("Show all but the end"),
        "strike": translate("Strike one out"),
        "case": translate("Try a case"),
        "lost": translate("Show a lost game"),
        "solution": translate("Show a solution"),
        "sure": translate("Yes, show it"),
        "sure_note": translate("Press once more, and a whole solution is shown."),
        "astray": translate("Where did it go astray?"),
    }


class Feedback(Pressing):
    """Buttons, sentences, points and badges; it decides nothing.

    `on_press` hears the name of a button: `run`, `hint`, `astray`, `reset`, `save`, `board` (with
    its number) or `bring` (with the text of a file). Each time that `results` goes up, what it
    `says` is told anew and brought into view.

    A result that `waits` is shown when the player beside it has come to the end of the run, at
    once where motion is reduced. What it `says` turns `stale` when the program is another one.
    `verdict` names what is told elsewhere on the page, in the output of a cell: it waits as well.

    `help` names what the next hint will be, and is empty when there is none; `sure` asks first.
    `astray`: it can be asked where the last run went wrong, and `astray_says` is the answer. A
    hint's second and later lines are cards or code.

    >>> feedback = Feedback()
    >>> feedback.on_press = print
    >>> feedback.pressed = {"button": "run", "n": 1}
    run None
    """

    _esm = script("feedback/feedback.js")
    _css = styles("common/common.css", "feedback/feedback.css")

    run = traitlets.Unicode("run").tag(sync=True)
    locked = traitlets.Bool(False).tag(sync=True)
    says = traitlets.List(traitlets.Unicode()).tag(sync=True)
    mood = traitlets.Unicode("").tag(sync=True)
    results = traitlets.Int(0).tag(sync=True)
    waits = traitlets.Bool(False).tag(sync=True)
    verdict = traitlets.Unicode("").tag(sync=True)
    stale = traitlets.Bool(False).tag(sync=True)
    points = traitlets.Int(0).tag(sync=True)
    possible = traitlets.Int(0).tag(sync=True)
    badges = traitlets.List(traitlets.Dict()).tag(sync=True)
    progress = traitlets.Dict().tag(sync=True)
    hints = traitlets.List(traitlets.Unicode()).tag(sync=True)
    hints_left = traitlets.Int(0).tag(sync=True)
    help = traitlets.Unicode("hint").tag(sync=True)
    sure = traitlets.Bool(False).tag(sync=True)
    astray = traitlets.Bool(False).tag(sync=True)
    astray_says = traitlets.Unicode("").tag(sync=True)
    boards = traitlets.Int(1).tag(sync=True)
    board = traitlets.Int(1).tag(sync=True)
    file = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(words=feedback_words(), **traits)

    def __repr__(self) -> str:
        return f"Feedback({self.points} of {self.possible} points)"
