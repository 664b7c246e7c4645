"""How a match of a game is opened: who may sit down, by which rules, and on what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from teachkit.errors import BoardError
from teachkit.words import say, shown


@dataclass(frozen=True)
class Opening:
    """What a game offers to those who want to play it, the first of each unless they say so.

    `pieces` are who can sit at the table, in seat order, and `seats` how many may. `boards` are
    the boards of an edition, none where a game has no board; `setup` is handed the edition, a
    board and the pieces that play.

    >>> from teachkit.games import roborally
    >>> roborally.GAME.opening.match(2).players
    ('red', 'green')
    >>> roborally.GAME.opening.match(9)
    Traceback (most recent call last):
    teachkit.errors.BoardError: From 2 to 8 can play here, not 9.
    """

    editions: tuple[str, ...]
    pieces: tuple[str, ...]
    seats: range
    boards: Callable[[str], Sequence[str]]
    setup: Callable[[str, str, tuple[str, ...]], Any]

    def match(self, seats: int | Sequence[str], edition: str = "", board: str = "") -> Any:
        """The set-up of a match: for so many, or for these pieces.

        A board may be an author's own, by the path of its TOML file. Raises `BoardError` that
        says what would be right.
        """
        edition = edition or self.editions[0]
        if edition not in self.editions:
            raise BoardError(say("There is no edition {name} to play by; there are: {names}.",
                                 name=shown(edition), names=", ".join(self.editions)))  # fmt: skip
        return self.setup(edition, self._board(edition, board), self._pieces(seats))

    def _pieces(self, seats: int | Sequence[str]) -> tuple[str, ...]:
        count = seats if isinstance(seats, int) else len(seats)
        if count not in self.seats:
            raise BoardError(say("From {least} to {most} can play here, not {count}.",
                                 least=self.seats[0], most=self.seats[-1],
                                 count=count))  # fmt: skip
        if isinstance(seats, int):
            return self.pieces[:count]
        for piece in seats:
            if piece not in self.pieces:
                raise BoardError(say("There is no piece {name}; there are: {names}.",
                                     name=shown(piece), names=", ".join(self.pieces)))  # fmt: skip
        return tuple(seats)

    def _board(self, edition: str, board: str) -> str:
        boards = self.boards(edition)
        if not board:
            return boards[0] if boards else ""
        if not boards:
            raise BoardError(say("This game has no boards; leave {board} out.", board=shown(board)))
        if board not in boards and Path(board).suffix != ".toml":
            raise BoardError(say("There is no board {name} to play on; there are: {names}.",
                                 name=shown(board), names=", ".join(boards)))  # fmt: skip
        return board
