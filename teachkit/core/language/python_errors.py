"""Corrections of invalid Python: each likely slip is corrected, tried, and explained."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import islice, pairwise
from typing import NamedTuple

from teachkit.core.language.python_tokens import (
    BLOCKS,
    CLOSE,
    OPEN,
    Text,
    Token,
    fact_of,
    lone_brackets,
    missing_colon,
    never_closed,
    no_warnings,
    one_too_many,
    plain_sign,
    quoted,
    strange_sign,
    wrong_pair,
)
from teachkit.core.strings import nearest
from teachkit.words import say


@dataclass(frozen=True)
class Mend:
    """A corrected source, the range of the slip, and the sentence about it."""

    source: str
    start: int
    end: int
    says: str


def slips_of(text: Text) -> Iterator[Mend]:
    """Yield all likely corrections, the most common first."""
    for slips in _SLIPS:
        yield from slips(text)


def _mend(text: Text, start: int, end: int, put: str, says: str) -> Mend:
    return Mend(text.source[:start] + put + text.source[end:], start, end, says)


def _instead(text: Text, token: Token, put: str, says: str, last: Token | None = None) -> Mend:
    """Put something in place of a token, or of all tokens up to the `last`."""
    return _mend(text, token.start, (last or token).end, put, says)


def _behind(text: Text, token: Token, put: str, says: str) -> Mend:
    return _mend(text, token.end, token.end, put, says)


def _each_instead(
    text: Text, tokens: Sequence[Token], put: Callable[[Token], str], says: str
) -> Mend:
    """Put something in place of each of these tokens at once."""
    source = text.source
    for token in reversed(tokens):
        source = source[: token.start] + put(token) + source[token.end :]
    return Mend(source, tokens[0].start, tokens[-1].end, says)


# -- signs that look like others -------------------------------------------------------------------


def _strange_signs(text: Text) -> Iterator[Mend]:
    found = [
        Token("strange", sign, token.start + at)
        for token in text.tokens
        if token.kind not in ("comment", "text")
        for at, sign in enumerate(token.text)
        if plain_sign(sign)
    ]
    if found:
        says = strange_sign(found[0].text)
        mend = _each_instead(text, found, lambda sign: plain_sign(sign.text), says)
        yield from (mend, replace(mend, end=found[0].end))


# -- words -----------------------------------------------------------------------------------------

_MEANT = {"function": "def", "func": "def", "fun": "def", "elseif": "elif", "elsif": "elif",
          "otherwise": "else", "foreach": "for", "until": "while", "end": "pass"}  # fmt: skip
_KEYWORDS = [word for word in keyword.kwlist if word[0].islower()]


def _capitals(text: Text) -> Iterator[Mend]:
    for row in text.rows:
        words = [
            token
            for token in row
            if token.kind == "name" and not token.is_keyword and token.text.lower() in _KEYWORDS
        ]
        if words:
            word = words[0].text.lower()
            says = say('Python writes "{word}" with small letters only.', word=word)
            yield _each_instead(text, words, lambda token: token.text.lower(), says)


def _misspelt(text: Text) -> Iterator[Mend]:
    for row in text.rows:
        for one, other in pairwise(row):
            if (one.text, other.text) == ("else", "if"):
                says = say('In Python "else if" is one word: elif.')
                yield _instead(text, one, "elif", says, other)
        for token in row:
            if word := _keyword_for(token):
                says = say(
                    'Did you mean "{word}" instead of {other}?', word=word, other=quoted(token.text)
                )
                yield _instead(text, token, word, says)


def _keyword_for(token: Token) -> str:
    """Return the Python keyword that was probably meant."""
    word = token.text.lower()
    if token.kind != "name" or keyword.iskeyword(token.text) or len(word) < 2:
        return ""
    close = _MEANT.get(word) or nearest(word, _KEYWORDS, cutoff=0.66) or ""
    known = word in _MEANT or SequenceMatcher(None, word, close).ratio() >= 0.66
    return close if known or sorted(word) == sorted(close) else ""


def _hyphens(text: Text) -> Iterator[Mend]:
    """Correct `next-digit` used as a name."""
    for row in text.rows:
        for at in range(len(row) - 2):
            one, sign, other = row[at : at + 3]
            if sign.text == "-" and one.kind == other.kind == "name":
                name = f"{one.text}_{other.text}"
                if sign.start == one.end and other.start == sign.end:
                    says = say("In Python a hyphen is a minus; write {name}.", name=quoted(name))
                    yield _instead(text, one, name, says, other)


def _two_words(text: Text) -> Iterator[Mend]:
    """Correct `next digit` used as a name, after `def` or before `=`."""
    for row in text.rows:
        for at, (one, other) in enumerate(pairwise(row)):
            is_name = one.begins_value and other.begins_value and one.kind == other.kind == "name"
            behind = row[at + 2].text if len(row) > at + 2 else ""
            if is_name and ((at == 1 and row[0].text == "def") or (at == 0 and behind == "=")):
                name = f"{one.text}_{other.text}"
                says = say("A name is one word; write {name}.", name=quoted(name))
                yield _instead(text, one, name, says, other)


def _taken_names(text: Text) -> Iterator[Mend]:
    """Correct a keyword used as a name: `class = 3`."""
    for row in text.rows:
        for token, behind in pairwise(row):
            if token.is_keyword and behind.text in ("=", ")", ",", "(", ":"):
                says = say('"{word}" is a word of Python; choose another name.', word=token.text)
                yield _instead(text, token, token.text + "_", says)


# -- signs -----------------------------------------------------------------------------------------


def _colons(text: Text) -> Iterator[Mend]:
    for row in text.rows:
        first, last = row[0], row[-1]
        if first.text not in BLOCKS:
            continue
        if last.text in (";", ",", ".", "{", "then", "do"):
            says = say('At the end stands ":" and not {sign}.', sign=quoted(last.text))
            yield _instead(text, last, ":", says)
        if first.text == "else" and len(row) > 1 and row[1].text != ":":
            says = say('"else" asks nothing; with a question it is called elif.')
            yield _instead(text, first, "elif", says)
        for token in row[1:]:
            if token.text in ("then", "do"):
                yield _instead(text, token, "", _take_away(token))
        if last.text != ":":
            yield _behind(text, last, ":", missing_colon())
        for token, behind in pairwise(row[1:] if last.text != ":" else ()):
            if not token.inside and (token.is_keyword or behind.text in ("(", "=")):
                says = say('A colon ":" is missing before {word}.', word=quoted(token.text))
                yield _mend(text, token.start, token.start, ": ", says)


_INSTEAD = {"=<": "<=", "=>": ">=", "=!": "!=", "<>": "!=", "&&": " and ", "||": " or ",
            "!": " not "}  # fmt: skip


def _comparisons(text: Text) -> Iterator[Mend]:
    for row in text.rows:
        for token in row:
            if right := _INSTEAD.get(token.text):
                facts = {"right": quoted(right), "sign": quoted(token.text)}
                says = say("In Python write {right} and not {sign}.", **facts)
                yield _instead(text, token, right, says)
        single = [token for token in row if token.text == "="]
        asks = row[0].text in ("if", "elif", "while", "return", "assert")
        says = (
            say('Two values are compared with "==" and not with "=".')
            if asks
            else say('Left of "=" only a name can stand; "==" compares.')
        )
        for chosen in ([token for token in single if not token.inside], single):
            if chosen:
                yield _each_instead(text, chosen, lambda token: "==", says)


_FUNCTIONS = ("print", "range", "len", "int", "str", "input")
_STATEMENTS = ("return", "pass", "break", "continue", "while", "def", "import")


def _missing_sign(text: Text) -> Iterator[Mend]:
    """Correct missing signs between two values: `a b`, `2 n`, `left() right()`."""
    for one, other in text.pairs:
        if one.text in _FUNCTIONS and other.begins_value:
            says = say('Put brackets behind it: "{name}( … )".', name=one.text)
            for end in (other.end, text.row(text.line_of(one.start))[-1].end):
                put = f"{one.text}({text.source[other.start : end]})"
                yield _mend(text, one.start, end, put, says)
        if one.text.lower() in ("repeat", "loop") and other.begins_value:
            put = f"for _ in range({other.text})"
            says = say("In Python write {loop}.", loop=quoted(f"{put}:", 30))
            yield _instead(text, one, put, says, other)
        if not one.ends_value:
            continue
        if not other.inside and (one.kind == "close" or other.text in _STATEMENTS):
            line = text.source[text.source.rfind("\n", 0, one.start) + 1 :]
            indent = line[: len(line) - len(line.lstrip(" \t"))]
            says = say("Begin a new line before {word}.", word=quoted(other.text))
            yield _mend(text, one.end, other.start, "\n" + indent, says)
        if other.begins_value or (one.kind == "number" and other.kind == "open"):
            says = say(
                "Between {one} and {other} a sign is missing, such as + or a comma.",
                one=quoted(one.text, 14),
                other=quoted(other.text, 14),
            )
            for put in (",", "+") if other.inside else ("+",):
                yield _mend(text, one.end, other.start, f" {put} ", says)


def _nothing_behind(text: Text) -> Iterator[Mend]:
    """Correct a missing value: `x =`, `3 + )`, `for i range(3):`."""
    for row in text.rows:
        if row[0].text == "for" and all(token.text != "in" for token in row):
            for token in row[2:]:
                says = say('Between the name and range( … ) stands "in".')
                yield _mend(text, token.start, token.start, "in ", says)
        if row[0].text == "def" and len(row) > 1:
            name = quoted(f"{row[1].text[:16]}()")
            says = say("Put brackets behind the name: {name}.", name=name)
            yield _behind(text, row[1], "()", says)
            yield _behind(text, row[0], " f", say('A name is missing behind "def".'))
        for token in row:
            if token.text in ("++", "--"):
                says = say('In Python write "+= 1" and not "++".')
                yield _instead(text, token, " += 1", says)
            if token.text == ";":
                says = say('A comma "," stands between the brackets, and not ";".')
                yield _instead(text, token, ",", says)
            if (token.kind == "sign" and token.text != ":") or token.is_keyword:
                says = say("Something is missing behind {word}.", word=quoted(token.text))
                yield _behind(text, token, " _", says)


def _numbers(text: Text) -> Iterator[Mend]:
    for row in text.rows:
        for token in row:
            if token.kind == "number" and token.text[:1] == "0" and token.text.lstrip("0_"):
                right = token.text.lstrip("0_")
                says = say("A number does not begin with 0; write {right}.", right=quoted(right))
                yield _instead(text, token, right, says)
        for number, name in pairwise(row):
            is_one = number.kind == "number" and name.kind == "name" and number.end == name.start
            if is_one and (row[0] is number or row[0].text == "def"):
                says = say("A name begins with a letter, and not with a number.")
                yield _instead(text, number, "_", says)


def _else_of_nothing(text: Text) -> Iterator[Mend]:
    for row in text.rows:
        if row[0].text in ("else", "elif"):
            word = row[0].text
            says = say('No "if" stands above this "{word}", equally far to the right.', word=word)
            put = "if _" if word == "else" else "if"
            put += "" if row[-1].text == ":" or len(row) > 1 else ":"
            yield _instead(text, row[0], put, says)


def _too_much(text: Text) -> Iterator[Mend]:
    for row in text.rows[:1]:
        for token in row:
            if token.end > text.stuck and token.kind in ("sign", "open", "close"):
                yield _instead(text, token, "", _take_away(token))
                return


def _take_away(token: Token) -> str:
    return say("{word} does not belong here; take it away.", word=quoted(token.text))


# -- brackets --------------------------------------------------------------------------------------


def _brackets(text: Text) -> Iterator[Mend]:
    for token, partner in lone_brackets(text.tokens)[:3]:
        if token.kind == "open":
            yield from _closings(text, token)
        elif partner is None:
            yield _instead(text, token, "", one_too_many(token))
        else:
            right = CLOSE[OPEN.index(partner.text)]
            yield _instead(text, token, right, wrong_pair(token, partner))
            yield _instead(text, token, "", one_too_many(token))


def _closings(text: Text, token: Token) -> Iterator[Mend]:
    """Close a bracket at the end of its line, or before the colon there."""
    row = text.row(text.line_of(token.start))
    closing = CLOSE[OPEN.index(token.text)]
    for other in reversed(row):
        if other.start >= token.start:
            places = (other.start, other.end) if other.text == ":" else (other.end,)
            for place in places:
                put = text.source[token.start : place] + closing
                yield _mend(text, token.start, place, put, never_closed(token))


_SLIPS: tuple[Callable[[Text], Iterator[Mend]], ...] = (
    _strange_signs, _brackets, _capitals, _numbers, _colons, _hyphens, _two_words, _comparisons,
    _misspelt, _nothing_behind, _missing_sign, _else_of_nothing, _taken_names, _too_much,
)  # fmt: skip


MOST_TRIES = 150
LONGEST = 8_000  # longer texts are not corrected, because it takes too long
DEEPEST = 60  # nested brackets


class Trouble(NamedTuple):
    """A sentence about an error, with its line and column, counted from 1."""

    says: str
    line: int
    column: int = 1


def trouble_in(source: str) -> Trouble | None:
    """Return the reason why Python cannot read this source, or `None` if it can.

    >>> trouble_in("For n in range(3):\\n    left()")
    Trouble(says='Python writes "for" with small letters only.', line=1, column=1)
    >>> trouble_in("left()") is None
    True
    """
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    error = _error_in(source)
    if error is None:
        return None
    text = Text(source, _place(source, error))
    if _is_tangled(text, error):
        return too_tangled(text.line)
    fact = fact_of(text, error)
    if fact and fact.is_sure:
        return _told(text, fact.says, fact.start)
    if len(source) <= LONGEST:
        for mend in islice(slips_of(text), MOST_TRIES):
            if _reads_on(text, mend.start, mend.end, mend.source):
                return _told(text, mend.says, mend.start)
    if fact:
        return _told(text, fact.says, fact.start)
    return _told(text, _stops(text), text.stuck)


def too_tangled(line: int = 1) -> Trouble:
    return Trouble(say("This is too tangled; write it in several lines."), line)


def _error_in(source: str) -> Exception | None:
    try:
        with no_warnings():
            compile(source, "<answer>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
        return error
    return None


def _place(source: str, error: Exception) -> int:
    """Return the position in the text at which Python stops."""
    if not isinstance(error, SyntaxError) or not error.lineno:
        return 0
    lines = source.split("\n")
    line = min(error.lineno, len(lines))
    column = min(max((error.offset or 1) - 1, 0), len(lines[line - 1]))
    return sum(len(each) + 1 for each in lines[: line - 1]) + column


def _is_tangled(text: Text, error: Exception) -> bool:
    if isinstance(error, RecursionError | MemoryError | OverflowError):
        return True
    return max((token.inside for token in text.tokens), default=0) > DEEPEST


def _reads_on(text: Text, start: int, end: int, mended: str) -> bool:
    """Return whether Python reads past the correction and the error in the corrected text."""
    error = _error_in(mended)
    if error is None:
        return True
    left = len(mended) - _place(mended, error)
    return left < min(len(text.source) - text.stuck, len(text.source) - end)


def _told(text: Text, says: str, place: int) -> Trouble:
    return Trouble(says, text.line_of(place), text.column_of(place))


def _stops(text: Text) -> str:
    """Return a general sentence, if no known correction helps."""
    token = next((each for each in text.row(text.line) if each.end > text.stuck), None)
    if token is None:
        return say("Python cannot read this line to its end.")
    return say("Python can read this line only up to {word}.", word=quoted(token.text))
