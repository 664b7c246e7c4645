"""A pseudo-language: English in wide letters, so that untranslated text is visible."""

from __future__ import annotations

import gettext
import re
import string
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from teachkit import words
from teachkit.errors import TeachkitError
from teachkit.play.match import Match
from teachkit.play.strategies import at_random

_WIDE = {ord(letter): ord(letter) - ord("!") + ord("！") for letter in string.ascii_letters}
_HOLE = re.compile(r"(\{[^{}]*\})")
_WORD = re.compile(r"[A-Za-z]+(?:[-_'][A-Za-z]+)*\d*")


class Pseudo(gettext.NullTranslations):
    """A translation that widens letters except in {fields}, and records each sentence in `asked`.

    >>> Pseudo().gettext("The {colour} rover.")
    'Ｔｈｅ {colour} ｒｏｖｅｒ.'
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def gettext(self, message: str) -> str:
        self.asked.add(message)
        return "".join(
            part if part.startswith("{") else part.translate(_WIDE) for part in _HOLE.split(message)
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked |= {msgid1, msgid2}
        return self.gettext(msgid1 if n == 1 else msgid2)


@contextmanager
def in_pseudo() -> Iterator[Pseudo]:
    """Translate everything to pseudo inside the block; the language records what was asked for."""
    before, language = words.spoken(), Pseudo()
    words.use(language)
    try:
        yield language
    finally:
        words.use(before)


def random_match(rules: Any, setup: Any, seed: int, frames: int | None = None) -> Match:
    """Return a match of random players; the same seed gives the same match."""
    strategies = {player: at_random(f"{seed} {player}") for player in setup.players}
    return Match(rules, setup, seed, strategies, frame_limit=frames)


def under(state: object) -> list[str]:
    """Return the lines of text under a board."""
    return re.findall(r"^[^\W\d].*", str(state), re.MULTILINE)


def refused(act: Callable[[], object]) -> str:
    """Return the message of the error that `act()` must raise."""
    with pytest.raises(TeachkitError) as refusal:
        act()
    return refusal.value.says


def provoked(sayings: Callable[[], Iterable[str]]) -> tuple[set[str], set[str]]:
    """Return the texts that `sayings()` yields in pseudo, and the sentences used for them."""
    with in_pseudo() as language:
        return set(sayings()), language.asked


def escaped(text: str, facts: Collection[str] = ()) -> list[str]:
    """Return the untranslated words of a text, except names of squares and these facts.

    >>> escaped("Ｔｈｅ rover ｏｎ b4 ｒｕｎｓ left", facts=["left"])
    ['rover']
    """
    words = (match[0] for match in _WORD.finditer(text))
    return [word for word in words if word not in facts and not re.fullmatch(r"[a-z]\d+", word)]
