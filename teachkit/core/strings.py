"""String functions that suggest corrections for misspelt words and make text safe to show."""

from __future__ import annotations

import difflib
import json
import unicodedata
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from itertools import chain, count
from typing import Any, Protocol

from teachkit.errors import BoardError, UnknownNameError
from teachkit.words import say, spoken_fact, translate


def nearest(word: str, known: Iterable[str], cutoff: float = 0.4) -> str | None:
    """Return the word in `known` that is most similar to `word`, or `None` if none is close enough.

    Words with the same letters in a different order are preferred. `cutoff` is the minimum
    similarity, from 0 to 1.

    >>> nearest("esat", ["west", "east"])
    'east'
    >>> nearest("jump", ["left"]) is None
    True
    """
    spelt = {name.lower(): name for name in known}
    close = difflib.get_close_matches(word.lower(), list(spelt), n=3, cutoff=cutoff)
    swapped = [name for name in close if sorted(name) == sorted(word.lower())]
    return spelt[(swapped + close)[0]] if close else None


def suggested(
    says: str, word: str, known: Collection[str], cutoff: float = 0.6, lists: bool = True
) -> str:
    """Return `says`, a sentence about the unknown `word`, followed by a suggestion.

    The suggestion is the most similar known word. If none is similar enough, all known words are
    listed instead, unless `lists` is false.

    >>> suggested("Not there.", "esat", ["west", "east"])
    'Not there. Did you mean "east"?'
    >>> suggested("Not there.", "up", ["west", "east"])
    'Not there. Choose one of: west, east.'
    """
    if close := nearest(word, known, cutoff):
        return f"{says} " + say('Did you mean "{word}"?', word=close)
    return f"{says} " + say("Choose one of: {names}.", names=", ".join(known)) if lists else says


class Named(Protocol):
    """An object with a name, such as a piece or a player."""

    @property
    def name(self) -> str: ...


def unknown_name(template: str, name: str, things: Iterable[Named]) -> UnknownNameError:
    """Return the error whose message is `template`, with `{name}` and `{names}` filled in.

    `{name}` is replaced with the unknown `name`, and `{names}` with the names of `things`.
    """
    names = ", ".join(thing.name for thing in things)
    return UnknownNameError(translate(template).format(name=name, names=names))


def board_error(template: str, /, **facts: object) -> BoardError:
    """Return the `BoardError` whose message is `template`, filled in with `facts` as by `say`.

    >>> board_error("There are two rovers on {square}.", square="b2")
    BoardError('There are two rovers on b2.')
    """
    words = {name: spoken_fact(fact) for name, fact in facts.items()}
    return BoardError(translate(template).format(**words))


def check_known(
    template: str,
    names: Iterable[object],
    known: Collection[object],
    worded: Callable[[Any], str] = str,
    **facts: object,
) -> None:
    """Raise `BoardError` if any of `names` is not in `known`.

    The error message is `template`, in which `{name}` is replaced with the first unknown name,
    formatted by `worded`, and `{names}` with all known names. `facts` fill in its other fields.

    >>> check_known("No {name}; take {names}.", ["red", "pink"], ["red", "green"])
    Traceback (most recent call last):
    teachkit.errors.BoardError: No pink; take red, green.
    """
    for name in names:
        if name not in known:
            facts |= {"name": worded(name), "names": ", ".join(map(str, known))}
            raise BoardError(translate(template).format(**facts))


INSTEAD = "\N{REPLACEMENT CHARACTER}"

_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}  # controls, formats (bidi), surrogates, line breaks
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters that are invisible
_NOT_TEXT = "\ufffe\uffff"


@lru_cache(maxsize=4096)
def is_seen(sign: str) -> bool:
    """Return whether the character `sign` is visible and has no hidden effect on other text.

    Ordinary spaces count as visible; control characters and line breaks do not.

    >>> [is_seen(sign) for sign in ("a", "é", " ", "\\u200b", "\\u202e", "\\0", "\\n")]
    [True, True, True, False, False, False, False]
    """
    return not (unicodedata.category(sign) in _UNSEEN or sign in BLANK or sign in _NOT_TEXT)


def readable(text: str) -> str:
    """Return `text` with invisible characters replaced by `INSTEAD`; keep tabs and line breaks.

    >>> readable("Ada\\u202e\\x1b[2J\\n2nd line")
    'Ada\ufffd\ufffd[2J\\n2nd line'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        sign if sign in "\n\t" or is_seen(sign) else INSTEAD for sign in text.replace("\r\n", "\n")
    )


JOINER = "\N{ZERO WIDTH JOINER}"  # between the parts of an emoji


def visible(text: str) -> str:
    """Return `text` without its invisible characters, which tell no two names apart.

    >>> visible("Ada\\u200b\\n"), visible("👩\\u200d🚀") == "👩\\u200d🚀"
    ('Ada', True)
    """
    return "".join(sign for sign in text if sign == JOINER or is_seen(sign)).strip(JOINER)


def file_name(text: str) -> str:
    """Return `text` as part of a file name: its letters, digits and emoji, with hyphens between.

    >>> file_name("Ada L. / Zoë? 👩\\u200d🚀") == "Ada-L-Zoë-👩\\u200d🚀"
    True
    """
    signs = (
        sign if sign.isalnum() or sign in f"_{JOINER}" or _is_symbol(sign) else " "
        for sign in unicodedata.normalize("NFC", text)
    )
    name = "-".join("".join(signs).split())[:60]
    return name.encode()[:120].decode(errors="ignore").strip(f"-{JOINER}")


def _is_symbol(sign: str) -> bool:
    """Return whether `sign` is an emoji, an accent or another symbol that ASCII does not have."""
    return sign > "~" and unicodedata.category(sign)[0] in "MS"


def one_line(text: str) -> str:
    """Return `text` as a single readable line, for a table cell or a message.

    >>> one_line("one\\r\\ntwo\\0")
    'one two\ufffd'
    """
    return readable(text).replace("\n", " ").replace("\t", " ")


def cut(text: str, most: int) -> str:
    """Return `text` shortened to at most `most` characters, ending in "…" if it was longer.

    >>> cut("forward", 7), cut("forward", 6)
    ('forward', 'forwa…')
    """
    return text if len(text) <= most else text[: most - 1] + "…"


def first_free(name: str, is_free: Callable[[str], bool], joint: str = "-") -> str:
    """Return `name`, or the first of `name-2`, `name-3` and so on for which `is_free` is true.

    >>> first_free("ada", lambda name: name not in ("ada", "ada-2"))
    'ada-3'
    """
    others = (f"{name}{joint}{number}" for number in count(2))
    return next(filter(is_free, chain([name], others)))


def json_text(data: object, indent: int | None = None) -> str:
    """Return `data` as JSON text, with invisible characters escaped so that nothing is lost.

    >>> json_text("Zoë\\u202e")
    '"Zoë\\\\u202e"'
    """
    text = json.dumps(data, indent=indent, ensure_ascii=False)
    return "".join(
        sign if sign == "\n" or is_seen(sign) else json.dumps(sign)[1:-1] for sign in text
    )
