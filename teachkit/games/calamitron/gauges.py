"""What a retro can tell, for Python that drives: numbers and words."""

from __future__ import annotations

from teachkit.core.board.squares import Square
from teachkit.core.game.game import Gauge
from teachkit.games.calamitron.moves import in_way
from teachkit.games.calamitron.rogue_effects import line
from teachkit.games.calamitron.state import State


def square(state: State, retro: str) -> str:
    """Where it stands: `b4`."""
    return str(state.bot(retro).square)


def facing(state: State, retro: str) -> str:
    """Where it looks: `north`."""
    return state.bot(retro).facing.value


def ahead(state: State, retro: str) -> str:
    """The first bot straight ahead, `servo-1`, or an empty text."""
    squares = _line(state, retro)
    found = in_way(state, squares[-1]) if squares else None
    return found.by if found else ""


def distance(state: State, retro: str) -> int:
    """How far it is to the first bot ahead, 1 for the next square; 0 if there is none."""
    return len(_line(state, retro)) if ahead(state, retro) else 0


def disabled(state: State, retro: str) -> int:
    """How many rogues this player has pushed into pits."""
    return sum(player == retro for _, player in state.trophies)


def rogues(state: State, retro: str) -> list[str]:
    """The names of the rogues that are left."""
    return [bot.name for bot in state.rogues]


def _line(state: State, retro: str) -> list[Square]:
    here = state.bot(retro)
    return [*line(state, here.square, here.facing)]


GAUGES: dict[str, Gauge] = {
    gauge.__name__: gauge for gauge in (square, facing, ahead, distance, disabled, rogues)
}
