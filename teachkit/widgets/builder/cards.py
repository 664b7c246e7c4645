"""A game's cards as data for the browser, and the notations in which programs are typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from keyword import kwlist
from typing import Any, TypeAlias

from teachkit.core.game.game import Game
from teachkit.core.language.instructions import Card, Instruction, InstructionSet
from teachkit.core.language.program import Program
from teachkit.widgets.common.widget import Data
from teachkit.words import say

Entry: TypeAlias = Data
"""A card for the browser: its `symbol` and `label`, and in a tray, the `node` that it adds."""

Node: TypeAlias = Any
"""A node as in `Program.to_json`: `"forward"`, `["shove", "left"]`, `{"repeat": 2, "body": []}`."""

Judge: TypeAlias = Callable[[Sequence[Node]], Sequence[Entry]]


def face(game: Game, state: object, card: Instruction) -> Entry:
    """Return the face of `card` with a `note`, which is shown after the label."""
    words = game.vocabulary(state)
    kind = (words if card.name in words else game.instructions)[card.name]
    return kind_face(kind) | {"note": " ".join(card.arguments)}


def kind_face(kind: Card) -> Entry:
    """Return the symbol, label, help text and `kind` of a card, as `Card` has them."""
    return {"symbol": kind.symbol, "label": kind.label, "help": kind.help, "kind": kind.kind}


def loop_face(name: str) -> Entry:
    """Return the symbol, label and help of a loop card such as `2x`."""
    times = name.removesuffix("x")
    return {
        "symbol": f"×{times}",
        "label": say("Repeat ×{times}", times=times),
        "help": say("Run the cards inside {times} times.", times=times),
    }


def routine_card(limit: int | None) -> Entry:
    """Return the card of a tray that defines a routine, at most `limit` times."""
    says = say("Give some cards a name. The card with this name then runs all of them.")
    face = {"symbol": "ƒ", "label": say("Define"), "help": says}
    return face | {"id": "define", "node": {"define": "routine", "body": []}, "limit": limit}


def reserved_names(words: InstructionSet) -> list[str]:
    """Return the names that no routine can have beside the cards `words`, in lower case."""
    taken = {*kwlist, "define", "range", "repeat", *words.sensors}
    taken |= {name for card in words for name in (card.name, card.function)}
    return sorted({name.lower() for name in taken})


def hand_tray(
    game: Game, state: object, hand: Iterable[Instruction], *, is_held: bool = True
) -> list[Entry]:
    """Return the tray of the cards in `hand`.

    If `is_held` is true, each card may be used as often as it occurs in the hand; if not, any
    number of times.
    """
    return [
        face(game, state, card)
        | {"id": str(card), "node": Program((card,)).to_json()[0], "name": card.name}
        | {"limit": count if is_held else None}
        for card, count in Counter(hand).items()
    ]


def slots(game: Game, state: object, player: str) -> list[Entry]:
    """Return the slots of a player's program, or an empty list in a game without slots."""
    return [
        {
            "number": slot.number,
            "label": slot.label,
            "locked": slot.is_locked,
            "face": face(game, state, slot.card) if slot.card else None,
        }
        for slot in (game.slots(state, player) if game.slots else ())
    ]
