"""The board as text: what the picture shows, for tests, for listening, and for plain terminals.

In an exercise: the register, the engine, and the numbers that are wanted. In a match also the
round, who took what, and each player's sheet with a column for each round.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from teachkit.games.lovelace.components import CELL_WIDTH, OWN_CELLS, TOKEN_ROWS, Engine
from teachkit.games.lovelace.editions import AREAS, Rules
from teachkit.games.lovelace.pieces import Patron, Player, Table
from teachkit.games.lovelace.reasons import called
from teachkit.words import say, translate

COLUMN = 13


class Shown(Protocol):
    """What of a state is drawn."""

    @property
    def rules(self) -> Rules: ...
    @property
    def engine(self) -> Engine: ...
    @property
    def players(self) -> tuple[Player, ...]: ...
    @property
    def patrons(self) -> tuple[Patron, ...]: ...
    @property
    def table(self) -> Table | None: ...


def text_board(state: Shown) -> str:
    """The whole table, or what matters in an exercise."""
    return "\n".join(_match(state, state.table) if state.table else _exercise(state))


def _exercise(state: Shown) -> Iterator[str]:
    for player in state.players:
        register = say("Register {value:02}", value=player.value)
        yield register if len(state.players) == 1 else f"{called(player.name)}: {register}"
    yield from _engine(state)
    if targets := [patron for patron in state.patrons if not patron.areas]:
        yield say("Targets: {targets}.", targets=", ".join(map(_target, targets)))
    yield from (_patron(patron) for patron in state.patrons if patron.areas)
    for player in state.players:
        yield from _cards(player)


def _match(state: Shown, table: Table) -> Iterator[str]:
    order = ", ".join(map(called, table.order))
    yield say("Round {number} of {of}, order: {order}.",
              number=table.round, of=state.rules.rounds, order=order)  # fmt: skip
    yield from _engine(state)
    yield from map(_patron, state.patrons)
    for player in state.players:
        yield ""
        yield say("{player}: register {value:02}",
                  player=called(player.name), value=player.value)  # fmt: skip
        yield from _cards(player)
        yield from _ticks(player)
        yield from _columns(player)


def _engine(state: Shown) -> list[str]:
    head = "   " + "".join(column.ljust(CELL_WIDTH) for column in "1234").rstrip()
    return [head, *str(state.engine).splitlines()]


def _target(target: Patron) -> str:
    number = f"{target.number:02}"
    return say("{number} (hit)", number=number) if target.taken else number


def _patron(patron: Patron) -> str:
    takers = {area: called(name) for name, area in patron.taken}
    areas = [
        f"{translate(area)} ({takers[area]})" if area in takers else translate(area)
        for area in patron.areas
    ]
    return say("Patron {number:02}: {areas}.", number=patron.number, areas=", ".join(areas))


def _cards(player: Player) -> Iterator[str]:
    plan = player.plan
    for says, numbers in (
        (say("target"), plan.targets),
        (say("completed"), player.ready),
        (say("active"), plan.active),
    ):
        if numbers:
            shown = ", ".join("??" if number is None else f"{number:02}" for number in numbers)
            yield f"  {says}: {shown}"
    if plan.own:
        own = zip(OWN_CELLS, plan.own, strict=False)
        yield "  " + ", ".join(f"{cell} {component}" for cell, component in own)
    if plan.jammed:
        yield "  " + say("jammed: {cells}", cells=", ".join(sorted(plan.jammed)))


def _ticks(player: Player) -> Iterator[str]:
    ticked = player.sheet
    areas = ", ".join(
        f"{translate(area)} {ticked.ticks(area)}" for area in AREAS if ticked.ticks(area)
    )
    if areas:
        yield f"  {areas}"
    tracks = "  ".join(
        f"{row} {number}" for row, number in zip(TOKEN_ROWS, ticked.bonuses, strict=True)
    )
    yield "  " + say("Σ {sigmas}  subroutines {track}  {tracks}  debugging {debugs}",
                     sigmas=ticked.sigmas, track=ticked.track, tracks=tracks,
                     debugs=ticked.debugs)  # fmt: skip


def _columns(player: Player) -> Iterator[str]:
    """The sheet: a column for each round, the start value on top, then its rows."""
    columns = player.sheet.columns
    if not columns:
        return
    yield _line("", [f"{column.start:02}" for column in columns])
    for row in range(max(len(column.rows) for column in columns)):
        yield _line(str(row + 1), [
            _entry(column.rows[row].name, column.values[row : row + 1])
            if row < len(column.rows) else ""
            for column in columns
        ])  # fmt: skip


def _line(number: str, entries: list[str]) -> str:
    return f"  {number:2}" + "".join(entry.rjust(COLUMN) for entry in entries).rstrip()


def _entry(name: str, value: tuple[int, ...]) -> str:
    return f"{name} {value[0]:02}" if value else f"{name} .."
