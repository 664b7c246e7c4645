"""The words and signs of a text that is perhaps no Python: nothing is too damaged to be split."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from teachkit.core.readable import one_line

OPEN, CLOSE = "([{", ")]}"
BLOCKS = frozenset({"if", "elif", "else", "for", "while", "def", "class", "try", "except",
                    "finally", "with"})  # fmt: skip
"""Words that begin a line which ends with a colon."""

_VALUES = frozenset({"True", "False", "None"})
_STRING = r"""[rRbBuUfF]{0,2}"""
_TOKEN = re.compile(
    rf"""(?P<comment>\#[^\n]*)
    |(?P<text>{_STRING}(?:\"\"\"[\s\S]*?\"\"\"|'''[\s\S]*?'''
        |"(?!"")(?:\\[\s\S]|[^"\\\n])*"|'(?!'')(?:\\[\s\S]|[^'\\\n])*'))
    |(?P<torn>{_STRING}(?:\"\"\"[\s\S]*|'''[\s\S]*|"[^\n]*|'[^\n]*))
    |(?P<number>0[xXbBoO][0-9a-fA-F_]+|(?:[0-9][0-9_]*(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    |(?P<name>[^\W\d]\w*)
    |(?P<open>[(\[{{])|(?P<close>[)\]}}])
    |(?P<end>\n)|(?P<gap>[ \t\f]+|\\\n)
    |(?P<sign>\*\*=|//=|>>=|<<=|\.\.\.|[-+*/%&|^@=!<>:]=|=[<>!]|<>|->|\*\*|//|<<|>>|&&|\|\||\+\+
        |[-+*/%@&|^~<>=.,:;!?$`])
    |(?P<strange>[\s\S])""",
    re.VERBOSE,
)


class Token(NamedTuple):
    """A piece of a text: what it is, where it begins, how many brackets are open there."""

    kind: str
    text: str
    start: int
    inside: int = 0

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_keyword(self) -> bool:
        return self.kind == "name" and keyword.iskeyword(self.text) and self.text not in _VALUES

    @property
    def begins_value(self) -> bool:
        """Whether a value may begin here; a bracket may also be that of a call."""
        return self.kind in ("number", "text") or (self.kind == "name" and not self.is_keyword)

    @property
    def ends_value(self) -> bool:
        return self.begins_value or self.kind == "close"


@dataclass(frozen=True)
class Text:
    """A source in pieces, and the place where Python cannot go on."""

    source: str
    stuck: int = 0

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        return tuple(_tokens(self.source))

    @cached_property
    def line(self) -> int:
        return self.line_of(self.stuck)

    def line_of(self, place: int) -> int:
        return self.source.count("\n", 0, place) + 1

    def column_of(self, place: int) -> int:
        return place - self.source.rfind("\n", 0, place)

    def row(self, line: int) -> tuple[Token, ...]:
        """What stands in this line, without blanks and comments."""
        return self._rows.get(line, ())

    @cached_property
    def _rows(self) -> dict[int, tuple[Token, ...]]:
        rows: dict[int, list[Token]] = {}
        line = 1
        for token in self.tokens:
            if token.kind not in ("gap", "comment", "end"):
                rows.setdefault(line, []).append(token)
            line += token.text.count("\n")
        return {line: tuple(row) for line, row in rows.items()}

    @cached_property
    def rows(self) -> tuple[tuple[Token, ...], ...]:
        """The line where Python is stuck, and what stands before: there it may come from."""
        before = [line for line in self._rows if line < self.line]
        return tuple(filter(None, (self.row(self.line), *map(self.row, before[-1:]))))

    @cached_property
    def pairs(self) -> tuple[tuple[Token, Token], ...]:
        """Neighbours in these lines; inside of brackets a line's end parts nobody."""
        near = sorted({token for row in self.rows for token in row}, key=lambda token: token.start)
        below = [line for line in self._rows if line > self.line][:1]
        near += [token for line in below for token in self.row(line)[:1]]
        return tuple(
            (one, other)
            for one, other in pairwise(near)
            if other.inside or self.line_of(one.start) == self.line_of(other.start)
        )


def _tokens(source: str) -> Iterator[Token]:
    inside = 0
    for match in _TOKEN.finditer(source):
        kind = match.lastgroup or ""
        inside -= kind == "close" and inside > 0
        yield Token(kind, match[0], match.start(), inside)
        inside += kind == "open"


class Bracket(NamedTuple):
    """A bracket without a fitting partner; `partner` opened where this one closes wrongly."""

    token: Token
    partner: Token | None = None


def lone_brackets(tokens: Sequence[Token]) -> list[Bracket]:
    """Brackets that no other one opens or closes, in their order.

    >>> [bracket.token.text for bracket in lone_brackets(Text("f(1]) + (2").tokens)]
    [']', '(']
    """
    found: list[Bracket] = []
    opened: list[Token] = []
    for token in tokens:
        if token.kind == "open":
            opened.append(token)
        elif token.kind == "close":
            if opened and OPEN.index(opened[-1].text) == CLOSE.index(token.text):
                opened.pop()
            else:
                found.append(Bracket(token, opened[-1] if opened else None))
    return sorted([*found, *map(Bracket, opened)], key=lambda each: each.token.start)


def quoted(word: str, most: int = 20) -> str:
    """A piece of a source as a sentence can quote it.

    >>> quoted("left"), quoted('"a"')
    ('"left"', '"a"')
    """
    short = one_line(" ".join(word.split()))
    short = short if len(short) <= most else short[: most - 1] + "…"
    return short if '"' in short else f'"{short}"'
