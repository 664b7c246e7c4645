"""Every sentence a learner reads passes through here, so a new language is a catalogue.

>>> say("The {rover} rover turns {side}.", rover="red", side="left")
'The red rover turns left.'

Catalogues are ordinary gettext files, `teachkit/locale/LANGUAGE/LC_MESSAGES/teachkit.mo`.
Nothing here is decided at import: a sentence is translated at the moment it is printed.
"""

from __future__ import annotations

import gettext
import reprlib

_catalogue: gettext.NullTranslations = gettext.NullTranslations()


def use(language: str | gettext.NullTranslations) -> None:
    """Speak this language from now on: a code such as `"de"`, or a catalogue of your own.

    A language without a catalogue is English, sentence by sentence.
    """
    global _catalogue
    if isinstance(language, str):
        from importlib import resources

        folder = str(resources.files("teachkit").joinpath("locale"))
        language = gettext.translation("teachkit", folder, [language], fallback=True)
    _catalogue = language


def spoken() -> gettext.NullTranslations:
    """The catalogue that is spoken from: what was said and is remembered was said in it."""
    return _catalogue


def translate(template: str) -> str:
    """The sentence in the learner's language, its {holes} still open.

    >>> translate("Card {card} removed.")
    'Card {card} removed.'
    """
    return _catalogue.gettext(template) if template else ""


def say(template: str, **facts: object) -> str:
    """The sentence in the learner's language, with the facts filled in."""
    return translate(template).format(**facts)


def shown(value: object) -> str:
    """A value of any kind as a sentence can quote it: short, and on one line.

    >>> shown(None), shown("forward, left"), shown(list(range(99)))
    ('None', "'forward, left'", '[0, 1, 2, 3, ...]')
    """
    try:
        return " ".join(_SHORT.repr(value).split())
    except Exception:  # whatever was handed in may be too strange to be written down
        return type(value).__name__


class _Short(reprlib.Repr):
    """Writes only so much of a value; what has no text of its own is named by its type."""

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
    """A sentence that depends on a number, which is also the fact `{number}`.

    >>> say_many("{number} sample", "{number} samples", 3)
    '3 samples'
    """
    return _catalogue.ngettext(one, many, number).format(number=number, **facts)
