"""What a learner may predict: the form of all that a game's `whereabouts` can say.

A game says which of these its predictions are. Each reads what a learner types, forgivingly, and
gives it as `whereabouts` would say it; and it tells two of them apart, part by part.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from teachkit.core.grid import FACINGS, Facing, Square
from teachkit.errors import AnswerError
from teachkit.words import say, translate


class Shape(StrEnum):
    """How a prediction is pointed at."""

    STAND = "stand"
    """A square and a heading."""
    NUMBER = "number"


class Part(NamedTuple):
    """A part of an answer, by its name, and whether it is right."""

    says: str
    right: bool


class Compared(NamedTuple):
    """A prediction beside what happened: its parts, and a sentence where only some are right."""

    parts: tuple[Part, ...]
    says: str = ""


class Prospects(Protocol):
    """Everything that may be predicted from a state on."""

    @property
    def shape(self) -> Shape: ...

    def read(self, text: str) -> str:
        """What a learner types, as `whereabouts` says it. Raises `AnswerError`."""

    def compared(self, said: str, place: str) -> Compared:
        """What was said beside what happened, both written as `whereabouts` does."""


_APART = r"[\s,;.:()/]*"
_HEADING = r"[^\W\d_]+?|\^|>|<|↑|→|↓|←"
_STAND = re.compile(
    f"{_APART}(?P<before>{_HEADING})?{_APART}"
    rf"(?P<square>[a-z]\s?\d{{1,4}}){_APART}(?P<after>{_HEADING})?{_APART}"
)
_HEADING_ALONE = re.compile(f"{_APART}(?P<word>{_HEADING}){_APART}")
_NUMBER = re.compile(rf"{_APART}(?P<sign>-?)(?P<digits>\d{{1,6}}){_APART}")
_LONGEST = 60  # characters of an answer; nobody means more
_ARROWS = dict(zip("^>v<↑→↓←", FACINGS * 2, strict=True))


@dataclass(frozen=True)
class Stands:
    """A square of these and a heading.

    >>> stands = Stands((Square(0, 0), Square(1, 0)))
    >>> [stands.read(text) for text in ("B1, North", "n b1", "b1s", "eastb01")]
    ['b1 north', 'b1 north', 'b1 south', 'b1 east']
    """

    squares: Sequence[Square]

    @property
    def shape(self) -> Shape:
        return Shape.STAND

    def read(self, text: str) -> str:
        plain = _plain(text)
        found = _STAND.fullmatch(plain)
        example = f"{self.squares[0]} {FACINGS[0].says}"
        if not found:
            alone = _HEADING_ALONE.fullmatch(plain)
            if alone and _facing(alone["word"]):
                raise AnswerError(say("The square is missing; write it like: {place}.",
                                      place=example))  # fmt: skip
            raise AnswerError(say("Write a square and a heading, like: {place}.", place=example))
        square = f"{found['square'][0]}{int(found['square'][1:])}"
        if square not in map(str, self.squares):
            raise AnswerError(say("There is no square {square} on this board.", square=square))
        words = list(filter(None, (found["before"], found["after"])))
        if not words:
            raise AnswerError(say("The heading is missing; write it like: {square} {heading}.",
                                  square=square, heading=FACINGS[0].says))  # fmt: skip
        facing = _facing(words[0]) if len(words) == 1 else None
        if not facing:
            raise AnswerError(say("Write which way it faces: north, east, south or west."))
        return f"{square} {facing.value}"

    def compared(self, said: str, place: str) -> Compared:
        pairs = zip(said.split(), place.split(), strict=True)
        square, heading = (mine == right for mine, right in pairs)
        says = ""
        if square and not heading:
            says = say("The square is right, the heading is not.")
        elif heading and not square:
            says = say("The heading is right, the square is not.")
        return Compared((Part(say("Square"), square), Part(say("Heading"), heading)), says)


class Numbers:
    """A whole number.

    >>> [Numbers().read(text) for text in ("8", "08.", " 154 ")]
    ['8', '8', '154']
    """

    @property
    def shape(self) -> Shape:
        return Shape.NUMBER

    def read(self, text: str) -> str:
        found = _NUMBER.fullmatch(_plain(text))
        if not found:
            raise AnswerError(say("Write a number in digits, like: 55."))
        return str(int(found["sign"] + found["digits"]))

    def compared(self, said: str, place: str) -> Compared:
        return Compared((Part(say("Number"), said == place),))


def _plain(text: str) -> str:
    """Without capitals, with one sign for all that look alike; nothing, if it is a whole story."""
    short = text.strip() if len(text.strip()) <= _LONGEST else ""
    return unicodedata.normalize("NFKC", short).casefold().replace("−", "-")


def _facing(word: str) -> Facing | None:
    """The facing that begins so, in the learner's language or in English; or its arrow."""
    if word in _ARROWS:
        return _ARROWS[word]
    for names in ([_plain(each.says) for each in FACINGS], [each.value for each in FACINGS]):
        fits = [
            facing for facing, name in zip(FACINGS, names, strict=True) if name.startswith(word)
        ]
        if len(fits) == 1:
            return fits[0]
    return None


def skips(text: str) -> bool:
    """Whether a row of a table says that its card does nothing.

    >>> skips("Skipped"), skips("skip"), skips("-"), skips("s")
    (True, True, True, False)
    """
    word = _plain(text).strip(" .,")
    names = (_plain(translate("skipped")), "skipped")
    return word in ("-", "x") or (len(word) > 2 and any(name.startswith(word) for name in names))
