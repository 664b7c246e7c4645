"""Codes of exercises: a board and its task, the maker's name and solution in at most 160 signs.

A code holds no free text. Codes come from anywhere: reading one returns an exercise that can be
worked on, or raises `CodeError`.
"""

from __future__ import annotations

import dataclasses
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from hashlib import sha256
from itertools import product
from string import ascii_letters
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.core.data import Table
from teachkit.core.game.palette import Mark, Place, Thing
from teachkit.core.language.instructions import Card, Instruction, Node, Procedure, branches
from teachkit.core.language.program import Lanes, Program
from teachkit.errors import ProgramError, TeachkitError
from teachkit.exercises.authoring.files import CODED, make_exercise
from teachkit.exercises.authoring.packing import CodeError, Packed, absurd, number_in, spelled
from teachkit.exercises.judging.building import cards_of, limits_of
from teachkit.exercises.judging.checks import HAPPENINGS, SHAPES, fact_types
from teachkit.exercises.model.file import CheckLine, File
from teachkit.games import NAMES as GAMES
from teachkit.games import game as find_game
from teachkit.words import say, say_many, shown

LESSON = "friends"
"""The lesson to which exercises from codes belong."""

MOST_NAME = 16
"""The largest number of letters in a maker's name."""

_FORMATS = range(16)  # the three below, and room for codes of later versions
_EXERCISE, _RESULT, _WITH_ROUTINES = 0, 1, 2
_MOST_STARTS = 8
_DEEPEST = 4  # brackets inside each other
_OTHERS = ("after", "changes", "fixed", "mark", "points", "predict", "python", "sensors", "whose")
_FILE = get_type_hints(File)
_AROUND = ("hidden", "says")  # keys of a start that are not fields of a set-up
_WORDS = ("if", "while", "repeat", "not", "nobody")
_LETTERS = [*ascii_letters, *" -'", ""]  # of names; the last one stands for any other


class Made(NamedTuple):
    """An exercise from a code: its data, the maker's name and solution, and the exercise's id."""

    data: Table
    maker: str
    answer: str
    id: str


class Solved(NamedTuple):
    """A result from a code: who solved which exercise, in how many cards and steps.

    `cards` is 0 if the exercise asks for no program. `needed` is the number of cards in the maker's
    own solution, or 0 if there is none.
    """

    id: str
    name: str
    cards: int
    steps: int
    needed: int = 0

    def __str__(self) -> str:
        name = self.name or say("A neighbour")
        if not self.cards:
            return say("{name} solved your board.", name=name)
        says = say_many(
            "{name} solved your board in {number} card.",
            "{name} solved your board in {number} cards.",
            self.cards,
            name=name,
        )
        return f"{says} " + say("You needed {needed}.", needed=self.needed) if self.needed else says


def code_of(data: Mapping[str, Any], maker: str = "", answer: str = "") -> str:
    """Return the code of the exercise `data`, with the maker's name and the maker's solution.

    Texts, hints and mistakes are left out. Raise `CodeError` if anything else does not fit.
    """
    packed = Packed()
    try:
        _Exercise(packed).all(data, maker, answer)
    except TeachkitError as error:
        raise CodeError(error.says) from error
    return spelled(packed.number)


def read_code(code: str) -> Made:
    """Return the exercise that `code` holds.

    Raise `CodeError`, with the damaged part of the code, if there is none.
    """
    packed = Packed(number_in(code))
    try:
        made = _Exercise(packed).all({}, "", "")
        packed.check_end()
        make_exercise(made.id, made.data)
    except Exception as error:  # nobody has checked what a stranger put into the number
        raise absurd() from error
    return made


def read_result(code: str) -> Solved | None:
    """Return the result that `code` holds, or `None` if it holds an exercise or is damaged."""
    with suppress(CodeError):
        packed = Packed(number_in(code))
        solved = _result(packed, Solved("", "", 0, 0))
        packed.check_end()
        return solved
    return None


def result_code(made: str, name: str, cards: int, steps: int, needed: int = 0) -> str:
    """Return the code that tells the maker of the exercise with the id `made` who solved it."""
    packed = Packed()
    _result(packed, Solved(made, name, cards, steps, needed))
    return spelled(packed.number)


def _result(packed: Packed, solved: Solved) -> Solved:
    """Write or read a result. Raise `CodeError` if the code holds something else."""
    if packed.one_of(_FORMATS, _RESULT) != _RESULT:
        raise absurd()
    digest = packed.one_of(range(16**8), int(solved.id.rpartition("-")[2] or "0", 16))
    name = _name(packed, solved.name)
    cards, steps, needed = (packed.whole(number, "number") for number in solved[2:])
    return Solved(f"friend-{digest:08x}", name, cards, steps, needed)


