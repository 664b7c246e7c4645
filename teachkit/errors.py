"""The exceptions of teachkit, one small class for each kind of fault.

Each error's text is one sentence for a person: what is wrong, where, and how to fix it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class TeachkitError(Exception):
    """The base class of teachkit's errors; `says` is the sentence that explains the error."""

    @property
    def says(self) -> str:
        return str(self)


class ProgramError(TeachkitError, ValueError):
    """A program that could not be read. `line` and `column` count from 1."""

    def __init__(self, says: str, line: int = 1, column: int = 1) -> None:
        super().__init__(says)
        self.line = line
        self.column = column


class BoardError(TeachkitError, ValueError):
    """A board or a start state that the game does not allow."""


class UnknownNameError(TeachkitError, KeyError):
    """An unknown name; the error's sentence lists or suggests known names."""

    def __str__(self) -> str:
        return str(self.args[0])


class DataError(TeachkitError, ValueError):
    """A data file that cannot be understood; the sentence names the file, key and remedy."""

    def __init__(self, says: str, file: Path | str | None = None) -> None:
        says = " ".join(says.split())  # a key may contain line breaks
        super().__init__(f"{file}: {says}" if file else says)
        self.file = file


class AnswerError(TeachkitError, ValueError):
    """An answer to a decision or an exercise that is not one of the possible answers."""


class UnansweredError(AnswerError):
    """A question that nobody could answer during a run.

    `decision` is that question.
    """

    def __init__(self, says: str, decision: object = None) -> None:
        super().__init__(says)
        self.decision = decision


class FolderError(TeachkitError, OSError):
    """A folder or file that cannot be read or written."""

    def __str__(self) -> str:
        return str(self.args[0])
