"""Translation of every sentence that a learner reads.

>>> say("The {rover} rover turns {side}.", rover="red", side="left")
'The red rover turns left.'

Catalogues are ordinary gettext files, `teachkit/locale/LANGUAGE/LC_MESSAGES/teachkit.mo`.
A sentence is translated when it is printed, not when a module is imported.
"""

from __future__ import annotations

import gettext
import reprlib

_catalogue: gettext.NullTranslations = gettext.NullTranslations()


def use(language: str | gettext.NullTranslations) -> None:
    """Translate into this language from now on.

    `language` is a code such as `"de"`, or a catalogue of your own. A sentence that the catalogue
    lacks stays in English.
    """
    global _catalogue
    if isinstance(language, str):
        from importlib import resources

        folder = str(resources.files("teachkit").joinpath("locale"))
        language = gettext.translation("teachkit", folder, [language], fallback=True)
    _catalogue = language


def spoken() -> gettext.NullTranslations:
    """Return the current catalogue, so that callers can notice a change of language."""
    return _catalogue


def translate(template: str) -> str:
    """Return `template` in the learner's language, with its {fields} not yet filled in.

    >>> translate("Card {card} removed.")
    'Card {card} removed.'
    """
    return _catalogue.gettext(template) if template else ""


def say(template: str, **facts: object) -> str:
    """Return `template` in the learner's language, with its {fields} filled in from `facts`."""
    return translate(template).format(**facts)


def shown(value: object) -> str:
    """Return a short, one-line text of any value, for quoting in a sentence.

    >>> shown(None), shown("forward, left"), shown(list(range(99)))
    ('None', "'forward, left'", '[0, 1, 2, 3, ...]')
    """
    try:
        return " ".join(_SHORT.repr(value).split())
    except Exception:  # the value may come from a learner, and its `__repr__` may raise anything
        return type(value).__name__


class _Short(reprlib.Repr):
    """A `Repr` with tight limits, which shows only the type of a value without a readable repr."""

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
    """Return the singular or plural sentence for `number`, which also fills in `{number}`.

    >>> say_many("{number} sample", "{number} samples", 3)
    '3 samples'
    """
    return _catalogue.ngettext(one, many, number).format(number=number, **facts)
