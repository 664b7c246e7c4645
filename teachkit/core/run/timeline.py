"""Timelines: the trace of several pieces as a table of cards by round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from teachkit.core.run.events import called
from teachkit.core.run.trace import Cell, Trace, rounds_of
from teachkit.words import say


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
    rounds = rounds_of(trace)
    heads = tuple(
        Head(first.round, first.heading)
        if (first := each.first).round
        else Head(number, say("Round {number}", number=number))
        for number, each in enumerate(rounds, 1)
    )
    rows = tuple(tuple(each.cells.get(actor) for each in rounds) for actor in trace.actors)
    title = rounds[-1].first.headings if rounds else ""
    return Timeline(trace.actors, rows, at, title, heads)
