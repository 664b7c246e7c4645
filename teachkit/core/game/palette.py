"""Palettes: the things that a game's boards can hold, and the painting of these things on starts.

A start is a `[[starts]]` table of an exercise file. A palette takes it apart into its size, marks,
and rest, and builds it again. It knows how things are written, but not which starts are legal: only
the method `state()` of a set-up knows that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeAlias

from teachkit.core.board.grid import Grid, read_rows, squares_of, unknown_sign
from teachkit.core.board.squares import FACINGS, Facing, Square, read_place
from teachkit.core.data import Table
from teachkit.core.game.level_generator import size_of
from teachkit.core.strings import check_known
from teachkit.errors import BoardError
from teachkit.words import say, translate

LEAST, MOST = 3, 12


class Place(Enum):
    """The kind of place where a thing can be: on a square, on its edge, or there with a facing."""

    SQUARE = "square"
    EDGE = "edge"
    HEADING = "heading"


@dataclass(frozen=True)
class Thing:
    """A kind of thing that can be painted.

    `name` is written in files and answers, `title` is shown, and `letter` is the key that paints
    it. `details` are the variants of the thing; the first one is the usual one. A `single` thing
    can be on a board only once. A `numbered` thing can be there once with each of its details. No
    two things on a square have one of the words in `fills` in common. A thing that `needs` another
    one hangs on it, on one side of the edge.
    """

    name: str
    title: str
    letter: str
    place: Place = Place.SQUARE
    details: tuple[str, ...] = ()
    single: bool = False
    numbered: bool = False
    fills: tuple[str, ...] = ()
    needs: str = ""

    @property
    def says(self) -> str:
        """The label, in the language of the learner."""
        return translate(self.title)


class Mark(NamedTuple):
    """One painted thing, with its place, such as `c3` or `c3 north`, and its detail."""

    thing: str
    where: str
    detail: str = ""

    @property
    def square(self) -> str:
        """The name of the square or cell."""
        return self.where.partition(" ")[0]


class Layer(Protocol):
    """The part of a start in which certain things are written."""

    @property
    def things(self) -> tuple[Thing, ...]:
        """The things of this layer, from the bottom up."""

    def read(self, start: Table) -> Iterator[Mark]:
        """Yield the marks of this layer in the order in which they are written."""

    def write(self, start: Table, marks: Sequence[Mark]) -> Table:
        """Return a copy of `start` in which the marks of this layer are exactly `marks`."""


# The layers ------------------------------------------------------------------------------------

Part: TypeAlias = tuple[str, str, str]
"""One thing that a symbol stands for: the name of the thing, its facing, and its detail."""


@dataclass(frozen=True)
class Floor:
    """The drawing in the field `floor`, whose symbols are explained by the field `legend`.

    `legend` explains the game's own symbols. `split` splits such an explanation into words, `join`
    connects the words again, and `parts` says what each word stands for.
    """

    things: tuple[Thing, ...]
    legend: Mapping[str, str]
    parts: Mapping[str, Part]
    split: Callable[[str], Iterable[str]] = lambda kind: [kind]
    join: str = ", "

    def read(self, start: Table) -> Iterator[Mark]:
        known = {**self.legend, **start.get("legend", {})}
        for square, sign in signs_of(start).items():
            if sign not in known:
                raise unknown_sign(sign, self.legend.values())
            for word in self.split(known[sign]):
                if word in self.parts:
                    thing, facing, detail = self.parts[word]
                    yield Mark(thing, f"{square} {facing}".strip(), detail)

    def write(self, start: Table, marks: Sequence[Mark]) -> Table:
        legend = dict(start.get("legend", {}))
        words = {part: word for word, part in self.parts.items()}
        grid = grid_of(start)
        kinds: dict[Square, list[str]] = {square: [] for square in grid.squares}
        for mark in marks:
            square, facing = Square.read(mark.square), mark.where.partition(" ")[2]
            kinds[grid.checked(square)].append(words[mark.thing, facing, mark.detail])
        drawn = {square: self._sign(kind, legend) for square, kind in kinds.items()}
        rows = reversed(range(grid.height))
        lines = [" ".join(drawn[each] for each in drawn if each.row == row) for row in rows]
        used = {
            sign: kind
            for sign, kind in legend.items()
            if sign in drawn.values() or sign != self._joined(self.split(kind))
        }
        return with_field(start, "legend", used) | {"floor": "\n".join(lines) + "\n"}

    def _sign(self, kind: list[str], legend: dict[str, str]) -> str:
        """Return the symbol for the words in `kind`; add one to `legend` if there is none."""
        known = {**legend, **self.legend, **legend}
        for sign, text in known.items():
            words = [word for word in self.split(text) if word in self.parts]
            if sorted(words) == sorted(kind):
                return sign
        sign = self._joined(kind)
        while sign in known:
            sign += "'"
        legend[sign] = self.join.join(kind)
        return sign

    def _joined(self, kind: Iterable[str]) -> str:
        """Return the symbols of the words in `kind`, joined to one symbol."""
        signs = {word: sign for sign, word in self.legend.items()}
        return "".join(signs.get(word, "") for word in kind)


@dataclass(frozen=True)
class Listed:
    """Things of one kind that the field `key` lists, such as `walls = ["c1 north"]`.

    If the detail of a thing is `usual`, it is left out. A thing that hangs on a wall is written
    with the direction in which it acts, away from the wall.
    """

    key: str
    thing: Thing
    usual: str = ""

    @property
    def things(self) -> tuple[Thing, ...]:
        return (self.thing,)

    def read(self, start: Table) -> Iterator[Mark]:
        count = 1 if self.thing.place is Place.SQUARE else 2
        for text in start.get(self.key, ()):
            words = text.split()
            detail = " ".join(words[count:]) or self.usual
            yield Mark(self.thing.name, self._turned(" ".join(words[:count])), detail)

    def write(self, start: Table, marks: Sequence[Mark]) -> Table:
        details = ["" if mark.detail == self.usual else f" {mark.detail}" for mark in marks]
        texts = [self._turned(mark.where) + end for mark, end in zip(marks, details, strict=True)]
        return with_field(start, self.key, texts)

    def _turned(self, where: str) -> str:
        """Return the edge on which a thing hangs for its direction, and the other way round."""
        if not self.thing.needs:
            return where
        square, facing = read_place(where)
        return f"{square} {facing.back.value}"


@dataclass(frozen=True)
class Named:
    """Things that each have a name in the field `key`, such as `rovers = { red = "a1 east" }`.

    `names` maps names to things. The name of a numbered thing ends in its number, as in `servo-2`.
    Other details are written before the place, as in `tread a1 north`.
    """

    key: str
    names: Mapping[str, Thing]

    @property
    def things(self) -> tuple[Thing, ...]:
        return tuple(self.names.values())

    def read(self, start: Table) -> Iterator[Mark]:
        for name, text in start.get(self.key, {}).items():
            if thing := self._thing(name):
                number, (kind, _, place) = name.rpartition("-")[2], text.partition(" ")
                if thing.numbered or not thing.details:
                    kind, place = (number if thing.numbered else ""), text
                yield Mark(thing.name, place, kind)

    def write(self, start: Table, marks: Sequence[Mark]) -> Table:
        names = {thing.name: name for name, thing in self.names.items()}
        entries = {k: v for k, v in start.get(self.key, {}).items() if not self._thing(k)}
        for mark in marks:
            name, text = names[mark.thing], mark.where
            if self.names[name].numbered:
                name = f"{name}-{mark.detail}"
            elif mark.detail:
                text = f"{mark.detail} {text}"
            entries[name] = text
        return with_field(start, self.key, entries)

    def _thing(self, name: str) -> Thing | None:
        kind, _, number = name.rpartition("-")
        thing = self.names.get(kind or name)
        return thing if thing and thing.numbered == bool(kind and number) else None


@dataclass(frozen=True)
class Piled:
    """Things that lie on squares in the field `key`, such as `samples = { c1 = "blue" }`."""

    key: str
    kinds: Mapping[str, Thing]

    @property
    def things(self) -> tuple[Thing, ...]:
        return tuple(self.kinds.values())

    def read(self, start: Table) -> Iterator[Mark]:
        for square, kinds in start.get(self.key, {}).items():
            for kind in [kinds] if isinstance(kinds, str) else kinds:
                check_thing(kind, self.kinds)
                yield Mark(self.kinds[kind].name, square)

    def write(self, start: Table, marks: Sequence[Mark]) -> Table:
        kinds = {thing.name: kind for kind, thing in self.kinds.items()}
        piles: dict[str, list[str]] = {}
        for mark in marks:
            piles.setdefault(mark.where, []).append(kinds[mark.thing])
        entries = {where: pile if pile[1:] else pile[0] for where, pile in piles.items()}
        return with_field(start, self.key, entries)


def check_thing(name: str, known: Collection[str]) -> None:
    """Raise `BoardError` if `name` is not in `known`, the names of the things of a layer."""
    check_known('There is no thing called "{name}". Choose one of: {names}.', [name], known)


def with_field(start: Table, key: str, value: Any) -> Table:
    """Return a copy of `start` whose field `key` is `value`, or missing if `value` is empty."""
    if value:
        return start | {key: value}
    return {name: each for name, each in start.items() if name != key}


def grid_of(start: Table) -> Grid[str]:
    """Return the symbols of the drawn floor of `start`."""
    return Grid(tuple(map(tuple, read_rows(start["floor"]))))


def signs_of(start: Table) -> dict[Square, str]:
    """Return the symbols of the drawn floor of `start` by square."""
    grid = grid_of(start)
    return {square: grid.at(square) for square in grid.squares}


# The palette -----------------------------------------------------------------------------------

_TURNED = {facing.value: facing.right.value for facing in FACINGS}
_SQUARE = re.compile("[a-z][1-9][0-9]?")
_MIRRORED = {"north": "north", "east": "west", "south": "south", "west": "east"}


@dataclass(frozen=True)
class Palette:
    """The things that the boards of a game can hold, with the functions that paint them.

    `layers` are listed from the bottom up. `drawn_fields` returns the fields that draw the board of
    a start which only names it in one of the fields `named`; together they replace those fields.
    `first` are the fields of an empty board with one piece to program. A game whose boards are not
    made of squares lists its `cells`.

    Other fields of a start are kept: `squares` are the fields that name squares, `programs` those
    that hold cards, and `owned` those with entries for the pieces in the fields `pieces`. If a
    board is mirrored or turned, the words of a program are replaced as in the mappings
    `mirrored_words` and `turned_words`.

    The default palette, of a game that has none, holds no things.
    """

    layers: tuple[Layer, ...] = ()
    first: Mapping[str, Any] = field(default_factory=dict)
    drawn_fields: Callable[[Table], Table] = lambda start: start
    named: tuple[str, ...] = ("board",)
    cells: tuple[str, ...] = ()
    squares: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    owned: tuple[str, ...] = ()
    mirrored_words: Mapping[str, str] = field(default_factory=dict)
    turned_words: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """All things, from the bottom up."""
        return tuple(thing for layer in self.layers for thing in layer.things)

    @property
    def sizes(self) -> range:
        """The possible widths and heights of a board; empty if the game has no squares."""
        return range(0) if self.cells or not self.layers else range(LEAST, MOST + 1)

    def thing(self, name: str) -> Thing:
        """Return the thing called `name`. Raise `BoardError` if there is none."""
        check_thing(name, self._by_name)
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, Thing]:
        return {thing.name: thing for thing in self.things}

    # Taking a start apart, and building it ---------------------------------------------------

    def drawn(self, start: Table) -> Table:
        """Return a copy of `start` that draws its board instead of naming it."""
        if not any(start.get(key) for key in self.named):
            return start
        kept = {key: value for key, value in start.items() if key not in self.named}
        return {**kept, **{key: each for key, each in self.drawn_fields(start).items() if each}}

    def size(self, start: Table) -> tuple[int, int]:
        """Return the width and height of the board, or (0, 0) if it has no squares."""
        if not self.sizes:
            return 0, 0
        grid = grid_of(self.drawn(start))
        return grid.width, grid.height

    def spots(self, start: Table) -> list[str]:
        """Return the names of all squares or cells, row by row."""
        return [*self.cells, *map(str, squares_of(*self.size(start)))]

    def marks(self, start: Table) -> tuple[Mark, ...]:
        """Return everything painted on `start`, from the bottom up, otherwise as it is written."""
        start = self.drawn(start)
        return tuple(mark for layer in self.layers for mark in layer.read(start))

    def rest(self, start: Table) -> Table:
        """Return the fields of `start` that hold neither its floor nor its marks."""
        rest = self._written(self.drawn(start), ())
        return {key: each for key, each in rest.items() if key != "floor" and each != {}}

    def built(self, rest: Table, size: tuple[int, int], marks: Sequence[Mark]) -> Table:
        """Return the start with a board of this `size` and `marks`, and the other fields `rest`."""
        return self._written(self._floor(size) | rest, marks)

    def blank(self, edition: str, width: int, height: int) -> Table:
        """Return a start in `edition` that is empty but for one piece to program.

        Raise `BoardError` if the board would be too small or too large.
        """
        if self.sizes:
            width, height = size_of(f"{width}x{height}", LEAST, MOST)
        return self._floor((width, height)) | dict(self.first)

    def _floor(self, size: tuple[int, int]) -> Table:
        width, height = size
        line = " ".join("." * width)
        return {"floor": f"{line}\n" * height} if self.sizes else {}

    def _written(self, start: Table, marks: Sequence[Mark]) -> Table:
        for mark in marks:
            self.thing(mark.thing)
        for layer in self.layers:
            names = [thing.name for thing in layer.things]
            mine = [mark for mark in marks if mark.thing in names]
            if tuple(layer.read(start)) != tuple(mine):
                start = layer.write(start, mine)
        return start

    # Painting ---------------------------------------------------------------------------------

    def painted(self, start: Table, mark: Mark) -> Table:
        """Return a copy of `start` with `mark` painted on it, in place of what it replaces.

        A mark without a detail keeps the detail of the thing that it replaces. Otherwise it gets
        the first detail, or the first free number. A thing without a facing faces north.
        """
        start, thing = self.drawn(start), self.thing(mark.thing)
        if mark.square not in self.spots(start):
            raise BoardError(say("There is no square {square} here.", square=mark.square))
        marks = self.marks(start)
        old = [each for each in marks if self._replaces(mark, each)]
        same = [each for each in old if each.thing == mark.thing][:1]
        mark = self._completed(mark, same, marks)
        kept = [each for each in marks if each not in old or each in same]
        new = [mark if each in same else each for each in kept] + ([] if same else [mark])
        beneath = Mark(thing.needs, mark.where)
        if thing.needs and not any(self._replaces(beneath, each) for each in new):
            new.append(beneath)
        return self._without_lost(start, self._written(start, new))

    def erased(self, start: Table, where: str) -> Table:
        """Return a copy of `start` without the topmost thing on the square or edge `where`."""
        start = self.drawn(start)
        marks = self.marks(start)
        here = [at for at, mark in enumerate(marks) if self._spot(mark) == _spot(where)]
        kept = [mark for at, mark in enumerate(marks) if at not in here[-1:]]
        return self._without_lost(start, self._written(start, kept))

    def _completed(self, mark: Mark, same: Sequence[Mark], marks: Sequence[Mark]) -> Mark:
        """Return `mark` with a facing and a detail, taken from the first of `same` if possible."""
        thing, where, detail = self.thing(mark.thing), mark.where, mark.detail
        if thing.place is Place.HEADING and where == mark.square:
            where = " ".join([where, *(same[0].where.split()[1:] if same else ["north"])])
        if not detail and thing.details:
            used = [each.detail for each in marks if each.thing == thing.name and thing.numbered]
            free = [each for each in thing.details if each not in used]
            detail = same[0].detail if same else (free or thing.details)[0]
        return Mark(thing.name, where, detail)

    def _replaces(self, new: Mark, old: Mark) -> bool:
        """Return whether `new` cannot be on a board together with `old`."""
        thing, other = self.thing(new.thing), self.thing(old.thing)
        if thing is other and (thing.single or (thing.numbered and new.detail == old.detail)):
            return True
        if self._spot(new) != self._spot(old):
            return False
        if thing.needs and other.needs and new.square != old.square:
            return False  # they hang on two sides of one wall
        return thing is other or not {*thing.fills}.isdisjoint(other.fills)

    def _spot(self, mark: Mark) -> frozenset[object]:
        return _spot(mark.where if self.thing(mark.thing).place is Place.EDGE else mark.square)

    def _without_lost(self, old: Table, new: Table) -> Table:
        """Return `new` without the entries for pieces that `old` has and `new` has not."""
        lost = {name for key in self.pieces for name in {*old.get(key, ())} - {*new.get(key, ())}}
        for key in self.owned if lost else ():
            entries = new.get(key, ())
            left = [entry for entry in entries if entry not in lost]
            kept = {name: entries[name] for name in left} if isinstance(entries, dict) else left
            new = with_field(new, key, kept)
        return new

    # Moving everything ------------------------------------------------------------------------

    def turned(self, start: Table) -> Table:
        """Return `start` with its board turned clockwise by a quarter turn."""
        width, height = self.size(start)

        def move(square: Square) -> Square:
            return Square(square.row, width - 1 - square.column)

        return self._moved(start, (height, width), move, _TURNED, self.turned_words)

    def mirrored(self, start: Table) -> Table:
        """Return `start` with its board mirrored, so that left and right are exchanged."""
        width, height = self.size(start)

        def move(square: Square) -> Square:
            return Square(width - 1 - square.column, square.row)

        return self._moved(start, (width, height), move, _MIRRORED, self.mirrored_words)

    def resized(self, start: Table, width: int, height: int) -> Table:
        """Return `start` with a board of another size, and everything that still fits on it.

        The square `a1` stays where it is. Raise `BoardError` if the board is too small or large.
        """
        size = size_of(f"{width}x{height}", LEAST, MOST)
        return self._moved(start, size, lambda square: square, {}, {})

    def mirrored_program(self, text: str) -> str:
        """Return the program `text` for a mirrored board, with left and right exchanged."""
        return _replaced(text, self.mirrored_words)

    def turned_program(self, text: str) -> str:
        """Return the program `text` for a board that has been turned clockwise."""
        return _replaced(text, self.turned_words)

    def _moved(
        self,
        start: Table,
        size: tuple[int, int],
        move: Callable[[Square], Square],
        facings: Mapping[str, str],
        words: Mapping[str, str],
    ) -> Table:
        """Return `start` on a board of `size`, with everything moved by `move`.

        `facings` and `words` are the replacements for facings, and for the words of programs.
        """
        if not self.sizes:
            return start
        start, grid = self.drawn(start), frozenset(squares_of(*size))
        inner = squares_of(*self.size(start))

        def fits(where: str) -> bool:
            square, *facing = where.split()
            if not _SQUARE.fullmatch(square):
                return True
            here, there = (
                Square.read(square),
                [Square.read(square).ahead(Facing(each)) for each in facing],
            )
            return move(here) in grid and all(
                move(each) in grid or each not in inner for each in there
            )

        def moved(where: str) -> str:
            square, *facing = where.split()
            square = str(move(Square.read(square))) if _SQUARE.fullmatch(square) else square
            return " ".join([square, *(facings.get(each, each) for each in facing)])

        rest = self.rest(start)
        for key in {*rest} & {*self.squares}:
            entries = rest[key].items()
            rest[key] = {
                moved(name): moved(each) if isinstance(each, str) else each
                for name, each in entries
                if fits(name) and (not isinstance(each, str) or fits(each))
            }
        for key in {*rest} & {*self.programs}:
            rest[key] = _each_text(rest[key], words)
        marks = [
            Mark(each.thing, moved(each.where), _replaced(each.detail, words))
            for each in self.marks(start)
            if fits(each.where if self.thing(each.thing).place is Place.EDGE else each.square)
        ]
        return self._without_lost(start, self.built(rest, size, marks))


def _spot(where: str) -> frozenset[object]:
    """Return an equal value for each name of the same square or edge."""
    if " " not in where:
        return frozenset([where])
    square, facing = read_place(where)
    return frozenset([square, square.ahead(facing)])


def _each_text(value: Any, words: Mapping[str, str]) -> Any:
    """Return plain data like `value` in which the words of all texts are replaced."""
    if isinstance(value, dict):
        return {name: _each_text(each, words) for name, each in value.items()}
    if isinstance(value, str):
        return _replaced(value, words)
    return [_each_text(each, words) for each in value] if isinstance(value, list) else value


def _replaced(text: str, words: Mapping[str, str]) -> str:
    """Return `text` with each of `words` replaced, the longest ones first."""
    longest = sorted(words, key=len, reverse=True)
    pattern = rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])"
    return re.sub(pattern, lambda found: words[found[0]], text) if words else text
