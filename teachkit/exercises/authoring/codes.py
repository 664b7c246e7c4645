"""Codes of exercises: a board and its task, the maker's name and solution in at most 160 signs.

A code holds no free text: the title and the text of an exercise from a code are made from its
checks. Codes come from anywhere. Reading one returns an exercise that can be worked on, or raises
`CodeError`.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from hashlib import sha256
from itertools import product
from string import ascii_lowercase
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from teachkit.core.board.squares import FACINGS, Facing, Square, read_place
from teachkit.core.data import Table
from teachkit.core.game.game import Game
from teachkit.core.game.palette import Mark, Place, Thing
from teachkit.core.language.instructions import Card
from teachkit.core.language.nodes import Condition, If, Instruction, Node, Repeat, While
from teachkit.core.language.program import Lanes, Program
from teachkit.errors import ProgramError, TeachkitError
from teachkit.exercises.authoring.code_letters import CodeError, is_code, number_in, spelled
from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.authoring.packing import Packed, absurd
from teachkit.exercises.judging.asking import check_in_words
from teachkit.exercises.judging.building import cards_of, limits_of
from teachkit.exercises.judging.checks import HAPPENINGS, SHAPES, fact_types, limit_in_words
from teachkit.exercises.model.file import CheckLine, File
from teachkit.games import NAMES as GAMES
from teachkit.games import game as find_game
from teachkit.words import say, say_many, shown, translate

__all__ = [
    "CodeError",
    "Made",
    "Solved",
    "code_of",
    "is_code",
    "read_code",
    "read_result",
    "result_code",
]

KINDS = ("program", "repair", "predict", "arrange", "lanes")
"""The kinds of exercises that fit into a code."""

LESSON = "friends"
"""The lesson to which exercises from codes belong."""

MOST_NAME = 16
"""The largest number of letters in a maker's name."""

_FORMATS = range(16)  # the two below, and room for codes of later versions
_EXERCISE, _RESULT = 0, 1
_DEEPEST = 4  # brackets inside each other
_OTHERS = ("after", "changes", "fixed", "mark", "points", "predict", "python", "sensors", "whose")
_TWO_SIDED = ("wall", "door")  # things that are the same from both sides of their edge
_NAMING = ("board", "dock")  # fields of a start that name a board instead of drawing one
_AROUND = ("hidden", "says")  # keys of a start that are not fields of a set-up
_LETTERS = [*ascii_lowercase, *" -'", ""]  # of names; the last one stands for any other


class Made(NamedTuple):
    """An exercise from a code: its data, the maker's name and solution, and the exercise's id."""

    data: Table
    maker: str
    answer: str
    id: str


class Solved(NamedTuple):
    """A result from a code: who solved which exercise, in how many cards and steps.

    `needed` is the number of cards that the maker's own solution has, or 0.
    """

    id: str
    name: str
    cards: int
    steps: int
    needed: int

    def __str__(self) -> str:
        says = say_many(
            "{name} solved your board in {number} card.",
            "{name} solved your board in {number} cards.",
            self.cards,
            name=self.name or say("A friend"),
        )
        return f"{says} " + say("You needed {needed}.", needed=self.needed) if self.needed else says


def code_of(data: Mapping[str, Any], maker: str = "", answer: str = "") -> str:
    """Return the code of the exercise `data`, with the maker's name and the maker's solution.

    Texts, hints and mistakes are left out. Raise `CodeError` if anything else does not fit.
    """
    packed = Packed()
    packed.one_of(_FORMATS, _EXERCISE)
    _Exercise(packed).all(data, maker, answer)
    return spelled(packed.number)


def read_code(code: str) -> Made:
    """Return the exercise that `code` holds.

    Raise `CodeError`, with the damaged part of the code, if there is none.
    """
    packed = Packed(number_in(code))
    if packed.one_of(_FORMATS) != _EXERCISE:
        raise absurd()
    try:
        data, maker, answer = _Exercise(packed).all({}, "", "")
        packed.check_end()
        made = Made(data, maker, answer, exercise_id(data))
        make_exercise(made.id, data)
    except CodeError:
        raise
    except TeachkitError as error:
        raise absurd() from error
    return made


