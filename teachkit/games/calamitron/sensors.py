"""A retro's sensors for `while`, `if` and Python, which are not part of the board game."""

from __future__ import annotations

from teachkit.core.board.squares import FACINGS, Facing
from teachkit.core.game.game import Sensors
from teachkit.games.calamitron.board import Hindrance
from teachkit.games.calamitron.goals import WHEREABOUTS
from teachkit.games.calamitron.moves import aimed, bot_beside, edge, in_way
from teachkit.games.calamitron.state import State

SENSORS = Sensors[State]()


@SENSORS.condition(tells="something is in the way ahead")
def blocked(state: State, retro: str) -> bool:
    """Return whether a bot, a crate, a wall or any other impassable edge is directly ahead."""
    here = state.bot(retro)
    if edge(state, here, here.square, here.facing):
        return True
    return in_way(state, here.square.ahead(here.facing)) is not None


@SENSORS.condition(tells="nothing is in the way ahead")
def clear(state: State, retro: str) -> bool:
    """Return whether the retro can drive forward without pushing. A pit ahead counts as clear."""
    return not blocked(state, retro)


@SENSORS.condition(tells="there is a wall or the edge of the board ahead")
def wall_ahead(state: State, retro: str) -> bool:
    here = state.bot(retro)
    found = state.board.hindrance(here.square, here.facing)
    return found in (Hindrance.WALL, Hindrance.EDGE, Hindrance.WAY_OUT)


@SENSORS.condition(tells="there is a pit on the next square")
def pit_ahead(state: State, retro: str) -> bool:
    here = state.bot(retro)
    is_open = not edge(state, here, here.square, here.facing)
    return is_open and state.is_pit(here.square.ahead(here.facing))


@SENSORS.condition(tells="there is a pit on the square to the left")
def pit_left(state: State, retro: str) -> bool:
    here = state.bot(retro)
    return state.is_pit(here.square.ahead(here.facing.left))


@SENSORS.condition(tells="there is a pit on the square to the right")
def pit_right(state: State, retro: str) -> bool:
    here = state.bot(retro)
    return state.is_pit(here.square.ahead(here.facing.right))


@SENSORS.condition(tells="there is a bot on the next square")
def bot_ahead(state: State, retro: str) -> bool:
    return bot_beside(state, state.bot(retro), state.bot(retro).facing) is not None


@SENSORS.condition(tells="there is a rogue on the next square")
def rogue_ahead(state: State, retro: str) -> bool:
    """Return whether a rogue is on the next square."""
    here = state.bot(retro)
    other = bot_beside(state, here, here.facing)
    return other is not None and other.kind.rogue


@SENSORS.condition(tells="there is a rogue on one of the four squares around the retro")
def rogue_beside(state: State, retro: str) -> bool:
    """Return whether a rogue is on one of the four adjacent squares."""
    here = state.bot(retro)
    others = (bot_beside(state, here, facing) for facing in FACINGS)
    return any(other and other.kind.rogue for other in others)


@SENSORS.condition(tells="there is a crate on the next square")
def crate_ahead(state: State, retro: str) -> bool:
    here = state.bot(retro)
    return here.square.ahead(here.facing) in state.crates


@SENSORS.condition(tells="there is a door ahead")
def door_ahead(state: State, retro: str) -> bool:
    here = state.bot(retro)
    return state.board.has_door(here.square, here.facing)


@SENSORS.condition(tells="the retro faces north")
def faces_north(state: State, retro: str) -> bool:
    return state.bot(retro).facing is Facing.NORTH


@SENSORS.condition(tells="there is still a rogue on the board")
def rogues_left(state: State, retro: str) -> bool:
    """Return whether a rogue other than the Bossbot and the Minionbot is still on the board."""
    return any(not bot.kind.extra for bot in state.rogues)


@SENSORS.condition(tells="the retro is on its feet and can still act")
def running(state: State, retro: str) -> bool:
    """Return whether the retro is on its feet and may run more instructions."""
    here = state.bot(retro)
    return not (here.out or here.stunned or here.left == 0)


SENSORS.reading(tells='The square of the retro, such as "b4".')(WHEREABOUTS.square)
SENSORS.reading(tells='The direction in which the retro faces, such as "north".')(
    WHEREABOUTS.facing
)


@SENSORS.reading(tells='The first bot or crate ahead, or "" if there is none.')
def ahead(state: State, retro: str) -> str:
    """Return the name of the first bot ahead, `crate` if a crate is nearer, or "" for neither."""
    _, found = aimed(state, state.bot(retro))
    return found.by if found else ""


@SENSORS.reading(tells="How far away the first bot or crate ahead is, or 0.")
def distance(state: State, retro: str) -> int:
    """Return the distance to the first bot or crate ahead, or 0 if there is none.

    The distance to an adjacent bot or crate is 1.
    """
    squares, found = aimed(state, state.bot(retro))
    return len(squares) if found else 0


@SENSORS.reading(tells="How many rogues you have disabled.")
def disabled(state: State, retro: str) -> int:
    return sum(player == retro for _, player in state.trophies)


@SENSORS.reading(tells="The rogues that are still on the board.")
def rogues(state: State, retro: str) -> list[str]:
    return [bot.name for bot in state.rogues]
