"""What can be read off the machine, for Python that drives: numbers."""

from __future__ import annotations

from teachkit.core.game.game import Gauge
from teachkit.games.lovelace.state import State


def register(state: State, player: str) -> int:
    """The number in the register."""
    return state.player(player).value


def targets(state: State, player: str) -> list[int]:
    """The numbers that still wait for this player, as they lie there."""
    return [each.number for each in state.patrons if not each.gave(player)]


GAUGES: dict[str, Gauge] = {gauge.__name__: gauge for gauge in (register, targets)}
