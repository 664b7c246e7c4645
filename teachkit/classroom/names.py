"""Names of learners: printable, and compared so that lookalikes count as one name."""

from __future__ import annotations

import re
import unicodedata

from teachkit.core.strings import BLANK, INSTEAD

LONGEST_NAME = 80

# Variation selectors, which change how the letter before them is drawn.
_VARIED = re.compile("[\u180b-\u180f\ufe00-\ufe0f\U000e0000-\U000e0fff]")
_HALVES = re.compile("[\ud800-\udfff]")  # surrogates: half letters, or bytes that are not text


def confusable_key(name: str) -> str:
    """Return a key that is equal for confusable names.

    The key is `name` in normal form, without invisible characters.
    """
    return printable(unicodedata.normalize("NFKC", printable(name)))


def cleaned(name: str) -> str:
    """Return `name` as one line of printable text with at most `LONGEST_NAME` characters.

    >>> cleaned(" Zoe\\u0308 \\n<b>\\u200b")
    'Zoë <b>'
    """
    return printable(name)[:LONGEST_NAME]


def printable(name: str) -> str:
    """Return `name` as one line without invisible characters, with spaces between its words."""
    readable = _VARIED.sub("", _HALVES.sub(INSTEAD, name))
    printed = "".join(
        " " if unicodedata.category(letter) == "Cc" else letter
        for letter in unicodedata.normalize("NFC", readable)
        if unicodedata.category(letter) != "Cf" and letter not in BLANK
    )
    return " ".join(printed.split())
