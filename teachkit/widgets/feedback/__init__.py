"""`Feedback`: buttons to run a program and to get help, sentences about a run, and points."""

from __future__ import annotations

import traitlets

from teachkit.exercises.model.verdict import points_in_words
from teachkit.widgets.common.widget import Pressing


class Feedback(Pressing, script="feedback/feedback.js", tables=["words", "help"]):
    """A widget that displays buttons, sentences, points and badges, but decides nothing itself.

    `on_press` is called with the name of a button: `run`, `hint`, `astray`, `reset`, `save`,
    `board` (with its number) or `bring` (with the text of a file). Whenever `results` goes up, the
    sentences in `says` are announced again and scrolled into view.

    If `waits` is true, the result is held back until the player beside the feedback has reached the
    end of the run, unless motion is reduced. `stale` is true if the sentences are about an earlier
    answer. `verdict` is the name of a cell output elsewhere on the page, which is hidden because it
    says the same.

    `exercise` is the id of the exercise, by which the end of a lesson finds it. `resets` says what
    the button that starts again brings back: `answer` (nothing), `cards`, `code`, the `start` of a
    board that was painted, or a new `board`.
    If `locked` is true, a prediction is missing; if `used_up` is true, only starting again helps.
    `mood` is `good` for a solved exercise, `seen` for a run that needs no alarm, or `look`.

    `help` is the kind of the next hint, or "" if there is none; if `sure` is true, the button asks
    for confirmation. `astray` is true if the learner can ask where the last run went wrong, and
    `astray_says` is the reply. If a hint has several lines, those after the first are cards or
    code.

    >>> feedback = Feedback()
    >>> feedback.on_press = print
    >>> feedback.pressed = {"button": "run", "n": 1}
    run None
    """

    run = traitlets.Unicode("run").tag(sync=True)
    locked = traitlets.Bool(False).tag(sync=True)
    used_up = traitlets.Bool(False).tag(sync=True)
    says = traitlets.List(traitlets.Unicode()).tag(sync=True)
    mood = traitlets.Unicode("").tag(sync=True)
    results = traitlets.Int(0).tag(sync=True)
    waits = traitlets.Bool(False).tag(sync=True)
    verdict = traitlets.Unicode("").tag(sync=True)
    stale = traitlets.Bool(False).tag(sync=True)
    points = traitlets.Int(0).tag(sync=True)
    possible = traitlets.Int(0).tag(sync=True)
    badges = traitlets.List(traitlets.Dict()).tag(sync=True)
    medals = traitlets.Int(0).tag(sync=True)
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
    exercise = traitlets.Unicode("").tag(sync=True)
    resets = traitlets.Unicode("answer").tag(sync=True)

    @traitlets.default("words")
    def _words(self) -> dict[str, str]:
        """Return the words, including a score sentence in which the browser fills in the points."""
        return super()._words() | {"points": points_in_words("{points}", self.possible)}

    def __repr__(self) -> str:
        return f"Feedback({self.points} of {self.possible})"
