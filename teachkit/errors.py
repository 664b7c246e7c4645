"""What can go wrong, one small class for each kind of fault.

Every error's text is one sentence for a person: what is wrong, where, and what would be right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class TeachkitError(Exception):
    """Something was asked for that teachkit cannot do; `says` is the sentence."""

    @property
    def says(self) -> str:
        return str(self)


class ProgramError(TeachkitError, ValueError):
    """A program could not be read. `line` and `column` count from 1."""

    def __init__(self, says: str, line: int = 1, column: int = 1) -> None:
        super().__init__(says)
        self.line = line
        self.column = column


class BoardError(TeachkitError, ValueError):
    """A board or a start that no game could have."""


class UnknownNameError(TeachkitError, KeyError):
    """A name that nothing here has; the sentence tells which names there are."""

    def __str__(self) -> str:
        return str(self.args[0])


class DataError(TeachkitError, ValueError):
    """A data file that cannot be understood; the sentence names file, key and remedy."""

    def __init__(self, says: str, file: Path | str | None = None) -> None:
        says = " ".join(says.split())  # a key may have broken lines
        super().__init__(f"{file}: {says}" if file else says)
        self.file = file


class AnswerError(TeachkitError, ValueError):
    """An answer to a decision or an exercise that is not one of the possible answers."""


class UnansweredError(AnswerError):
    """A question came up in a run, and nobody is there to answer: `decision` is what was asked."""

    def __init__(self, says: str, decision: object = None) -> None:
        super().__init__(says)
        self.decision = decision


class FolderError(TeachkitError, OSError):
    """A folder or file that cannot be read or written here."""

    def __str__(self) -> str:
        return str(self.args[0])
