"""A counter of the registers of RoboRally that a search plays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from teachkit.core.game.foresight import Halves
from teachkit.core.language.instructions import Instruction
from teachkit.core.run.flow import Flow
from teachkit.games import roborally
from teachkit.games.roborally.state import State


def counted(patched: pytest.MonkeyPatch) -> list[Instruction]:
    """Return a list to which the card of each played register is added; half a register counts."""
    cards: list[Instruction] = []
    game = roborally.GAME
    rounds = game.foresight.rounds
    assert rounds

    def halves() -> Halves:
        whole = rounds.halves()
        assert whole
        first, second = whole

        def noted(state: State, player: str, card: Instruction) -> State:
            cards.append(card)
            return first(state, player, card)

        return Halves(noted, second)

    def perform(state: State, player: str, card: Instruction) -> Flow[State]:
        cards.append(card)
        return game.perform(state, player, card)

    foresight = replace(game.foresight, rounds=replace(rounds, halves=halves))
    patched.setattr(roborally, "GAME", replace(game, perform=perform, foresight=foresight))
    return cards
