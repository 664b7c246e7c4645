"""Card text, the shortest notation for programs: a list of cards.

forward, 2x(forward, left), if not blocked(jump) else(right)

A routine is defined like this, and called by its name: define fetch(forward, left), fetch
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

from teachkit.core.language.instructions import (
    LOOP,
    MOST_BRACKETS,
    MOST_TIMES,
    Condition,
    If,
    Instruction,
    InstructionSet,
    Node,
    Procedure,
    Repeat,
    While,
    routine_faults,
    too_deep,
)
from teachkit.errors import ProgramError
from teachkit.words import say

_TOKEN = re.compile(
    r"(?P<stop>[,;\n]+)|(?P<bracket>[()])"
    r"|(?P<word>(?:\d+[^\S\n]+\d*[x×]|[x×]\d*[^\S\n]+\d+)(?![^\s,;()])|[^\s,;()]+)",
    re.IGNORECASE,
)
_LOOKS_LIKE_A_LOOP = re.compile(r"\d+.*|[x×]|loop|repeat|for|times", re.IGNORECASE)
_WORDS = ("while", "if", "not", "else", "define")
# Full-width characters are replaced one by one, so that positions in the text stay the same.
_PLAIN = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: " ", 0x3001: ","}


def write(nodes: Sequence[Node]) -> str:
    """Return `nodes` as card text, which `read` converts back into the same nodes."""
    return ", ".join(map(_write_node, nodes))


def _write_node(node: Node) -> str:
    match node:
        case Instruction():
            return str(node)
        case Repeat(times, body):
            return f"{times}x({write(body)})"
        case While(condition, body):
            return f"while {condition}({write(body)})"
        case If(condition, body, ()):
            return f"if {condition}({write(body)})"
        case If(condition, body, otherwise):
            return f"if {condition}({write(body)}) else({write(otherwise)})"
        case Procedure(name, body):
            return f"define {name}({write(body)})"


def read(text: str, instructions: InstructionSet | None = None) -> tuple[Node, ...]:
    """Parse card text, and return its nodes.

    If `instructions` are passed, each card must be one of them. Raise `ProgramError`, with the line
    and column of the fault, if `text` is not a program.

    >>> read("2x(left)")
    (Repeat(times=2, body=(Instruction(name='left', arguments=()),)),)
    >>> read("2 X (left)") == read("２×（left）") == read("2x(left)")
    True
    """
    if instructions is None:
        return _with_any_cards(text)
    return _Reader(text.translate(_PLAIN), instructions).program()


@lru_cache(maxsize=1024)  # a match reads the same short programs again and again
def _with_any_cards(text: str) -> tuple[Node, ...]:
    return _Reader(text.translate(_PLAIN), None).program()


def _token(match: re.Match[str]) -> tuple[str, str, int]:
    """Return the kind, text and start index of the token in `match`.

    Spaces are removed, so that `2 x` becomes `2x`, and keywords are returned in lower case.
    """
    word = "".join(match[0].split())
    word = word.lower() if word.lower() in _WORDS else word
    return match.lastgroup or "", word, match.start()


class _Reader:
    """A recursive-descent parser of card text."""

    def __init__(self, text: str, instructions: InstructionSet | None) -> None:
        self.text = text
        self.tokens = [*map(_token, _TOKEN.finditer(text)), ("end", "", len(text))]
        words = [word for _, word, _ in self.tokens]
        self.routines = [name for word, name in pairwise(words) if word == "define"]
        self.known = instructions
        self.instructions = instructions and instructions.with_routines(self.routines)
        self.starts: list[int] = []  # of each node, in reading order
        self.here = 0
        self.open = 0

    def program(self) -> tuple[Node, ...]:
        nodes = self.row()
        kind, _, start = self.tokens[self.here]
        if kind != "end":
            raise self.error(say("This bracket does not close anything. Remove it."), start)
        for fault in routine_faults(nodes, self.known) if self.routines else ():
            raise self.error(fault.says, self.starts[fault.node])
        return nodes

    def row(self) -> tuple[Node, ...]:
        """Parse nodes up to a closing bracket or the end of the text, and return them."""
        nodes: list[Node] = []
        while True:
            kind, text, _ = self.tokens[self.here]
            if kind == "end" or text == ")":
                return tuple(nodes)
            if kind == "stop":
                self.here += 1
            else:
                nodes.append(self.node())

    def node(self) -> Node:
        kind, word, start = self.tokens[self.here]
        if kind == "bracket":
            raise self.error(say("Write 2x, while or if in front of this bracket: 2x( … )."), start)
        self.starts.append(start)
        if word in ("while", "if"):
            return self.inside(start, lambda: self.conditional(word))
        if word == "define":
            return self.inside(start, self.routine)
        if times := LOOP.fullmatch(word):
            self.here += 1
            count = self.count(times[1] or times[2], start)
            return self.inside(start, lambda: Repeat(count, self.loop_body()))
        known = self.instructions and self.instructions.spelled(word)
        if not known and word not in self.routines and _LOOKS_LIKE_A_LOOP.fullmatch(word):
            raise self.error(self.loop_says(), start)
        return self.instruction()

    def loop_says(self) -> str:
        """Return a sentence that shows how to write a loop, with cards from the vocabulary."""
        names = [card.name for card in self.instructions or () if not card.arguments][:2]
        return say("Write a loop like this: {example}.", example=f"2x({', '.join(names)})")

    def inside(self, start: int, read: Callable[[], Node]) -> Node:
        """Call `read` to parse a bracket one level deeper, and return the bracket.

        Raise `ProgramError`, located at `start`, if the bracket is nested too deeply.
        """
        if self.open == MOST_BRACKETS:
            raise self.error(too_deep(), start)
        self.open += 1
        node = read()
        self.open -= 1
        return node

    def count(self, digits: str, start: int) -> int:
        if len(digits) > 9 or not 1 <= int(digits) <= MOST_TIMES:
            count = digits[:9]
            raise self.error(say("A loop runs 1 to 999 times, not {count}.", count=count), start)
        return int(digits)

    def conditional(self, word: str) -> Node:
        self.here += 1
        wanted = self.tokens[self.here][1] != "not"
        self.here += not wanted
        kind, sensor, start = self.tokens[self.here]
        if kind != "word":
            raise self.error(say("Write a question after {word}.", word=word), start)
        if self.instructions:
            self.instructions.check_sensor(sensor, *self.position(start))
        self.here += 1
        condition, body = Condition(sensor, wanted), self.body()
        if word == "while":
            return While(condition, body)
        if self.tokens[self.here][1] == "else":
            self.here += 1
            return If(condition, body, self.body())
        return If(condition, body)

    def routine(self) -> Procedure:
        kind, name, start = self.tokens[self.here + 1]
        if self.known and not self.known.routines:
            raise self.error(say("This deck has no routines."), self.tokens[self.here][2])
        if kind != "word":
            raise self.error(say("Write a name after define, such as: define fetch( … )"), start)
        self.here += 2
        return Procedure(name, self.body())

    def loop_body(self) -> tuple[Node, ...]:
        """Parse the content of a loop: a bracket, or a single node as in `2x forward`."""
        return (self.node(),) if self.tokens[self.here][0] == "word" else self.body()

    def body(self) -> tuple[Node, ...]:
        _, text, start = self.tokens[self.here]
        if text != "(":
            raise self.error(say("Open a bracket here: ( … )."), start)
        self.here += 1
        nodes = self.row()
        if self.tokens[self.here][0] == "end":
            raise self.error(say("This bracket is never closed."), start)
        self.here += 1
        return nodes

    def instruction(self) -> Instruction:
        words, start = [], self.tokens[self.here][2]
        while self.tokens[self.here][0] == "word":
            words.append(self.tokens[self.here][1])
            self.here += 1
        instruction = Instruction(words[0], tuple(words[1:]))
        if self.instructions:
            instruction = self.instructions.named(instruction)
            self.instructions.check(instruction, *self.position(start))
        return instruction

    def position(self, start: int) -> tuple[int, int]:
        before = self.text[:start]
        return before.count("\n") + 1, start - before.rfind("\n")

    def error(self, says: str, start: int) -> ProgramError:
        return ProgramError(says, *self.position(start))
