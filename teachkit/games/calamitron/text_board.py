"""The board as text: what the picture shows, for tests, for listening, and for plain terminals.

Each square shows, in this order: `O` for a pit, `+` for an exit, `[]` for a crate; for a retro its
capital letter and an arrow, for a rogue the small letter of its type, its number and an arrow;
`~` if the bot lies on its back; `.` for nothing. `|` and `--` are walls, `:` and `==` doors.
"""

from __future__ import annotations

import string
from typing import Protocol

from teachkit.core.board.squares import Facing, Square
from teachkit.core.language.program import Program
from teachkit.games.calamitron.board import Board
from teachkit.games.calamitron.cards import card_called
from teachkit.games.calamitron.editions import COLOURS, Rules
from teachkit.games.calamitron.names import called, player_called, sentence
from teachkit.games.calamitron.pieces import Bot, Table
from teachkit.words import say


class Shown(Protocol):
    """What a text board is made from."""

    @property
    def board(self) -> Board: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def bots(self) -> tuple[Bot, ...]: ...
    @property
    def crates(self) -> tuple[Square, ...]: ...
    @property
    def trophies(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def rescued(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def table(self) -> Table | None: ...
    @property
    def programs(self) -> tuple[tuple[str, Program], ...]: ...
    @property
    def before(self) -> tuple[str, ...]: ...
    @property
    def after(self) -> tuple[str, ...]: ...

    def is_pit(self, square: Square) -> bool: ...


def text_board(state: Shown) -> str:
    """The whole board with letters and numbers on its margins, then a line for each piece."""
    return "\n".join([*_grid(state), *map(bot_line, state.bots), *_around(state)])


def square_text(state: Shown, square: Square) -> str:
    """What one square shows."""
    kind = state.board.kind(square)
    if kind == "outside":
        return ""
    parts = [
        "O" if state.is_pit(square) else "+" if kind == "exit" else "",
        "[]" if square in state.crates else "",
        *(_sign(bot) for bot in state.bots if bot.square == square),
    ]
    return "".join(parts) or "."


def _sign(bot: Bot) -> str:
    if bot.name in COLOURS:
        sign = bot.name[0].upper()
    else:
        sign = bot.kind.sign + bot.name.partition("-")[2]
    return sign + bot.facing.arrow + ("~" if bot.stunned else "")


def _grid(state: Shown) -> list[str]:
    board = state.board
    every = [[Square(column, row) for column in range(board.width)] for row in range(board.height)]
    texts = {square: square_text(state, square) for row in every for square in row}
    width = max(3, *map(len, texts.values()))
    letters = string.ascii_lowercase[: board.width]
    margin = "   " + " ".join(letter.ljust(width) for letter in letters).rstrip()
    lines = [margin]
    for number, row in reversed([*enumerate(every, 1)]):
        lines += _edges_above(state, row, width)
        cells = (texts[square].ljust(width) + _edge(state, square) for square in row)
        lines.append(f"{number:2} {''.join(cells)}".rstrip())
    return [*lines, margin]


def _edge(state: Shown, square: Square, facing: Facing = Facing.EAST) -> str:
    """What the edge of a square shows: a wall, a door, or nothing."""
    board = state.board
    if board.kind(square) == "outside":
        return " "
    if board.has_wall(square, facing):
        return "|" if facing is Facing.EAST else "-"
    if board.has_door(square, facing):
        return ":" if facing is Facing.EAST else "="
    return " "


def _edges_above(state: Shown, row: list[Square], width: int) -> list[str]:
    marks = (_edge(state, square, Facing.NORTH) * width for square in row)
    line = "   " + " ".join(marks)
    return [line.rstrip()] if line.strip() else []


def bot_line(bot: Bot) -> str:
    """Where a bot is, in a sentence."""
    facts = {"bot": sentence(called(bot.name)), "square": bot.square, "type": bot.kind.label,
             "facing": bot.facing.says}  # fmt: skip
    if bot.name not in COLOURS:
        if bot.stunned:
            return say("{bot} on {square}, faces {facing}, lies on its back.", **facts)
        return say("{bot} on {square}, faces {facing}.", **facts)
    if bot.out:
        return say("{bot}, a {type}, lies in the pit on {square}.", **facts)
    if bot.stunned:
        return say("{bot}, a {type}, on {square}, faces {facing}, lies on its back.", **facts)
    return say("{bot}, a {type}, on {square}, faces {facing}.", **facts)


def _around(state: Shown) -> list[str]:
    lines = [_trophy(*entry) for entry in state.trophies]
    lines += [say("{player} rescued {bot}.", player=player_called(player), bot=called(bot))
              for bot, player in state.rescued]  # fmt: skip
    if state.before:
        lines.append(say("Before the programs move: {names}.", names=_movers(state.before)))
    for name, program in state.programs:
        lines.append(say("{bot} will run: {program}", bot=sentence(called(name)), program=program))
    if state.after:
        lines.append(say("After the programs move: {names}.", names=_movers(state.after)))
    if state.table:
        lines += _table(state.table)
    return lines


def _movers(names: tuple[str, ...]) -> str:
    """Rogues and types by what they are called."""
    return ", ".join(map(called, names))


def _trophy(rogue: str, player: str) -> str:
    bot = sentence(called(rogue))
    if player:
        return say("{bot} is out; {player} keeps it.", bot=bot, player=player_called(player))
    return say("{bot} is out.", bot=bot)


def _table(table: Table) -> list[str]:
    lines = [say("Round {number}; catastrophes face up: {count}.",
                 number=table.round, count=len(table.catastrophes))]  # fmt: skip
    if table.pry_bar:
        lines.append(say("{player} has the pry bar.", player=player_called(table.pry_bar)))
    if cards := calamities_in_force(table):
        lines.append(say("In force: {cards}.", cards=", ".join(map(card_called, cards))))
    for player, kind in table.cards:
        lines.append(say("{player} moves: {type}.", player=player_called(player),
                         type=called(kind)))  # fmt: skip
    held = ((player, table.upgrades_of(player)) for player in table.players)
    lines += [say("{player} has the upgrades: {cards}.",
                  player=player_called(player), cards=", ".join(map(card_called, cards)))
              for player, cards in held if cards]  # fmt: skip
    return lines


def calamities_in_force(table: Table) -> tuple[str, ...]:
    """The calamities that hold for this round or the next, each once."""
    return tuple(dict.fromkeys(each.card for each in table.in_force if each.rounds))
