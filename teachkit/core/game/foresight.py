"""Beam search, and the planning functions that a game may define."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Generic, NamedTuple, TypeVar

from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Decision
from teachkit.core.run.flow import Flow, State, followed

S = TypeVar("S")


def beam(
    start: S,
    longer: Callable[[S], Iterable[S]],
    worth: Callable[[S], float],
    width: int,
    most: float = inf,
) -> list[S]:
    """Run a beam search, and return the best `width` results of every step, earlier steps first.

    The search starts from `start` and takes at most `most` steps. `longer` returns the results that
    extend a result by one step, and `worth` returns the value of a result. With a width of 1, the
    search is greedy.

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


class Laid(NamedTuple):
    """A sequence of cards that could be played, and the state after these cards have run."""

    cards: tuple[Instruction, ...]
    state: Any


def laid_programs(
    start: State,
    further: Callable[[Laid], Iterable[Instruction]],
    rule: Callable[[State, Instruction], Flow[State]],
    worth: Callable[[State], float],
    width: int,
    most: int,
) -> list[Laid]:
    """Run a beam search for programs of at most `most` cards, and return them, shorter ones first.

    `further` returns the cards that may follow those already laid, and `rule` runs a card.
    """

    def longer(laid: Laid) -> Iterable[Laid]:
        for card in further(laid):
            yield Laid((*laid.cards, card), followed(rule(laid.state, card), laid.state))

    return beam(Laid((), start), longer, lambda laid: worth(laid.state), width, most)


@dataclass(frozen=True)
class Planning(Generic[State]):
    """The planning functions for a player who plans alone.

    `worth` returns the value of a state for a player. `candidates` returns a few valid answers to a
    decision, for a search to try; those with many parts are found by a beam search of the given
    width. `after_answer` plays the effect of an answer by the rules, as far as it depends on the
    player who answered; the flow asks other players and chance for the decisions that come up.
    `determinize` turns a player's view into a possible state, with hidden things dealt at random.
    `play_on` continues the game after `after_answer`, until the player has taken another turn. A
    game omits it if looking so far ahead does not make a strategy stronger.
    """

    worth: Callable[[State, str], float]
    candidates: Callable[[State, Decision, int], Iterable[Any]]
    after_answer: Callable[[State, Decision, Any], Flow[State]]
    determinize: Callable[[State, str], Flow[State]]
    play_on: Callable[[State, str], Flow[State]] | None = None


@dataclass(frozen=True)
class Teamwork(Generic[State]):
    """The planning functions for players who win or lose together.

    `worth` returns the value of a state for a player, and `order` returns the players in the order
    in which their programs run in the current round. `ahead` plays the round with the programs that
    are known so far.
    """

    worth: Callable[[State, str], float]
    order: Callable[[State], tuple[str, ...]]
    ahead: Callable[[State, Mapping[str, Program]], Flow[State]]


class Errand(NamedTuple):
    """Stops that a piece must still make before a goal can be reached.

    Each of the `stops` is a set of places. The piece must come to at least `number` of the stops,
    in any order, and then run the errand `then`, if there is one.
    """

    stops: frozenset[frozenset[Any]]
    number: int = 1
    then: Errand | None = None

    def after(self, stop: frozenset[Any]) -> Errand | None:
        """Return the errand that is left after `stop`, or `None` if nothing is left."""
        if self.number <= 1:
            return self.then
        return Errand(self.stops - {stop}, self.number - 1, self.then)


@dataclass(frozen=True)
class Places(Generic[State]):
    """The functions that let a search reuse the effect of an instruction in many states.

    They separate the place of a player's piece from the rest of a state, and rely on the fact that
    an instruction has the same effect as on an empty board, unless the instruction touches a square
    with something on it. The game chooses the types of places and squares.

    `goals` are the names of the goals that depend only on the place. `place` returns the place of a
    player's piece. `moved_to` returns a copy of the state with the piece in another place, and
    `alone` returns a copy with nothing on the board except the piece. `equivalent` returns another
    place where an instruction has the same effect, or `None` if there is no such place.
    `transferred(start, end)` returns the place after an instruction at `start`, given that the same
    instruction ends at `end` from the place equivalent to `start`. `occupied` returns the squares
    with something on them that affects the piece; `None` means all squares.
    `touched_squares` returns the squares that an instruction touches, given the states after each
    of its frames.

    A game offers `errand` and `stoppers` if, whatever is on the board, an instruction leaves the
    piece where it is or at a place that the instruction passes on an empty board. `errand(state,
    player, goal, facts)` returns an errand that the goal requires wherever the piece is, or `None`
    if none is known. `stoppers` returns all squares on which something may stop the piece, now or
    later; `None` means all squares.
    """

    goals: frozenset[str]
    place: Callable[[State, str], Any]
    moved_to: Callable[[State, str, Any], State]
    alone: Callable[[State, str], State]
    equivalent: Callable[[State, Any, Instruction | None], Any]
    transferred: Callable[[Any, Any], Any]
    occupied: Callable[[State, str], frozenset[Any] | None]
    touched_squares: Callable[[State, str, Instruction | None, Sequence[State]], frozenset[Any]]
    errand: Callable[[State, str, str, Mapping[str, Any]], Errand | None] | None = None
    stoppers: Callable[[State, str], frozenset[Any] | None] = lambda state, player: None


class Halves(NamedTuple):
    """A game's `perform`, split so that `second` runs only once for equal intermediate states.

    `first` returns the intermediate state, reduced to the parts on which `second` depends; `second`
    returns the final state. Both functions raise `AnswerError` if the rules ask for a decision.
    """

    first: Callable[[Any, str, Instruction], Any]
    second: Callable[[Any], Any]


@dataclass(frozen=True)
class Rounds(Generic[State]):
    """Shortcuts for searches in games whose `perform` plays a whole round for all players.

    `essence` returns equal states for states that are equivalent for the rest of the game. `alike`
    returns equal values for cards that have the same effect in the given state and in all later
    ones. `halves` is called once for each search; it returns the two halves of `perform`, or
    `None` if `perform` cannot be split.
    """

    essence: Callable[[State, str], State]
    alike: Callable[[State, str, Instruction], Hashable]
    halves: Callable[[], Halves | None]


@dataclass(frozen=True)
class Foresight(Generic[State]):
    """The planning functions of a game; a group that the game does not support is `None`."""

    planning: Planning[State] | None = None
    teamwork: Teamwork[State] | None = None
    places: Places[State] | None = None
    rounds: Rounds[State] | None = None
