"""Tokens of Python source, without comments, for messages about errors."""

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
from typing import NamedTuple

from teachkit.core.strings import is_seen, one_line
from teachkit.words import say

_quiet = threading.Lock()  # warning filters are shared by all threads


@contextmanager
def no_warnings() -> Iterator[None]:
    """Suppress Python's warnings inside the block, since they are not for learners."""
    with _quiet, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


OPEN, CLOSE = "([{", ")]}"
BLOCKS = frozenset(
    {"if", "elif", "else", "for", "while", "def", "class", "try", "except", "finally", "with"}
)
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
    """A token of a text: its type, its position, and the number of open brackets."""

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
        """Whether a value may begin here; a bracket may also belong to a call."""
        return self.kind in ("number", "text") or (self.kind == "name" and not self.is_keyword)

    @property
    def ends_value(self) -> bool:
        return self.begins_value or self.kind == "close"


@dataclass(frozen=True)
class Text:
    """A source as tokens, and the position at which Python cannot go on."""

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
        """Return the tokens of a line, without spaces and comments."""
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
        """The line at which Python stops, and the one before, which may be the cause."""
        before = [line for line in self._rows if line < self.line]
        return tuple(filter(None, (self.row(self.line), *map(self.row, before[-1:]))))

    @cached_property
    def pairs(self) -> tuple[tuple[Token, Token], ...]:
        """Neighbouring tokens in these lines; inside brackets, line ends separate nothing."""
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
    """A bracket without a match; `partner` is the bracket that it closes wrongly."""

    token: Token
    partner: Token | None = None


