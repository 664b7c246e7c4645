"""Foresight for Calamitron: places for searches, and the worth of a state for teams.

An instruction has the same effect whatever is on squares that it does not touch. So its effect on
the empty board is cached; the rules run again only if it touches a square with a bot or crate. No
rule is repeated here: the touched squares are derived from the effect, with some squares too many
rather than too few.

The worth of a state is our own estimate, not a rule of the game; strategies may have a better one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.core.game.foresight import Foresight, Places, Teamwork
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow
from teachkit.games.calamitron.board import Board
from teachkit.games.calamitron.bots import COLOURS, Bot
from teachkit.games.calamitron.execution import resolve
from teachkit.games.calamitron.match import begin_turn
from teachkit.games.calamitron.moves import line
from teachkit.games.calamitron.state import State, is_over, outcome

GOALS = frozenset({"stands_on", "looks", "parks", "stays_up"})
"""The goals that depend on the retro alone."""

TURNS = ("left", "right", "u-turn")
TOOLS = ("shove", "tractor", "forcer", "program")
ORIGIN = Square(0, 0)


def place(state: State, name: str) -> Bot:
    """Return this retro, whose square and facing are its place."""
    return state.bot(name)


def moved_to(state: State, name: str, place: Bot) -> State:
    """Return the state with this retro at a place."""
    return state.with_bot(place)


def alone(state: State, name: str) -> State:
    """Return the state with this retro, and nothing else on the board."""
    return State(state.board, state.rules, (state.bot(name),), filled=state.filled)


def equivalent(state: State, place: Bot, instruction: Instruction | None) -> Bot | None:
    """Return a place where this instruction has the same effect; `None` if there is none.

    A turn is the same on every square, and so is the end of a program.
    """
    is_alike = instruction is None or (instruction.name in TURNS and not place.drives)
    return place.with_square(ORIGIN) if is_alike and place.square != ORIGIN else None


def transferred(place: Bot, end: Bot) -> Bot:
    """Return the end of an instruction from here, given its `end` from an equivalent place."""
    return end.with_square(place.square)


def occupied(state: State, name: str) -> frozenset[Square] | None:
    """Return the squares with a bot or crate that affects this retro; `None` means everywhere.

    In a match cards are in force, and in some exercises others move before or after a program.
    """
    if state.table or state.before or state.after or state.programs or state.unfinished:
        return None
    others = [bot.square for bot in state.bots if bot.name != name and not bot.out]
    return frozenset((*others, *state.crates))


def touched_squares(
    state: State, name: str, instruction: Instruction | None, after: Sequence[State]
) -> frozenset[Square]:
    """Return the squares that an instruction touched or examined, for instance with a beam.

    `after` are the resulting states in order; without an instruction, they are those of the end of
    the program. The moves of a bot that the retro drives are not included.
    """
    retro = state.bot(name)
    if retro.drives:
        return frozenset(state.board.squares)
    squares = {each.bot(name).square for each in after}
    squares.discard(retro.square)
    if instruction and instruction.name in TOOLS:
        squares.update(line(state, retro.square, retro.facing))
        squares.update(retro.square.ahead(facing) for facing in FACINGS)
    return frozenset(squares)


# Teams -----------------------------------------------------------------------------------------

ROGUE = 100
"""The worth of a disabled rogue, by which everything else is measured."""
LOST_RETRO, STUNNED_RETRO, STUNNED_ROGUE, UPGRADE, CARD, RESCUED = 80, 15, 4, 10, 4, 60
FAR = 12
FARTHEST = 4


def order(state: State) -> tuple[str, ...]:
    """Return the players in the order in which their programs run this round. [CT-8]"""
    return state.table.from_pry_bar()


def ahead(state: State, programs: Mapping[str, Program]) -> Flow[State]:
    """Play the round up to the first player without a known program, whose rogues still move."""
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
    """Return the worth of a state for all players, and for this player's next program."""
    table = state.table
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
    """Return the approximate number of instructions until this rogue is in a pit."""
    away = retro.square.steps_to(rogue.square)
    if not retro.kind.pushes:
        return away
    best = FAR + away
    for stand, facing, squares in lanes(state.board, state.filled, rogue.square):
        turns = retro.facing is not facing
        best = min(best, retro.square.steps_to(stand) + turns + squares)
    return best


@lru_cache(maxsize=10_000)
def lanes(
    board: Board, filled: tuple[Square, ...], square: Square
) -> list[tuple[Square, Facing, int]]:
    """Return each place from which to push a bot on `square` into a pit, with the distance."""
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


FORESIGHT = Foresight(
    teamwork=Teamwork(worth, order, ahead),
    places=Places(
        GOALS, place, moved_to, alone, equivalent, transferred, occupied, touched_squares
    ),
)
