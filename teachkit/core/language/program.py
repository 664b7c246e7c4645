"""Programs: immutable rows of cards and brackets that can be written in three notations.

>>> program = Program.read("forward, 2x(forward, left), jump")
>>> program.to_json()
['forward', {'repeat': 2, 'body': ['forward', 'left']}, 'jump']
>>> print(program.to_python())
forward()
for _ in range(2):
    forward()
    left()
jump()
>>> program == Program.from_python(program.to_python()) == Program.read(str(program))
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeGuard

from teachkit.core.language import card_text, python_text
from teachkit.core.language.instructions import (
    MOST_BRACKETS,
    MOST_TIMES,
    Bracket,
    Condition,
    If,
    Instruction,
    InstructionSet,
    Node,
    Procedure,
    Repeat,
    While,
    branches,
    cards_in,
    depth,
    instructions_in,
    nodes_in,
    routine_faults,
    too_deep,
)
from teachkit.errors import ProgramError
from teachkit.words import say, shown


@dataclass(frozen=True)
class Program:
    """A row of nodes. `str(program)` is its card text, which `Program.read` parses."""

    body: tuple[Node, ...] = ()
    _checked_by: ClassVar[InstructionSet | None] = None

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields, without any cached values, for a copy or a pickle."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def read(cls, text: str, instructions: InstructionSet | None = None) -> Program:
        """Parse card text, and return the program. Raise `ProgramError` if `text` is invalid."""
        return cls(card_text.read(_text(text), instructions))

    @classmethod
    def from_python(cls, source: str, instructions: InstructionSet | None = None) -> Program:
        """Parse Python text, and return the program. Raise `ProgramError` if `source` is invalid.

        The text is never executed.
        """
        return cls(python_text.read(_text(source), instructions))

    @classmethod
    def from_json(cls, nodes: Iterable[object]) -> Program:
        """Return the program whose `to_json` is `nodes`. Raise `ProgramError` if there is none."""
        return cls(_from_json(nodes))

    def check(self, instructions: InstructionSet) -> None:
        """Raise `ProgramError` if the program is not a valid program of cards from `instructions`.

        The check is for programs built in Python code, which may contain anything.

        >>> Program(("left",)).check(InstructionSet([]))
        Traceback (most recent call last):
        teachkit.errors.ProgramError: This is not a card: 'left'.
        """
        if self._checked_by is instructions:
            return
        check_nodes(self.body)
        words = instructions.with_routines(self.procedures)
        for instruction in self.instructions:
            words.check(instruction)
        for bracket, _, _ in self.brackets:
            if isinstance(bracket, While | If):
                instructions.check_sensor(bracket.condition.sensor)
        for fault in routine_faults(self.body, instructions):
            raise ProgramError(fault.says)
        object.__setattr__(self, "_checked_by", instructions)

    def to_python(self, instructions: InstructionSet | None = None) -> str:
        """Return the program as Python text, with the function names from `instructions`."""
        return python_text.write(self.body, instructions)

    def to_json(self) -> list[Any]:
        """Return the program as plain lists, dictionaries, strings and numbers."""
        return [_to_json(node) for node in self.body]

    @cached_property
    def instructions(self) -> tuple[Instruction, ...]:
        """The instructions in reading order: card 1, card 2, …"""
        return tuple(instructions_in(self.body))

    @cached_property
    def procedures(self) -> dict[str, Procedure]:
        """The routines, by name. A card with such a name calls the routine.

        >>> [*Program.read("define fetch(forward, left), 2x(fetch)").procedures]
        ['fetch']
        """
        return {node.name: node for node in self.body if isinstance(node, Procedure)}

    @cached_property
    def brackets(self) -> tuple[tuple[Bracket, int, int], ...]:
        """All brackets in reading order, each with the numbers of its first and last card.

        For an empty bracket, the last number is one less than the first.

        >>> [(first, last) for _, first, last in Program.read("2x(left, jump), 3x()").brackets]
        [(1, 2), (3, 2)]
        """
        found: list[tuple[Bracket, int, int]] = []
        number = 1
        for node in nodes_in(self.body):
            if isinstance(node, Instruction):
                number += 1
            else:
                found.append((node, number, number + cards_in(node) - 1))
        return tuple(found)

    @property
    def cost(self) -> int:
        """The number of cards in the program; a bracket counts as one card.

        >>> Program.read("2x(forward, left)").cost
        3
        """
        return len(self.instructions) + len(self.brackets)

    @property
    def depth(self) -> int:
        """The nesting depth of the program's brackets, which is 0 if there are none."""
        return depth(self.body)

    def __bool__(self) -> bool:
        return bool(self.body)

    def __add__(self, other: Program) -> Program:
        return Program(self.body + other.body)

    def __str__(self) -> str:
        return card_text.write(self.body)

    def __repr__(self) -> str:
        return f"Program.read({str(self)!r})"


