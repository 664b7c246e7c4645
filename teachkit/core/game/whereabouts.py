"""Whereabouts: the position of a piece as text, and the forms in which learners predict it.

A learner predicts the text that a game's `whereabouts` will return. Each game chooses a prediction
form, which parses the learner's text leniently, converts it to the notation of `whereabouts`, and
compares it with the actual place part by part.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from teachkit.core.board.grid import Grid
from teachkit.core.board.squares import FACINGS, Facing, Square, read_facing, read_place
from teachkit.core.run.flow import State
from teachkit.errors import AnswerError
from teachkit.words import say, translate


class Place(str):
    """A place as data, such as `b4 north` or `skipped`; `says` is its text for learners."""

    __slots__ = ()

    @property
    def says(self) -> str:
        known = (*FACINGS, "skipped")
        return " ".join(translate(word) if word in known else word for word in self.split())


SKIPPED = Place("skipped")
"""The entry in a prediction table for a card that does nothing."""


class Part(NamedTuple):
    """A part of a prediction: its name for learners, and whether the learner got it right."""

    says: str
    right: bool


class Compared(NamedTuple):
    """A prediction compared with the run: its parts, and a hint if only some of them are right."""

    parts: tuple[Part, ...] = ()
    says: str = ""


_ARROWS = dict(zip("^>v<↑→↓←⬆➡⬇⬅▲▶▼◀", FACINGS * 4, strict=True))
_APART = r"[\s,;.:()/|=–—-]*"
_HEADING = rf"[^\W\d_]+?|[{re.escape(''.join(_ARROWS))}]"
_STAND = re.compile(
    f"{_APART}(?P<before>{_HEADING})?{_APART}"
    rf"(?P<square>[a-z]\s?\d{{1,4}}){_APART}(?P<after>{_HEADING})?{_APART}"
)
_HEADING_ALONE = re.compile(f"{_APART}(?P<word>{_HEADING}){_APART}")
_NUMBER = re.compile(r"[\s,;.:()/=]*(?P<sign>-?)(?P<digits>\d{1,6})[\s,;.:()/]*")
_FRACTION = re.compile(r"\s*-?\d+\.\d+\s*")
_WORD = re.compile(r"[^\W\d_]+")
WORDS_AROUND = "it is stands standing ends on at the square and faces facing looks looking to"
_LONGEST = 60  # characters; a longer text cannot be a prediction


@dataclass(frozen=True)
class Stands:
    """The prediction form for a square and a facing, written alone or inside a sentence.

    The square must be one of `squares`. `called` are the names of the pieces on the board, which
    the sentence may contain.

    >>> stands = Stands((Square(0, 0), Square(1, 0)), ["the red rover"])
    >>> [stands.read(text) for text in ("B1, North", "n b1", "b1s", "eastb01")]
    ['b1 north', 'b1 north', 'b1 south', 'b1 east']
    >>> stands.read("The red rover is on b1, facing north."), stands.read("a1: looks ➡")
    ('b1 north', 'a1 east')
    """

    squares: Sequence[Square]
    called: Sequence[str] = ()

    def read(self, text: str) -> str:
        """Convert `text`, which a learner wrote, to the notation of `whereabouts`.

        Raise `AnswerError` if `text` cannot be understood.
        """
        plain = self._without_words(_plain(text))
        found = _STAND.fullmatch(plain)
        example = f"{self.squares[0]} {FACINGS[0].says}"
        if not found:
            alone = _HEADING_ALONE.fullmatch(plain)
            if alone and _facing(alone["word"]):
                says = say("Also write the square, like this: {place}.", place=example)
                raise AnswerError(says)
            raise AnswerError(
                say("Write the square and which way it faces, like this: {place}.", place=example)
            )
        square = f"{found['square'][0]}{int(found['square'][1:])}"
        if square not in map(str, self.squares):
            facts = {"square": square, "place": example}
            says = say(
                "There is no square {square} on this board. Write it like this: {place}.", **facts
            )
            raise AnswerError(says)
        words = list(filter(None, (found["before"], found["after"])))
        if not words:
            facts = {"square": square, "heading": FACINGS[0].says}
            says = say("Also write which way it faces, like this: {square} {heading}.", **facts)
            raise AnswerError(says)
        facing = _facing(words[0]) if len(words) == 1 else None
        if not facing:
            raise AnswerError(say("Write which way it faces: north, east, south or west."))
        return Place(f"{square} {facing.value}")

    def _without_words(self, plain: str) -> str:
        """Remove filler words from `plain`, and the words that occur in the names of all pieces.

        Words that distinguish pieces are kept, because they tell which piece the learner means.
        """
        names = [{*_plain(each).split()} for each in self.called]
        empty = _around().union(names[0].intersection(*names) if names else ())
        return _WORD.sub(lambda word: "" if word[0] in empty else word[0], plain)

    def compared(self, said: str, place: str) -> Compared:
        """Compare the prediction `said` with the actual `place`, part by part.

        Both are in the notation of `whereabouts`.
        """
        pairs = zip(said.split(), place.split(), strict=True)
        square, heading = (mine == right for mine, right in pairs)
        says = ""
        if square and not heading:
            says = say("The square is right. Check which way it faces.")
        elif heading and not square:
            says = say("It faces the right way. Check the square.")
        return Compared((Part(say("Square"), square), Part(say("Facing"), heading)), says)


@dataclass(frozen=True)
class Numbers:
    """The prediction form for whole numbers; `example` is a plausible number for messages.

    >>> [Numbers().read(text) for text in ("8", "08.", " 154 ")]
    ['8', '8', '154']
    """

    example: str = "55"

    def read(self, text: str) -> str:
        found = _NUMBER.fullmatch(_plain(text))
        if _FRACTION.fullmatch(_plain(text)):
            says = say("Write a whole number. When you divide, the remainder is dropped.")
            raise AnswerError(says)
        if not found:
            says = say("Write the number in digits, like this: {number}.", number=self.example)
            raise AnswerError(says)
        return str(int(found["sign"] + found["digits"]))

    def compared(self, said: str, place: str) -> Compared:
        return Compared((Part(say("Number"), said == place),))


Prospects: TypeAlias = Stands | Numbers
"""The prediction forms."""


def _plain(text: str) -> str:
    """Return `text` in lower case, with lookalike symbols unified, or "" if it is too long."""
    short = text.strip() if len(text.strip()) <= _LONGEST else ""
    return unicodedata.normalize("NFKC", short).casefold().replace("−", "-").replace("\ufe0f", "")


def _around() -> set[str]:
    """Return the filler words to ignore in a prediction of a square and a facing."""
    words = {*WORDS_AROUND.split(), *translate(WORDS_AROUND).casefold().split()}
    return {word for word in words if not _facing(word)}


def _facing(word: str) -> Facing | None:
    """Return the facing that `word` stands for, or `None` if that is unknown or ambiguous.

    `word` is an arrow, or the beginning of the name of a facing in English or in translation.
    """
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
    """Return whether `text`, an entry in a prediction table, says that the card is skipped.

    >>> skips("Skipped"), skips("skip"), skips("-"), skips("is skipped."), skips("s")
    (True, True, True, True, False)
    """
    words = [word for word in _plain(text).strip(" .,()").split() if word not in _around()]
    if len(words) != 1:
        return False
    names = (_plain(SKIPPED.says), "skipped", "skips")
    return words[0] in ("-", "–", "—", "x") or (
        len(words[0]) > 2 and any(name.startswith(words[0]) for name in names)
    )


PLACES_IN_WORDS = {
    "stands_on": "ends on {square}",
    "looks": "ends facing {facing}",
    "parks": "ends at {place}",
}
"""The goals of `Whereabouts` in words."""

# Pieces on squares ---------------------------------------------------------------------------


class Piece(Protocol):
    """A piece with a name, a square and a facing."""

    @property
    def name(self) -> str: ...
    @property
    def square(self) -> Square: ...
    @property
    def facing(self) -> Facing: ...


P = TypeVar("P", bound=Piece)


@dataclass(frozen=True)
class Whereabouts(Generic[P, State]):
    """The `Game` functions shared by all games whose pieces have a square and a facing.

    `board` and `pieces` return the board and the pieces of a state, `piece` returns the piece of a
    player, and `called` returns a piece's name as used in sentences. `put` returns a copy of the
    state with a piece moved to a square and facing. `stands` and `faces` are the sentences for
    goals that are not reached. `missing` returns a sentence if a piece is no longer on the board.
    """

    pieces: Callable[[State], Sequence[P]]
    called: Callable[[str], str]
    piece: Callable[[State, str], P]
    put: Callable[[State, P, Square, Facing], State]
    stands: str
    faces: str
    missing: Callable[[State, str], str | None] = lambda state, player: None
    board: Callable[[Any], Grid[Any]] = lambda state: state.board

    def whereabouts(self, state: State, player: str) -> str:
        """Return the square and facing of the piece of `player`, in the form `b4 north`."""
        here = self.piece(state, player)
        return Place(f"{here.square} {here.facing.value}")

    def placed(self, state: State, player: str, where: str) -> State:
        """Return a copy of `state` with the piece of `player` at `where`, such as `b4 north`.

        Raise `BoardError` if `where` is not a square and a facing.
        """
        return self.put(state, self.piece(state, player), *read_place(where))

    def predictions(self, state: State) -> Stands:
        """Return the prediction form for a square of the board and a facing."""
        names = [self.called(piece.name) for piece in self.pieces(state)]
        return Stands(self.board(state).squares, names)

    def square(self, state: State, player: str) -> str:
        """Return the square of the piece of `player`, such as `b4`.

        This is a sensor for Python programs.
        """
        return str(self.piece(state, player).square)

    def facing(self, state: State, player: str) -> str:
        """Return the facing of the piece of `player`, such as `north`.

        This is a sensor for Python programs.
        """
        return self.piece(state, player).facing.value

    # Goals ------------------------------------------------------------------------------------

    @property
    def goals(self) -> tuple[Callable[..., str | None], ...]:
        """The goal functions for a piece's square, for its facing, and for both together."""
        return self.stands_on, self.looks, self.parks

    def stands_on(self, state: State, player: str, square: str) -> str | None:
        """Return `None` if the piece is on `square`, or else a sentence that says where it is."""
        if says := self.missing(state, player):
            return says
        here = self.piece(state, player).square
        if here == Square.read(square):
            return None
        return translate(self.stands).format(here=here, square=square)

    def looks(self, state: State, player: str, facing: str) -> str | None:
        """Return `None` if the piece faces `facing`, or else a sentence with its actual facing."""
        here, wanted = self.piece(state, player).facing, read_facing(facing)
        if here == wanted:
            return None
        return translate(self.faces).format(here=here.says, facing=wanted.says)

    def parks(self, state: State, player: str, place: str) -> str | None:
        """Return `None` if the piece is at `place`, or else a sentence that says what is wrong.

        `place` is a square and a facing, such as `b4 north`.
        """
        square, facing = read_place(place)
        if says := self.stands_on(state, player, str(square)):
            return says
        says = self.looks(state, player, facing.value)
        return says and say("The square is right. {says}", says=says)
