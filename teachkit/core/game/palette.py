"""Palettes: the things that a game's boards can hold, and the painting of these things on starts.

A start is a `[[starts]]` table of an exercise file. A palette takes it apart into its size, marks,
and rest, and builds it again. It knows how things are written, but not which starts are legal: only
the method `state()` of a set-up knows that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.board.grid import Grid, read_rows, squares_of, unknown_sign
from teachkit.core.board.squares import FACINGS, Square, read_place
from teachkit.core.data import Table
from teachkit.core.game.level_generator import size_of
from teachkit.core.strings import suggested
from teachkit.errors import BoardError
from teachkit.words import say, translate

LEAST, MOST = 3, 12

Words: TypeAlias = Mapping[str, str]
Move: TypeAlias = Callable[[Square], Square]

_TURNED = {facing.value: facing.right.value for facing in FACINGS}
_MIRRORED = {"east": "west", "west": "east"}
_SQUARE = re.compile("[a-z][1-9][0-9]?")


class Place(Enum):
    """The kind of place where a thing can be: on a square, on its edge, or there with a facing."""

    SQUARE = "square"
    EDGE = "edge"
    HEADING = "heading"


class Mark(NamedTuple):
    """One painted thing, with its place, such as `c3` or `c3 north`, and its detail."""

    thing: str
    where: str
    detail: str = ""

    @property
    def square(self) -> str:
        """The name of the square or cell."""
        return self.where.partition(" ")[0]


@dataclass(frozen=True)
class Thing:
    """A kind of thing that can be painted.

    `name` is used in files and answers, `title` is shown, and `letter` is the key that paints it.
    `key` is the field of a start in which it is written, and `written` are the words for it, to
    which its place is added; the words may have a `{detail}` or a `{side}`.

    `details` are the variants of the thing, with the usual one first, which is not written if the
    thing `omits` it. A board can hold a `single` thing once, and a `numbered` one once with each
    detail. Two things on one square have no word of `fills` in common. If a thing `needs` another
    one, both are painted; on an edge, it hangs there, and is written with the side toward which it
    acts.
    """

    name: str
    title: str
    letter: str
    key: str
    written: str = ""
    place: Place = Place.SQUARE
    details: tuple[str, ...] = ()
    omits: bool = False
    single: bool = False
    numbered: bool = False
    fills: tuple[str, ...] = ()
    needs: str = ""

    @property
    def says(self) -> str:
        """The label, in the language of the learner."""
        return translate(self.title)

    @cached_property
    def forms(self) -> dict[tuple[str, str], str]:
        """The words for each side and detail."""
        sides = FACINGS if "{side}" in self.written else ("",)
        pairs = [(str(side), detail) for side in sides for detail in self.details or ("",)]
        texts = {pair: self.written.format(side=pair[0], detail=pair[1]) for pair in pairs}
        return texts | ({pairs[0]: ""} if self.omits else {})


@dataclass(frozen=True)
class Palette:
    """The things that the boards of a game can hold, with the functions that paint them.

    The `things` are listed from the bottom up, those of a field together. The fields in `names` map
    names to places, those in `tables` map squares to things, and the others are lists. The `legend`
    explains the symbols of the floor, and `words` splits an explanation into words. `first` are the
    fields of an empty board with one piece to program. `drawn` returns a copy of a start that draws
    its board instead of naming it. A game whose boards are not made of squares lists its `cells`.
    If a board is mirrored or turned, the words of programs are replaced as in `mirrored_words` and
    `turned_words`.

    A game that does not define a palette has the default one, which holds nothing.
    """

    things: tuple[Thing, ...] = ()
    names: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    legend: Mapping[str, str] = field(default_factory=dict)
    words: Callable[[str], Sequence[str]] = lambda kind: [kind]
    first: Mapping[str, Any] = field(default_factory=dict)
    drawn: Callable[[Table], Table] = lambda start: start
    cells: tuple[str, ...] = ()
    mirrored_words: Mapping[str, str] = field(default_factory=dict)
    turned_words: Mapping[str, str] = field(default_factory=dict)

    @property
    def sizes(self) -> range:
        """The possible widths and heights of a board; empty if the game has no squares."""
        return range(0) if self.cells or not self.things else range(LEAST, MOST + 1)

    def thing(self, name: str) -> Thing:
        """Return the thing called `name`. Raise `BoardError` if there is none."""
        if name not in self._by_name:
            says = say('There is no thing called "{name}".', name=name)
            raise BoardError(suggested(says, name, self._by_name, lists=False))
        return self._by_name[name]

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """The fields that hold the pieces, which are the things with a name and a heading."""
        keys = [thing.key for thing in self.things if thing.place is Place.HEADING]
        return tuple(key for key in self.names if key in keys)

    @cached_property
    def _by_name(self) -> dict[str, Thing]:
        return {thing.name: thing for thing in self.things}

    @cached_property
    def _keys(self) -> dict[str, list[Thing]]:
        """The fields in which things are written, with their things."""
        keys = dict.fromkeys(thing.key for thing in self.things)
        return {key: [thing for thing in self.things if thing.key == key] for key in keys}

    @cached_property
    def _forms(self) -> dict[tuple[str, str], tuple[Thing, str, str]]:
        """The thing, side and detail for each field and the words in it."""
        return {
            (thing.key, text): (thing, side, detail)
            for thing in self.things
            for (side, detail), text in thing.forms.items()
        }

    @cached_property
    def _tables(self) -> tuple[str, ...]:
        return (*self.tables, *(["floor"] if self.sizes else []))

    # Taking a start apart, and building it ----------------------------------------------------

    def size(self, start: Table) -> tuple[int, int]:
        """Return the width and height of the board, or (0, 0) if it has no squares."""
        if not self.sizes:
            return 0, 0
        grid = _grid(self.drawn(start))
        return grid.width, grid.height

    def spots(self, start: Table) -> list[str]:
        """Return the names of all squares or cells, row by row."""
        return [*self.cells, *map(str, squares_of(*self.size(start)))]

    def marks(self, start: Table) -> tuple[Mark, ...]:
        """Return everything painted on `start`, from the bottom up, otherwise as it is written."""
        start = self.drawn(start)
        entries = ((key, *entry) for key in self._keys for entry in self._entries(start, key))
        return tuple(mark for entry in entries if (mark := self._mark(*entry)))

    def rest(self, start: Table) -> Table:
        """Return the fields of `start` that hold neither its floor nor its marks."""
        rest = self._written(self.drawn(start), ())
        return {key: each for key, each in rest.items() if key not in self._tables and each != {}}

    def built(self, rest: Table, size: tuple[int, int], marks: Sequence[Mark]) -> Table:
        """Return the start with a board of this `size` and `marks`, and the other fields `rest`.

        Raise `BoardError` if a mark is of no thing, or not on the board.
        """
        for mark in marks:
            self._entry(mark)
        return self._written(self._floor(size) | rest, marks)

    def blank(self, edition: str, width: int, height: int) -> Table:
        """Return a start in `edition` that is empty but for one piece to program.

        Raise `BoardError` if the board would be too small or too large.
        """
        if self.sizes:
            width, height = size_of(f"{width}x{height}", LEAST, MOST)
        return self._floor((width, height)) | dict(self.first)

    def _floor(self, size: tuple[int, int]) -> Table:
        line = " ".join("." * size[0])
        return {"floor": f"{line}\n" * size[1]} if self.sizes else {}

    def _entries(self, start: Table, key: str) -> list[tuple[str, str]]:
        """Return the entries of the field `key`, each with its name, which lists do not have."""
        entries = self._floor_words(start) if key == "floor" else start.get(key, ())
        if not isinstance(entries, dict):
            return [("", text) for text in entries]
        lists = ((name, [e] if isinstance(e, str) else e) for name, e in entries.items())
        return [(name, text) for name, texts in lists for text in texts]

    def _mark(self, key: str, name: str, text: str) -> Mark | None:
        """Return the mark for an entry of the field `key`, or `None` if it is no thing."""
        words, where = [text], name
        if key not in self._tables:
            words = [*filter(None, [name]), *text.split()]
            where = " ".join(each for each in words if _is_place(each))
            words = [each for each in words if not _is_place(each)]
        if found := self._forms.get((key, " ".join(words))):
            thing, side, detail = found
            return Mark(thing.name, _hung(thing, f"{where} {side}".strip()), detail)
        return None

    def _entry(self, mark: Mark) -> tuple[str, str]:
        """Return the entry for `mark`. Raise `BoardError` if there is no such thing."""
        thing, (square, _, side) = self.thing(mark.thing), mark.where.partition(" ")
        form = thing.forms.get((side if "{side}" in thing.written else "", mark.detail))
        if form is None:
            facts = {"detail": f"{mark.detail} {side}".strip(), "thing": thing.says}
            example = " ".join(next(iter(thing.forms))).strip()
            says = say(
                '{thing}: write it like "{example}", not "{detail}".', **facts, example=example
            )
            raise BoardError(says)
        if thing.key in self._tables:
            return square, form
        name, _, form = form.partition(" ") if thing.key in self.names else ("", "", form)
        where = _hung(thing, mark.where)
        return name, " ".join([form, where] if name else [where, form]).strip()

    def _written(self, start: Table, marks: Sequence[Mark]) -> Table:
        """Return `start` with exactly these `marks`; fields with the same marks stay as they are.

        Entries that are no things stay, too.
        """
        for key, things in self._keys.items():
            names = [thing.name for thing in things]
            mine = [mark for mark in marks if mark.thing in names]
            old = [(entry, self._mark(key, *entry)) for entry in self._entries(start, key)]
            if [mark for _, mark in old if mark] != mine:
                kept = [entry for entry, mark in old if not mark]
                start = self._with(start, key, [*kept, *map(self._entry, mine)])
        return start

    def _with(self, start: Table, key: str, entries: Sequence[tuple[str, str]]) -> Table:
        """Return `start` with these `entries` in the field `key`."""
        lists: dict[str, list[str]] = {}
        for name, text in entries:
            lists.setdefault(name, []).append(text)
        if key == "floor":
            return self._with_floor(start, lists)
        table = {name: each if each[1:] else each[0] for name, each in lists.items()}
        value = table if key in (*self.names, *self.tables) else [text for _, text in entries]
        return _filled(start, key, value, key in self.first)

    def _floor_words(self, start: Table) -> dict[str, Sequence[str]]:
        known, grid = {**self.legend, **start.get("legend", {})}, _grid(start)
        for sign in (sign for row in grid.rows for sign in row if sign not in known):
            raise unknown_sign(sign, known.values())
        return {str(square): self.words(known[grid.at(square)]) for square in grid.squares}

    def _with_floor(self, start: Table, kinds: Mapping[str, Sequence[str]]) -> Table:
        """Return `start` with a floor whose squares are described by the words in `kinds`."""
        grid, legend = _grid(start), dict(start.get("legend", {}))
        known = {**legend, **self.legend, **legend}
        signs = {frozenset(self.words(known[sign])): sign for sign in reversed(known)}
        own = {kind: sign for sign, kind in self.legend.items()}
        for square, words in kinds.items():
            grid.checked(Square.read(square))
            if (kind := frozenset(words)) not in signs:
                sign = "".join(own[word] for word in words)
                signs[kind] = sign + "'" * (sign in known)
                legend[signs[kind]] = ", ".join(words)
        drawn = {at: signs[frozenset(kinds.get(str(at), ()))] for at in grid.squares}
        lines = [
            " ".join(drawn[Square(column, row)] for column in range(grid.width)) + "\n"
            for row in reversed(range(grid.height))
        ]
        return _filled(start, "legend", legend) | {"floor": "".join(lines)}

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
        if thing.needs and not any(self._replaces(beneath, each) for each in kept):
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
        before, after = (
            {n for key in self.pieces for n in each.get(key, ())} for each in (old, new)
        )
        lost = [*before - after]
        for key in [key for key in new if lost and key not in self._keys]:
            if isinstance(value := new[key], dict):
                new = _filled(new, key, {n: each for n, each in value.items() if n not in lost})
            elif isinstance(value, list):
                new = _filled(new, key, [each for each in value if each not in lost])
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
        self, start: Table, size: tuple[int, int], move: Move, facings: Words, words: Words
    ) -> Table:
        """Return `start` on a board of `size`, with everything moved by `move`.

        `facings` and `words` are the replacements for facings, and for the words of programs.
        """
        if not self.sizes:
            return start
        start, grid = self.drawn(start), frozenset(squares_of(*size))
        inner = squares_of(*self.size(start))

        def fits(mark: Mark) -> bool:
            if self.thing(mark.thing).place is not Place.EDGE:
                return move(Square.read(mark.square)) in grid
            here, side = read_place(mark.where)
            there = here.ahead(side)
            return move(here) in grid and (move(there) in grid or there not in inner)

        def moved(text: str) -> str:
            square, *facing = text.split() or [""]
            if not _SQUARE.fullmatch(square):
                return _replaced(text, words)
            square = str(move(Square.read(square)))
            return " ".join([square, *(facings.get(each, each) for each in facing)])

        rest = {
            key: each if key == "legend" else _each_text(each, moved)
            for key, each in self.rest(start).items()
        }
        marks = [
            Mark(each.thing, moved(each.where), _replaced(each.detail, words))
            for each in self.marks(start)
            if fits(each)
        ]
        return self._without_lost(start, self.built(rest, size, marks))


def _grid(start: Table) -> Grid[str]:
    """Return the symbols of the drawn floor of `start`."""
    return Grid(tuple(map(tuple, read_rows(start["floor"]))))


def _is_place(word: str) -> bool:
    return word in _TURNED or _SQUARE.fullmatch(word) is not None


def _hung(thing: Thing, where: str) -> str:
    """Return the opposite side of the square for a thing that hangs on an edge, else `where`."""
    if thing.place is not Place.EDGE or not thing.needs:
        return where
    square, side = read_place(where)
    return f"{square} {side.back.value}"


def _filled(start: Table, key: str, value: Any, is_kept: bool = False) -> Table:
    """Return `start` with `value` in the field `key`, or without it if `value` is empty.

    If `is_kept` is true, the field stays even then.
    """
    if value or is_kept:
        return start | {key: value}
    return {name: each for name, each in start.items() if name != key}


def _spot(where: str) -> frozenset[object]:
    """Return an equal value for each name of the same square or edge."""
    if " " not in where:
        return frozenset([where])
    square, facing = read_place(where)
    return frozenset([square, square.ahead(facing)])


def _each_text(value: Any, change: Callable[[str], str]) -> Any:
    """Return plain data like `value` in which each text is changed."""
    if isinstance(value, dict):
        return {change(name): _each_text(each, change) for name, each in value.items()}
    if isinstance(value, str):
        return change(value)
    return [_each_text(each, change) for each in value] if isinstance(value, list) else value


def _replaced(text: str, words: Words) -> str:
    """Return `text` with each of `words` replaced, the longest ones first."""
    longest = sorted(words, key=len, reverse=True)
    pattern = rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])"
    return re.sub(pattern, lambda found: words[found[0]], text) if words else text
