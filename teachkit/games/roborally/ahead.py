"""Looking ahead: what makes no difference to the registers still to come."""

from __future__ import annotations

from collections.abc import Hashable

from teachkit.core.board.squares import Facing, Square
from teachkit.core.game.foresight import Halves, Rounds
from teachkit.core.language.nodes import Instruction
from teachkit.core.run.flow import last_of
from teachkit.games.roborally.instructions import priority
from teachkit.games.roborally.moves import run_card
from teachkit.games.roborally.pieces import EMPTY, Robot, locks
from teachkit.games.roborally.programs import next_register
from teachkit.games.roborally.registers import factory, perform_card
from teachkit.games.roborally.rules import REGISTERS
from teachkit.games.roborally.state import State


def essence(state: State, player: str) -> State:
    """The state without the cards that this robot has played.

    A locked register keeps its card, which comes again. Which register it is makes no difference
    either where no pusher counts them, nothing is held or dealt, and no register has a card.

    >>> from teachkit.core.game.game import run
    >>> from teachkit.games import roborally
    >>> start = roborally.Setup(floor=". . .", robots={"red": "a1 east"}).state()
    >>> cards = "move-1 490", "move-1 500"
    >>> one, other = [run(roborally.GAME, start, text).final for text in cards]
    >>> one == other, essence(one, "red") == essence(other, "red")
    (False, True)
    """
    robot = state.robot(player)
    if any(robot.registers):
        left = tuple(
            card if each > state.register or robot.is_locked(each) else None
            for each, card in zip(REGISTERS, robot.registers, strict=True)
        )
        state = state.with_robot(robot.with_registers(left if any(left) else EMPTY))
    return state.with_register(0) if state.register and not _counts(state) else state


class Cards:
    """The first half of a register, as far as the factory; where a lone robot came to is kept."""

    def __init__(self) -> None:
        self._ends: dict[tuple[Square, Facing, str], tuple[Square, Facing]] = {}

    def __call__(self, state: State, player: str, card: Instruction) -> State:
        """The state after the cards, without those that make no difference to the factory.

        A card that its damage might lock stays, and all where priorities decide once more.
        """
        if _knows_no_card(state):
            return self._alone(state, player, card)
        state = last_of(perform_card(state, player, card), state)
        robot = state.robot(player)
        held = any(each.held for each in state.robots)
        if held or state.rules.robots_first or (_may_lock(state, robot) and not robot.destroyed):
            return state
        return essence(state, player)

    def _alone(self, state: State, player: str, card: Instruction) -> State:
        """The card alone, which knows only where a robot stands and looks, if nobody is near."""
        if len(state.robots) > 1:
            return last_of(run_card(state, player, card), state)
        robot = state.robots[0]
        place = robot.square, robot.facing, card.name
        if end := self._ends.get(place):
            return state.with_robot(robot.at(*end))
        state = last_of(run_card(state, player, card), state)
        robot = state.robots[0]
        if not robot.destroyed:
            self._ends[place] = robot.square, robot.facing
        return state


def halves() -> Halves:
    """A register as its cards and its factory."""
    return Halves(Cards(), lambda state: last_of(factory(state), state))


def _knows_no_card(state: State) -> bool:
    """Whether this state is its own essence, and will be until cards are laid another time.

    Then nobody has a card that others go before or after, or that might be locked.
    """
    if state.register or state.table or state.board.pushers or state.rules.robots_first:
        return False
    for robot in state.robots:
        if robot.registers != EMPTY or robot.held or robot.off or robot.destroyed:
            return False
        if _may_lock(state, robot):
            return False
    return True


def _may_lock(state: State, robot: Robot) -> bool:
    """Whether this register might be locked before it ends: every laser there is may hit."""
    most = state.board.beams + len(state.robots)
    return locks(robot.damage + most, state.register or 1)


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


ROUNDS = Rounds(essence, alike, halves)
