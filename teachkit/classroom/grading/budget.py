"""How much one learner's hand-in may take: entries, bytes unpacked, bytes of text, seconds.

One budget for everything that a learner handed in, however it is packed; when it is spent, that
learner is told what was too much, and nobody else has lost anything.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Protocol

from teachkit.words import say

MOST_BYTES = 1_000_000  # an answers file with every lesson solved has about fifty thousand
MOST_TEXT = 2_000_000  # all answers files together
MOST_UNPACKED = 16_000_000  # zips within a zip
MOST_ZIPPED = 50_000_000  # one zip, packed
MOST_DIRECTORY = 1_000_000  # the table of contents of one zip
MOST_CLASS = 16_000_000  # the table of contents of the zip of a whole class
MOST_ENTRIES = 5_000  # files and folders, in zips too
MOST_FILES = 20  # answers files that are read
MOST_DEEP = 8
MOST_SECONDS = 30.0  # of computing; a disk or another program may be slow
PIECE = 65_536


class TooMuchError(Exception):
    """A budget is spent; `says` is the sentence about it."""

    def __init__(self, says: str) -> None:
        super().__init__(says)
        self.says = says


class Source(Protocol):
    """What can be read in pieces."""

    def read(self, size: int, /) -> bytes: ...


def _ends() -> float:
    return time.thread_time() + MOST_SECONDS


@dataclass
class Budget:
    """What one learner's hand-in has taken so far. Every method may raise `TooMuchError`."""

    entries: int = 0
    unpacked: int = 0
    text: int = 0
    ends: float = field(default_factory=_ends)

    def entry(self, number: int = 1) -> None:
        """So many more files or folders."""
        self.entries += number
        if self.entries > MOST_ENTRIES:
            raise TooMuchError(say("More than {most} files and folders were handed in.",
                              most=MOST_ENTRIES))  # fmt: skip
        self._in_time()

    def unpack(self, source: Source) -> bytes:
        """A zip that lies in another, whole."""
        content = bytearray()
        while piece := source.read(PIECE):
            self.unpacked += len(piece)
            if self.unpacked > MOST_UNPACKED:
                raise TooMuchError(say("Zips within zips unpack to more than {size} MB.",
                                  size=MOST_UNPACKED // 1_000_000))  # fmt: skip
            self._in_time()
            content += piece
        return bytes(content)

    def read(self, source: Source) -> bytes:
        """An answers file, at most one byte more than there may be."""
        content = bytearray()
        while len(content) <= MOST_BYTES and (
            piece := source.read(min(PIECE, MOST_BYTES + 1 - len(content)))
        ):
            self._in_time()
            content += piece
        self.text += len(content)
        if self.text > MOST_TEXT:
            raise TooMuchError(say("All answers files together are larger than {size} MB.",
                              size=MOST_TEXT // 1_000_000))  # fmt: skip
        return bytes(content)

    def _in_time(self) -> None:
        if time.thread_time() > self.ends:
            raise TooMuchError(say("To read all of this takes longer than {most} seconds.",
                              most=int(MOST_SECONDS)))  # fmt: skip
