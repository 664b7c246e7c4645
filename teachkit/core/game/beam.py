"""Beam search: what is most promising is made longer, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

S = TypeVar("S")


def beam(
    start: S,
    longer: Callable[[S], Iterable[S]],
    worth: Callable[[S], float],
    width: int,
    most: int,
) -> list[S]:
    """The `width` best of each length, after up to `most` steps; shorter ones stand first.

    With a width of one it is a greedy choice at each step.

    >>> def longer(word): return (word + letter for letter in "ab")
    >>> beam("", longer, worth=lambda word: word.count("ab"), width=2, most=3)
    ['a', 'b', 'ab', 'aa', 'aba', 'abb']
    """
    found: list[S] = []
    best = [start]
    for _ in range(most):
        best = sorted((each for one in best for each in longer(one)), key=worth, reverse=True)
        best = best[:width]
        found += best
    return found