@dataclass(frozen=True, repr=False)
class Lanes(Program):
    """The programs of several pieces; `body` contains the cards of all programs in order.

    >>> lanes = Lanes.read_lanes("green: left\\nred: 2x(forward)", ["red", "green"])
    >>> print(lanes)
    red: 2x(forward)
    green: left
    >>> lanes.cost, lanes["green"]
    (3, Program.read('left'))
    """

    lanes: tuple[tuple[str, Program], ...] = ()

    @classmethod
    def of(cls, programs: Mapping[str, Program]) -> Lanes:
        """Return the lanes for `programs`, which maps the names of pieces to their programs."""
        body = tuple(node for program in programs.values() for node in program.body)
        return cls(body, tuple(programs.items()))

    @classmethod
    def read_lanes(
        cls, text: str, names: Sequence[str], instructions: InstructionSet | None = None
    ) -> Lanes:
        """Parse text in the form of `str(lanes)`; a piece without a line gets an empty program.

        Raise `ProgramError` with the line number if a program is invalid, a piece is unknown, or a
        piece has two lines.
        """
        programs = dict.fromkeys(names, Program())
        told: set[str] = set()
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            name, colon, cards = line.partition(":")
            name = name.strip().lower()
            if not colon or name not in programs:
                example = ", ".join(f"{each}:" for each in names)
                says = say("Start line {line} with one of: {names}", line=number, names=example)
                raise ProgramError(says, number)
            if name in told:
                raise ProgramError(say("There are two lines for {name}.", name=name), number)
            told.add(name)
            try:
                programs[name] = Program.read(cards.strip(), instructions)
            except ProgramError as error:
                says = say("{name}: {problem}", name=name, problem=error.says)
                raise ProgramError(says, number, error.column) from None
        return cls.of(programs)

    def __getitem__(self, name: str) -> Program:
        return dict(self.lanes)[name]

    def __str__(self) -> str:
        return "\n".join(f"{name}: {program}".rstrip() for name, program in self.lanes)

    def __repr__(self) -> str:
        return f"Lanes({str(self)!r})"


def by_piece(program: Program, player: str) -> dict[str, Program]:
    """Map each piece to its program in `program`; a program without lanes belongs to `player`."""
    return dict(program.lanes) if isinstance(program, Lanes) else {player: program}


def _text(text: object) -> str:
    if not isinstance(text, str):
        raise ProgramError(say("Write the program as text, not as {text}.", text=shown(text)))
    return text


def _to_json(node: Node) -> Any:
    match node:
        case Repeat(times, body):
            return {"repeat": times, "body": [_to_json(inner) for inner in body]}
        case While(condition, body):
            return {"while": str(condition), "body": [_to_json(inner) for inner in body]}
        case If(condition, body, otherwise):
            then, other = ([_to_json(inner) for inner in row] for row in (body, otherwise))
            return {"if": str(condition), "then": then, "else": other}
        case Procedure(name, body):
            return {"define": name, "body": [_to_json(inner) for inner in body]}
        case Instruction(name, ()):
            return name
        case Instruction(name, arguments):
            return [name, *arguments]


def check_nodes(nodes: object, inside: int = 0) -> None:
    """Raise `ProgramError` if `nodes` is not a tuple of valid cards and brackets.

    `inside` is the number of brackets around `nodes`.
    """
    if not isinstance(nodes, tuple) or isinstance(nodes, Instruction):
        raise ProgramError(say("A program is a tuple of cards, not {nodes}.", nodes=shown(nodes)))
    if inside > MOST_BRACKETS:
        raise ProgramError(too_deep())
    for node in nodes:
        if not _is_node(node):
            raise ProgramError(say("This is not a card: {node}.", node=shown(node)))
        for row in branches(node):
            check_nodes(row, inside + 1)


def _is_node(node: object) -> TypeGuard[Node]:
    """Return whether `node` is a card or a bracket, whatever is inside the bracket."""
    if isinstance(node, Instruction):
        name, words = node
        is_named = isinstance(name, str) and isinstance(words, tuple)
        return is_named and all(isinstance(word, str) for word in words)
    match node:
        case Repeat(int(times)):
            return times is not True and 1 <= times <= MOST_TIMES
        case While(Condition(str(), bool())) | If(Condition(str(), bool())) | Procedure(str()):
            return True
    return False


