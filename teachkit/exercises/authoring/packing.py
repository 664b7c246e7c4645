"""`Packed`: many small choices packed into one whole number."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import accumulate
from typing import Any, TypeVar, cast

from teachkit.exercises.authoring.code_letters import CodeError
from teachkit.words import say, shown

T = TypeVar("T")

_MOST_CHOICES = 20_000  # no board needs more, and no code keeps its reader busy for longer
_LEARNED = 4  # what each choice adds to the weight of the same choice later


class Packed:
    """A whole number that holds a series of choices; the likely ones take the least room.

    A choice with weight w out of a total of W multiplies the number by W/w. Choices with the same
    `key` become more likely each time they are made. The same calls write a number and read it:
    with a number, they return what it holds, and ignore the value that they are given.

    >>> def point(packed, across=None, name=None):
    ...     return packed.whole(across, "across"), packed.one_of("abc", name)
    >>> written = Packed()
    >>> point(written, 6, "c")
    (6, 'c')
    >>> point(Packed(written.number))
    (6, 'c')
    """

    def __init__(self, number: int | None = None) -> None:
        self.is_read = number is not None
        self._left = number or 0
        self._slices: list[tuple[int, int, int]] = []
        self._made: defaultdict[Hashable, Counter[int]] = defaultdict(Counter)
        self._count = 0

    @property
    def number(self) -> int:
        """The number that holds all choices written so far."""
        number = 0
        for start, size, total in reversed(self._slices):
            number = number // size * total + start + number % size
        return number

    def check(self, options: Sequence[T], value: T) -> None:
        """Write one of `options`, or raise `CodeError` if a different one is read."""
        if self.one_of(options, value) != value:
            raise absurd()

    def check_end(self) -> None:
        """Raise `CodeError` if the number holds more choices than were read."""
        if self._left:
            raise absurd()

    def one_of(
        self, options: Sequence[T], value: T | None = None, key: Hashable = None, *first: int
    ) -> T:
        """Write or read one of `options`; `first` are their weights at first, by default equal.

        Raise `CodeError` if `value` is not one of them.
        """
        self._count += 1
        if not options or self._count > _MOST_CHOICES:
            raise absurd()
        if not self.is_read and value not in options:
            raise CodeError(say("A code cannot hold {value}.", value=shown(value)))
        index = 0 if self.is_read else options.index(cast(T, value))
        total = len(options)
        if key is None:
            index = self._left % total if self.is_read else index
            start, size = index, 1
        else:
            made = self._made[key]
            weights = [w + _LEARNED * made[at] for at, w in enumerate(first or [1] * total)]
            ends = [*accumulate(weights)]
            total = ends[-1]
            if self.is_read:
                index = next(at for at, end in enumerate(ends) if self._left % total < end)
            start, size = ends[index] - weights[index], weights[index]
            made[index] += 1
        if self.is_read:
            self._left = size * (self._left // total) + self._left % total - start
        self._slices.append((start, size, total))
        return options[index]

    def flag(self, value: bool | None, key: Hashable, no: int = 1) -> bool:
        """Write or read a yes or no; at first, a no is `no` times as likely as a yes."""
        return self.one_of((False, True), value, key, no, 1)

    def whole(self, value: int | None, key: Hashable, most: int = 9_999) -> int:
        """Write or read a whole number from 0 to `most`, of which small ones take less room."""
        value = 0 if self.is_read else value
        if not isinstance(value, int) or not 0 <= value <= most:
            raise CodeError(say("A code cannot hold {value}.", value=shown(value)))
        sizes = range(most.bit_length() + 1)
        size = self.one_of(
            sizes, value.bit_length(), (key, "size"), *(max(1, 8 - n) for n in sizes)
        )
        start = 1 << size >> 1
        value = start + self.one_of(
            range(start or 1), value - start, (key, size) if size < 4 else None
        )
        if value > most:
            raise absurd()
        return value

    def each(
        self, values: Iterable[Any] | None, item: Callable[[Any], T], key: Hashable, most: int = 99
    ) -> list[T]:
        """Write or read a list of at most `most` values: its length, and `item(value)` for each."""
        there = list(values or ())
        count = self.whole(len(there), key, most)
        return [item(value) for value in ([None] * count if self.is_read else there)]


def absurd() -> CodeError:
    """Return the error about a code whose signs are right, but whose content is not."""
    return CodeError(say("This code does not hold an exercise. Ask for it again."))
