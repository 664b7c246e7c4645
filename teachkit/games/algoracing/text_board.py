"""The board as text: what the picture shows, for tests, for listening, and for plain terminals.

Each square shows, in this order: `#` for each storey, a small letter for a base, `E` for an
elevator platform, `*` for samples (with their number from two on), `o` for a mark with nothing
on it, a capital letter and an arrow for a rover, `.` for nothing. `|` and `--` are walls.
"""

from __future__ import annotations

from typing import Protocol

from teachkit.core.board.grid import text_grid
from teachkit.core.board.squares import Square
from teachkit.core.language.program import Program
from teachkit.games.algoracing.board import Board
from teachkit.games.algoracing.editions import Rules
from teachkit.games.algoracing.pieces import Base, Rover, Table
from teachkit.words import say, say_many, translate


class Shown(Protocol):
    """What a text board is made from: the part of a state that everybody sees."""

    @property
    def board(self) -> Board: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def rovers(self) -> tuple[Rover, ...]: ...
    @property
    def bases(self) -> tuple[Base, ...]: ...
    @property
    def table(self) -> Table | None: ...
    @property
    def programs(self) -> tuple[tuple[str, Program], ...]: ...

    def rover_on(self, square: Square) -> Rover | None: ...
    def base_on(self, square: Square) -> Base | None: ...
    def samples_on(self, square: Square) -> tuple[str, ...]: ...


def text_board(state: Shown) -> str:
    """The whole board with letters and numbers on its margins, then a line for each piece."""
    grid = text_grid(state.board, lambda square: square_text(state, square))
    return "\n".join([*grid, *map(_rover, state.rovers), *_around(state)])


def square_text(state: Shown, square: Square) -> str:
    """What one square shows."""
    board, base, rover = state.board, state.base_on(square), state.rover_on(square)
    samples = len(state.samples_on(square))
    parts = [
        "#" * board.level(square),
        base.owner[0] if base else "",
        "E" if board.lift_at(square) else "",
        "" if not samples else "*" if samples == 1 else f"*{samples}",
        "o" if square in board.marks and not samples and not rover else "",
        rover.name[0].upper() + rover.facing.arrow if rover else "",
    ]
    return "".join(parts) or "."


def _rover(rover: Rover) -> str:
    text = say(
        "{rover} rover on {square}, faces {facing}, carries {carries}",
        rover=translate(rover.name).capitalize(),
        square=rover.square,
        facing=rover.facing.says,
        carries=len(rover.carries),
    )
    if not rover.delivered:
        return text + "."
    kinds = ", ".join(translate(kind) for kind in rover.delivered)
    return text + say_many(
        "; delivered {kinds}: {number} point.",
        "; delivered {kinds}: {number} points.",
        rover.points,
        kinds=kinds,
    )


def _around(state: Shown) -> list[str]:
    lines = [
        say("Elevator between {lower} and {upper}.", lower=lift.lower, upper=lift.upper)
        for lift in state.board.lifts
    ]
    if state.rules.own_labs:
        lines += [_lab(base) for base in state.bases]
    if state.table and state.table.algorithm:
        lines.append(say("Shared algorithm: {algorithm}", algorithm=state.table.algorithm))
    for name, program in state.programs:
        rover = translate(name).capitalize()
        lines.append(say("{rover} rover will run: {program}", rover=rover, program=program))
    return lines


def _lab(base: Base) -> str:
    return say(
        "Base on {square}: home of {owner}, laboratory of {labs}.",
        square=base.square,
        owner=translate(base.owner),
        labs=", ".join(translate(name) for name in base.labs),
    )
