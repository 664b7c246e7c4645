"""Option cards as data, and the events, charges and questions that several families share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

from msgspec.structs import replace

from teachkit.core.data import read_toml, structure
from teachkit.core.language.instructions import Instruction
from teachkit.core.run.flow import Flow, Frame, agreed
from teachkit.games.roborally.events import CardName, RobotBetween, RobotEvent
from teachkit.games.roborally.moments import Moments as MomentsOf
from teachkit.games.roborally.pieces import REGISTERS, Held
from teachkit.games.roborally.state import State
from teachkit.words import say, translate

Moments: TypeAlias = MomentsOf[State]
"""The effects of a card in this game."""


@dataclass(frozen=True, kw_only=True)
class Described:
    """A card of a deck: its name, and its text for players."""

    name: str
    says: str


D = TypeVar("D", bound=Described)


@dataclass(frozen=True, kw_only=True)
class CardFile(Described):
    """A card that a robot may hold: its text, its family, and the values that the family uses.

    `source` is `published` if a description of the card is known, and `ours` if we invented its
    effect. A card omits the fields that its family does not use:

    - `kinds` and `registers`: the program cards and registers to which it applies, by default all
    - `after`: the kinds of program cards, one of which must have been played just before
    - `amount`: a number of squares, cards, points, …
    - `way`: the direction of a shot or a turn
    - `by`: the causes of damage (`shot`, `laser`, `push`), or the elements (`belt`, `gear`, `flag`,
      `wrench`), to which it applies
    - `damage`: the least damage that the robot must have
    - `asleep`: whether the robot must be powered down
    """

    family: str
    source: Literal["published", "ours"] = "ours"
    charges: int = 0
    amount: int = 0
    kinds: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    registers: tuple[int, ...] = REGISTERS
    way: str = ""
    by: tuple[str, ...] = ()
    damage: int = 0
    asleep: bool = False

    def fits(self, state: State, name: str, laid: Instruction) -> bool:
        """Return whether the card applies to `laid`, the program card in the current register.

        If the card's `after` is not empty, the card in the previous register must be of a kind
        in `after`.
        """
        if state.register not in self.registers or (self.kinds and laid.name not in self.kinds):
            return False
        before = state.robot(name).card(state.register - 1) if state.register > 1 else None
        return not self.after or (before is not None and before.name in self.after)

    def is_spent(self, held: Held) -> bool:
        """Return whether the card has charges, but `held` has none left."""
        return self.charges > 0 and held.charges == 0

    def is_about(self, cause: str) -> bool:
        """Return whether the card applies to damage with the cause `cause`."""
        return not self.by or cause in self.by


def read_deck(name: str, kind: type[D]) -> Mapping[str, D]:
    """Return the cards in one of the game's card files, as records of the class `kind`, by name.

    `name` is the path of the file in the game's folder.

    >>> read_deck("options/options.toml", CardFile)["Brakes"].says
    'When you play a Move 1, you may stay on your square.'
    """
    file = Path(str(resources.files("teachkit.games.roborally") / name))
    cards = [structure(table, kind) for table in read_toml(file)["cards"]]
    return {card.name: card for card in cards}


# A card that is held --------------------------------------------------------------------------


class CardUsed(RobotEvent, frozen=True):
    """A robot used an option card that it holds, or a bug of the robot took effect."""

    reads = "{card} takes effect for {robot}."
    card: CardName


class Replaced(RobotEvent, frozen=True):
    """The card in a register was replaced; `by` is the other robot that caused it, if any."""

    reads = "{robot} now has a different card in register {register}."
    register: int
    by: str = ""


class LaidAside(RobotBetween, frozen=True):
    """A player put a hidden program card aside for later in the round."""

    reads = "{robot} puts a card aside for {card}."
    card: CardName


class HandChanged(RobotBetween, frozen=True):
    """A player replaced the whole hand with a new one."""

    reads = "{robot} takes a new hand."


def with_held(state: State, name: str, changed: Held) -> State:
    """Return a copy of `state` in which `changed` replaces the held card of the same name."""
    held = state.robot(name).held
    held = tuple(changed if each.name == changed.name else each for each in held)
    return state.with_facts(name, held=held)


def noted(state: State, name: str, held: Held, note: str) -> State:
    """Return a copy of `state` with `note` stored in the card `held`."""
    return with_held(state, name, replace(now(state, name, held), note=note))


def now(state: State, name: str, held: Held) -> Held:
    """Return the robot's current copy of the card `held`, or `held` itself if the robot lost it."""
    return next((each for each in state.robot(name).held if each.name == held.name), held)


def use(state: State, name: str, held: Held, charges: int = 1, note: str = "") -> Flow[State]:
    """Report that a robot uses the card `held`, spend `charges`, and store `note` in the card."""
    here = now(state, name, held)
    left = max(0, here.charges - charges)
    state = with_held(state, name, replace(here, charges=left, note=note))
    yield Frame(CardUsed(name, held.name), state)
    return state


def wanted(name: str, held: Held) -> Flow[bool]:
    """Ask the player `name` whether to use the card `held` now, and return the answer."""
    return agreed(name, say("Use {card}?", card=translate(held.name)), held.name)


def wanted_on(name: str, held: Held, other: str) -> Flow[bool]:
    """Ask the player `name` whether to use `held` on the robot `other`, and return the answer."""
    facts = {"card": translate(held.name), "robot": translate(other)}
    return agreed(name, say("Use {card} on {robot}?", **facts), held.name)


def rested(state: State, name: str, held: Held, *about: object) -> Flow[State]:
    """Clear the note of the held card `held`; ignore the details of the moment, `about`."""
    yield from ()
    return noted(state, name, held, "")
