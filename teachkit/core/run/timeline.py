"""Timelines: the trace of several pieces as a table of cards by round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from teachkit.core.run.events import called
from teachkit.core.run.trace import Trace
from teachkit.core.run.walk import Started
from teachkit.words import say


class Cell(NamedTuple):
    """One card that ran; `stop` is its number among the stops of the trace, from 1.

    `note` is the game's note on it, such as its priority.
    """

    instruction: str
    card: int
    skipped: bool
    stop: int
    note: str = ""

    @property
    def name(self) -> str:
        """The card without its note."""
        return self.instruction.removesuffix(f" {self.note}")

    def __str__(self) -> str:
        return f"{self.name} {self.note}".rstrip()


class Head(NamedTuple):
    """The heading of a round: its number and its name."""

    number: int
    label: str


@dataclass(frozen=True)
class Timeline:
    """A table of rounds and pieces: `rows[piece][round]` is the card that ran, or `None`.

    `at` is the current stop; 0 is the start, where nothing has run yet. Skipped cards are in round
    brackets, and the current one is in square ones. `title` is the word for rounds here, and
    `heads` names each of them.
    """

    actors: tuple[str, ...]
    rows: tuple[tuple[Cell | None, ...], ...]
    at: int = 0
    title: str = ""
    heads: tuple[Head, ...] = ()

    @property
    def rounds(self) -> int:
        return len(self.rows[0]) if self.rows else 0

    def __str__(self) -> str:
        table = [["", *(head.label for head in self.heads)]]
        for actor, row in zip(self.actors, self.rows, strict=True):
            table.append([called(actor), *map(self._text, row)])
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in table)

    def _text(self, cell: Cell | None) -> str:
        if cell is None:
            return "–"
        text = f"({cell})" if cell.skipped else str(cell)
        return f"[{text}]" if cell.stop == self.at else text


def timeline(trace: Trace, at: int = 0) -> Timeline:
    """Return the table of cards by piece and round for this trace.

    The game defines rounds; if it does not, a new one begins when a piece acts again.

    >>> from teachkit.core.game.game import run
    >>> from teachkit.games import algoracing
    >>> rovers = {"red": "a1 east", "green": "b1 east"}
    >>> start = algoracing.Setup(edition="turns", floor=". . . .", rovers=rovers).state()
    >>> lanes = {"red": "2x(forward)", "green": "forward"}
    >>> print(timeline(run(algoracing.GAME, start, lanes), at=2))
           Round 1    Round 2
    Red    (forward)  forward
    Green  [forward]  –
    """
    columns: list[dict[str | None, Cell]] = []
    heads: list[Head] = []
    now, title = 0, ""
    for stop, played in enumerate(trace.stops(), 1):
        first = played.frames[0].event
        if not isinstance(first, Started):
            continue
        if not columns or first.round != now or played.actor in columns[-1]:
            columns.append({})
            unnamed = Head(len(columns), say("Round {number}", number=len(columns)))
            heads.append(Head(first.round, first.heading) if first.round else unnamed)
        now, title = first.round, first.headings
        step, skipped = first.step, played.skipped is not None
        cell = Cell(str(step.instruction), step.card, skipped, stop, first.note)
        columns[-1][played.actor] = cell
    rows = tuple(tuple(column.get(actor) for column in columns) for actor in trace.actors)
    return Timeline(trace.actors, rows, at, title, tuple(heads))
