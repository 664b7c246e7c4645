"""Beam search, and the parts of planning that a game supports."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Decision
from teachkit.core.run.flow import Flow, State

S = TypeVar("S")


def beam(
    start: S,
    longer: Callable[[S], Iterable[S]],
    worth: Callable[[S], float],
    width: int,
    most: float = inf,
) -> list[S]:
    """Return the `width` best of each length, after up to `most` steps, shorter ones first.

    With a width of one, this is a greedy choice at each step.

    >>> def longer(word): return (word + letter for letter in "ab")
    >>> beam("", longer, worth=lambda word: word.count("ab"), width=2, most=3)
    ['a', 'b', 'ab', 'aa', 'aba', 'abb']
    """
    found: list[S] = []
    best = [start]
    while best and most > 0:
        best = sorted((each for one in best for each in longer(one)), key=worth, reverse=True)
        best = best[:width]
        found += best
        most -= 1
    return found


View_contra = TypeVar("View_contra", contravariant=True)


class Candidates(Protocol[View_contra]):
    """The answers worth trying, all of them valid, and few enough to try each.

    If there are very many, they are built by keeping the `width` best beginnings.
    """

    def __call__(self, view: View_contra, decision: Decision, width: int = 4) -> Iterable[Any]: ...


@dataclass(frozen=True)
class Planning(Generic[State]):
    """The functions for a player who plans alone.

    `worth` is the value of a state for a player. `later` is the effect of an answer by the rules,
    as far as it is the player's own doing; decisions of others and of chance are asked on the way.
    `guessed` is a possible state behind a view, with hidden things dealt by chance. `onward`
    continues the game after `later`, until this player has had another turn.
    """

    worth: Callable[[State, str], float]
    candidates: Candidates[State]
    later: Callable[[State, Decision, Any], Flow[State]]
    guessed: Callable[[State, str], Flow[State]]
    onward: Callable[[State, str], Flow[State]]


@dataclass(frozen=True)
class Teamwork(Generic[State]):
    """The functions for players who win or lose together.

    `worth` is the value of a state for a player, `order` the order in which programs run this
    round, and `ahead` plays the round as far as programs are known.
    """

    worth: Callable[[State, str], float]
    order: Callable[[State], tuple[str, ...]]
    ahead: Callable[[State, Mapping[str, Program]], Flow[State]]


@dataclass(frozen=True)
class Places(Generic[State]):
    """A state split into the place of the piece and the rest of its board.

    An instruction has the same effect from a place as on an empty board, unless the piece comes to
    a square with something on it. A place and a square are whatever the game uses for them. `goals`
    are the goals that depend only on the piece's place.
    """

    goals: frozenset[str]
    place: Callable[[State, str], Any]
    moved_to: Callable[[State, str, Any], State]
    alone: Callable[[State, str], State]
    alike: Callable[[State, Any, Instruction | None], Any]
    onward: Callable[[Any, Any], Any]
    occupied: Callable[[State, str], frozenset[Any] | None]
    came_to: Callable[[State, str, Instruction | None, Sequence[State]], frozenset[Any]]


class Halves(NamedTuple):
    """`perform` in two parts, so that the second part is played once for equal states in between.

    `first` leads to such a state, without anything that makes no difference to `second`. Both raise
    `AnswerError` if the rules ask for a decision.
    """

    first: Callable[[Any, str, Instruction], Any]
    second: Callable[[Any], Any]


@dataclass(frozen=True)
class Rounds(Generic[State]):
    """Shortcuts for searches in games whose `perform` plays a whole round with everybody's cards.

    States with the same `essence` are equivalent for the rest of the game, and so are cards that
    are `alike` whenever they are played from here on. `halves` are created for each search.
    """

    essence: Callable[[State, str], State]
    alike: Callable[[State, str, Instruction], Hashable]
    halves: Callable[[], Halves | None]


@dataclass(frozen=True)
class Foresight(Generic[State]):
    """The parts of planning that a game supports; each of them may be missing."""

    planning: Planning[State] | None = None
    teamwork: Teamwork[State] | None = None
    places: Places[State] | None = None
    rounds: Rounds[State] | None = None
