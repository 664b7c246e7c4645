"""Instructions and the brackets around them, and the vocabulary of a game: cards and sensors."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from keyword import iskeyword, kwlist
from types import MappingProxyType
from typing import NamedTuple, TypeAlias
from unicodedata import normalize

from teachkit.core.strings import suggested
from teachkit.errors import ProgramError
from teachkit.words import say, translate


class Instruction(NamedTuple):
    """A command as printed on a card: its name and its arguments.

    >>> str(Instruction("shove", ("left",)))
    'shove left'
    """

    name: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.name, *self.arguments))


class Condition(NamedTuple):
    """A condition of a `While` or an `If`, which holds if `sensor` answers `wanted`.

    >>> str(Condition("blocked", wanted=False))
    'not blocked'
    """

    sensor: str
    wanted: bool = True

    def __str__(self) -> str:
        return self.sensor if self.wanted else f"not {self.sensor}"

    @classmethod
    def read(cls, text: str) -> Condition:
        words = text.split()
        return cls(words[-1], wanted=words[0] != "not")


@dataclass(frozen=True, slots=True)
class Repeat:
    """A loop: cards that run `times` times."""

    times: int
    body: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class While:
    """A loop: cards that repeat while `condition` holds. Board games have no such card."""

    condition: Condition
    body: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class If:
    """A branch: if `condition` holds, `body` runs; if not, `otherwise` runs.

    Board games have no such card.
    """

    condition: Condition
    body: tuple[Node, ...] = ()
    otherwise: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Procedure:
    """A routine: cards that run wherever a card called `name` stands, and not where they stand.

    Board games have no such card.
    """

    name: str
    body: tuple[Node, ...] = ()


Node: TypeAlias = Instruction | Repeat | While | If | Procedure
Bracket: TypeAlias = Repeat | While | If | Procedure

LOOP = re.compile(r"(\d+)[x×]|[x×](\d+)", re.IGNORECASE)
MOST_TIMES = 999
MOST_BRACKETS = 50


def card_name(text: str) -> str:
    """Return the name of the card that `text` names; a loop card is always called like `2x`.

    >>> [card_name(text) for text in ("2x", "x2", "×2", "2X", "forward")]
    ['2x', '2x', '2x', '2x', 'forward']
    """
    loop = LOOP.fullmatch(text)
    return f"{int(loop[1] or loop[2])}x" if loop else text


def branches(node: Node) -> tuple[tuple[Node, ...], ...]:
    """Return the rows of cards inside `node`: none for a card, two for an `If`, else one."""
    if isinstance(node, Instruction):
        return ()
    return (node.body, node.otherwise) if isinstance(node, If) else (node.body,)


def nodes_in(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield all nodes in reading order, each bracket before the nodes inside the bracket."""
    for node in nodes:
        yield node
        if not isinstance(node, Instruction):
            for branch in branches(node):
                yield from nodes_in(branch)


def instructions_in(nodes: Iterable[Node]) -> list[Instruction]:
    """Return all instructions in `nodes` in reading order: card 1, card 2, …"""
    return [node for node in nodes_in(nodes) if isinstance(node, Instruction)]


def cards_in(*nodes: Node) -> int:
    """Count the cards in `nodes`, at any depth. Brackets do not count."""
    return len(instructions_in(nodes))


def too_deep() -> str:
    """Return the error message for brackets that are nested too deeply."""
    return say("Nest brackets at most {most} deep.", most=MOST_BRACKETS)


def depth(nodes: Iterable[Node], called: Mapping[str, int] = MappingProxyType({})) -> int:
    """Return the nesting depth of the brackets in `nodes`, which is 0 if there are none.

    `called` maps the names of routines to their depths, which the cards that call them have, too.
    """
    deepest = 0
    for node in nodes:
        if isinstance(node, Instruction):
            deepest = max(deepest, called.get(node.name, 0))
        else:
            deepest = max(deepest, *(1 + depth(row, called) for row in branches(node)))
    return deepest


