"""Translations of all sentences that learners read.

>>> say("The {rover} rover turns {side}.", rover="red", side="left")
'The red rover turns left.'

Catalogues are ordinary gettext files, `teachkit/locale/LANGUAGE/LC_MESSAGES/teachkit.mo`. The
environment variable `TEACHKIT_LANGUAGE` sets the language in which a process starts. A sentence is
translated when it is used, not when its module is imported.
"""

from __future__ import annotations

import gettext
import os
import reprlib
import sys
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"


def _load(language: str | gettext.NullTranslations) -> gettext.NullTranslations:
    if isinstance(language, gettext.NullTranslations):
        return language
    return gettext.translation("teachkit", LOCALE, [language], fallback=True)


_language: str | gettext.NullTranslations = os.environ.get("TEACHKIT_LANGUAGE", "")
_catalogue = _load(_language)


def use(language: str | gettext.NullTranslations) -> None:
    """Translate all sentences into `language` from now on.

    `language` is a language code such as `"de"`, or a custom catalogue. Sentences that the
    catalogue lacks stay in English.
    """
    global _language, _catalogue
    if language != _language:
        _language = language
        _catalogue = _load(language)
        _forget()


language = use  # in a notebook, `tk.language("de")`


def _forget() -> None:
    """Clear all of teachkit's caches, because many hold sentences in the previous language."""
    for module in [each for name, each in sys.modules.items() if name.startswith("teachkit.")]:
        for kept in list(vars(module).values()):
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()


def language_code() -> str:
    """Return the code of the current language, or "" for the default or a custom catalogue.

    >>> language_code() in ("", "en")
    True
    """
    return _language if isinstance(_language, str) else ""


def spoken() -> gettext.NullTranslations:
    """Return the translation catalogue that is in use."""
    return _catalogue


def translate(template: str) -> str:
    """Return `template` in the learner's language, without filling in its {fields}.

    >>> translate("Card {card} removed.")
    'Card {card} removed.'
    """
    return _catalogue.gettext(template) if template else ""


def say(template: str, **facts: object) -> str:
    """Return `template` in the learner's language, with its {fields} filled in from `facts`.

    If a fact has an attribute `says`, as a place does, the field is filled in with `fact.says`.
    """
    return translate(template).format(**_spoken(facts))


def spoken_fact(fact: object) -> object:
    """Return `fact.says` if `fact` has this attribute, or else `fact` itself."""
    return getattr(fact, "says", fact)


def _spoken(facts: dict[str, object]) -> dict[str, object]:
    return {name: spoken_fact(fact) for name, fact in facts.items()}


def shown(value: object) -> str:
    """Return a short one-line representation of `value`, to be quoted in a sentence.

    >>> shown(None), shown("forward, left"), shown(list(range(99)))
    ('None', "'forward, left'", '[0, 1, 2, 3, ...]')
    """
    try:
        return " ".join(_SHORT.repr(value).split())
    except Exception:  # the value may come from a learner, and its `__repr__` may raise anything
        return type(value).__name__


class _Short(reprlib.Repr):
    """A `Repr` with tight limits, which replaces an unreadable repr with the value's type name."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = self.maxlong = 60
        self.maxlist = self.maxtuple = self.maxset = self.maxdict = 4
        self.maxlevel = 2

    def repr_instance(self, x: object, level: int) -> str:
        text = super().repr_instance(x, level)
        return type(x).__name__ if text.startswith("<") or " at 0x" in text else text


_SHORT = _Short()


def say_many(one: str, many: str, number: int, **facts: object) -> str:
    """Return `one` or `many` in the learner's language, whichever suits `number`.

    The {fields} are filled in from `facts`, and `{number}` from `number`.

    >>> say_many("{number} sample", "{number} samples", 3)
    '3 samples'
    """
    return _catalogue.ngettext(one, many, number).format(number=number, **_spoken(facts))
