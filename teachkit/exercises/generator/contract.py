"""Contracts: the properties that generated exercises must have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from teachkit.core.game.game import Game, Misreading, Rules
from teachkit.core.game.level_generator import LevelGenerator
from teachkit.core.strings import suggested
from teachkit.errors import DataError, TeachkitError
from teachkit.exercises.judging.building import limits_of
from teachkit.exercises.misreadings.diagnosis import misreading_named
from teachkit.exercises.solving.par import named
from teachkit.games import game
from teachkit.play.search import Deck
from teachkit.words import say

MOST_CARDS = 12
FEW_LOOPS = 2
FEW_CARDS = 3

_deck = lru_cache(maxsize=64)(Deck)  # each deck stores all pieces built from it


class ContractError(TeachkitError, ValueError):
    """Raised when a contract cannot be read or searched; the message says why."""


class TooFewError(ContractError):
    """Raised when too few exercises fulfil a contract; the message names the option to relax."""


@dataclass(frozen=True)
class Contract:
    """The properties that each generated exercise is proven to have.

    `needs` are cards, loops or concepts that every cheapest program uses. The cards, loops and
    concepts in `avoid` are not available. If there is a `hand`, only its cards are available, and
    its numbers limit how often a solution may use them. `turns` is the number of turn cards that
    the solution runs, and `stops` is the number of samples or targets. If `unique` is true, only
    one program is the cheapest. `tells` is the name of a misreading that the exercise must
    reveal: the solution does not work when misread, and one of the mistakes is a program that works
    only when misread.

    Raise `ContractError` for a property that no exercise of the edition can have.
    """

    game: str
    edition: str = ""
    par_cards: range = range(4, 8)
    par_steps: range | None = None
    turns: int | None = None
    unique: bool = False
    needs: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    hand: Mapping[str, int | None] = field(default_factory=dict)
    stops: range = range(1, 2)
    size: str = ""
    # Left out of the repr, because the repr seeds the boards, which `tells` must not change.
    tells: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        if self.par_cards[0] < 1 or self.par_cards[-1] > MOST_CARDS:
            raise ContractError(say("Par must be between 1 and {most} cards.", most=MOST_CARDS))
        offered, editions = self.offered, self.module.editions.values()
        if self.turns is not None and not self.levels.turns:
            raise ContractError(say("No card here makes a turn. Remove --turns."))
        for word in (*self.needs, *self.hand):
            if not self._named(word) & offered:
                raise ContractError(self._missing(word))
        for word in self.avoid:
            if not any(named(word, self.module, rules) for rules in editions):
                says = say('There is no card "{name}" to avoid.', name=word)
                raise ContractError(suggested(says, word, sorted(offered)))
        if self.edition and self.rules.sensors:
            names = [name for name, rules in self.module.editions.items() if not rules.sensors]
            raise ContractError(say('No search can prove exercises in the edition "{name}". '
                                    "Choose one of: {names}.",
                                    name=self.edition, names=", ".join(names)))  # fmt: skip
        if self.tells:
            misreading_named(self.tells, self.module)

    def _missing(self, word: str) -> str:
        """Return a sentence that says why there is no card for `word`, and what to do."""
        editions = self.module.editions
        fits = [name for name in self.levels.editions if named(word, self.module, editions[name])]
        if not fits:
            says = say('No exercise can be generated with "{name}".', name=word)
            return suggested(says, word, sorted(self.offered))
        if not self._named(word):
            edition, others = self.rules.name, ", ".join(fits)
            return say('The edition "{edition}" has no "{name}". Choose --edition from: {others}.',
                       edition=edition, name=word, others=others)  # fmt: skip
        if self._named(word) <= {card for each in self.avoid for card in self._named(each)}:
            return say('"{name}" is asked for, but --avoid excludes it. Remove one of the two.',
                       name=word)  # fmt: skip
        return say('The hand has no "{name}". Add it to --hand.', name=word)

    @property
    def module(self) -> Game:
        return game(self.game)

    @property
    def levels(self) -> LevelGenerator:
        return self.module.levels

    @cached_property
    def rules(self) -> Rules:
        """The contract's edition, or else the first one with all cards named in the contract."""
        editions = self.module.editions
        if self.edition and self.edition not in editions:
            raise ContractError(say('There is no edition "{name}". Choose one of: {names}.',
                                    name=self.edition, names=", ".join(editions)))  # fmt: skip
        asked = (*self.needs, *self.hand)
        fits = (
            name
            for name in self.levels.editions
            if all(named(word, self.module, editions[name]) for word in asked)
        )
        return editions[self.edition or next(fits, self.levels.editions[0])]

    @cached_property
    def misreading(self) -> Misreading | None:
        """The misreading that the exercises must reveal, or `None`."""
        return misreading_named(self.tells, self.module) if self.tells else None

    @cached_property
    def needed(self) -> tuple[frozenset[str], ...]:
        """The cards that fulfil each of `needs`, as one set per need."""
        return tuple(self._named(word) for word in self.needs)

    @cached_property
    def offered(self) -> frozenset[str]:
        """The cards and loops that the edition, `hand` and `avoid` leave available.

        Of an edition's many loops, only the first two are available unless the contract names
        others.
        """
        rules, needed = self.rules, {card for each in self.needed for card in each}
        loops = {f"{times}x" for times in rules.loops}
        few = loops & needed or {f"{times}x" for times in rules.loops[:FEW_LOOPS]}
        cards = {*rules.instructions, *few}
        if self.hand:
            named_cards = {card for word in self.hand for card in self._named(word)}
            cards = ({*rules.instructions} | loops) & named_cards
        return frozenset(cards - {card for word in self.avoid for card in self._named(word)})

    @cached_property
    def limits(self) -> dict[str, int]:
        """The largest number of times that a solution may use each card, if the hand limits it."""
        return {
            card: number
            for word, number in self.hand.items()
            for card in self._named(word)
            if number is not None
        }

    def with_few_cards(
        self, usable: Iterable[str], shuffled: Callable[[list[str]], list[str]]
    ) -> Contract:
        """Return a contract with few enough of the `usable` cards for an exact search.

        Only an edition with loops inside loops has too many: without a `hand`, keep the needed
        cards, and random ones up to a total of `FEW_CARDS`, with one loop.
        """
        if self.hand or not self.rules.nested:
            return self
        loops = {f"{times}x" for times in self.rules.loops}
        needed = [min(each & self.offered) for each in self.needed if each & self.offered]
        cards = shuffled(sorted(self.offered.intersection(usable)))
        kept = dict.fromkeys([*(card for card in needed if card not in loops), *cards][:FEW_CARDS])
        loop = [card for card in needed if card in loops] or shuffled(sorted(self.offered & loops))
        return replace(self, hand={**kept, **dict.fromkeys(loop[:1])})

    def deck(self, cards: Iterable[str]) -> Deck:
        """Return a deck of those `cards` that are available, and of all available loops."""
        names = tuple(card for card in cards if card in self.offered)
        loops = tuple(times for times in self.rules.loops if f"{times}x" in self.offered)
        return _deck(names, loops, self.rules.loop_cards, self.rules.nested)

    def _named(self, word: str) -> frozenset[str]:
        return named(word, self.module, self.rules)


def hand_of(text: str) -> dict[str, int | None]:
    """Parse a hand, and return a dictionary that maps each card to the number of its copies.

    A card without a number is mapped to `None`. Raise `ContractError` if `text` is invalid.

    >>> hand_of("forward 3, left, 2x 1")
    {'forward': 3, 'left': None, '2x': 1}
    """
    try:
        return limits_of([*filter(None, map(str.strip, text.split(",")))])
    except DataError:
        says = say('Write a hand as "forward 3, left", not "{text}".', text=text)
        raise ContractError(says) from None
