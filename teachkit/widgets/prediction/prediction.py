"""`Prediction`: how will it end? A ghost of the piece on the board, or a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import traitlets

from teachkit.core.game.game import Game
from teachkit.core.game.predictions import Part
from teachkit.errors import AnswerError
from teachkit.widgets.common.front import front, styles
from teachkit.widgets.common.saving import Saving
from teachkit.widgets.prediction.pointing import pointing, pointing_words


class Prediction(Saving):
    """A question to be answered before a run, for one game and one state.

    `answer` is what was pointed at or written, `said` the same as the game says it, empty while
    it cannot be read; then `complaint` says how it is written. `entered` goes up when Enter ends
    it. The board is that of the player within the same element of class `tk-bench`; pointing
    needs no kernel. After the run `show(parts)` marks what was right.

    >>> from teachkit.games import algoracing
    >>> start = algoracing.Setup(floor=". .", rovers={"red": "a1 east"}).state()
    >>> asked = Prediction(algoracing.GAME, start, label="How will it end?")
    >>> asked.answer = "North b1"
    >>> asked.said
    'b1 north'
    """

    _esm = front("prediction/prediction.js")
    _css = styles("common/common.css", "prediction/prediction.css")

    form = traitlets.Dict().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    answer = traitlets.Unicode().tag(sync=True)
    said = traitlets.Unicode().tag(sync=True)
    complaint = traitlets.Unicode().tag(sync=True)
    marks = traitlets.List(traitlets.Dict()).tag(sync=True)
    checked = traitlets.Unicode().tag(sync=True)
    locked = traitlets.Bool(False).tag(sync=True)
    entered = traitlets.Int(0).tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    def __init__(self, game: Game, state: Any, player: str = "", **traits: Any) -> None:
        self._game, self._player = game, player
        self._state = state
        super().__init__(form=pointing(game, state, player), words=pointing_words(), **traits)
        self.observe(self._read, "answer")
        self._read(None)

    def ask(self, state: Any) -> None:
        """Ask the same of another state; what was answered stays, what was right does not."""
        self._state = state
        with self.hold_sync():
            self.form = pointing(self._game, state, self._player)
            self.marks = []
            self._read(None)

    def show(self, parts: Sequence[Part]) -> None:
        """Mark what was right of the answer that is there now, until it changes."""
        with self.hold_sync():
            self.checked = self.answer
            self.marks = [part._asdict() for part in parts]

    def _read(self, change: object) -> None:
        with self.hold_sync():
            self.said = self.complaint = ""
            if not self.answer.strip():
                return
            try:
                self.said = self._game.predictions(self._state).read(self.answer)
            except AnswerError as error:
                self.complaint = error.says

    def __repr__(self) -> str:
        return f"Prediction({self.said or self.answer!r})"
