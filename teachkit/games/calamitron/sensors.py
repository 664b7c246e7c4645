"""What a retro can sense, for `while` and `if`: teaching cards, not in the board game."""

from __future__ import annotations

from teachkit.core.board.squares import FACINGS, Facing
from teachkit.games.calamitron.board import Hindrance
from teachkit.games.calamitron.moves import edge, in_way
from teachkit.games.calamitron.pieces import Bot
from teachkit.games.calamitron.rogue_effects import beside
from teachkit.games.calamitron.state import State


def blocked(state: State, retro: str) -> bool:
    """Whether something stands or is ahead, so that a step would not be free."""
    here = state.bot(retro)
    if edge(state, here, here.square, here.facing):
        return True
    return in_way(state, here.square.ahead(here.facing)) is not None


def clear(state: State, retro: str) -> bool:
    """Whether the way ahead is free, though it may lead into a pit."""
    return not blocked(state, retro)


def wall_ahead(state: State, retro: str) -> bool:
    return _hindrance(state, retro) in (Hindrance.WALL, Hindrance.EDGE, Hindrance.WAY_OUT)


def pit_ahead(state: State, retro: str) -> bool:
    here = state.bot(retro)
    is_open = not edge(state, here, here.square, here.facing)
    return is_open and state.is_pit(here.square.ahead(here.facing))


def pit_left(state: State, retro: str) -> bool:
    here = state.bot(retro)
    return state.is_pit(here.square.ahead(here.facing.left))


def pit_right(state: State, retro: str) -> bool:
    here = state.bot(retro)
    return state.is_pit(here.square.ahead(here.facing.right))


def bot_ahead(state: State, retro: str) -> bool:
    return _beside(state, state.bot(retro), state.bot(retro).facing) is not None


def rogue_ahead(state: State, retro: str) -> bool:
    """Whether a rogue stands straight ahead."""
    here = state.bot(retro)
    other = _beside(state, here, here.facing)
    return other is not None and other.kind.rogue


def rogue_beside(state: State, retro: str) -> bool:
    """Whether a rogue stands on one of the four squares around."""
    here = state.bot(retro)
    others = (_beside(state, here, facing) for facing in FACINGS)
    return any(other and other.kind.rogue for other in others)


def crate_ahead(state: State, retro: str) -> bool:
    here = state.bot(retro)
    return here.square.ahead(here.facing) in state.crates


def door_ahead(state: State, retro: str) -> bool:
    here = state.bot(retro)
    return state.board.has_door(here.square, here.facing)


def faces_north(state: State, retro: str) -> bool:
    return state.bot(retro).facing is Facing.NORTH


def rogues_left(state: State, retro: str) -> bool:
    """Whether a rogue is still on the board, the extra ones aside."""
    return any(not bot.kind.extra for bot in state.rogues)


def running(state: State, retro: str) -> bool:
    """Whether the retro stands on its feet and may still act in this program."""
    here = state.bot(retro)
    return not (here.out or here.stunned or here.left == 0)


def _hindrance(state: State, retro: str) -> Hindrance | None:
    here = state.bot(retro)
    return state.board.hindrance(here.square, here.facing)


def _beside(state: State, bot: Bot, facing: Facing) -> Bot | None:
    found = beside(state, bot.square, facing)
    return state.find(found[1]) if found else None


SENSORS = {
    sensor.__name__: sensor
    for sensor in (
        blocked,
        clear,
        wall_ahead,
        pit_ahead,
        pit_left,
        pit_right,
        bot_ahead,
        rogue_ahead,
        rogue_beside,
        crate_ahead,
        door_ahead,
        faces_north,
        rogues_left,
        running,
    )
}

HELP = {
    "blocked": "something is in the way ahead",
    "clear": "nothing is in the way ahead",
    "wall_ahead": "a wall is ahead, or the board ends",
    "pit_ahead": "a pit is on the next square",
    "pit_left": "a pit is on the square to the left",
    "pit_right": "a pit is on the square to the right",
    "bot_ahead": "a bot stands on the next square",
    "rogue_ahead": "a rogue stands on the next square",
    "rogue_beside": "a rogue stands on one of the four squares around",
    "crate_ahead": "a crate is on the next square",
    "door_ahead": "a door is ahead",
    "faces_north": "the retro faces north",
    "rogues_left": "a rogue is still on the board",
    "running": "the retro stands and may still act",
}
