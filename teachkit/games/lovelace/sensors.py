"""Sensors of the machine, for Python that drives: numbers."""

from __future__ import annotations

from teachkit.core.game.sensors import Sensors
from teachkit.games.lovelace.state import State

SENSORS = Sensors[State]()


@SENSORS.reading
def register(state: State, player: str) -> int:
    """The number in the register."""
    return state.player(player).value


@SENSORS.reading
def targets(state: State, player: str) -> list[int]:
    """The numbers that still wait for this player, as they lie there."""
    return [each.number for each in state.patrons if not each.gave(player)]
