"""Everything true at one moment of the game, and small questions about it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from teachkit.core.quick import quick
from teachkit.errors import UnknownNameError
from teachkit.games.lovelace.components import OWN_CELLS, Component, Engine
from teachkit.games.lovelace.editions import Rules
from teachkit.games.lovelace.pieces import Patron, Player, Table
from teachkit.games.lovelace.text_board import text_board
from teachkit.words import say


@quick
@dataclass(frozen=True, slots=True)
class State:
    """The engine, the patrons face up, the players, and, in a match, the table beside it.

    `str(state)` is the text board.
    """

    rules: Rules
    engine: Engine
    players: tuple[Player, ...]
    patrons: tuple[Patron, ...] = ()
    table: Table | None = None

    def __hash__(self) -> int:
        return hash((self.players, self.patrons))

    @property
    def round(self) -> int:
        """The number of the round; an exercise is a first one."""
        return self.table.round if self.table else 1

    def player(self, name: str) -> Player:
        for player in self.players:
            if player.name == name:
                return player
        names = ", ".join(player.name for player in self.players)
        raise UnknownNameError(
            say('There is no player "{name}"; there are: {names}.', name=name, names=names)
        )

    def others(self, name: str) -> tuple[str, ...]:
        return tuple(player.name for player in self.players if player.name != name)

    def component(self, player: Player, cell: str) -> Component | None:
        """What lies in a cell; the cells S1 to S4 are each player's own."""
        if cell in OWN_CELLS:
            place = OWN_CELLS.index(cell)
            return player.plan.own[place] if place < len(player.plan.own) else None
        return self.engine.in_cells.get(cell)

    def with_player(self, changed: Player) -> State:
        name = changed.name
        players = tuple([changed if player.name == name else player for player in self.players])
        return State(self.rules, self.engine, players, self.patrons, self.table)

    def with_plan(self, name: str, **changes: object) -> State:
        """The state with this player's plan changed."""
        player = self.player(name)
        plan = replace(player.plan, **changes)  # type: ignore[arg-type]  # fields of a plan
        return self.with_player(replace(player, plan=plan))

    def with_sheet(self, name: str, **changes: object) -> State:
        """The state with this player's sheet changed."""
        player = self.player(name)
        sheet = replace(player.sheet, **changes)  # type: ignore[arg-type]  # fields of a sheet
        return self.with_player(replace(player, sheet=sheet))

    def with_patron(self, place: int, patron: Patron) -> State:
        patrons = (*self.patrons[:place], patron, *self.patrons[place + 1 :])
        return replace(self, patrons=patrons)

    def __str__(self) -> str:
        return text_board(self)