def exercise_id(data: Mapping[str, Any]) -> str:
    """Return the id of the exercise `data`, which its code has for everybody who opens it."""
    packed = Packed()
    _Exercise(packed).exercise(data)
    return f"friend-{sha256(str(packed.number).encode()).hexdigest()[:8]}"


def result_code(made: str, name: str, cards: int, steps: int, needed: int = 0) -> str:
    """Return the code with which a learner tells the maker of exercise `made` about a solution."""
    packed = Packed()
    packed.one_of(_FORMATS, _RESULT)
    _result(packed, Solved(made, name, cards, steps, needed))
    return spelled(packed.number)


def read_result(code: str) -> Solved | None:
    """Return the result that `code` holds, or `None` if it holds an exercise.

    Raise `CodeError`, with the damaged part of the code, if it holds neither.
    """
    packed = Packed(number_in(code))
    if packed.one_of(_FORMATS) != _RESULT:
        return None
    solved = _result(packed, Solved("", "", 0, 0, 0))
    packed.check_end()
    return solved


def _result(packed: Packed, solved: Solved) -> Solved:
    digest = packed.one_of(range(16**8), int(solved.id.rpartition("-")[2] or "0", 16))
    name = _name(packed, solved.name)
    numbers = [packed.whole(number, "number") for number in solved[2:]]
    return Solved(f"friend-{digest:08x}", name, *numbers)


def _name(packed: Packed, name: str) -> str:
    """Write or read a person's name. Raise `CodeError` if it is too long or holds other signs."""
    is_titled = packed.flag(name == name.title(), "title")
    block = 0

    def letter(sign: str | None) -> str:
        nonlocal block
        known: str = packed.one_of(_LETTERS, sign if sign in _LETTERS else "")
        if known:
            return known
        code = ord(sign or "a")
        if not packed.flag(code >> 7 == block, "same block"):
            block = packed.one_of(range(sys.maxunicode >> 7), code >> 7)
        return chr(block << 7 | packed.one_of(range(128), code & 127))

    signs = unicodedata.normalize("NFC", name.lower() if is_titled else name)
    read = "".join(packed.each(signs, letter, "name"))
    read = read.title() if is_titled else read
    is_name = all(unicodedata.category(sign)[0] in "LM" or sign in _LETTERS for sign in read)
    if len(read) > MOST_NAME or not is_name or " ".join(read.split()) != read:
        most = MOST_NAME
        raise CodeError(
            say("Write a name with at most {most} letters, and nothing else.", most=most)
        )
    return read


