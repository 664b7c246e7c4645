"""Looking ahead: what makes no difference to the registers still to come.

What the contract of these names is stands in `teachkit.core.game`.
"""

from __future__ import annotations

from collections.abc import Hashable

from teachkit.core.nodes import Instruction
from teachkit.games.roborally.instructions import priority
from teachkit.games.roborally.pieces import EMPTY
from teachkit.games.roborally.programs import next_register
from teachkit.games.roborally.rules import REGISTERS
from teachkit.games.roborally.state import State


def essence(state: State, player: str) -> State:
    """The state without the cards that this robot has played.

    A locked register keeps its card, which comes again. Which register it is makes no difference
    either where no pusher counts them, nothing is held or dealt, and no register has a card.

    >>> from teachkit.core.game import run
    >>> from teachkit.games import roborally
    >>> start = roborally.Setup(floor=". . .", robots={"red": "a1 east"}).state()
    >>> one, other = [run(roborally, start, text).final for text in ("move-1 490", "move-1 500")]
    >>> one == other, essence(one, "red") == essence(other, "red")
    (False, True)
    """
    robot = state.robot(player)
    if any(robot.registers):
        left = tuple(
            card if each > state.register or robot.is_locked(each) else None
            for each, card in zip(REGISTERS, robot.registers, strict=True)
        )
        state = state.with_robot(robot.with_(registers=left if any(left) else EMPTY))
    return state.with_register(0) if state.register and not _counts(state) else state


def _counts(state: State) -> bool:
    """Whether the number of a register might make a difference."""
    if state.board.pushers or state.is_match:
        return True
    return any(robot.held or any(robot.registers) for robot in state.robots)


def alike(state: State, player: str, card: Instruction) -> Hashable:
    """The same for cards that do the same in every register from here on.

    They are of one kind, and go before and after the same cards of others.
    """
    if any(robot.held for robot in state.robots):
        return card  # what is held may look at a priority
    others = [
        priority(theirs)
        for register in REGISTERS[next_register(state) - 1 :]
        for robot in state.robots
        if robot.name != player and (theirs := robot.card(register))
    ]
    own = priority(card)
    return card.name, tuple((other > own) - (other < own) for other in others)
