"""What a player may see of a state."""

from __future__ import annotations

from dataclasses import replace

from teachkit.games.roborally.pieces import LAID_DOWN, Robot
from teachkit.games.roborally.rules import REGISTERS
from teachkit.games.roborally.state import State


def seen_by(state: State, player: str) -> State:
    """The state as this player may see it: no other hand, no card not yet revealed, no pile.

    Locked registers lie open. In an exercise nothing is hidden. [RR-2, RR-4, RR-28]
    """
    table = state.table
    if table is None:
        return state
    robots = tuple(
        robot if robot.name == player else _face_down(robot, state.register)
        for robot in state.robots
    )
    deck = table.deck.with_draw_pile((LAID_DOWN,) * len(table.deck.draw_pile))
    options = table.options.with_draw_pile((LAID_DOWN.name,) * len(table.options.draw_pile))
    extra = table.extra.seen_by(player) if table.extra else None
    table = replace(table, deck=deck, options=options, extra=extra)
    return replace(state, robots=robots, table=table)


def _face_down(robot: Robot, register: int) -> Robot:
    registers = tuple(
        LAID_DOWN if card and each > register and not robot.is_locked(each) else card
        for each, card in zip(REGISTERS, robot.registers, strict=True)
    )
    hand = None if robot.hand is None else (LAID_DOWN,) * len(robot.hand)
    held = tuple(each._replace(note="") for each in robot.held)  # it may tell of a card laid aside
    return robot.with_(registers=registers, hand=hand, held=held)
