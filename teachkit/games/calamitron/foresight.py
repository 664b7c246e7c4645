"""Planning for Calamitron: estimates for teams, and reusable effects for searches.

In a search, a retro's place is its `Bot`, with its square and facing. An instruction's effect does
not depend on squares that the instruction does not touch. Searches therefore cache the effect on
the empty board, and run the rules again only if the instruction touches a square with a bot or
crate. No rule is repeated here: the touched squares are derived from the effect. The derived set
may include too many squares, but never too few.

Teams rank states by their `worth`, which is our own estimate, not a rule of the game. A strategy
may use a better estimate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.core.game.foresight import Foresight, Places, Teamwork
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow
from teachkit.games.calamitron.board import Board
from teachkit.games.calamitron.bots import COLOURS, Bot
from teachkit.games.calamitron.execution import resolve
from teachkit.games.calamitron.match import begin_turn
from teachkit.games.calamitron.moves import aimed
from teachkit.games.calamitron.state import State, is_over, outcome

GOALS = frozenset({"stands_on", "looks", "parks", "stays_up"})
"""The names of the goals that depend on the retro alone."""

TURNS = ("left", "right", "u-turn")
TOOLS = ("shove", "tractor", "forcer", "program")
ORIGIN = Square(0, 0)


def moved_to(state: State, name: str, place: Bot) -> State:
    """Return a copy of the state in which `place` replaces the retro `name`."""
    return state.with_bot(place)


def alone(state: State, name: str) -> State:
    """Return a copy of the state with only the retro `name`. Filled pits stay filled."""
    return State(state.board, state.rules, (state.bot(name),), filled=state.filled)


def equivalent(state: State, place: Bot, instruction: Instruction | None) -> Bot | None:
    """Return a copy of `place` moved to `ORIGIN` if `instruction` has the same effect there.

    A retro's own turn has the same effect on every square, and so does the end of a program, for
    which `instruction` is `None`. For any other instruction, and if the retro is already on
    `ORIGIN`, return `None`.
    """
    is_alike = instruction is None or (instruction.name in TURNS and not place.drives)
    return place.with_square(ORIGIN) if is_alike and place.square != ORIGIN else None


def transferred(place: Bot, end: Bot) -> Bot:
    """Return the retro as it is after an instruction that starts from `place`.

    `end` is the retro after the same instruction, started from the `equivalent` place.
    """
    return end.with_square(place.square)


def occupied(state: State, name: str) -> frozenset[Square] | None:
    """Return the squares of the bots and crates that can affect the retro `name`.

    Return `None`, which means all squares, if the state belongs to a match, because cards may be in
    force. Also return `None` if other bots move or run programs in an exercise.
    """
    if state.table or state.before or state.after or state.programs or state.unfinished:
        return None
    others = [bot.square for bot in state.bots if bot.name != name and not bot.out]
    return frozenset((*others, *state.crates))


def touched_squares(
    state: State, name: str, instruction: Instruction | None, after: Sequence[State]
) -> frozenset[Square]:
    """Return the squares that `instruction` touched or examined, for example with a beam.

    `after` holds the state after each frame of the instruction, or the states at the end of the
    program if `instruction` is `None`. If the retro programs another bot, return all squares.
    """
    retro = state.bot(name)
    if retro.drives:
        return frozenset(state.board.squares)
    squares = {each.bot(name).square for each in after}
    squares.discard(retro.square)
    if instruction and instruction.name in TOOLS:
        squares.update(aimed(state, retro)[0])
        squares.update(retro.square.ahead(facing) for facing in FACINGS)
    return frozenset(squares)


# Teams -----------------------------------------------------------------------------------------

ROGUE = 100
"""The worth of a disabled rogue. All other worths are relative to this one."""
LOST_RETRO, STUNNED_RETRO, STUNNED_ROGUE, UPGRADE, CARD, RESCUED = 80, 15, 4, 10, 4, 60
FAR = 12
FARTHEST = 4


def order(state: State) -> tuple[str, ...]:
    """Return the players in the order in which their programs run in this round. [CT-8]"""
    return state.table.from_pry_bar()


def ahead(state: State, programs: Mapping[str, Program]) -> Flow[State]:
    """Play this round's turns up to the first player without a program in `programs`.

    The rogues of this player still move, but no further program runs.
    """
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
    """Estimate the worth of `state` for the team if `player` writes the next program."""
    table = state.table
    if over := outcome(state):
        return 100 * ROGUE if over.winners else -100 * ROGUE
    value = CARD * len(table.calamities.draw_pile) + RESCUED * len(state.rescued)
    value += UPGRADE * sum(each.whom in table.players for each in table.in_force)
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
    """Estimate the number of instructions that `retro` needs to push `rogue` into a pit.

    A retro that cannot push only needs to reach the rogue.
    """
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
    """Return the ways in which a retro can push a bot on `square` into a pit.

    Each entry holds the retro's square, its facing, and the number of squares that it must push
    the bot, which is at most `FARTHEST`.
    """
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
        GOALS, State.bot, moved_to, alone, equivalent, transferred, occupied, touched_squares
    ),
)
