"""Who goes first: the order of priorities. [RR-4]"""

from __future__ import annotations

from teachkit.games.roborally.instructions import priority
from teachkit.games.roborally.moments import adjusted
from teachkit.games.roborally.state import State


def by_priority(state: State) -> tuple[str, ...]:
    """Who acts in this register: the highest priority first, then in seat order. [RR-4]"""
    acting = [robot.name for robot in state.robots if robot.card(state.register)]
    if len(acting) > 1:
        acting.sort(key=lambda name: -priority_of(state, name))
    return tuple(acting)


def priority_of(state: State, name: str) -> int:
    """The priority of a robot's card in this register, with what its other cards make of it.

    Without a card it is less than any other. [RR-4, RV-35]
    """
    card = state.robot(name).card(state.register)
    if card is None:
        return NOTHING
    return adjusted(state, "priority", name, priority(card), card=card, register=state.register)


NOTHING = -9999
