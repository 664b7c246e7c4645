"""Cards that robots hold: what they are stands in data files, what they do in small families.

`options.toml` lists the 26 option cards; `variant/` has two further decks of the same make. A
card names its family and fills in the numbers: `values` change a number that the round asks for,
`choices` put a question to their owner first, `weapons` make something else of a hit, `harms`
act by themselves. None of them is known to the round, which only asks at its `moments`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from teachkit.games.roborally.options.cards import CardFile, Moments, read_deck
from teachkit.games.roborally.options.choices import CHOICES
from teachkit.games.roborally.options.values import VALUES
from teachkit.games.roborally.options.weapons import WEAPONS

FAMILIES: Mapping[str, Callable[[CardFile], Moments]] = {
    family.__name__: family for family in (*VALUES, *CHOICES, *WEAPONS)
}
"""By the name that stands in the data: what a card of this family does at which moment."""

OPTION_CARDS = read_deck("options/options.toml")


def effects_of(cards: Mapping[str, CardFile]) -> Mapping[str, Moments]:
    """What the cards of a deck do, as an edition wants it."""
    return {name: FAMILIES[card.family](card) for name, card in cards.items()}


def charges_of(cards: Mapping[str, CardFile]) -> Mapping[str, int]:
    """How many charges those cards come with that have any."""
    return {name: card.charges for name, card in cards.items() if card.charges}
