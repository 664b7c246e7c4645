"""Python source code: its syntax tree, its first error, and its tokens for error messages."""

from __future__ import annotations

import ast
import keyword
import re
import threading
import unicodedata
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from teachkit.core.strings import cut, one_line

_quiet = threading.Lock()  # warning filters are shared by all threads


@contextmanager
def no_warnings() -> Iterator[None]:
    """Suppress Python's warnings inside a `with` block, because learners should not see them."""
    with _quiet, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError)
"""The errors that Python's parser may raise."""


def tree_of(source: str) -> ast.Module:
    """Return the syntax tree of `source`, or an empty tree if Python cannot parse it."""
    try:
        with no_warnings():
            return ast.parse(source)
    except UNREADABLE:
        return ast.Module([], [])


def error_in(source: str) -> Exception | None:
    """Return the error that Python raises when it compiles `source`, or `None` if it succeeds."""
    try:
        with no_warnings():
            compile(source, "<answer>", "exec", dont_inherit=True)
    except UNREADABLE as error:
        return error
    return None


def place_of(error: Exception, source: str) -> int:
    """Return the index in `source` at which Python reports `error`, or 0 if `error` has no line."""
    if not isinstance(error, SyntaxError) or not error.lineno:
        return 0
    lines = source.split("\n")
    line = min(error.lineno, len(lines))
    column = min(max((error.offset or 1) - 1, 0), len(lines[line - 1]))
    return sum(len(each) + 1 for each in lines[: line - 1]) + column


CLOSING = {"(": ")", "[": "]", "{": "}"}
BLOCKS = frozenset(
    {"if", "elif", "else", "for", "while", "def", "class", "try", "except", "finally", "with"}
)
"""The keywords that begin a line ending with a colon."""

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
    """A token of a source: its kind, text, start, and the number of brackets around it."""

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
        """Whether the token begins a value. A bracket does not, because it may belong to a call."""
        return self.kind in ("number", "text") or (self.kind == "name" and not self.is_keyword)


Row: TypeAlias = tuple[Token, ...]


@dataclass(frozen=True)
class Text:
    """Python source code with its tokens; `stuck` is the index at which Python stops reading."""

    source: str
    stuck: int = 0

    @cached_property
    def tokens(self) -> Row:
        return tuple(_tokens(self.source))

    @cached_property
    def line(self) -> int:
        return self.line_of(self.stuck)

    def line_of(self, place: int) -> int:
        return self.source.count("\n", 0, place) + 1

    def column_of(self, place: int) -> int:
        return place - self.source.rfind("\n", 0, place)

    def indent_of(self, line: int) -> str:
        """Return the spaces and tabs at the beginning of line number `line`."""
        text = self.source.split("\n")[line - 1]
        return text[: len(text) - len(text.lstrip(" \t"))]

    def row(self, line: int) -> Row:
        """Return the tokens of line number `line`, without spaces and comments."""
        return self._rows.get(line, ())

    @cached_property
    def _rows(self) -> dict[int, Row]:
        rows: dict[int, list[Token]] = {}
        line = 1
        for token in self.tokens:
            if token.kind not in ("gap", "comment", "end"):
                rows.setdefault(line, []).append(token)
            line += token.text.count("\n")
        return {line: tuple(row) for line, row in rows.items()}

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The line at which Python stops, and the one above it, which may contain the cause.

        Each line is a row of tokens; empty lines are left out.
        """
        before = [line for line in self._rows if line < self.line]
        return tuple(filter(None, (self.row(self.line), *map(self.row, before[-1:]))))

    @cached_property
    def below(self) -> Row:
        """The tokens of the first non-empty line below the one at which Python stops."""
        return next((row for line, row in self._rows.items() if line > self.line), ())

    @cached_property
    def pairs(self) -> tuple[tuple[Token, Token], ...]:
        """Pairs of neighbouring tokens in `rows`; inside brackets, also across line breaks."""
        near = (token for row in reversed(self.rows) for token in row)
        return tuple(
            (one, other)
            for one, other in pairwise((*near, *self.below[:1]))
            if other.inside or self.line_of(one.start) == self.line_of(other.start)
        )


def _tokens(source: str) -> Iterator[Token]:
    inside = 0
    for match in _TOKEN.finditer(source):
        kind = match.lastgroup or ""
        inside -= kind == "close" and inside > 0
        yield Token(kind, match[0], match.start(), inside)
        inside += kind == "open"


def lone_brackets(tokens: Sequence[Token]) -> list[tuple[Token, Token | None]]:
    """Return all unmatched brackets in order, each paired with an open bracket or `None`.

    A closing bracket of the wrong kind is paired with the open bracket that it fails to close.

    >>> [token.text for token, _ in lone_brackets(Text("f(1]) + (2").tokens)]
    [']', '(']
    """
    found: list[tuple[Token, Token | None]] = []
    opened: list[Token] = []
    for token in tokens:
        if token.kind == "open":
            opened.append(token)
        elif token.kind == "close":
            if opened and CLOSING[opened[-1].text] == token.text:
                opened.pop()
            else:
                found.append((token, opened[-1] if opened else None))
    found += [(token, None) for token in opened]
    return sorted(found, key=lambda each: each[0].start)


def quoted(word: str, most: int = 20) -> str:
    """Return `word`, a part of a source, in quotation marks, shortened to `most` characters.

    >>> quoted("left"), quoted('"a"')
    ('"left"', '"a"')
    """
    short = cut(one_line(" ".join(word.split())), most)
    return short if '"' in short else f'"{short}"'


_STRAIGHT = {
    **dict.fromkeys("“”„‟«»″", '"'), **dict.fromkeys("‘’‚‛‹›′´`", "'"),
    **dict.fromkeys("–—−‐‑‒", "-"), "×": "*", "·": "*", "÷": "/", "≤": "<=", "≥": ">=",
    "≠": "!=", "…": "...", "²": "**2", "³": "**3",
}  # fmt: skip


def plain_sign(sign: str) -> str:
    """Return the Python symbol that the character `sign` resembles, or "" if there is none."""
    if sign in _STRAIGHT:
        return _STRAIGHT[sign]
    if sign.isascii():
        return ""
    usual = unicodedata.normalize("NFKC", sign)
    return usual if usual.isascii() and usual.isprintable() else ""