class _Exercise:
    """The contents of an exercise's code, written to or read from `packed`.

    Each method takes a part of the exercise, which does not matter when reading, and returns it.
    """

    def __init__(self, packed: Packed) -> None:
        self.packed = packed

    def all(self, data: Mapping[str, Any], maker: str, answer: str) -> tuple[Table, str, str]:
        """Write or read the exercise, and who made it; the texts are made from its checks."""
        read = self.exercise(data)
        maker = _name(self.packed, maker)
        answer = self.program(answer, read) if self.packed.flag(bool(answer), "answer") else ""
        if answer:
            read["solution"] = {"answer": answer}
        return _with_texts(read, maker), maker, answer

    def exercise(self, data: Mapping[str, Any]) -> Table:
        """Write or read everything that learners are asked to do."""
        one_of, flag = self.packed.one_of, self.packed.flag
        self.game = find_game(one_of([*GAMES], data.get("game")))
        edition = one_of([*self.game.editions], data.get("edition", "basic"))
        self.rules = self.game.editions[edition]
        kind = one_of(KINDS, data.get("kind"))
        self.offered: list[str] = []
        self.drawn: list[Table] = []  # what is painted on the starts so far
        starts = self.packed.each(data.get("starts"), self.start, "starts")
        read = {"game": self.game.name, "edition": edition, "kind": kind, "starts": starts}
        if flag(bool(data.get("cards")), "cards"):
            read["cards"] = self.cards(data.get("cards", {}))
        self.offered = [*limits_of(read.get("cards", {}))]
        if checks := self.packed.each(data.get("checks"), self.check, "checks"):
            read["checks"] = checks
        for key in _OTHERS:
            value = data.get(key)
            if flag(value not in (None, "", 0, []), None, 8, 1):
                read[key] = self.value(_FILE[key], value)
        if flag(bool(data.get("given")), "answer"):
            read["given"] = self.program(data.get("given", ""), read)
        return read

    # -- starts ------------------------------------------------------------------------------

    def start(self, start: Table | None) -> Table:
        """Write or read a start: its size, what is painted on it, and its other fields."""
        palette, packed = self.game.palette, self.packed
        size, given, rest, named = (0, 0), tuple[Mark, ...](), Table(), Table()
        is_plain = False
        if start is not None:
            size, given, rest = palette.size(start), palette.marks(start), palette.rest(start)
            named = {key: start[key] for key in _NAMING if start.get(key)}
            is_plain = bool(named)
            named = named or _shipped_board(self.game, self.rules.name, given)
        board = Table()
        if packed.flag(bool(named), "named", 12, 1):
            is_plain = packed.flag(is_plain, "plain")
            self.words = _words(self.game, self.rules.name, ())
            named = dict(packed.each(named.items(), self.named, "list"))
            board = palette.drawn(named)
            size = palette.size(board)
            self.drawn.append(board)
        elif palette.sizes:
            size = (packed.whole(size[0], "width", 20), packed.whole(size[1], "height", 20))
        self.given = given
        self.state = partial(self.state_of, rest, size)
        marks = self.marks(given, palette.built({}, size, ()))
        self.drawn.append(palette.built({}, size, marks))
        self.words = _words(self.game, self.rules.name, self.drawn)
        fields = get_type_hints(self.game.setup)
        if unknown := {*rest} - {*fields, *_AROUND}:
            raise CodeError(say("A code cannot hold {value}.", value=shown(unknown.pop())))
        read: Table = {
            key: self.value(kind, rest.get(key))
            for key, kind in fields.items()
            if packed.flag(key in rest, ("field", key), 12, 1)
        }
        if packed.flag(bool(rest.get("hidden")), "hidden"):
            read["hidden"] = True
        drawn = palette.built(read, size, marks)
        plain = {key: each for key, each in drawn.items() if key not in board} | named
        return plain if is_plain and {*palette.marks(plain)} == {*marks} else drawn

    def state_of(self, rest: Table, size: tuple[int, int], marks: Sequence[Mark]) -> Any:
        """Return the state of the start with these `marks`."""
        table = self.game.palette.built(rest, size, marks)
        table = {key: each for key, each in table.items() if key not in _AROUND}
        return self.game.setup(edition=self.rules.name, **table).state()

    def named(self, entry: tuple[str, str] | None) -> tuple[str, str]:
        """Write or read the name of a board, after the field that holds it."""
        key, name = entry or ("", "")
        return self.packed.one_of(_NAMING, key), self.text(name)

    def marks(self, marks: Sequence[Mark], board: Table) -> list[Mark]:
        """Write or read what is painted on the empty `board`."""
        palette, found = self.game.palette, list[Mark]()
        before = palette.marks(self.drawn[-1]) if self.drawn else ()
        for thing in palette.things:
            mine = [mark for mark in marks if mark.thing == thing.name]
            same = [mark for mark in before if mark.thing == thing.name]
            if self.drawn and self.packed.flag({*same} == {*mine}, ("same", bool(same))):
                found += same
            elif self.packed.flag(bool(mine), "painted", 4, 1):
                found += self.painted(thing, mine, self.free(thing, mine, found, board))
        return found

    def free(
        self, thing: Thing, marks: Sequence[Mark], found: Sequence[Mark], board: Table
    ) -> list[str]:
        """Return the places of `board` where a thing can be, beside the things `found` so far.

        Write or read whether all `marks` of a thing that needs walls are on such walls.
        """
        palette, spots = self.game.palette, self.game.palette.spots(board)
        if thing.place is not Place.EDGE:
            others = [mark for mark in found if {*palette.thing(mark.thing).fills} & {*thing.fills}]
            taken = {mark.square for mark in others}
            return [spot for spot in spots if spot not in taken]
        edges = [f"{spot} {facing}" for spot, facing in product(spots, FACINGS)]
        if thing.name in _TWO_SIDED:  # an edge has two names, but one is enough
            names = {*edges}
            other = {edge: _other_side(edge) for edge in edges}
            return [edge for edge in edges if other[edge] not in names or edge < other[edge]]
        on = [mark.where for mark in found if mark.thing == thing.needs]
        on += [_other_side(edge) for edge in on]
        hangs = self.packed.flag(all(mark.where in on for mark in marks), "hangs")
        return [edge for edge in edges if edge in on] if hangs else edges

    def painted(self, thing: Thing, marks: Sequence[Mark], free: Sequence[str]) -> list[Mark]:
        """Write or read the marks of one thing, which can be at the places `free`."""
        is_edge = thing.place is Place.EDGE
        known = {mark.where if is_edge else mark.square: mark for mark in marks}
        if thing.name in _TWO_SIDED:
            known = {at if at in free else _other_side(at): mark for at, mark in known.items()}
        if len(known) < len(marks) or not known.keys() <= {*free}:
            raise CodeError(say("A code cannot hold two things of one kind on one place."))
        found = dict[str, Mark]()
        for place, near in self.places(thing, [*known], free, found):
            where, mark = place, known.get(place)
            if thing.place is Place.HEADING:
                facing = mark.where.partition(" ")[2] if mark else None
                where = f"{place} {self.packed.one_of(FACINGS, facing, ('facing', near))}"
            used = [each.detail for each in found.values() if thing.numbered]
            details = [each for each in thing.details or ("",) if each not in used]
            key = None if thing.numbered else thing.name
            found[place] = Mark(
                thing.name, where, self.packed.one_of(details, mark and mark.detail, key)
            )
        return self.in_order(thing, [*found.values()], [found[place] for place in known])

    def in_order(self, thing: Thing, found: list[Mark], wanted: list[Mark]) -> list[Mark]:
        """Write or read the order of the marks of one thing, if the rules care about it."""
        if len(found) < 2 or not self.packed.flag(
            self.differ(thing, found, wanted), "order", 12, 1
        ):
            return found
        for at in range(len(found)):
            mark = self.packed.one_of(found[at:], wanted[at] if wanted else None)
            found.remove(mark)
            found.insert(at, mark)
        return found

    def differ(self, thing: Thing, found: list[Mark], wanted: list[Mark]) -> bool:
        """Return whether two orders of a thing's marks make two different starts."""
        if found == wanted or self.packed.is_read:
            return False
        others = [mark for mark in self.given if mark.thing != thing.name]
        with suppress(TeachkitError):
            return bool(self.state([*others, *found]) != self.state([*others, *wanted]))
        return False

    def places(
        self, thing: Thing, places: Sequence[str], free: Sequence[str], found: Mapping[str, Mark]
    ) -> Iterator[tuple[str, object]]:
        """Write or read the `places` of a thing among those that are `free`.

        Yield each with the marks beside it; the marks `found` so far must be filled in meanwhile.
        Where things lie in rows, the neighbours of each square tell whether it has one, too.
        """
        rows = self.game.palette.sizes and thing.place is not Place.EDGE and not thing.single
        if not rows or not self.packed.flag(_in_rows(places), "rows"):
            most = 1 if thing.single else len(thing.details) if thing.numbered else len(free)
            yield from ((place, ()) for place in self.packed.some_of(free, places, most))
            return
        for spot in free:
            near = tuple(_facing(found.get(each)) for each in _before(spot))
            if self.packed.flag(spot in places, ("row", *near), 4, 1):
                yield spot, near

    # -- what is asked -----------------------------------------------------------------------

    def cards(self, cards: Mapping[str, int] | Sequence[str]) -> dict[str, int] | list[str]:
        """Write or read the cards on offer, each with its limit."""
        given, read = limits_of(cards), dict[str, int | None]()
        for name in cards_of(self.rules):
            limit = given.get(name, 0)
            if number := self.packed.whole(
                1 if limit is None else limit and limit + 1, "limit", 100
            ):
                read[name] = number - 1 or None
        if None not in read.values():
            return {name: limit for name, limit in read.items() if limit}
        return [f"{name} {limit}" if limit else name for name, limit in read.items()]

    def check(self, check: Table | None) -> Table:
        """Write or read a check with its points and arguments."""
        line = CheckLine.of(check or {})
        name = self.packed.one_of([*self.game.goals, *HAPPENINGS, *SHAPES], line.check)
        read: Table = {"check": name}
        for fact, kind in fact_types(self.game, name).items():
            read[fact] = self.value(kind, line.facts.get(fact))
        if self.packed.flag(line.points != 1, "worth"):
            read["points"] = self.packed.whole(line.points, "points")
        if self.packed.flag(bool(line.player), "player", 3):
            read["player"] = self.text(line.player)
        return read

    # -- values ------------------------------------------------------------------------------

    def value(self, kind: Any, value: Any) -> Any:
        """Write or read a value of the type `kind`."""
        inside = get_args(kind)
        if kind is bool:
            return self.packed.flag(value, "bool")
        if kind is int:
            return self.packed.whole(value, "int")
        if kind is str:
            return self.text(value or "")
        if get_origin(kind) in (list, tuple):
            return self.packed.each(value, lambda each: self.value(inside[0], each), "list")
        if get_origin(kind) is dict:

            def entry(pair: tuple[str, Any] | None) -> tuple[str, Any]:
                name, content = pair or ("", None)
                return self.text(name), self.value(inside[1], content)

            return dict(self.packed.each((value or {}).items(), entry, "list"))
        if type(None) in inside:
            return self.value(inside[0], value)
        raise CodeError(say("A code cannot hold {value}.", value=shown(value)))

    def text(self, text: str) -> str:
        """Write or read a program, or a few words that this game or its boards use."""
        body = _cards(self.game, text)
        if self.packed.flag(bool(body), "is a program"):
            return str(Program(self.row(body)))
        words = self.packed.each(
            text.split(), lambda word: self.packed.one_of(self.words, word), "text"
        )
        return " ".join(words)

    # -- programs ----------------------------------------------------------------------------

    def program(self, answer: str, data: Table) -> str:
        """Write or read an answer: a program, or one for each piece if the exercise has lanes."""
        if data["kind"] != "lanes":
            return str(Program(self.row(Program.read(answer, self.game.instructions).body)))
        start = {key: each for key, each in data["starts"][0].items() if key not in _AROUND}
        state = self.game.setup(edition=data["edition"], **start).state()
        acting = self.game.programs(state)
        names = [name for name in self.game.players(state) if name not in acting]
        lanes = Lanes.read_lanes(answer, names, self.game.instructions)
        rows = {name: Program(self.row(lanes[name].body)) for name in names}
        return str(Lanes.of(rows))

    def row(self, row: Sequence[Node] | None, inside: int = 0) -> tuple[Node, ...]:
        """Write or read the cards of a program, or inside `inside` brackets."""
        return tuple(self.packed.each(row, lambda node: self.node(node, inside), ("row", inside)))

    def node(self, node: Node | None, inside: int) -> Node:
        """Write or read a card, or a bracket with the cards in it."""
        heads = [
            *(card.name for card in self.game.instructions),
            *(["repeat", "while", "if"] if inside < _DEEPEST else []),
        ]
        head = node.name if isinstance(node, Instruction) else type(node).__name__.lower()
        likely = {*self.offered, *self.rules.instructions}
        weights = [
            (8 if name in self.offered else 0) + (4 if name in likely else 1) for name in heads
        ]
        head = self.packed.one_of(heads, head, ("card", inside), weights)
        if head == "repeat":
            times = self.packed.whole(getattr(node, "times", 0), "times", 999)
            return Repeat(times, self.row(getattr(node, "body", ()), inside + 1))
        if head in ("while", "if"):
            asked = getattr(node, "condition", Condition(""))
            sensor = self.packed.one_of([*self.game.instructions.sensors], asked.sensor, "sensor")
            condition = Condition(sensor, self.packed.flag(asked.wanted, "wanted"))
            body = self.row(getattr(node, "body", ()), inside + 1)
            if head == "while":
                return While(condition, body)
            return If(condition, body, self.row(getattr(node, "otherwise", ()), inside + 1))
        return Instruction(
            head, self.arguments(self.game.instructions[head], getattr(node, "arguments", ()))
        )

    def arguments(self, card: Card, given: Sequence[str]) -> tuple[str, ...]:
        """Write or read the words after the name of a card."""
        least = len(card.arguments) - card.optional
        count = self.packed.one_of(
            range(least, len(card.arguments) + 1), len(given), ("arguments", least)
        )
        kinds = card.arguments[:count]
        return tuple(
            self.packed.one_of(kind or self.words, given[at] if given else None)
            for at, kind in enumerate(kinds)
        )