KINDS = ("moves", "turns", "special")


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the vocabulary, with its names, its texts and the choices for its arguments.

    `name` is the word in card text, `python` is the name of the Python function if it differs, and
    `symbol` is one or two characters for the face of the card. `arguments` lists the choices for
    each argument; the last `optional` arguments may be left out. If `asks` is true, the rules ask
    for missing arguments when the card runs. `facts` fill the fields of `title` and `says`. The
    colour of the card is that of its `kind`, one of `KINDS`.

    >>> Card("A1+", "+7", "Add {number}", "", facts=(("number", 7),)).label
    'Add 7'
    """

    name: str
    symbol: str
    title: str
    says: str
    arguments: tuple[tuple[str, ...], ...] = ()
    python: str = ""
    optional: int = 0
    facts: tuple[tuple[str, object], ...] = ()
    asks: bool = False
    kind: str = KINDS[0]

    @property
    def function(self) -> str:
        """The name of the card's Python function, such as `all_forward` for `all-forward`."""
        return self.python or self.name.replace("-", "_")

    @property
    def label(self) -> str:
        return translate(self.title).format(**dict(self.facts))

    @property
    def ways(self) -> tuple[Instruction, ...]:
        """The instructions that may be written for this card.

        If `asks` is true, there is one for each choice of arguments; otherwise, there is only one,
        without arguments.

        >>> card = Card("shove", "⇥", "Shove", "", (("left", "right"),), optional=1, asks=True)
        >>> [str(way) for way in card.ways]
        ['shove left', 'shove right']
        """
        if not self.asks:
            return (Instruction(self.name),)
        return tuple(Instruction(self.name, words) for words in product(*self.arguments))

    @property
    def help(self) -> str:
        return translate(self.says).format(**dict(self.facts))


@dataclass(frozen=True)
class InstructionSet:
    """The cards of a game, and the sensors that `While` and `If` may use.

    `routines` is true if programs may define routines, whose names then are cards as well.

    >>> deck = InstructionSet([Card("left", "↰", "Left", "Turn left.")])
    >>> deck.check(Instruction("lefft"))
    Traceback (most recent call last):
    teachkit.errors.ProgramError: There is no card "lefft". Did you mean "left"?
    """

    cards: Iterable[Card]
    sensors: Mapping[str, str] = field(default_factory=dict)
    routines: bool = False
    _named: dict[str, Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(self.cards))
        object.__setattr__(self, "_named", {card.name: card for card in self.cards})

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, name: str) -> bool:
        return name in self._named

    def __getitem__(self, name: str) -> Card:
        return self._named[name]

    def only(
        self, names: Iterable[str], sensors: bool = True, routines: bool = True
    ) -> InstructionSet:
        """Return a vocabulary with only the cards called `names`, in that order.

        If `sensors` is false, the vocabulary has no sensors; if `routines` is false, no routines.
        """
        chosen = [self._named[name] for name in names]
        return InstructionSet(chosen, self.sensors if sensors else {}, self.routines and routines)

    def with_routines(self, names: Iterable[str]) -> InstructionSet:
        """Return a vocabulary with a card for each of the routines `names`, which calls it."""
        calls = (Card(name, "ƒ", name, "") for name in names if name not in self)
        return InstructionSet((*self.cards, *calls), self.sensors, self.routines)

    def named_in_python(self, function: str) -> str | None:
        """Return the name of the card whose Python function is `function`, or `None`."""
        return next((card.name for card in self if card.function == function), None)

    def spelled(self, word: str) -> str | None:
        """Return the name of the card that `word` spells, ignoring case, or `None` if no card fits.

        >>> InstructionSet([Card("left", "↰", "Left", "Turn left.")]).spelled("LEFT")
        'left'
        """
        if word in self._named:
            return word
        found = [name for name in self._named if name.casefold() == word.casefold()]
        return found[0] if len(found) == 1 else None

    def named(self, instruction: Instruction) -> Instruction:
        """Return `instruction` with its name and arguments in the upper or lower case of the card.

        Return `instruction` unchanged if there is no such card.
        """
        name = self.spelled(instruction.name)
        if name is None:
            return instruction
        allowed = (*self._named[name].arguments, *[()] * len(instruction.arguments))
        pairs = zip(instruction.arguments, allowed, strict=False)
        behind = (word.lower() if word.lower() in words else word for word, words in pairs)
        return Instruction(name, tuple(behind))

    def check(self, instruction: Instruction, line: int = 1, column: int = 1) -> None:
        """Raise `ProgramError` if `instruction` is not one of the cards or has wrong arguments.

        `line` and `column` are the position of the instruction, for the error.
        """
        name, arguments = instruction
        card = self._named.get(name)
        if card is None:
            says = say('There is no card "{word}".', word=name)
            says = suggested(says, name, self._named, 0.5, lists=False)
            raise ProgramError(says, line, column)
        if len(arguments) > len(card.arguments):
            says = say('Put a comma after "{name}", or remove the rest.', name=name)
            raise ProgramError(says, line, column)
        wrong = [
            (given, allowed)
            for given, allowed in zip(arguments, card.arguments, strict=False)
            if allowed and given not in allowed
        ]
        if wrong or len(arguments) < len(card.arguments) - card.optional:
            choices = " / ".join((wrong[0][1] if wrong else card.arguments[len(arguments)]) or "…")
            says = say('After "{name}", write one of: {choices}.', name=name, choices=choices)
            raise ProgramError(says, line, column)

    def check_sensor(self, sensor: str, line: int = 1, column: int = 1) -> None:
        """Raise `ProgramError` if no sensor is called `sensor`."""
        if sensor not in self.sensors:
            says = say('There is no sensor "{word}" here.', word=sensor)
            says = suggested(says, sensor, self.sensors, 0.5, lists=False)
            raise ProgramError(says, line, column)