def _name(packed: Packed, name: str) -> str:
    """Write or read a person's name. Raise `CodeError` if it is too long or holds other signs."""
    block = 0

    def letter(sign: str | None) -> str:
        nonlocal block
        known: str = packed.one_of(_LETTERS, sign if sign in _LETTERS else "")
        if known:
            return known
        code = ord(sign or "a")
        if not packed.flag(code >> 7 == block, "alphabet"):
            block = packed.one_of(range(sys.maxunicode >> 7), code >> 7)
        return chr(block << 7 | packed.one_of(range(128), code & 127))

    read = "".join(packed.each(unicodedata.normalize("NFC", name), letter, "name"))
    is_name = all(unicodedata.category(sign)[0] in "LM" or sign in " -'" for sign in read)
    if len(read) > MOST_NAME or not is_name or " ".join(read.split()) != read:
        says = say("Write a name with at most {most} letters, and nothing else.", most=MOST_NAME)
        raise CodeError(says)
    return read


class _Exercise:
    """The contents of an exercise's code, written to or read from `packed`.

    Each method takes a part of the exercise, which does not matter when reading, and returns it.
    """

    def __init__(self, packed: Packed) -> None:
        self.packed = packed
        self.offered: list[str] = []  # the cards on offer
        self.drawn: list[Table] = []  # the boards so far

    def all(self, data: Mapping[str, Any], maker: str, answer: str) -> Made:
        """Write or read the exercise, and who made it."""
        read = self.exercise(data)
        digest = sha256(str(self.packed.number).encode()).hexdigest()[:8]
        maker = _name(self.packed, maker)
        answer = self.program(answer, read) if self.packed.flag(bool(answer), "answer") else ""
        title = say("{name}’s board", name=maker) if maker else say("A neighbour’s board")
        read = {"title": title, "lesson": LESSON, **read, "text": title}
        read |= {"solution": {"answer": answer}} if answer else {}
        return Made(read, maker, answer, f"friend-{digest}")

    def exercise(self, data: Mapping[str, Any]) -> Table:
        """Write or read everything that learners are asked to do."""
        one_of, flag, each = self.packed.one_of, self.packed.flag, self.packed.each
        edition = data.get("edition", "basic")
        known = find_game(data.get("game", "")).editions if data else {}
        calls = edition in known and known[edition].routines
        form = one_of(_FORMATS, _WITH_ROUTINES if calls else _EXERCISE)
        if form == _RESULT:
            raise absurd()
        self.game = find_game(one_of([*GAMES], data.get("game")))
        calls = form == _WITH_ROUTINES  # there were codes before there were such editions
        names = [name for name, rules in self.game.editions.items() if rules.routines is calls]
        edition = one_of(names, edition)
        self.rules = self.game.editions[edition]
        kind = one_of([*CODED], data.get("kind"))
        starts = each(data.get("starts"), self.start, "starts", _MOST_STARTS)
        read = {"game": self.game.name, "edition": edition, "kind": kind, "starts": starts}
        if flag(bool(data.get("cards")), "cards"):
            read["cards"] = self.cards(limits_of(data.get("cards", {})))
        self.offered = [*limits_of(read.get("cards", {}))]
        read["checks"] = each(data.get("checks"), self.check, "checks")
        for key in _OTHERS:
            if flag(bool(data.get(key)), ("other", key), 8):
                read[key] = self.value(_FILE[key], data.get(key))
        if flag(bool(data.get("given")), "answer"):
            read["given"] = self.program(data.get("given", ""), read)
        return read

    # -- starts --------------------------------------------------------------------------------

    def start(self, start: Table | None) -> Table:
        """Write or read a start: its size, what is painted on it, and its other fields."""
        palette, packed = self.game.palette, self.packed
        size, marks, rest, board = (0, 0), tuple[Mark, ...](), Table(), Table()
        if start is not None:
            drawn = palette.drawn(start)
            size, marks, rest = palette.size(drawn), palette.marks(drawn), palette.rest(drawn)
        name = start.get("board", "") if start else ""
        if packed.flag(bool(name), "board", 12):
            name = packed.one_of(self.game.opening.boards(self.rules.name), name)
            board = _drawn(self.game.name, name)
            self.drawn.append(board)
            size = palette.size(board)
        elif palette.sizes:
            size = (packed.whole(size[0], "width", 20), packed.whole(size[1], "height", 20))
        found = self.marks(marks, palette.built({}, size, ()))
        self.drawn.append(palette.built({}, size, found))
        self.words = self.known_words()
        types = get_type_hints(self.game.setup)
        fields = {item.name: types[item.name] for item in dataclasses.fields(self.game.setup)}
        if unknown := {*rest} - {*fields, *_AROUND}:
            raise CodeError(say("A code cannot hold {value}.", value=shown(unknown.pop())))
        read: Table = {
            key: self.value(kind, rest.get(key))
            for key, kind in fields.items()
            if packed.flag(key in rest, ("field", key), 12)
        }
        if packed.flag(bool(rest.get("hidden")), "hidden"):
            read["hidden"] = True
        built = palette.built(read, size, found)
        changed = {*found} ^ {*palette.marks(board)} if board else {}
        if board and not any(palette.thing(mark.thing).key in board for mark in changed):
            return {key: each for key, each in built.items() if key not in board} | {"board": name}
        return built

    def known_words(self) -> list[str]:
        """Return the words that texts of this game may have, most of them from its boards."""
        game = self.game
        spots = [spot for board in self.drawn for spot in game.palette.spots(board)]
        things = [word for thing in game.palette.things for word in thing.name.split()]
        painted = [word for board in self.drawn for word in _words(board)]
        cards = [*game.instructions.sensors, *(card.name for card in game.instructions)]
        loops = cards_of(self.rules)
        words = [*spots, *FACINGS, *painted, *things, *game.opening.pieces, *cards, *loops, *_WORDS]
        return list(dict.fromkeys(words))

    def marks(self, marks: Sequence[Mark], board: Table) -> list[Mark]:
        """Write or read what is painted on the empty `board`."""
        palette, found = self.game.palette, list[Mark]()
        before = palette.marks(self.drawn[-1]) if self.drawn else ()
        for thing in palette.things:
            mine = [mark for mark in marks if mark.thing == thing.name]
            same = [mark for mark in before if mark.thing == thing.name]
            if self.drawn and self.packed.flag({*same} == {*mine}, ("same", bool(same))):
                found += same
            elif self.packed.flag(bool(mine), "painted", 4):
                found += self.painted(thing, mine, palette.spots(board))
        return found

    def painted(self, thing: Thing, marks: Sequence[Mark], spots: Sequence[str]) -> Iterator[Mark]:
        """Write or read the marks of one thing. Where rows of it begin, more of it is likely."""
        is_edge = thing.place is Place.EDGE
        known = {mark.where if is_edge else mark.square: mark for mark in marks}
        edges = [f"{spot} {facing}" for spot, facing in product(spots, FACINGS)]
        found = dict[str, str]()
        if len(known) < len(marks):
            raise CodeError(say("A code cannot hold two things of one kind on one place."))
        one = [self.packed.one_of(spots, next(iter(known), None))] if thing.single else []
        for place in one or (edges if is_edge else spots):
            near = () if is_edge or not self.game.palette.sizes else _near(place, found)
            mark = known.get(place)
            if not one and not self.packed.flag(bool(mark), (is_edge, *near), 8):
                continue
            where, facing = place, mark and mark.where.partition(" ")[2]
            if thing.place is Place.HEADING:
                where = f"{place} {self.packed.one_of(FACINGS, facing, ('facing', *near))}"
            key = None if thing.numbered else thing.name
            detail = self.packed.one_of(thing.details or ("",), mark and mark.detail, key)
            found[place] = where
            yield Mark(thing.name, where, detail)

    # -- what is asked -------------------------------------------------------------------------

    def cards(self, limits: Mapping[str, int | None]) -> list[str]:
        """Write or read the cards on offer, each with its limit."""
        read = list[str]()
        for name in cards_of(self.rules):
            limit = limits.get(name, 0)
            number = self.packed.whole(1 if limit is None else limit and limit + 1, "limit", 99)
            if number:
                read.append(f"{name} {number - 1}" if number > 1 else name)
        return read

    def check(self, check: Table | None) -> Table:
        """Write or read a check with its points and arguments."""
        line = CheckLine.of(check or {})
        name = self.packed.one_of([*self.game.goals, *HAPPENINGS, *SHAPES], line.check)
        kinds = fact_types(self.game, name).items()
        facts = {fact: self.value(kind, line.facts.get(fact)) for fact, kind in kinds}
        points = self.packed.whole(line.points, "points")
        player = self.text(line.player) if self.packed.flag(bool(line.player), "player", 3) else ""
        return {"check": name, **facts, "points": points} | ({"player": player} if player else {})

    # -- values --------------------------------------------------------------------------------

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
            entries = (value or {}).items()
            return dict(self.packed.each(entries, partial(self.entry, inside), "list"))
        if type(None) in inside:
            return self.value(inside[0], value)
        raise CodeError(say("A code cannot hold {value}.", value=shown(value)))

    def entry(self, kinds: Sequence[Any], entry: tuple[str, Any] | None) -> list[Any]:
        """Write or read a key and its value."""
        return [*map(self.value, kinds, entry or ("", None))]

    def text(self, text: str) -> str:
        """Write or read a program, or a few words that this game or its boards use."""
        body: Sequence[Node] = ()
        with suppress(ProgramError):
            body = Program.read(text, self.game.instructions).body
        if self.packed.flag(bool(body), "is a program"):
            return self.row(body)
        words = self.packed.each(text.split(), partial(self.packed.one_of, self.words), "text")
        return " ".join(words)

    # -- programs ------------------------------------------------------------------------------

    def program(self, answer: str, data: Table) -> str:
        """Write or read an answer: a program, or one for each piece if the exercise has lanes."""
        if not CODED[data["kind"]].form.has_lanes:
            return self.row(Program.read(answer, self.game.instructions).body)
        learners = make_exercise("lanes", {"title": "", "lesson": "", "text": "", **data}).learners
        lanes = Lanes.read_lanes(answer, learners, self.game.instructions)
        return "\n".join(f"{name}: {self.row(lanes[name].body)}".strip() for name in learners)

    def row(self, row: Sequence[Node] | None, inside: int = 0) -> str:
        """Write or read the cards of a program, or those inside `inside` brackets, as text."""
        if not inside:
            self.routines: dict[str, str] = {}  # maps names to the names that codes have for them
        cards = self.packed.each(row, lambda node: self.node(node, inside), ("row", inside))
        return ", ".join(cards)

    def node(self, node: Node | None, inside: int) -> str:
        """Write or read a card, or a bracket with the cards in it, as text."""
        asked = product(("while", "if"), ("", "not "), self.game.instructions.sensors)
        brackets = [*(f"{times}x" for times in range(1, 10)), *(f"{a} {b}{c}" for a, b, c in asked)]
        heads = [card.name for card in self.game.instructions]
        heads += brackets if inside < _DEEPEST else []
        heads += ["define", *self.routines.values()] if self.rules.routines else []
        rules = cards_of(self.rules)
        weights = (1 + 4 * (each in rules) + 8 * (each in self.offered) for each in heads)
        text = str(Program((node,) if node else ())).partition("(")[0]
        mine = self.routines.get(node.name, node.name) if isinstance(node, Instruction) else text
        mine = "define" if isinstance(node, Procedure) else mine
        head = self.packed.one_of(heads, mine, ("card", inside), *weights)
        if head in self.routines.values():
            return head
        if head == "define":
            text = self.row(getattr(node, "body", None), inside + 1)
            name = f"routine{len(self.routines) + 1}"
            self.routines[getattr(node, "name", name)] = name
            return f"{head} {name}({text})"
        if head not in brackets:
            card = self.game.instructions[head]
            return " ".join([head, *self.arguments(card, getattr(node, "arguments", ()))])
        rows = branches(node) if node else ((), ())
        texts = [self.row(row, inside + 1) for row in rows[: 1 + head.startswith("if")]]
        return f"{head}({texts[0]})" + "".join(f" else({text})" for text in texts[1:] if text)

    def arguments(self, card: Card, given: Sequence[str]) -> Iterator[str]:
        """Write or read the words after the name of a card."""
        counts = range(len(card.arguments) - card.optional, len(card.arguments) + 1)
        count = self.packed.one_of(counts, len(given), ("arguments", counts))
        for at, kind in enumerate(card.arguments[:count]):
            yield self.packed.one_of(kind or self.words, given[at] if given else None)


def _near(spot: str, found: Mapping[str, str]) -> list[str]:
    """Return what was `found` to the west and to the south of `spot`: facings, or any word."""
    square = Square.read(spot)
    beside = [found.get(str(square.ahead(facing)), "") for facing in (Facing.WEST, Facing.SOUTH)]
    return [where.partition(" ")[2] or (where and "there") for where in beside]


@lru_cache(maxsize=64)
def _drawn(game: str, board: str) -> Table:
    """Return the fields that draw a board that comes with a game."""
    return find_game(game).palette.drawn({"board": board})


def _words(value: Any) -> list[str]:
    """Return all words in a start."""
    if isinstance(value, str):
        return value.split()
    parts = [*value, *value.values()] if isinstance(value, dict) else value
    return [word for part in parts for word in _words(part)] if isinstance(parts, list) else []
