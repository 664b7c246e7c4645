"""How many registers of RoboRally a search plays."""

from __future__ import annotations

import pytest

from teachkit.core.game.game import Halves
from teachkit.core.language.nodes import Instruction
from teachkit.games import roborally
from teachkit.games.roborally.state import State


def counted(patched: pytest.MonkeyPatch) -> list[Instruction]:
    """The card of each register that is played from now on; its first half counts as all of it."""
    cards: list[Instruction] = []
    made, perform = roborally.AHEAD.halves, roborally.perform

    def halves() -> Halves:
        first, second = made()

        def noted(state: State, player: str, card: Instruction) -> State:
            cards.append(card)
            return first(state, player, card)

        return Halves(noted, second)

    patched.setattr(roborally.AHEAD, "halves", halves)
    patched.setattr(
        roborally, "perform", lambda *about: (cards.append(about[-1]), perform(*about))[1]
    )
    return cards
