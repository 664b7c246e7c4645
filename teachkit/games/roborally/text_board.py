"""The board as text: everything that the picture shows.

A square shows what is printed on it (`>>` an express belt, `gl` a gear, `o` a pit, `w` a wrench),
then a flag, `f1`, then a robot, a capital letter and an arrow. `|` and `--` are walls. What hangs
on walls is told below, then each robot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from teachkit.core.board.grid import text_grid
from teachkit.core.board.squares import Square
from teachkit.games.roborally.board import Board
from teachkit.games.roborally.board_files import sign
from teachkit.games.roborally.pieces import REGISTERS, UNCOUNTED, Robot, Table
from teachkit.words import say, say_many, translate


def text_board(board: Board, robots: Sequence[Robot], table: Table) -> str:
    """Return the board with letters and numbers on its margins, then a line for each thing."""
    beside = table.extra.told() if table.extra else ()
    grid = text_grid(board, partial(square_text, board, robots), least=2, rim=True)
    return "\n".join([*grid, *_mounted(board), *map(_robot, robots), *beside])


def square_text(board: Board, robots: Sequence[Robot], square: Square) -> str:
    """Return what one square shows."""
    text = sign(board.tile(square)).replace(".", "")
    flag = board.flag_on(square)
    text += f"f{flag}" if flag else ""
    for robot in robots:
        if robot.square == square and not robot.destroyed:
            text += robot.name[0].upper() + robot.facing.arrow
    return text or "."


def _mounted(board: Board) -> Iterator[str]:
    for pusher in board.pushers:
        yield say_many(
            "Pusher on {square} pushes {facing} in register {registers}.",
            "Pusher on {square} pushes {facing} in registers {registers}.",
            len(pusher.registers),
            square=pusher.square,
            facing=pusher.facing.says,
            registers=", ".join(map(str, pusher.registers)),
        )
    for laser in board.lasers:
        yield say_many(
            "Laser on {square} shoots {facing}, {number} beam.",
            "Laser on {square} shoots {facing}, {number} beams.",
            laser.beams,
            square=laser.square,
            facing=laser.facing.says,
        )


def _robot(robot: Robot) -> str:
    name = translate(robot.name).capitalize()
    if robot.destroyed and robot.lives == UNCOUNTED:
        return say("{robot} robot is not on the board.", robot=name)
    if robot.destroyed:
        return say("{robot} robot is destroyed, lives {lives}.", robot=name, lives=robot.lives)
    facts = {"robot": name, "square": robot.square, "facing": robot.facing.says}
    text = say("{robot} robot on {square}, faces {facing}", **facts)
    return "".join([text, *(f"; {fact}" for fact in _facts(robot)), "."])


def _facts(robot: Robot) -> Iterator[str]:
    if robot.damage:
        yield say("damage {number}", number=robot.damage)
    if robot.flag:
        yield say("flag {number}", number=robot.flag)
    if robot.virtual:
        yield say("virtual")
    if robot.off:
        yield say("powered down")
    if any(robot.registers):
        cards = ", ".join(_card(robot, register) for register in REGISTERS)
        yield say("registers: {cards}", cards=cards)
    if robot.held:
        yield say("holds {cards}", cards=", ".join(translate(each.name) for each in robot.held))


def _card(robot: Robot, register: int) -> str:
    card = robot.card(register)
    text = str(card) if card else "–"
    return say("{card} (locked)", card=text) if robot.is_locked(register) and card else text
