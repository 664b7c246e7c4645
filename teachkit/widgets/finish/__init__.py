"""`Finish`: a widget for the end of a lesson, with the learner's progress and a celebration."""

from __future__ import annotations

from collections.abc import Callable
from typing import NotRequired, TypedDict

import traitlets

from teachkit.widgets.common.still import Still, show_with_still
from teachkit.widgets.common.widget import Wording
from teachkit.words import say, say_many


class Progress(TypedDict):
    """A learner's progress in a lesson: a sentence, and the fraction of its points earned.

    `waiting` are the ids of the exercises in which points are still missing. `won` is a sentence
    about the part that the learner's rover got here, or "".
    """

    says: str
    part: float
    waiting: list[str]
    won: NotRequired[str]


class Finish(Wording, script="finish/finish.js"):
    """The learner's progress in a lesson, and a button for a celebration that can be switched off.

    `progress()` returns the learner's progress in the lesson; it is shown whenever the end of the
    lesson comes into view, which raises `seen`. Without any points, there is no celebration.
    `following` is the file of the next lesson, or "", and `title` is its heading.

    >>> finish = Finish(lambda: {"says": "This lesson: 3 of 3 points", "part": 1.0, "waiting": []})
    >>> finish.pressed = 1
    >>> finish.says
    ['You earned every point in this lesson.', 'This lesson: 3 of 3 points']
    """

    says = traitlets.List(traitlets.Unicode()).tag(sync=True)
    cheers = traitlets.Int(0).tag(sync=True)
    pressed = traitlets.Int(0).tag(sync=True)
    seen = traitlets.Int(0).tag(sync=True)
    waiting = traitlets.List(traitlets.Unicode()).tag(sync=True)
    following = traitlets.Unicode("").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self, progress: Callable[[], Progress], following: str = "", title: str = ""
    ) -> None:
        super().__init__(following=following, title=title)
        self._progress = progress
        self.observe(self._celebrate, "pressed")
        self.observe(lambda change: self._tell(), "seen")

    def _celebrate(self, change: object) -> None:
        self.cheers += self._tell() > 0

    def _tell(self) -> float:
        """Show the learner's progress, and return the fraction of points earned."""
        reached = self._progress()
        if reached["part"] >= 1:
            done = say("You earned every point in this lesson.")
        elif reached["part"] > 0:
            done = say("You solved part of this lesson. You can come back for the rest.")
        else:
            done = say("You have not earned any points yet. You can come back at any time.")
        self.waiting = reached["waiting"]
        left = say_many(
            "{number} exercise is still waiting for you.",
            "{number} exercises are still waiting for you.",
            len(self.waiting),
        )
        lines = (done, reached["says"], reached.get("won"), left if self.waiting else "")
        self.says = [line for line in lines if line]
        return reached["part"]

    def _ipython_display_(self) -> None:
        show_with_still(self, Still(b"", "", say("Your progress in this lesson appears here.")))

    def __repr__(self) -> str:
        return f"Finish({self.says!r})"