_FILE = get_type_hints(File)
_WORDS = ("if", "while", "repeat", "not", "nobody")
SENTENCES = {
    "program": "Write a program.",
    "repair": "This program has a mistake. Change it.",
    "predict": "Run this program in your head. How does it end?",
    "arrange": "Put the cards in the right order.",
    "lanes": "Write a program for each piece.",
}


def _cards(game: Game, text: str) -> Sequence[Node]:
    """Return the cards of the program `text`, or nothing if `text` is no program."""
    with suppress(ProgramError):
        return Program.read(text, game.instructions).body
    return ()


def _other_side(edge: str) -> str:
    """Return the other name of an edge.

    >>> _other_side("a1 east")
    'b1 west'
    """
    square, facing = read_place(edge)
    return f"{square.ahead(facing)} {facing.back}"


def _before(spot: str) -> list[str]:
    """Return the squares to the west and to the south of `spot`."""
    square = Square.read(spot)
    return [str(square.ahead(facing)) for facing in (Facing.WEST, Facing.SOUTH)]


def _facing(mark: Mark | None) -> str:
    """Return the facing of a thing, or a word for one that has none, or "" if there is none."""
    return mark.where.partition(" ")[2] or mark.thing if mark else ""


def _in_rows(spots: Sequence[str]) -> bool:
    """Return whether most of `spots` are beside one another."""
    beside = [spot for spot in spots if {*_before(spot)} & {*spots}]
    return 2 * len(beside) > len(spots)


