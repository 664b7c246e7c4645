"""The correct program nearest to another: the fewest words inserted, removed or replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from teachkit.core.language.nodes import Instruction, Node, instructions_in
from teachkit.core.language.program import Program
from teachkit.play.search.deck import Deck, Piece, TooLargeError
from teachkit.play.search.exact import Laying, Position
from teachkit.play.search.memory import Moment

MOST_PLACES = 20_000  # more would make a learner wait

Words: TypeAlias = tuple[str, ...]
Row: TypeAlias = tuple[int, ...]  # the number of changes for each beginning of some words


class Bounds(NamedTuple):
    """The greatest number of changes to a program, and the cards in it that must stay."""

    given: Words = ()
    most: int | None = None
    fixed: tuple[Instruction, ...] = ()


class Place(NamedTuple):
    """A position in the old row, the moments there, and the state of the bounds."""

    dealt: int
    position: Position
    row: Row
    kept: int


def first_row(words: Words) -> Row:
    """Return the number of changes from nothing to each beginning of these words."""
    return tuple(range(len(words) + 1))


def next_row(row: Row, words: Words, word: str) -> Row:
    """Return the numbers of changes with one more word on this side.

    >>> next_row(first_row(("left", "jump")), ("left", "jump"), "jump")
    (1, 1, 1)
    """
    found = [row[0] + 1]
    for place, theirs in enumerate(words):
        found.append(min(row[place] + (word != theirs), row[place + 1] + 1, found[-1] + 1))
    return tuple(found)


class Mending:
    """A search for correct programs on these starts, by their distance from another program."""

    def __init__(
        self,
        starts: Sequence[Moment],
        deck: Deck,
        is_goal: Callable[[Sequence[Moment]], bool],
        words_of: Callable[[Program], Sequence[str]],
        bounds: Bounds,
        needs: frozenset[str] = frozenset(),
    ) -> None:
        if deck.senses:
            raise TooLargeError  # conditions count as words too, and there are too many
        self.deck, self.is_goal, self.bounds = deck, is_goal, bounds
        self.laying = Laying(starts, deck.limits, needs)
        self.words = cache(lambda piece: tuple(words_of(Program((piece.node,)))))
        self.words_of = words_of

    def nearest(self, old: Program, most: int) -> Program | None:
        """Return the correct program with the fewest changes, at most `most`, or `None`.

        Raises `TooLargeError` if it would take too long.
        """
        words, pieces = tuple(self.words_of(old)), self._pieces(old)
        row = first_row(self.bounds.given) if self.bounds.most is not None else ()
        first = Place(0, self.laying.first, row, 0)
        came: dict[Place, tuple[int, Place, Piece | None]] = {first: (0, first, None)}
        layers: list[list[Place]] = [[first], *([] for _ in range(most))]
        for changes, layer in enumerate(layers):
            for place in layer:
                if came[place][0] < changes:
                    continue  # a shorter way was found
                if place.dealt == len(words) and self._is_right(place):
                    return self._program(place, came)
                for price, after, piece in self._ahead(place, words, pieces, most - changes):
                    if after not in came or changes + price < came[after][0]:
                        came[after] = (changes + price, place, piece)
                        layers[changes + price].append(after)
                if len(came) > MOST_PLACES:
                    raise TooLargeError
        return None

    def _pieces(self, old: Program) -> list[Piece]:
        """Return the pieces that may be used; unlimited brackets get little more than they have."""
        longest = self.deck.longest("cards")
        if longest is None:
            longest = 1 + max((Piece.of(node).cards for node in old.body), default=1)
        return [
            piece for price in range(1, longest + 1) for piece in self.deck.pieces("cards", price)
        ]

    def _ahead(
        self, place: Place, words: Words, pieces: Sequence[Piece], most: int
    ) -> Iterator[tuple[int, Place, Piece | None]]:
        """Yield the next pieces for a number of old words, with their number of changes."""
        left = words[place.dealt :]
        if left and len(left) <= most:
            yield len(left), place._replace(dealt=len(words)), None
        for piece in pieces:
            row = self._with_words(place.row, self.bounds.given, piece)
            if self.bounds.most is not None:
                row = tuple([min(changes, self.bounds.most + 1) for changes in row])
                if min(row) > self.bounds.most:
                    continue
            position = self.laying.after(place.position, piece)
            if position is None:
                continue
            kept = place.kept
            for card in instructions_in((piece.node,)):
                kept += self.bounds.fixed[kept : kept + 1] == (card,)
            for dealt, price in enumerate(self._with_words(first_row(left), left, piece)):
                if price <= most:
                    yield price, Place(place.dealt + dealt, position, row, kept), piece

    def _with_words(self, row: Row, words: Words, piece: Piece) -> Row:
        for word in self.words(piece) if row else ():
            row = next_row(row, words, word)
        return row

    def _is_right(self, place: Place) -> bool:
        """Return whether a program may end here and has reached all goals."""
        if place.kept < len(self.bounds.fixed):
            return False
        if self.bounds.most is not None and place.row[-1] > self.bounds.most:
            return False
        ends = self.laying.ends(place.position)
        return ends is not None and self.is_goal(ends)

    def _program(
        self, place: Place, came: Mapping[Place, tuple[int, Place, Piece | None]]
    ) -> Program | None:
        """Return the program of the pieces on the way here."""
        row: list[Node] = []
        while place != came[place][1]:
            _, place, piece = came[place]
            row += [piece.node] if piece else []
        return Program(tuple(reversed(row))) if row else None
