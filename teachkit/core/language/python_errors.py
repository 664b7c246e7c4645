"""Explanations of Python syntax errors: evident faults, and likely slips that a fix confirms."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Callable, Iterator, Mapping
from difflib import SequenceMatcher
from itertools import chain, islice, pairwise
from typing import NamedTuple

from teachkit.core.language.python_source import (
    BLOCKS,
    CLOSING,
    Row,
    Text,
    Token,
    error_in,
    lone_brackets,
    place_of,
    plain_sign,
    quoted,
    tree_of,
)
from teachkit.core.strings import is_seen, nearest
from teachkit.words import say, translate

MOST_TRIES = 150
LONGEST = 8_000  # characters; trying fixes for a longer source would take too long
DEEPEST = 60  # nested brackets; a source with more is called too complicated


class Trouble(NamedTuple):
    """A sentence that explains an error, and the line and column of the error, from 1."""

    says: str
    line: int
    column: int = 1


def trouble_in(source: str) -> Trouble | None:
    """Return an explanation of why Python cannot compile `source`, or `None` if it can.

    >>> trouble_in("For n in range(3):\\n    left()")
    Trouble(says='In Python, write "for" in small letters.', line=1, column=1)
    >>> trouble_in("left()") is None
    True
    """
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    error = error_in(source)
    if error is None:
        return None
    text = Text(source, place_of(error, source))
    is_too_much = isinstance(error, RecursionError | MemoryError | OverflowError)
    if is_too_much or any(token.inside > DEEPEST for token in text.tokens):
        return too_tangled(text.line)
    fact = next(_facts_of(text, error), None)
    is_sure = (fact and fact.is_sure) or len(source) > LONGEST
    slips = chain.from_iterable(each(text) for each in _SLIPS)  # most common first
    tries = () if is_sure else islice(slips, MOST_TRIES)
    found = next((fix for fix in tries if _reads_on(text, fix)), fact) or _stops(text)
    return Trouble(found.says, text.line_of(found.start), text.column_of(found.start))


def too_tangled(line: int = 1) -> Trouble:
    return Trouble(say("This is too complicated. Split it into several lines."), line)


def _reads_on(text: Text, fix: Fix) -> bool:
    """Return whether Python, reading the fixed source, gets past both the fix and the old error."""
    error = error_in(fix.source)
    if error is None:
        return True
    left = len(fix.source) - place_of(error, fix.source)
    return left < len(text.source) - max(text.stuck, fix.end)


def _stops(text: Text) -> Fact:
    """Return a general `Fact` about the line of the error, if nothing more specific was found."""
    says = say("Python does not understand this line.")
    if token := next((each for each in text.row(text.line) if each.end > text.stuck), None):
        says = say("Python gets stuck on this line at {word}.", word=quoted(token.text))
    return Fact(says, text.stuck)


# -- evident facts ---------------------------------------------------------------------------------


class Fact(NamedTuple):
    """An evident fault in a source. If `is_sure` is true, no fixes need to be tried."""

    says: str
    start: int
    is_sure: bool = False


def _facts_of(text: Text, error: Exception) -> Iterator[Fact]:
    """Yield faults in `text` that can be explained without trying fixes, most evident first."""
    yield from _unseen(text)
    if isinstance(error, IndentationError):
        yield _of_indentation(text, isinstance(error, TabError))
    yield from _torn(text)
    yield from _strange(text)
    yield from (Fact(fix.says, fix.start) for fix in _brackets(text))
    yield from _no_colon(text)
    yield from _out_of_place(text)


def _unseen(text: Text) -> Iterator[Fact]:
    for token in text.tokens:
        if token.kind == "strange" and not is_seen(token.text) and not plain_sign(token.text):
            says = say("There is an invisible symbol here. Remove it.")
            yield Fact(says, token.start, is_sure=True)


def _torn(text: Text) -> Iterator[Fact]:
    """Yield a `Fact` for each unclosed string.

    `is_sure` is false if the string starts below the line of the error, or contains a lookalike,
    such as a curly quotation mark, that may be meant to close it.
    """
    for token in text.tokens:
        if token.kind == "torn":
            is_first = text.line_of(token.start) <= text.line
            is_sure = is_first and not any(map(plain_sign, token.text))
            says = say("The text that starts here needs the same quotation mark at the end.")
            yield Fact(says, token.start, is_sure)


def _strange(text: Text) -> Iterator[Fact]:
    for token in text.row(text.line):
        if token.text in ("$", "?", "`"):
            sign = quoted(token.text)
            says = say("Python does not know the symbol {sign}. Remove it.", sign=sign)
            yield Fact(says, token.start, is_sure=True)
        for sign in token.text if token.kind != "text" else "":
            if plain_sign(sign):
                yield Fact(_strange_sign(sign), token.start)


def _no_colon(text: Text) -> Iterator[Fact]:
    row = text.row(text.line)
    if row and row[0].text in BLOCKS and all(token.text != ":" for token in row):
        yield Fact(_missing_colon(), row[-1].start)


def _of_indentation(text: Text, is_mixed: bool) -> Fact:
    """Return a `Fact` that explains the wrong indentation at the line of the error."""
    at = text.source.rfind("\n", 0, text.stuck) + 1
    number, row = text.line, text.row(text.line)
    if is_mixed:
        return Fact(
            say("Tabs and spaces are mixed. Use only spaces at the start of a line."), at, True
        )
    is_empty = not text.below and [token.text for token in row[-1:]] == [":"]
    above = next((line for line in range(number - 1 + is_empty, 0, -1) if text.row(line)), 0)
    mine, its = len(text.indent_of(number)), len(text.indent_of(above)) if above else 0
    if above and text.row(above)[-1].text == ":":
        if row and number > above and mine == its:
            return Fact(say("Indent this line: add four spaces at the start."), at, True)
        says = say("Write an indented line below this one. Start it with four more spaces.")
        return Fact(says, text.row(above)[0].start, True)
    if mine > its:
        return Fact(say("This line has too many spaces at the start."), at, True)
    return Fact(say("Line up the start of this line with one of the lines above it."), at, True)


SENTENCES: Mapping[type[ast.AST], str] = {
    ast.Return: '"return" only works inside a function that starts with def.',
    ast.Break: '"break" only works inside a loop.',
    ast.Continue: '"continue" only works inside a loop.',
}
"""Sentences about statements in the wrong place, by type of statement."""


def _out_of_place(text: Text) -> Iterator[Fact]:
    """Yield a `Fact` for each reason why Python can parse the source but does not allow it."""
    tree = tree_of(text.source)
    for node in ast.walk(tree):
        says = translate(SENTENCES.get(type(node), ""))
        if isinstance(node, ast.FunctionDef) and (twice := _twice(node.args)):
            says = say("{name} is in the brackets twice.", name=quoted(twice))
        if says and getattr(node, "lineno", 0) == text.line:
            yield Fact(says, text.stuck, is_sure=True)
    if tree.body:
        says = say("Python does not allow this here.")
        yield Fact(says, text.stuck, is_sure=True)


def _twice(arguments: ast.arguments) -> str:
    names = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    return next((name for name in names if names.count(name) > 1), "")


# -- fixes -----------------------------------------------------------------------------------------


class Fix(NamedTuple):
    """A fix for a slip: the fixed source, the range of the slip, and a sentence to explain it."""

    source: str
    start: int
    end: int
    says: str


def _replaced(text: Text, start: int, end: int, put: str, says: str) -> Fix:
    return Fix(text.source[:start] + put + text.source[end:], start, end, says)


def _instead(text: Text, token: Token, put: str, says: str, last: Token | None = None) -> Fix:
    """Return a fix that replaces `token`, or everything from `token` to `last`, with `put`."""
    return _replaced(text, token.start, (last or token).end, put, says)


def _behind(text: Text, token: Token, put: str, says: str) -> Fix:
    return _replaced(text, token.end, token.end, put, says)


def _without(text: Text, token: Token) -> Fix:
    says = say("{word} does not belong here. Remove it.", word=quoted(token.text))
    return _instead(text, token, "", says)


def _each_instead(text: Text, tokens: list[Token], put: Callable[[str], str], says: str) -> Fix:
    """Return a fix that replaces the text of each of `tokens` with `put(text)`."""
    source = text.source
    for token in reversed(tokens):
        source = source[: token.start] + put(token.text) + source[token.end :]
    return Fix(source, tokens[0].start, tokens[-1].end, says)


def _strange_signs(text: Text) -> Iterator[Fix]:
    found = [
        Token("strange", sign, token.start + at)
        for token in text.tokens
        if token.kind not in ("comment", "text")
        for at, sign in enumerate(token.text)
        if plain_sign(sign)
    ]
    if found:
        fix = _each_instead(text, found, plain_sign, _strange_sign(found[0].text))
        yield fix._replace(end=found[0].end)  # there may be another slip between the symbols


def _strange_sign(sign: str) -> str:
    right = plain_sign(sign)
    if right == " ":
        return say("There is a special kind of space here. Replace it with a normal space.")
    if right in ("'", '"'):
        return say("Python uses straight quotation marks. Type this quotation mark again.")
    facts = {"right": quoted(right), "sign": quoted(sign)}
    return say("Python does not know {sign}. Type {right} instead.", **facts)


def _brackets(text: Text) -> Iterator[Fix]:
    for token, partner in lone_brackets(text.tokens)[:3]:
        sign = quoted(token.text)
        if token.kind == "open":
            yield from _closings(text, token)
            continue
        if partner:
            right = CLOSING[partner.text]
            facts = {"opened": quoted(partner.text), "right": quoted(right), "sign": sign}
            says = say("Close the bracket {opened} with {right}, not with {sign}.", **facts)
            yield _instead(text, token, right, says)
        says = say("There is one {sign} too many here. No bracket is open.", sign=sign)
        yield _instead(text, token, "", says)


def _closings(text: Text, token: Token) -> Iterator[Fix]:
    """Yield fixes that close the bracket `token`, each at a different position in its line."""
    says = say("The bracket {sign} that opens here is never closed.", sign=quoted(token.text))
    for other in reversed(text.row(text.line_of(token.start))):
        if other.start >= token.start:
            for place in (other.start, other.end) if other.text == ":" else (other.end,):
                put = text.source[token.start : place] + CLOSING[token.text]
                yield _replaced(text, token.start, place, put, says)


# -- words -----------------------------------------------------------------------------------------

_MEANT = {"function": "def", "func": "def", "fun": "def", "elseif": "elif", "elsif": "elif",
          "otherwise": "else", "foreach": "for", "until": "while", "end": "pass"}  # fmt: skip
_KEYWORDS = [word for word in keyword.kwlist if word[0].islower()]


def _capitals(text: Text, row: Row) -> Iterator[Fix]:
    names = [token for token in row if token.kind == "name" and not token.is_keyword]
    if words := [token for token in names if token.text.lower() in _KEYWORDS]:
        word = words[0].text.lower()
        says = say('In Python, write "{word}" in small letters.', word=word)
        yield _each_instead(text, words, str.lower, says)


def _misspelt(text: Text, row: Row) -> Iterator[Fix]:
    for one, two in pairwise(row):
        if (one.text, two.text) == ("else", "if"):
            says = say('In Python, "else if" is one word: elif.')
            yield _instead(text, one, "elif", says, two)
    for token in row:
        if word := _keyword_for(token):
            other = quoted(token.text)
            says = say('Did you mean "{word}" instead of {other}?', word=word, other=other)
            yield _instead(text, token, word, says)


def _keyword_for(token: Token) -> str:
    """Return the keyword that `token` was probably meant to be, or "" if there is none."""
    word = token.text.lower()
    if token.kind != "name" or keyword.iskeyword(token.text) or len(word) < 2:
        return ""
    close = _MEANT.get(word) or nearest(word, _KEYWORDS, cutoff=0.66) or ""
    known = word in _MEANT or SequenceMatcher(None, word, close).ratio() >= 0.66
    return close if known or sorted(word) == sorted(close) else ""


def _hyphens(text: Text, row: Row) -> Iterator[Fix]:
    """Yield fixes for a hyphen in a name, such as `next-digit`."""
    for one, sign, other in zip(row, row[1:], row[2:], strict=False):
        are_joined = (one.end, sign.end) == (sign.start, other.start)
        if sign.text == "-" and one.kind == other.kind == "name" and are_joined:
            name = f"{one.text}_{other.text}"
            says = say("In Python, a hyphen means minus. Write {name}.", name=quoted(name))
            yield _instead(text, one, name, says, other)


def _two_words(text: Text, row: Row) -> Iterator[Fix]:
    """Yield fixes for a space in a name, such as `next digit`, after `def` or before `=`."""
    for at, (one, other) in enumerate(pairwise(row)):
        is_name = one.begins_value and other.begins_value and one.kind == other.kind == "name"
        behind = row[at + 2].text if len(row) > at + 2 else ""
        if is_name and ((at == 1 and row[0].text == "def") or (at == 0 and behind == "=")):
            name = f"{one.text}_{other.text}"
            says = say("A name must be one word. Write {name}.", name=quoted(name))
            yield _instead(text, one, name, says, other)


def _taken_names(text: Text, row: Row) -> Iterator[Fix]:
    """Yield fixes for a keyword used as a name, as in `class = 3`."""
    for token, behind in pairwise(row):
        if token.is_keyword and behind.text in ("=", ")", ",", "(", ":"):
            says = say(
                '"{word}" has a special meaning in Python. Choose a different name.',
                word=token.text,
            )
            yield _instead(text, token, token.text + "_", says)


# -- signs -----------------------------------------------------------------------------------------


def _colons(text: Text, row: Row) -> Iterator[Fix]:
    first, last = row[0], row[-1]
    if first.text not in BLOCKS:
        return
    if last.text in (";", ",", ".", "{", "then", "do"):
        says = say('End this line with ":", not with {sign}.', sign=quoted(last.text))
        yield _instead(text, last, ":", says)
    if first.text == "else" and len(row) > 1 and row[1].text != ":":
        says = say('"else" has no condition. To check another condition, write elif.')
        yield _instead(text, first, "elif", says)
    for token in row[1:]:
        if token.text in ("then", "do"):
            yield _without(text, token)
    if last.text == ":":
        return
    yield _behind(text, last, ":", _missing_colon())
    for token, behind in pairwise(row[1:]):
        if not token.inside and (token.is_keyword or behind.text in ("(", "=")):
            says = say('A colon ":" is missing before {word}.', word=quoted(token.text))
            yield _replaced(text, token.start, token.start, ": ", says)


def _missing_colon() -> str:
    return say('A colon ":" is missing at the end of this line.')


_INSTEAD = {"=<": "<=", "=>": ">=", "=!": "!=", "<>": "!=", "&&": " and ", "||": " or ",
            "!": " not "}  # fmt: skip


def _comparisons(text: Text, row: Row) -> Iterator[Fix]:
    for token in row:
        if right := _INSTEAD.get(token.text):
            facts = {"right": quoted(right), "sign": quoted(token.text)}
            says = say("In Python, write {right}, not {sign}.", **facts)
            yield _instead(text, token, right, says)
    single = [token for token in row if token.text == "="]
    says = say('Only a name can be on the left of "=". To compare, write "==".')
    if row[0].text in ("if", "elif", "while", "return", "assert"):
        says = say('To compare two values, write "==", not "=".')
    for chosen in ([token for token in single if not token.inside], single):
        if chosen:
            yield _each_instead(text, chosen, lambda sign: "==", says)


_FUNCTIONS = ("print", "range", "len", "int", "str", "input")
_STATEMENTS = ("return", "pass", "break", "continue", "while", "def", "import")


def _missing_sign(text: Text) -> Iterator[Fix]:
    """Yield fixes for a missing symbol between two values, as in `a b` or `left() right()`."""
    for one, other in text.pairs:
        if one.text in _FUNCTIONS and other.begins_value:
            says = say('Put brackets after the name: "{name}( … )".', name=one.text)
            for end in (other.end, text.row(text.line_of(one.start))[-1].end):
                put = f"{one.text}({text.source[other.start : end]})"
                yield _replaced(text, one.start, end, put, says)
        if one.text.lower() in ("repeat", "loop") and other.begins_value:
            put = f"for _ in range({other.text})"
            says = say("In Python, write {loop}.", loop=quoted(f"{put}:", 30))
            yield _instead(text, one, put, says, other)
        if not (one.begins_value or one.kind == "close"):
            continue
        if not other.inside and (one.kind == "close" or other.text in _STATEMENTS):
            put = "\n" + text.indent_of(text.line_of(one.start))
            says = say("Start a new line before {word}.", word=quoted(other.text))
            yield _replaced(text, one.end, other.start, put, says)
        if other.begins_value or (one.kind == "number" and other.kind == "open"):
            facts = {"one": quoted(one.text, 14), "other": quoted(other.text, 14)}
            says = say(
                "A symbol such as + or a comma is missing between {one} and {other}.", **facts
            )
            for put in (",", "+") if other.inside else ("+",):
                yield _replaced(text, one.end, other.start, f" {put} ", says)


def _nothing_behind(text: Text, row: Row) -> Iterator[Fix]:
    """Yield fixes for a missing part of a line, as in `x =`, `3 + )` or `for i range(3):`."""
    if row[0].text == "for" and all(token.text != "in" for token in row):
        for token in row[2:]:
            says = say('Write "in" between the name and range( … ).')
            yield _replaced(text, token.start, token.start, "in ", says)
    if row[0].text == "def" and len(row) > 1:
        name = quoted(f"{row[1].text[:16]}()")
        yield _behind(text, row[1], "()", say("Put brackets after the name: {name}.", name=name))
        yield _behind(text, row[0], " f", say('A name is missing after "def".'))
    for token in row:
        if token.text in ("++", "--"):
            yield _instead(text, token, " += 1", say('In Python, write "+= 1", not "++".'))
        if token.text == ";":
            says = say('Use a comma "," inside the brackets, not ";".')
            yield _instead(text, token, ",", says)
        if (token.kind == "sign" and token.text != ":") or token.is_keyword:
            says = say("Something is missing after {word}.", word=quoted(token.text))
            yield _behind(text, token, " _", says)


def _numbers(text: Text, row: Row) -> Iterator[Fix]:
    for token in row:
        right = token.text.lstrip("0_")
        if token.kind == "number" and token.text[:1] == "0" and right:
            says = say("A number cannot start with 0. Write {right}.", right=quoted(right))
            yield _instead(text, token, right, says)
    for number, name in pairwise(row):
        is_one = number.kind == "number" and name.kind == "name" and number.end == name.start
        if is_one and (row[0] is number or row[0].text == "def"):
            says = say("A name must start with a letter, not with a number.")
            yield _instead(text, number, "_", says)


def _else_of_nothing(text: Text, row: Row) -> Iterator[Fix]:
    word = row[0].text
    if word in ("else", "elif"):
        says = say('This "{word}" needs an "if" above it with the same indentation.', word=word)
        put = "if _" if word == "else" else "if"
        put += "" if len(row) > 1 else ":"
        yield _instead(text, row[0], put, says)


def _too_much(text: Text, row: Row) -> Iterator[Fix]:
    signs = (token for token in row if token.kind in ("sign", "open", "close"))
    if sign := next((token for token in signs if token.end > text.stuck), None):
        yield _without(text, sign)


def _in_rows(slips: Callable[[Text, Row], Iterator[Fix]]) -> Callable[[Text], Iterator[Fix]]:
    """Return a function that calls `slips` for each line of `text.rows` and yields the fixes."""
    return lambda text: (fix for row in text.rows for fix in slips(text, row))


_SLIPS: tuple[Callable[[Text], Iterator[Fix]], ...] = (
    _strange_signs,
    _brackets,
    *map(_in_rows, (_capitals, _numbers, _colons, _hyphens, _two_words, _comparisons)),
    *map(_in_rows, (_misspelt, _nothing_behind)),
    _missing_sign,
    *map(_in_rows, (_else_of_nothing, _taken_names, _too_much)),
)
