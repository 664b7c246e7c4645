"""`TraceTable`: where is it after each step? Rows to fill in beside the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import traitlets

from teachkit.core.game.game import Game
from teachkit.core.game.predictions import Part, skips
from teachkit.errors import AnswerError
from teachkit.widgets.common.front import front, styles
from teachkit.widgets.common.saving import Saving
from teachkit.widgets.prediction.pointing import pointing, pointing_words


class TraceTable(Saving):
    """A row for each step; pointing at the board fills the row in hand and goes on to the next.

    `answer` has a line for each of `rows`, `said` the same as the game says it: a place, a
    number, or `skipped`; empty while a row cannot be read.

    >>> from teachkit.games import lovelace
    >>> start = lovelace.Setup(edition="machine", value=8).state()
    >>> table = TraceTable(lovelace.GAME, start, rows=["Card 1: B4swap.", "Card 2: A1+."])
    >>> table.answer = "80\\n-"
    >>> table.said
    ['80', 'skipped']
    """

    _esm = front("prediction/table.js")
    _css = styles("common/common.css", "prediction/prediction.css")

    form = traitlets.Dict().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    rows = traitlets.List(traitlets.Unicode()).tag(sync=True)
    answer = traitlets.Unicode().tag(sync=True)
    said = traitlets.List(traitlets.Unicode()).tag(sync=True)
    marks = traitlets.List(traitlets.Dict()).tag(sync=True)
    checked = traitlets.Unicode().tag(sync=True)
    locked = traitlets.Bool(False).tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    def __init__(self, game: Game, state: Any, player: str = "", **traits: Any) -> None:
        self._prospects = game.predictions(state)
        super().__init__(form=pointing(game, state, player), words=pointing_words(), **traits)
        self.observe(self._read, "answer")
        self._read(None)

    def show(self, parts: Sequence[Part]) -> None:
        """Mark each row that was checked, until it changes."""
        with self.hold_sync():
            self.checked = self.answer
            self.marks = [part._asdict() for part in parts]

    def _read(self, change: object) -> None:
        self.said = [self._row(row) for row in self.answer.split("\n")]

    def _row(self, text: str) -> str:
        if skips(text):
            return "skipped"
        try:
            return self._prospects.read(text)
        except AnswerError:
            return ""

    def __repr__(self) -> str:
        return f"TraceTable({self.answer!r})"
