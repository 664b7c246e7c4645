"""The exceptions that teachkit raises, one small class for each kind of fault.

The message of an exception is a sentence for the user: what is wrong, where, and how to fix it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class TeachkitError(Exception):
    """The base class of all teachkit exceptions; `says` is the message."""

    @property
    def says(self) -> str:
        return str(self)

    def _render_traceback_(self) -> list[str]:
        """Return the lines that IPython shows in a notebook instead of a traceback."""
        return [self.says]


class ProgramError(TeachkitError, ValueError):
    """Raised when a program is not valid; `line` and `column` count from 1."""

    def __init__(self, says: str, line: int = 1, column: int = 1) -> None:
        super().__init__(says)
        self.line = line
        self.column = column


class BoardError(TeachkitError, ValueError):
    """Raised when the game does not allow a board or a start; the message says why."""


class UnknownNameError(TeachkitError, KeyError):
    """Raised when a name is unknown; the message lists or suggests known names."""

    def __str__(self) -> str:
        return str(self.args[0])


class DataError(TeachkitError, ValueError):
    """Raised when a data file is not valid; the message names the file, the key and the remedy."""

    def __init__(self, says: str, file: Path | str | None = None) -> None:
        says = " ".join(says.split())  # a key may contain line breaks
        super().__init__(f"{file}: {says}" if file else says)
        self.file = file


class AnswerError(TeachkitError, ValueError):
    """Raised when an answer to a decision or an exercise is not one of the possible answers."""


class UnansweredError(AnswerError):
    """Raised when a run needs a decision that nobody answers; `decision` is that decision."""

    def __init__(self, says: str, decision: object = None) -> None:
        super().__init__(says)
        self.decision = decision


class FolderError(TeachkitError, OSError):
    """Raised when a folder or a file cannot be read or written."""