def _from_json(nodes: object, inside: int = 0) -> tuple[Node, ...]:
    if not isinstance(nodes, Sequence) or isinstance(nodes, str):
        raise ProgramError(say("A program is a list of cards."))
    if inside > MOST_BRACKETS:
        raise ProgramError(too_deep())
    return tuple(_node_from_json(node, inside + 1) for node in nodes)


def _node_from_json(node: object, inside: int) -> Node:
    match node:
        case str(name) if name.strip():
            return Instruction(name)
        case [str(name), *arguments]:
            return Instruction(name, tuple(map(str, arguments)))
        case {"repeat": int(times), "body": body} if 1 <= times <= MOST_TIMES:
            return Repeat(int(times), _from_json(body, inside))
        case {"while": str(condition), "body": body} if condition.strip():
            return While(Condition.read(condition), _from_json(body, inside))
        case {"if": str(condition), "then": body, **rest} if condition.strip():
            then, otherwise = (_from_json(row, inside) for row in (body, rest.get("else", [])))
            return If(Condition.read(condition), then, otherwise)
        case {"define": str(name), "body": body}:
            return Procedure(name, _from_json(body, inside))
    raise ProgramError(say("This is not a card: {node}.", node=shown(node)))


Row: TypeAlias = tuple[Node, ...]


class Place(NamedTuple):
    """The place of a card or a bracket in a program, or the end of a row, where `node` is `None`.

    `number` is the number of the card at this place, of the first card inside the bracket, or of
    the next card after the end. `around` is the bracket that contains the place, or `None`. `at` is
    the index of the place in its `row`, and `rebuilt` takes a new row and returns a copy of the
    program with that row instead of `row`.
    """

    node: Node | None
    number: int
    around: Bracket | None
    row: Row
    at: int
    rebuilt: Callable[[Row], Program]

    def filled(self, *nodes: Node) -> Program:
        """Return a copy of the program in which `nodes` replace the node, if any, at this place."""
        return self.rebuilt((*self.row[: self.at], *nodes, *self.row[self.at + 1 :]))


def places(
    program: Program, into: tuple[type[Bracket], ...] = (Repeat, While, If, Procedure)
) -> Iterator[Place]:
    """Yield the places of `program` in reading order.

    Places inside a bracket are included if the bracket's type is one of `into`.

    >>> program = Program.read("left, 2x(forward)")
    >>> [(place.number, str(place.filled(Instruction("jump")))) for place in places(program)]
    ... # doctest: +NORMALIZE_WHITESPACE
    [(1, 'jump, 2x(forward)'), (2, 'left, jump'), (2, 'left, 2x(jump)'),
     (3, 'left, 2x(forward, jump)'), (3, 'left, 2x(forward), jump')]
    """
    return _places(program.body, 1, None, Program, into)


def _places(
    row: Row,
    number: int,
    around: Bracket | None,
    rebuilt: Callable[[Row], Program],
    into: tuple[type[Bracket], ...],
) -> Iterator[Place]:
    for at, node in enumerate(row):
        here = Place(node, number, around, row, at, rebuilt)
        yield here
        if isinstance(node, into):
            inside = number
            for branch, inner in enumerate(branches(node)):
                rebuild = partial(_with_branch, here, node, branch)
                yield from _places(inner, inside, node, rebuild, into)
                inside += cards_in(*inner)
        number += cards_in(node)
    yield Place(None, number, around, row, len(row), rebuilt)


def _with_branch(place: Place, bracket: Bracket, branch: int, row: Row) -> Program:
    rows = list(branches(bracket))
    rows[branch] = row
    return place.filled(with_rows(bracket, *rows))


def with_rows(bracket: Bracket, *rows: Row) -> Bracket:
    """Return a copy of `bracket` that contains `rows`; an `If` has a second row for `else`."""
    body, otherwise, *_ = (*rows, (), ())
    if isinstance(bracket, If):
        return replace(bracket, body=body, otherwise=otherwise)
    return replace(bracket, body=body)


def with_card(program: Program, number: int, card: Instruction) -> Program:
    """Return a copy of `program` in which `card` replaces card `number`, counted from 1."""
    return next(
        place.filled(card)
        for place in places(program)
        if place.number == number and isinstance(place.node, Instruction)
    )