def lone_brackets(tokens: Sequence[Token]) -> list[Bracket]:
    """Return all unmatched brackets in order.

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
    """Return a piece of source for quoting in a sentence.

    >>> quoted("left"), quoted('"a"')
    ('"left"', '"a"')
    """
    short = one_line(" ".join(word.split()))
    short = short if len(short) <= most else short[: most - 1] + "…"
    return short if '"' in short else f'"{short}"'


_STRAIGHT = {
    **dict.fromkeys("“”„‟«»″", '"'), **dict.fromkeys("‘’‚‛‹›′´`", "'"),
    **dict.fromkeys("–—−‐‑‒", "-"), "×": "*", "·": "*", "÷": "/", "≤": "<=", "≥": ">=",
    "≠": "!=", "…": "...", "²": "**2", "³": "**3",
}  # fmt: skip


def plain_sign(sign: str) -> str:
    """Return the Python sign that looks like this one, if it differs."""
    if sign in _STRAIGHT:
        return _STRAIGHT[sign]
    if sign.isascii():
        return ""
    usual = unicodedata.normalize("NFKC", sign)
    return usual if usual.isascii() and usual.isprintable() else ""


def strange_sign(sign: str) -> str:
    right = plain_sign(sign)
    if right == " ":
        return say("A blank here is a special one; type it anew.")
    if right in ("'", '"'):
        return say("Quotation marks in Python are straight; type this one anew.")
    return say(
        "Python knows {right} and not {sign}; type it anew.", right=quoted(right), sign=quoted(sign)
    )


@dataclass(frozen=True)
class Fact:
    """An evident fact about a source. If it `is_sure`, no correction needs to be tried."""

    says: str
    start: int
    is_sure: bool = False


def fact_of(text: Text, error: Exception) -> Fact | None:
    """Return an evident cause of the error, whatever was meant."""
    if unseen := _unseen(text):
        return unseen
    if isinstance(error, IndentationError):
        return _of_indentation(text, isinstance(error, TabError))
    return _torn(text) or _strange(text) or _bracket(text) or _no_colon(text) or _out_of_place(text)


def _unseen(text: Text) -> Fact | None:
    for token in text.tokens:
        if token.kind == "strange" and not is_seen(token.text) and not plain_sign(token.text):
            says = say("A sign that cannot be seen stands here; take it away.")
            return Fact(says, token.start, is_sure=True)
    return None


def _torn(text: Text) -> Fact | None:
    """Return the fact of an unclosed string, unless it ends with a lookalike of a quote."""
    for token in text.tokens:
        if token.kind == "torn":
            is_first = text.line_of(token.start) <= text.line
            is_sure = is_first and not any(map(plain_sign, token.text))
            says = say("The text that begins here needs the same quotation mark at its end.")
            return Fact(says, token.start, is_sure)
    return None


def _strange(text: Text) -> Fact | None:
    for token in text.row(text.line):
        if token.text in ("$", "?", "`"):
            sign = quoted(token.text)
            says = say("Python does not know the sign {sign}; take it away.", sign=sign)
            return Fact(says, token.start, is_sure=True)
        for sign in token.text if token.kind != "text" else "":
            if plain_sign(sign):
                return Fact(strange_sign(sign), token.start)
    return None


def _bracket(text: Text) -> Fact | None:
    for token, partner in lone_brackets(text.tokens)[:1]:
        if token.kind == "open":
            return Fact(never_closed(token), token.start)
        told = wrong_pair(token, partner) if partner else one_too_many(token)
        return Fact(told, token.start)
    return None


def _no_colon(text: Text) -> Fact | None:
    row = text.row(text.line)
    if row and row[0].text in BLOCKS and all(token.text != ":" for token in row):
        return Fact(missing_colon(), row[-1].start)
    return None


def missing_colon() -> str:
    return say('A colon ":" is missing at the end of this line.')


def _of_indentation(text: Text, is_mixed: bool) -> Fact:
    """Return a fact about the indentation of a line, compared with the line above."""
    at = text.source.rfind("\n", 0, text.stuck) + 1
    lines = text.source.split("\n")
    number = text.line
    if is_mixed:
        return Fact(say("Tabs and blanks are mixed; begin each line with blanks only."), at, True)
    is_last = not any(map(text.row, range(number + 1, len(lines) + 1)))
    is_empty = is_last and [token.text for token in text.row(number)[-1:]] == [":"]
    above = next((line for line in range(number - 1 + is_empty, 0, -1) if text.row(line)), 0)
    mine, its = _indent(lines[number - 1]), _indent(lines[above - 1]) if above else 0
    if above and text.row(above)[-1].text == ":":
        head = sum(len(line) + 1 for line in lines[: above - 1])
        if text.row(number) and number > above and mine == its:
            return Fact(say("Begin this line four blanks further to the right."), at, True)
        return Fact(
            say("Below this line something must stand, four blanks to the right."), head + its, True
        )
    if mine > its:
        return Fact(say("This line begins too far to the right."), at, True)
    return Fact(say("Begin this line exactly below one of those above."), at, True)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _out_of_place(text: Text) -> Fact | None:
    """Return the fact of valid syntax in the wrong place."""
    try:
        tree = ast.parse(text.source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in ast.walk(tree):
        if getattr(node, "lineno", 0) != text.line:
            continue
        match node:
            case ast.Return():
                says = say('"return" works only inside of a function, behind def.')
            case ast.Break():
                says = say('"break" works only inside of a loop.')
            case ast.Continue():
                says = say('"continue" works only inside of a loop.')
            case ast.FunctionDef(args=arguments) if twice := _twice(arguments):
                says = say("{name} stands twice between the brackets.", name=quoted(twice))
            case _:
                continue
        return Fact(says, text.stuck, is_sure=True)
    return Fact(say("Python can read this, and cannot use it here."), text.stuck, is_sure=True)


def _twice(arguments: ast.arguments) -> str:
    names = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    return next((name for name in names if names.count(name) > 1), "")


# -- brackets --------------------------------------------------------------------------------------


def never_closed(token: Token) -> str:
    return say("The bracket {sign} that opens here is never closed.", sign=quoted(token.text))


def one_too_many(token: Token) -> str:
    return say("Here is one {sign} too many; no bracket is open.", sign=quoted(token.text))


def wrong_pair(token: Token, partner: Token) -> str:
    right = CLOSE[OPEN.index(partner.text)]
    return say(
        "The bracket {opened} is closed with {right} and not with {sign}.",
        opened=quoted(partner.text),
        right=quoted(right),
        sign=quoted(token.text),
    )