def _strings(value: Any) -> list[str]:
    """Return all words in a start."""
    if isinstance(value, str):
        return value.split()
    parts = [*value, *value.values()] if isinstance(value, dict) else value
    return (
        [word for part in parts for word in _strings(part)]
        if isinstance(parts, list | tuple)
        else []
    )


def _shipped_board(game: Game, edition: str, marks: Sequence[Mark]) -> Table:
    """Return the name of the board from which most of `marks` are, or nothing if only few are."""
    for name, board in _boards(game.name, edition).items():
        if board and 4 * len(board & {*marks}) > 3 * len(board):
            return {"board": name}
    return {}


@lru_cache(maxsize=64)
def _boards(game: str, edition: str) -> dict[str, frozenset[Mark]]:
    """Return what is painted on each board that comes with an edition."""
    found = find_game(game)
    names = found.opening.boards(edition)
    return {name: frozenset(found.palette.marks({"board": name})) for name in names}


def _words(game: Game, edition: str, starts: Sequence[Table]) -> list[str]:
    """Return the words that texts in a code may have: those of the game, and those of `starts`."""
    painted = [word for start in starts for word in _strings(start)]
    things = [word for thing in game.palette.things for word in thing.name.split()]
    spots = [spot for start in starts for spot in game.palette.spots(start)]
    cards = [*game.instructions.sensors, *(card.name for card in game.instructions)]
    brackets = [f"{times}x" for rules in game.editions.values() for times in rules.loops]
    boards = [*game.opening.boards(edition), "dock"]
    words = [
        *spots,
        *FACINGS,
        *painted,
        *things,
        *game.opening.pieces,
        *cards,
        *brackets,
        *boards,
        *_WORDS,
    ]
    return list(dict.fromkeys(words))


def _with_texts(data: Table, maker: str) -> Table:
    """Return `data` with the texts that a learner reads."""
    title = say("{name}’s board", name=maker) if maker else say("A friend’s board")
    checks = [
        check for check in map(CheckLine.of, data.get("checks", ())) if not limit_in_words(check)
    ]
    says = " ".join([translate(SENTENCES[data["kind"]]), *map(check_in_words, checks)])
    return {"title": title, "lesson": LESSON, **data, "text": says}
