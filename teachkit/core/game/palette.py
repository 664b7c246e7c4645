"""Palettes: the things that a game's boards can hold, and the painting of these things on starts.

A start is a `[[starts]]` table of an exercise file. A palette takes it apart into its size, marks,
and rest, and builds it again. It knows how things are written, but not which starts are legal: only
the method `state()` of a set-up knows that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.board.grid import Grid, picture, read_rows, squares_of, unknown_sign
from teachkit.core.board.squares import FACINGS, Square, read_place
from teachkit.core.data import Table
from teachkit.core.game.level_generator import size_of
from teachkit.core.strings import board_error, suggested
from teachkit.errors import BoardError
from teachkit.words import say, translate

LEAST, MOST = 3, 12

Words: TypeAlias = Mapping[str, str]

_TURNED = {facing.value: facing.right.value for facing in FACINGS}
_MIRRORED = {"east": "west", "west": "east"}
_SQUARE = re.compile("[a-z][1-9][0-9]?")
_PLACE = re.compile(rf"{_SQUARE.pattern}|{'|'.join(FACINGS)}")


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


View: TypeAlias = tuple[tuple[str, ...], tuple[Mark, ...]]
"""The squares of a board, and its marks in order."""


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


def named_things(
    names: Sequence[str], titles: Sequence[str], letters: str, ending: str = "", **facts: Any
) -> tuple[Thing, ...]:
    """Return a thing for each of `names`, called like its title and written as name and `ending`.

    `facts` are the other fields of all these things.
    """
    each = zip(names, titles, letters, strict=True)
    return tuple(
        Thing(title.lower(), title, letter, written=name + ending, **facts)
        for name, title, letter in each
    )


@dataclass(frozen=True)
class Palette:
    """The things that the boards of a game can hold, with the functions that paint them.

    The `things` are listed from the bottom up, those of a field together. The fields in `names` map
    names to places, those in `tables` map squares to things, and the others are lists. The drawing
    `floor` counts as a table. The `legend` explains its symbols, and `words` splits an explanation
    into words. `first` are the fields of an empty board with one piece to program. `drawn` returns
    a copy of a start that draws its board instead of naming it, and `fields_of` the visible things
    in a state, in the fields of a start. A game whose boards are not made of
    squares lists its `cells`. If a board is mirrored or turned, the words of programs are replaced
    as in `mirrored_words` and `turned_words`.

    A game that does not define a palette has the default one, which holds nothing.
    """

    things: tuple[Thing, ...] = ()
    names: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    legend: Mapping[str, str] = field(default_factory=dict)
    words: Callable[[str], Sequence[str]] = lambda kind: [kind]
    first: Mapping[str, Any] = field(default_factory=dict)
    drawn: Callable[[Table], Table] = lambda start: start
    fields_of: Callable[[Any], Table] = lambda state: {}
    cells: tuple[str, ...] = ()
    mirrored_words: Words = field(default_factory=dict)
    turned_words: Words = field(default_factory=dict)

    @property
    def sizes(self) -> range:
        """The possible widths and heights of a board; empty if the game has no squares."""
        return range(LEAST, MOST + 1) if "floor" in self.tables else range(0)

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
    def _keys(self) -> tuple[str, ...]:
        """The fields in which things are written."""
        return tuple(dict.fromkeys(thing.key for thing in self.things))

    @cached_property
    def _forms(self) -> dict[tuple[str, str], tuple[Thing, str, str]]:
        """The thing, side and detail for each field and the words in it."""
        return {
            (thing.key, text): (thing, side, detail)
            for thing in self.things
            for (side, detail), text in thing.forms.items()
        }

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
        rest = self._written(self.drawn(start), ()) | ({"floor": ""} if self.sizes else {})
        return {key: each for key, each in rest.items() if each or key not in self._keys}

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
        entries: Any = start.get(key, ())
        if key == "floor":
            known, grid = {**self.legend, **start.get("legend", {})}, _grid(start)
            for sign in (sign for row in grid.rows for sign in row if sign not in known):
                raise unknown_sign(sign, known.values())
            entries = {str(each): self.words(known[grid.at(each)]) for each in grid.squares}
        if not isinstance(entries, dict):
            return [("", text) for text in entries]
        lists = ((name, [e] if isinstance(e, str) else e) for name, e in entries.items())
        return [(name, text) for name, texts in lists for text in texts]

    def _mark(self, key: str, name: str, text: str) -> Mark | None:
        """Return the mark for an entry of the field `key`, or `None` if it is no thing."""
        where = name
        if key not in self.tables:
            words = f"{name} {text}".split()
            where = " ".join(filter(_PLACE.fullmatch, words))
            text = " ".join(word for word in words if not _PLACE.fullmatch(word))
        if (key, text) not in self._forms:
            return None
        thing, side, detail = self._forms[key, text]
        return Mark(thing.name, _hung(thing, f"{where} {side}".strip()), detail)

    def _entry(self, mark: Mark) -> tuple[str, str]:
        """Return the entry for `mark`. Raise `BoardError` if there is no such thing."""
        thing, (square, _, side) = self.thing(mark.thing), mark.where.partition(" ")
        form = thing.forms.get((side if "{side}" in thing.written else "", mark.detail))
        if form is None:
            facts = {"thing": thing.says, "example": " ".join(next(iter(thing.forms))).strip()}
            raise board_error('{thing}: write it like "{example}".', **facts)
        if thing.key in self.tables:
            return square, form
        where = _hung(thing, mark.where)
        if thing.key not in self.names:
            return "", f"{where} {form}".strip()
        name, _, form = form.partition(" ")
        return name, f"{form} {where}".strip()

    def _written(self, start: Table, marks: Sequence[Mark]) -> Table:
        """Return `start` with exactly these `marks`; fields with the same marks stay as they are.

        Entries that are no things stay, too.
        """
        for key in self._keys:
            mine = [mark for mark in marks if self.thing(mark.thing).key == key]
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
        return start | {key: value} if key in self.first else _filled(start, key, value)

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
        drawn = {each: signs[frozenset(kinds.get(str(each), ()))] for each in grid.squares}
        floor = re.sub(" +", " ", picture(drawn)) + "\n"
        return _filled(start, "legend", legend) | {"floor": floor}

    # Painting ---------------------------------------------------------------------------------

    def painted(self, start: Table, mark: Mark) -> Table:
        """Return a copy of `start` with `mark` painted on it, in place of what it replaces.

        A mark without a detail keeps the detail of the thing that it replaces. Otherwise it gets
        the first detail, or the first free number. A thing without a facing faces north.
        """
        start, thing = self.drawn(start), self.thing(mark.thing)
        if mark.square not in self.spots(start):
            raise board_error("There is no square {square} here.", square=mark.square)
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
        thing, (name, where, detail) = self.thing(mark.thing), mark
        if thing.place is Place.HEADING and where == mark.square:
            facing = same[0].where.partition(" ")[2] if same else "north"
            where = f"{where} {facing}".strip()
        if not detail and thing.details:
            used = [each.detail for each in marks if each.thing == name and thing.numbered]
            free = [each for each in thing.details if each not in used]
            detail = same[0].detail if same else (free or thing.details)[0]
        return Mark(name, where, detail)

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
            [n for key in self.pieces for n in each.get(key, ())] for each in (old, new)
        )
        lost = [name for name in before if name not in after]
        for key in [key for key in new if lost and key not in self._keys]:
            if isinstance(value := new[key], dict):
                new = _filled(new, key, {n: each for n, each in value.items() if n not in lost})
            elif isinstance(value, list):
                new = _filled(new, key, [each for each in value if each not in lost])
        return new

    # Moving everything ------------------------------------------------------------------------

    def turned(self, start: Table) -> Table:
        """Return `start` with its board turned clockwise by a quarter turn."""
        return self._moved(start, _TURNED, self.turned_words)

    def mirrored(self, start: Table) -> Table:
        """Return `start` with its board mirrored, so that left and right are exchanged."""
        return self._moved(start, _MIRRORED, self.mirrored_words)

    def _moved(self, start: Table, facings: Words, words: Words) -> Table:
        """Return `start` mirrored, or turned if `facings` says so.

        `facings` and `words` are the replacements for facings, and for the words of programs.
        """
        if not self.sizes:
            return start
        (width, height), is_turned = self.size(start), facings is _TURNED

        def moved(text: str) -> str:
            square, *sides = text.split() or [""]
            if not _SQUARE.fullmatch(square):
                return replaced(text, words)
            column, row = Square.read(square)
            last = width - 1 - column
            there = Square(row, last) if is_turned else Square(last, row)
            return " ".join([str(there), *(facings.get(side, side) for side in sides)])

        rest = self.rest(start)
        rest = {key: rest[key] if key == "legend" else _each(rest[key], moved) for key in rest}
        marks = [
            Mark(name, moved(where), replaced(detail, words))
            for name, where, detail in self.marks(start)
        ]
        return self.built(rest, (height, width) if is_turned else (width, height), marks)

    def views(self, start: Table, ignored: Collection[str] = ()) -> Iterator[View]:
        """Yield the squares and the things of a board from all eight sides.

        Words in `ignored` are left out of the names of things.
        """

        def named(mark: Mark) -> Mark:
            kept = (word for word in mark.thing.split() if word not in ignored)
            return mark._replace(thing=" ".join(kept))

        for _ in range(2):
            for _ in range(4):
                marks = sorted(named(self.placed(mark)) for mark in self.marks(start))
                yield tuple(self.spots(start)), tuple(marks)
                start = self.turned(start)
            start = self.mirrored(start)

    def placed(self, mark: Mark) -> Mark:
        """Return `mark` with the same place for all names of one edge, such as `c3 north`."""
        if self.thing(mark.thing).place is not Place.EDGE:
            return mark
        square, facing = read_place(mark.where)
        other = f"{square.ahead(facing)} {facing.back.value}"
        return mark._replace(where=min(f"{square} {facing.value}", other))

    def resized(self, start: Table, width: int, height: int) -> Table:
        """Return `start` with a board of another size, and everything that still fits on it.

        The square `a1` stays where it is. Raise `BoardError` if the board is too small or large.
        """
        size = size_of(f"{width}x{height}", LEAST, MOST)
        if not self.sizes:
            return start
        start = self.drawn(start)
        old, new = (frozenset(squares_of(*each)) for each in (self.size(start), size))
        marks = [
            mark
            for mark in self.marks(start)
            if Square.read(mark.square) in new and not (self._spot(mark) - new) & old
        ]
        return self._without_lost(start, self.built(self.rest(start), size, marks))


def replaced(text: str, words: Words) -> str:
    """Return the program `text` with each of `words` replaced, the longest ones first."""
    longest = sorted(words, key=len, reverse=True)
    pattern = rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])"
    return re.sub(pattern, lambda found: words[found[0]], text) if words else text


def _each(value: Any, change: Callable[[str], str]) -> Any:
    """Return plain data like `value` in which each text is changed."""
    if isinstance(value, dict):
        return {change(name): _each(each, change) for name, each in value.items()}
    if isinstance(value, str):
        return change(value)
    return [_each(each, change) for each in value] if isinstance(value, list) else value


def _grid(start: Table) -> Grid[str]:
    """Return the symbols of the drawn floor of `start`."""
    return Grid(tuple(map(tuple, read_rows(start["floor"]))))


def _filled(start: Table, key: str, value: Any) -> Table:
    """Return `start` with `value` in the field `key`, or without it if `value` is empty."""
    rest = {name: each for name, each in start.items() if value or name != key}
    return rest | ({key: value} if value else {})


def _spot(where: str) -> frozenset[object]:
    """Return an equal value for each name of the same square or edge."""
    if " " not in where:
        return frozenset([where])
    square, facing = read_place(where)
    return frozenset([square, square.ahead(facing)])


def _hung(thing: Thing, where: str) -> str:
    """Return the opposite side of the square for a thing that hangs on an edge, else `where`."""
    if thing.place is not Place.EDGE or not thing.needs:
        return where
    square, side = read_place(where)
    return f"{square} {side.back.value}"
