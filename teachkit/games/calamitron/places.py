"""A state taken apart: a player's retro as it is, and what stands elsewhere.

An instruction does the same whatever stands on squares that it does not come to. So what it does
on the bare board is remembered once, for every crowd; only where somebody waits the rules are
asked anew. No rule is written here: which squares an instruction came to is read off what it did,
and what it may have looked at is told too large rather than too small.
"""

from __future__ import annotations

from collections.abc import Sequence

from teachkit.core.board.squares import FACINGS, Square
from teachkit.core.game.foresight import Places
from teachkit.core.language.nodes import Instruction
from teachkit.games.calamitron.pieces import Bot
from teachkit.games.calamitron.rogue_effects import line
from teachkit.games.calamitron.state import State

GOALS = frozenset({"stands_on", "looks", "parks", "stays_up"})
"""What is asked of the retro alone; all other goals do not ask for it."""

TURNS = ("left", "right", "u-turn")
TOOLS = ("shove", "tractor", "forcer", "program")
ORIGIN = Square(0, 0)


def place(state: State, name: str) -> Bot:
    """This retro: where it is, and how."""
    return state.bot(name)


def moved_to(state: State, name: str, place: Bot) -> State:
    """The same state, but for this retro."""
    return state.with_bot(place)


def alone(state: State, name: str) -> State:
    """This retro, and nothing else on the board."""
    return State(state.board, state.rules, (state.bot(name),), filled=state.filled)


def alike(state: State, place: Bot, instruction: Instruction | None) -> Bot | None:
    """Another place where this instruction does the same; `None`: the place matters.

    A turn is one turn on every square, and a program ends alike everywhere.
    """
    is_alike = instruction is None or (instruction.name in TURNS and not place.drives)
    return place.with_square(ORIGIN) if is_alike and place.square != ORIGIN else None


def onward(place: Bot, end: Bot) -> Bot:
    """Where an instruction leads from here that leads from a place alike to `end`."""
    return end.with_square(place.square)


def occupied(state: State, name: str) -> frozenset[Square] | None:
    """The squares where somebody or something waits for this retro; `None`: everywhere.

    In a match cards are in force, and in some exercises others move before or after a program.
    """
    if state.table or state.before or state.after or state.programs or state.unfinished:
        return None
    others = [bot.square for bot in state.bots if bot.name != name and not bot.out]
    return frozenset((*others, *state.crates))


def came_to(
    state: State, name: str, instruction: Instruction | None, after: Sequence[State]
) -> frozenset[Square]:
    """The squares that an instruction came to, or looked at: a beam, a hand stretched out.

    `after` are the states that it led to, one after another; without an instruction it was the
    end of the program. What the bot that a retro drives comes to is not known here.
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


PLACES = Places(GOALS, place, moved_to, alone, alike, onward, occupied, came_to)
