"""Events: things that happen in a run, and the sentences that describe them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from string import Formatter
from typing import Any, ClassVar, get_type_hints

from msgspec import Struct

from teachkit.words import say_many, translate


class Event(Struct, frozen=True):
    """Base class for things that happen in a run; `str(event)` is the sentence for the learner.

    Games define subclasses with `frozen=True` and a name in the past tense. For most events, the
    template `reads` is enough; the type of a field decides how the field is worded.

    >>> class Moved(Event, frozen=True):
    ...     reads = "{rover} drives to {square}."
    ...     rover: str  # or `RoverName = Annotated[str, called]`, to be worded by `called`
    ...     square: str
    >>> print(Moved("the red rover", "b1"))
    The red rover drives to b1.

    `reads_many` is the template for the plural. The field named by `counted`, a number or something
    with a length, decides which template is used; the number or the length replaces `{number}`. By
    default, it is the field `count`.

    `ends_card` is true for an event that no card caused. Such events occur between two programs, or
    after the last one. If they form several parts of a round, the first event of each part has the
    name of that part in `part`.
    """

    ends_card: ClassVar[bool] = False
    reads: ClassVar[str] = ""
    reads_many: ClassVar[str] = ""
    counted: ClassVar[str] = "count"

    def __str__(self) -> str:
        if not self.reads_many:
            return self.worded(self.reads)
        counted = getattr(self, self.counted)
        number = counted if isinstance(counted, int) else len(counted)
        return self.worded_many(self.reads, self.reads_many, number)

    def worded(self, template: str, **facts: object) -> str:
        """Return `template` as a sentence, filled in with the event's fields and with `facts`."""
        return capitalized(translate(template).format(**self._words(template), **facts))

    def worded_many(self, one: str, many: str, number: int, **facts: object) -> str:
        """Return the template `one` or `many`, whichever suits `number`, filled in as by `worded`.

        `{number}` in the template is replaced with `number`.
        """
        words = {**self._words(one), **self._words(many), **facts}
        words.pop("number", None)
        return capitalized(say_many(one, many, number, **words))

    def _words(self, template: str) -> dict[str, object]:
        """Map each field name that `template` uses to the field's value, worded for its type."""
        words = _wordings(type(self))
        return {
            name: words[name](getattr(self, name)) for name in _holes(template) if name in words
        }

    @property
    def part(self) -> str:
        """The name of the part of the round that begins with this event, or "" if none does."""
        return ""

    def among_others(self) -> str:
        """Return the sentence for a run of several pieces, where it may have to name the actor."""
        return str(self)

    def facts(self) -> dict[str, Any]:
        """Return the event's fields as plain data: strings, numbers and lists."""
        return {name: _plain(getattr(self, name)) for name in self.__struct_fields__}


class Between(Event, frozen=True):
    """Base class for events that no card caused, between two programs or after the last one."""

    ends_card = True


class Ended(Between, frozen=True):
    """The game ended; `reason` is a sentence that explains why."""

    reason: str

    def __str__(self) -> str:
        return self.reason


def capitalized(text: str) -> str:
    """Return `text` with its first letter capitalized.

    >>> capitalized("the red rover drives to b1.")
    'The red rover drives to b1.'
    """
    return text[:1].upper() + text[1:]


@cache
def _wordings(kind: type[Event]) -> dict[str, Callable[[Any], object]]:
    """Return the functions that word the fields of the event class `kind`, keyed by field name."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        name: next(filter(callable, getattr(hints[name], "__metadata__", ())), _as_it_is)
        for name in kind.__struct_fields__
    }


def _as_it_is(value: object) -> object:
    return value


@cache
def _holes(template: str) -> tuple[str, ...]:
    return tuple(name for _, name, _, _ in Formatter().parse(template) if name)


def _plain(value: object) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, frozenset | set):
        return sorted(map(_plain, value))
    if isinstance(value, tuple | list) and type(value).__str__ in (tuple.__str__, list.__str__):
        return [_plain(item) for item in value]
    return str(value)


def called(actor: str) -> str:
    """Return the translated name of `actor`, capitalized to begin a sentence, such as `Red`."""
    return capitalized(translate(actor))
