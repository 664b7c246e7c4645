"""What the house's teams are told of Calamitron: see `teachkit.core.game.foresight.Teamwork`.

What a state is worth is our own opinion, and no rule of the game: strategies may have a better one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.core.game.foresight import Teamwork
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow
from teachkit.games.calamitron.board import Board
from teachkit.games.calamitron.editions import COLOURS
from teachkit.games.calamitron.execution import resolve
from teachkit.games.calamitron.pieces import Bot
from teachkit.games.calamitron.state import State
from teachkit.games.calamitron.turns import begin_turn
from teachkit.games.calamitron.winning import is_over, outcome

ROGUE = 100
"""What a disabled rogue is worth; everything else is measured by it."""
LOST_RETRO, STUNNED_RETRO, STUNNED_ROGUE, UPGRADE, CARD, RESCUED = 80, 15, 4, 10, 4, 60
FAR = 12
FARTHEST = 4


def order(state: State) -> tuple[str, ...]:
    """The players as their programs run this round. [CT-8]"""
    assert state.table
    return state.table.from_pry_bar()


def ahead(state: State, programs: Mapping[str, Program]) -> Flow[State]:
    """The round as far as programs are known, and the rogues up to the first that is not."""
    for player in order(state):
        if is_over(state):
            break
        state = yield from begin_turn(state, player)
        if player not in programs:
            break
        if not is_over(state):
            state = yield from resolve(state, {player: programs[player]})
    return state


def worth(state: State, player: str) -> float:
    """How good this state is for all, and for what this player can do next."""
    table = state.table
    assert table
    if over := outcome(state):
        return 100 * ROGUE if over.winners else -100 * ROGUE
    value = CARD * len(table.calamities.draw_pile) + RESCUED * len(state.rescued)
    value += UPGRADE * sum(map(len, table.upgrades))
    retro, nearest = state.bot(player), 0
    for bot in state.bots:
        if bot.name in COLOURS:
            value -= LOST_RETRO * bot.out + STUNNED_RETRO * bot.stunned
        else:
            value -= 0 if bot.name == "minion" else ROGUE - STUNNED_ROGUE * bot.stunned
            steps = way(state, retro, bot)
            nearest = min(nearest or steps, steps)
    return value - nearest


def way(state: State, retro: Bot, rogue: Bot) -> int:
    """About how much a retro has to do until this rogue lies in a pit."""
    here = retro.square
    away = abs(here.column - rogue.square.column) + abs(here.row - rogue.square.row)
    if not retro.kind.pushes:
        return away
    best = FAR + away
    for stand, facing, squares in lanes(state.board, state.filled, rogue.square):
        turns = retro.facing is not facing
        best = min(best, _steps(here, stand) + turns + squares)
    return best


@lru_cache(maxsize=10_000)
def lanes(
    board: Board, filled: tuple[Square, ...], square: Square
) -> list[tuple[Square, Facing, int]]:
    """Where to stand, and which way to look, to push what is on a square into a pit near by."""
    found = []
    for facing in FACINGS:
        stand, there, squares = square.ahead(facing.back), square, 0
        if board.kind(stand) != "floor" or board.hindrance(stand, facing):
            continue
        while squares < FARTHEST and not board.hindrance(there, facing):
            there, squares = there.ahead(facing), squares + 1
            if board.kind(there) == "pit" and there not in filled:
                found.append((stand, facing, squares))
                break
    return found


def _steps(one: Square, other: Square) -> int:
    return abs(one.column - other.column) + abs(one.row - other.row)


TEAMWORK = Teamwork(worth, order, ahead)
