"""Events: what happens in a run, and the sentences about it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from string import Formatter
from typing import Any, ClassVar, get_type_hints

from msgspec import Struct

from teachkit.words import say_many, translate


class Event(Struct, frozen=True):
    """Something that happened. `str(event)` is the sentence that the learner reads.

    Games subclass it with `frozen=True` and a name in the past tense. Mostly a template is all
    there is to say; the type of a field tells how the field is worded.

    >>> class Moved(Event, frozen=True):
    ...     reads = "{rover} drives to {square}."
    ...     rover: str  # or `RoverName = Annotated[str, called]`, to be worded by `called`
    ...     square: str
    >>> print(Moved("the red rover", "b1"))
    The red rover drives to b1.

    With `reads_many` there is a second template, for several: the field named by `counted`, a
    number or something that has a length, decides, and fills `{number}`.

    One that `ends_card` is no card's doing: with it begins what happens between two programs, or
    after the last. Where that has several parts, each begins with an event that names another
    `part`.
    """

    ends_card: ClassVar[bool] = False
    reads: ClassVar[str] = ""
    reads_many: ClassVar[str] = ""
    counted: ClassVar[str] = ""

    def __str__(self) -> str:
        if not self.reads_many:
            return self.worded(self.reads)
        counted = getattr(self, self.counted)
        number = counted if isinstance(counted, int) else len(counted)
        return self.worded_many(self.reads, self.reads_many, number)

    def worded(self, template: str, **facts: object) -> str:
        """Return this sentence with the event's fields and these facts filled in."""
        return capitalized(translate(template).format(**self._words(template), **facts))

    def worded_many(self, one: str, many: str, number: int, **facts: object) -> str:
        """Return the singular or plural sentence for a number, which also fills `{number}`."""
        words = {**self._words(one), **self._words(many), **facts}
        words.pop("number", None)
        return capitalized(say_many(one, many, number, **words))

    def _words(self, template: str) -> dict[str, object]:
        """Return the fields that a template uses, worded according to their types."""
        words = _wordings(type(self))
        return {
            name: words[name](getattr(self, name)) for name in _holes(template) if name in words
        }

    @property
    def part(self) -> str:
        """The part of the round that this event begins, or "" if it belongs to the previous one."""
        return ""

    def among_others(self) -> str:
        """The sentence for runs of several pieces, which names the actor."""
        return str(self)

    def facts(self) -> dict[str, Any]:
        """Return the event as plain data: its fields as text, numbers and lists."""
        return {name: _plain(getattr(self, name)) for name in self.__struct_fields__}


class Between(Event, frozen=True):
    """An event that no card caused: it comes between two programs, or after the last."""

    ends_card = True


class Ended(Between, frozen=True):
    """The game is over."""

    reason: str

    def __str__(self) -> str:
        return self.reason


def capitalized(text: str) -> str:
    """Return a sentence with its first letter capitalized.

    >>> capitalized("the red rover drives to b1.")
    'The red rover drives to b1.'
    """
    return text[:1].upper() + text[1:]


@cache
def _wordings(kind: type[Event]) -> dict[str, Callable[[Any], object]]:
    """Return the wording function of each field of an event."""
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
    """Return the name at the beginning of a sentence about an actor, such as `Red`."""
    return capitalized(translate(actor))
