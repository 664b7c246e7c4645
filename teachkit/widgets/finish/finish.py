"""`Finish`: the end of a lesson. How far one came, and a small celebration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from teachkit.widgets.common.scripts import script, styles
from teachkit.widgets.common.still import Still, show_with_still
from teachkit.words import say, translate


def finish_words() -> dict[str, str]:
    """What the end of a lesson says of itself, in the learner's language."""
    return {
        "finish": translate("The end of this lesson"),
        "done": translate("I am done"),
        "cheer": translate("Celebrate with me"),
    }


class Finish(anywidget.AnyWidget):
    """A button, what it says when it is pressed, and a celebration that can be switched off.

    `progress` tells how far the lesson is now, as `teachkit.widgets.workbench.bench.progress` does.

    >>> finish = Finish(lambda: {"says": "This lesson: 3 of 3 points", "part": 1.0})
    >>> finish.pressed = 1
    >>> finish.says
    ['You did everything. Well done!', 'This lesson: 3 of 3 points']
    """

    _esm = script("finish/finish.js")
    _css = styles("common/common.css", "finish/finish.css")

    says = traitlets.List(traitlets.Unicode()).tag(sync=True)
    cheers = traitlets.Int(0).tag(sync=True)
    pressed = traitlets.Int(0).tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    def __init__(self, progress: Callable[[], dict[str, Any]]) -> None:
        super().__init__(words=finish_words())
        self._progress = progress
        self.observe(self._tell, "pressed")

    def _tell(self, change: Any) -> None:
        reached = self._progress()
        praise = (say("You did everything. Well done!") if reached["part"] >= 1 else
                  say("That was a good piece of work. Well done!"))  # fmt: skip
        self.says = [praise, reached["says"]]
        self.cheers += 1

    def _ipython_display_(self) -> None:
        show_with_still(self, Still(b"", "", say("Here you see how far you came.")))

    def __repr__(self) -> str:
        return f"Finish({self.says!r})"