_TAKEN = re.compile(rf"define|range|repeat|x\d+|{'|'.join(kwlist)}")


# -- routines ------------------------------------------------------------------------------------


class RoutineFault(NamedTuple):
    """A fault in how a program defines or calls a routine, and a sentence about it.

    `node` is the index of the faulty node in reading order, and `card` the number of its card, or
    of the first card inside.
    """

    node: int
    card: int
    says: str


def routine_faults(
    nodes: Sequence[Node], instructions: InstructionSet | None = None
) -> Iterator[RoutineFault]:
    """Yield the faults of the routines in `nodes`; empty routines are no faults.

    A routine may not have the name of a card or a sensor in `instructions`.

    >>> from teachkit.core.language.card_text import read
    >>> body = (Instruction("fetch"),)
    >>> [fault.says for fault in routine_faults((Procedure("fetch", body), *body))]
    ['The routine "fetch" cannot call itself.']
    """
    names = {node.name for node in nodes_in(nodes) if isinstance(node, Procedure)}
    depths: dict[str, int] = {}
    place, card = 0, 1
    for outer in nodes if names else ():
        for at, node in enumerate(nodes_in((outer,))):
            if isinstance(node, Procedure):
                says = _wrong_definition(node.name, at > 0, depths, instructions)
            elif isinstance(node, Instruction) and node.name in names - {*depths}:
                is_inside = isinstance(outer, Procedure) and outer.name == node.name
                says = say('The routine "{name}" cannot call itself.', name=node.name)
                if not is_inside:
                    says = say('Define "{name}" before the card that calls it.', name=node.name)
            else:
                says = ""
            if says:
                yield RoutineFault(place, card, says)
            place += 1
            card += isinstance(node, Instruction)
        deep = depth((outer,), depths)
        if deep > MOST_BRACKETS:
            yield RoutineFault(place - 1, card - 1, too_deep())
        if isinstance(outer, Procedure):
            depths.setdefault(outer.name, deep)


def _wrong_definition(
    name: str, is_inside: bool, known: Collection[str], words: InstructionSet | None
) -> str:
    """Return a sentence that says why the routine `name` may not be defined, or ""."""
    if is_inside:
        return say('Define "{name}" outside of all brackets.', name=name)
    if name in known:
        return say('There are two routines called "{name}". Rename one.', name=name)
    return wrong_name(name, words)


def wrong_name(name: str, instructions: InstructionSet | None = None) -> str:
    """Return a sentence that says why a routine may not be called `name`, or "".

    >>> wrong_name("fetch"), wrong_name("2b")
    ('', 'Call a routine by one word of letters, such as "fetch".')
    """
    if instructions and (instructions.spelled(name) or instructions.named_in_python(name)):
        return say('"{name}" is a card already. Choose another name.', name=name)
    if instructions and name in instructions.sensors:
        return say('"{name}" is a sensor already. Choose another name.', name=name)
    if iskeyword(name) or _TAKEN.fullmatch(name.lower()):
        return say('"{name}" means something already. Choose another name.', name=name)
    if not name.isidentifier() or name != normalize("NFKC", name):
        return say('Call a routine by one word of letters, such as "fetch".')
    return ""
