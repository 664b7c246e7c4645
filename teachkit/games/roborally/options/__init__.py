"""Cards that robots hold: what they are stands in data files, what they do in small families.

`options.toml` lists the 26 option cards; `variant/` has two further decks of the same make. A
card names its family and fills in the numbers: `values` change a number that the round asks for,
`choices` put a question to their owner first, `weapons` make something else of a hit, `harms`
act by themselves. None of them is known to the round, which only asks at its moments (`moments`).
"""

from teachkit.games.roborally.options.cards import CardFile, read_deck
from teachkit.games.roborally.options.deck import OPTION_CARDS, charges_of, effects_of

__all__ = ["OPTION_CARDS", "CardFile", "charges_of", "effects_of", "read_deck"]
