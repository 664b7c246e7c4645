"""`Finish`: a widget for the end of a lesson, with the learner's progress and a celebration."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

import traitlets

from teachkit.widgets.common.scripts import script, styles
from teachkit.widgets.common.still import Still, show_with_still
from teachkit.widgets.common.widget import Wording
from teachkit.words import say


class Progress(TypedDict):
    """A learner's progress in a lesson: a sentence, and the fraction of its points earned."""

    says: str
    part: float


class Finish(Wording):
    """A button that shows sentences and a celebration; the celebration can be switched off.

    `progress()` returns the learner's progress in the lesson. Without any points, there is no
    celebration.

    >>> finish = Finish(lambda: {"says": "This lesson: 3 of 3 points", "part": 1.0})
    >>> finish.pressed = 1
    >>> finish.says
    ['You earned every point in this lesson.', 'This lesson: 3 of 3 points']
    """

    _esm = script("finish/finish.js")
    _css = styles("finish/finish.css")
    wording = ("finish",)

    says = traitlets.List(traitlets.Unicode()).tag(sync=True)
    cheers = traitlets.Int(0).tag(sync=True)
    pressed = traitlets.Int(0).tag(sync=True)

    def __init__(self, progress: Callable[[], Progress]) -> None:
        super().__init__()
        self._progress = progress
        self.observe(self._celebrate, "pressed")

    def _celebrate(self, change: object) -> None:
        reached = self._progress()
        if reached["part"] >= 1:
            done = say("You earned every point in this lesson.")
        elif reached["part"] > 0:
            done = say("You solved part of this lesson. You can come back for the rest.")
        else:
            done = say("You have not earned any points yet. You can come back at any time.")
        self.says = [done, reached["says"]]
        self.cheers += reached["part"] > 0

    def _ipython_display_(self) -> None:
        show_with_still(self, Still(b"", "", say("Your progress in this lesson appears here.")))

    def __repr__(self) -> str:
        return f"Finish({self.says!r})"
