"""Exact search for the correct program that is nearest to another program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple, TypeAlias

from teachkit.core.language.instructions import Instruction, Node, instructions_in
from teachkit.core.language.program import Program
from teachkit.play.search.deck import Deck, Piece, TooLargeError
from teachkit.play.search.exact import Goal, PieceEffects, Position
from teachkit.play.search.memory import Moment

MOST_PLACES, MOST_TRIED = 4_000, 2_000  # nodes and pieces; with more, a learner would have to wait

Words: TypeAlias = tuple[str, ...]
Changes: TypeAlias = tuple[int, ...]  # the number of changes that lead to each prefix of some words
Prices: TypeAlias = Callable[[int], list[tuple[Piece, Changes]]]


class Bounds(NamedTuple):
    """The limits of a repair, besides those of the deck.

    `given` are the words of a program from which the new program may differ by at most `most`
    changes, or by any number of changes if `most` is `None`. `fixed` are cards that the new program
    must contain, in this order.
    """

    given: Words = ()
    most: int | None = None
    fixed: tuple[Instruction, ...] = ()


class Place(NamedTuple):
    """A node of the search, after some words of the old program and some pieces of the new one.

    `dealt` is the number of old words already kept, replaced or removed, and `position` is the
    result of the new pieces. `row` is a row of the edit distance table between the given words and
    the new ones, and `kept` is the number of fixed cards used so far.
    """

    dealt: int
    position: Position
    row: Changes
    kept: int


def first_row(words: Words) -> Changes:
    """Return the first row of an edit distance table, for changes from no words to `words`."""
    return tuple(range(len(words) + 1))


def next_row(row: Changes, words: Words, word: str) -> Changes:
    """Return the row after `row` in an edit distance table, for one more word.

    `words` are the words of the table's columns, and `word` is the word of the new row.

    >>> next_row(first_row(("left", "jump")), ("left", "jump"), "jump")
    (1, 1, 1)
    """
    found = [row[0] + 1]
    for place, theirs in enumerate(words):
        found.append(min(row[place] + (word != theirs), row[place + 1] + 1, found[-1] + 1))
    return tuple(found)


class RepairSearch:
    """A search for the correct program that is nearest to another program.

    A program is correct if it reaches the goals from all `starts`. The distance is the number of
    changes between the words of the programs, which `words_of` returns. The constructor raises
    `TooLargeError` if the deck has conditions or routines.
    """

    def __init__(
        self,
        starts: Sequence[Moment],
        deck: Deck,
        goals: Sequence[Goal],
        words_of: Callable[[Program], Sequence[str]],
        bounds: Bounds,
        needs: frozenset[str] = frozenset(),
    ) -> None:
        if deck.senses or deck.routines:
            raise TooLargeError  # conditions and names are words too, and there are too many
        self.deck, self.goals, self.bounds = deck, goals, bounds
        self.effects = PieceEffects(starts, deck.limits, needs)
        self.words = cache(lambda piece: tuple(words_of(Program((piece.node,)))))
        self.words_of = words_of

    def nearest(self, old: Program, most: int) -> Program | None:
        """Return the correct program with the fewest changes to `old`, or `None`.

        Programs with more than `most` changes are not tried. Raise `TooLargeError` if the search
        would take too long.
        """
        words, pieces = tuple(self.words_of(old)), self._pieces(old)

        @cache
        def prices(dealt: int) -> list[tuple[Piece, Changes]]:
            """Return for each piece the number of changes from the next 0, 1, … old words."""
            left = words[dealt:]
            return [(piece, self._with_words(first_row(left), left, piece)) for piece in pieces]

        row = first_row(self.bounds.given) if self.bounds.most is not None else ()
        first = Place(0, self.effects.first, row, 0)
        came: dict[Place, tuple[int, Place, Piece | None]] = {first: (0, first, None)}
        layers: list[list[Place]] = [[first], *([] for _ in range(most))]
        for changes, layer in enumerate(layers):
            for place in layer:
                if came[place][0] < changes:
                    continue  # the place was reached with fewer changes
                if place.dealt == len(words) and self._is_right(place):
                    return self._program(place, came)
                for price, after, piece in self._ahead(place, words, prices, most - changes):
                    if after not in came or changes + price < came[after][0]:
                        came[after] = (changes + price, place, piece)
                        layers[changes + price].append(after)
                if len(came) > MOST_PLACES:
                    raise TooLargeError
        return None

    def _pieces(self, old: Program) -> list[Piece]:
        """Return all pieces to try.

        If the deck does not limit the length of pieces, none is more than one card longer than the
        longest piece of `old`. Raise `TooLargeError` if there are too many.
        """
        longest = self.deck.longest("cards")
        if longest is None:
            longest = 1 + max((Piece.of(node).cards for node in old.body), default=1)
        found: list[Piece] = []
        for price in range(1, longest + 1):
            found += islice(self.deck.pieces("cards", price), MOST_TRIED + 1)
            if len(found) > MOST_TRIED:
                raise TooLargeError
        return found

    def _ahead(
        self, place: Place, words: Words, prices: Prices, most: int
    ) -> Iterator[tuple[int, Place, Piece | None]]:
        """Yield the possible steps from `place`: number of changes, next place, and added piece.

        No step makes more than `most` changes. The piece is `None` if the step only removes words.
        """
        left = words[place.dealt :]
        if left and len(left) <= most:
            yield len(left), place._replace(dealt=len(words)), None
        for piece, changes in prices(place.dealt):
            if min(changes) > most:
                continue
            row = self._with_words(place.row, self.bounds.given, piece)
            if self.bounds.most is not None:
                row = tuple([min(each, self.bounds.most + 1) for each in row])
                if min(row) > self.bounds.most:
                    continue
            position = self.effects.after(place.position, piece)
            if position is None:
                continue
            kept = place.kept
            for card in instructions_in((piece.node,)) if self.bounds.fixed else ():
                kept += self.bounds.fixed[kept : kept + 1] == (card,)
            for dealt, price in enumerate(changes):
                if price <= most:
                    yield price, Place(place.dealt + dealt, position, row, kept), piece

    def _with_words(self, row: Changes, words: Words, piece: Piece) -> Changes:
        for word in self.words(piece) if row else ():
            row = next_row(row, words, word)
        return row

    def _is_right(self, place: Place) -> bool:
        """Return whether a program ending at `place` is within the bounds and reaches the goals."""
        if place.kept < len(self.bounds.fixed):
            return False
        if self.bounds.most is not None and place.row[-1] > self.bounds.most:
            return False
        return self.effects.reaches(self.goals, place.position)

    def _program(
        self, place: Place, came: Mapping[Place, tuple[int, Place, Piece | None]]
    ) -> Program | None:
        """Return the program that ends at `place`, or `None` if it has no pieces.

        `came` maps each place to the changes so far, the place before it, and the piece added.
        """
        row: list[Node] = []
        while place != came[place][1]:
            _, place, piece = came[place]
            row += [piece.node] if piece else []
        return Program(tuple(reversed(row))) if row else None
