"""Questions that a learner answers by pointing at the board, with keys, or by writing."""

from __future__ import annotations

from collections.abc import Sequence

import traitlets

from teachkit.core.board.squares import FACINGS
from teachkit.core.game.game import Game, player_of
from teachkit.core.game.whereabouts import SKIPPED, Part, Stands, skips
from teachkit.draw.scene import Scene, scene
from teachkit.draw.svg import sprite
from teachkit.errors import AnswerError
from teachkit.widgets.common.widget import Data, Saving
from teachkit.words import say


def pointing(game: Game, state: object, player: str = "") -> Data:
    """Return data for the form in which the learner enters a prediction from `state`.

    The form has a `shape`, the `start` and an `example`. For a board of squares, it also has the
    middle of each square, as fractions of the board's width and height from the top left.

    >>> from teachkit.games import lovelace
    >>> pointing(lovelace.GAME, lovelace.Setup(edition="machine", value=8).state())
    {'shape': 'number', 'start': '8', 'example': 'like: 8'}
    """
    player = player_of(game, state, player or None)
    start = game.whereabouts(state, player)
    form = {"start": start, "example": say("like: {example}", example=start)}
    if isinstance(game.predictions(state), Stands):
        return {"shape": "stand", **form, **_board(state, player)}
    return {"shape": "number", **form}


def _board(state: object, player: str) -> Data:
    """Return data on the board: its squares, the facings, and the piece to show as a ghost."""
    seen = scene(state)
    piece = seen.piece(player)
    return {
        **squares_of(seen),
        "headings": [
            {"name": each.value, "says": each.says, "degrees": each.degrees} for each in FACINGS
        ],
        "piece": sprite(piece.layer, piece.size) if piece else b"",
        "label": piece.label if piece else "",
    }


def squares_of(seen: Scene) -> Data:
    """Return data on the squares of `seen`: the middle of each, and the size of one.

    All are fractions of the picture's width and height, from the top left.
    """
    return {
        "squares": {
            name: [round(x / seen.width, 4), round(1 - y / seen.height, 4)]
            for name, (x, y) in seen.background.spots.items()
        },
        "width": round(1 / seen.width, 4),
        "height": round(1 / seen.height, 4),
    }


class _Pointed(Saving):
    """Base class for questions that are answered by pointing at the board or by writing.

    The learner points at the board of the replay player in the same `tk-bench` element; this works
    without a kernel. `answer` is the learner's text, or a text that describes the square pointed
    at.
    """

    form = traitlets.Dict().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    answer = traitlets.Unicode().tag(sync=True)
    marks = traitlets.List(traitlets.Dict()).tag(sync=True)
    checked = traitlets.Unicode().tag(sync=True)
    locked = traitlets.Bool(False).tag(sync=True)

    def __init__(self, game: Game, state: object, **traits: object) -> None:
        self._game, self._prospects = game, game.predictions(state)
        super().__init__(form=pointing(game, state), **traits)
        self.observe(self._read, "answer")
        self._read(None)

    def show(self, parts: Sequence[Part]) -> None:
        """Show which parts of the current answer are right, until the answer changes."""
        with self.hold_sync():
            self.checked = self.answer
            self.marks = [part._asdict() for part in parts]

    def _read(self, change: object) -> None:
        """Update `said` from `answer`."""
        raise NotImplementedError


class Prediction(_Pointed, script="prediction/prediction.js"):
    """A question about how a run will end.

    The learner answers by placing a ghost of the piece on the board or by entering a number.

    `said` is the answer as the game writes it, or "" if the answer cannot be read; in that case,
    `complaint` explains how to write one. `entered` goes up when Enter is pressed.

    >>> from teachkit.games import algoracing
    >>> start = algoracing.Setup(floor=". .", rovers={"red": "a1 east"}).state()
    >>> asked = Prediction(algoracing.GAME, start, label="How will it end?")
    >>> asked.answer = "North b1"
    >>> asked.said
    'b1 north'
    """

    said = traitlets.Unicode().tag(sync=True)
    complaint = traitlets.Unicode().tag(sync=True)
    entered = traitlets.Int(0).tag(sync=True)

    def ask(self, state: object) -> None:
        """Ask the same question about a different state. Keep the answer, but not its verdict."""
        self._prospects = self._game.predictions(state)
        with self.hold_sync():
            self.form = pointing(self._game, state)
            self.marks = []
            self._read(None)

    def _read(self, change: object) -> None:
        with self.hold_sync():
            self.said = self.complaint = ""
            if not self.answer.strip():
                return
            try:
                self.said = self._prospects.read(self.answer)
            except AnswerError as error:
                self.complaint = error.says

    def __repr__(self) -> str:
        return f"Prediction({self.said or self.answer!r})"


class TraceTable(
    _Pointed,
    script="prediction/table.js",
    styles=["prediction/prediction.css"],
    tables=["words", "table"],
):
    """A table in which the learner enters the result of each step of a run.

    Pointing at the board fills a row and moves on to the next row. `answer` has one line for each
    of `rows`. `said` holds each line as the game writes it (a square with a facing, a number, or
    `skipped`), or "" for a line that cannot be read.

    >>> from teachkit.games import lovelace
    >>> start = lovelace.Setup(edition="machine", value=8).state()
    >>> table = TraceTable(lovelace.GAME, start, rows=["Card 1: B4swap.", "Card 2: A1+."])
    >>> table.answer = "80\\n-"
    >>> table.said
    ['80', 'skipped']
    """

    rows = traitlets.List(traitlets.Unicode()).tag(sync=True)
    said = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def _read(self, change: object) -> None:
        self.said = [self._row(row) for row in self.answer.split("\n")]

    def _row(self, text: str) -> str:
        if skips(text):
            return SKIPPED
        try:
            return self._prospects.read(text)
        except AnswerError:
            return ""

    def __repr__(self) -> str:
        return f"TraceTable({self.answer!r})"
