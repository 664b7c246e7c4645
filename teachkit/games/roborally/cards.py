"""The seven kinds of program cards. Each card has its own priority, as in `move-2 670`."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from teachkit.core.language.instructions import Card, Instruction

PRIORITIES = {
    "u-turn": tuple(range(10, 70, 10)),
    "left": tuple(range(70, 420, 20)),
    "right": tuple(range(80, 430, 20)),
    "back-up": tuple(range(430, 490, 10)),
    "move-1": tuple(range(490, 670, 10)),
    "move-2": tuple(range(670, 790, 10)),
    "move-3": tuple(range(790, 850, 10)),
}
"""The priorities of each kind of card. All 84 are different; the highest acts first."""

NAMES = tuple(PRIORITIES)
STEPS = {"move-1": 1, "move-2": 2, "move-3": 3, "back-up": -1}
"""The number of squares that each driving card drives; -1 is one square back."""

_KINDS = (
    Card("move-1", "↑1", "Move 1", "Drive one square ahead and push any robots in the way."),
    Card("move-2", "↑2", "Move 2", "Drive two squares ahead and push any robots in the way."),
    Card("move-3", "↑3", "Move 3", "Drive three squares ahead and push any robots in the way."),
    Card("back-up", "↓", "Back up", "Drive one square back without turning."),
    Card("left", "↰", "Rotate left", "Turn left on the spot.", kind="turns"),
    Card("right", "↱", "Rotate right", "Turn right on the spot.", kind="turns"),
    Card("u-turn", "↶", "U-turn", "Turn to face the opposite way.", kind="turns"),
)


def _numbered(card: Card) -> Card:
    """Return a copy of `card` that accepts a priority after its name, as in `move-2 670`."""
    numbers = tuple(map(str, PRIORITIES[card.name]))
    return replace(card, arguments=(numbers,), optional=1)


CARDS = tuple(map(_numbered, _KINDS))


@lru_cache(maxsize=128)
def priority(card: Instruction) -> int:
    """Return the priority of `card`, or 0 if it has none, as in some teaching editions.

    >>> priority(Instruction("move-2", ("670",))), priority(Instruction("left"))
    (670, 0)
    """
    return int(card.arguments[0]) if card.arguments and card.arguments[0].isdecimal() else 0


def deck() -> tuple[Instruction, ...]:
    """Return all 84 cards, from the lowest priority to the highest.

    >>> len(deck()), str(deck()[0])
    (84, 'u-turn 10')
    """
    cards = [Instruction(name, (str(number),)) for name in NAMES for number in PRIORITIES[name]]
    return tuple(sorted(cards, key=priority))
