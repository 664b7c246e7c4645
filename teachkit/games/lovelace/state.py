"""The state of the game, its parts, and its text board.

In an exercise, the text board shows the register, the engine, and the numbers of the task. In a
match, it shows the round, the engine, the areas taken from patrons, and each player's sheet, with a
column for each round.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from teachkit.core.game.game import views_of_latest
from teachkit.core.language.instructions import Instruction
from teachkit.core.run.flow import Deck, called
from teachkit.core.strings import unknown_name
from teachkit.games.lovelace.cards import Patron
from teachkit.games.lovelace.components import CELL_WIDTH, OWN_CELLS, TOKEN_ROWS, Component, Engine
from teachkit.games.lovelace.editions import AREAS, Rules
from teachkit.words import say, translate

SIGMA = "Σ"
COLUMN = 13


class Phase(StrEnum):
    """A phase of a round, in order. The last one comes after the last round."""

    SUBROUTINES = "subroutines"
    RESET = "reset"
    PROGRAMS = "programs"
    RESOLUTION = "resolution"
    OVER = "over"


# Pieces ----------------------------------------------------------------------------------------


class Plan(Struct, frozen=True):
    """The part of a player's state that lasts for one round.

    `rows` is the number of lines that the player may write. `targets` are numbers of subroutines,
    or `None` for a target that is face down. `active` are activated subroutines. The other fields
    are their effects: `own` are components in S1 to S4, `jammed` are disabled cells, and `mirrors`
    means that patrons also accept values with swapped digits. `place` moves the player to the front
    of the order of markers (-1) or to its end (1).
    """

    rows: int
    targets: tuple[int | None, ...] = ()
    active: tuple[int, ...] = ()
    own: tuple[Component, ...] = ()
    jammed: frozenset[str] = frozenset()
    mirrors: bool = False
    place: int = 0


class Column(Struct, frozen=True):
    """One round on a player's sheet: the first value, the lines, and the values announced."""

    start: int
    rows: tuple[Instruction, ...] = ()
    values: tuple[int, ...] = ()


class Sheet(Struct, frozen=True):
    """A player's sheet. Ticks on it are never erased. [LB-8]

    `areas` holds a pair of a round and an area for each tick, `bonuses` the numbers of ticks on the
    tracks C, D and E.
    """

    areas: tuple[tuple[int, str], ...] = ()
    sigmas: int = 0
    track: int = 0
    bonuses: tuple[int, ...] = (0, 0, 0)
    debugs: int = 0
    columns: tuple[Column, ...] = ()

    def ticks(self, area: str) -> int:
        """Count the ticks of `area` in all rounds. [LB-46]"""
        return sum(1 for _, ticked in self.areas if ticked == area)


class Player(Struct, frozen=True, gc=False):
    """One player: the register's `value`, the plan of this round, the sheet, and the subroutines.

    `left` are the numbers of subroutines not yet completed, `ready` those completed but not yet
    activated. `mistake` is the kind of the mistake after which no line counts, or `void` once it
    can no longer be debugged. It is empty if there is no mistake.
    """

    name: str
    value: int
    plan: Plan
    sheet: Sheet = Sheet()
    left: tuple[int, ...] = ()
    ready: tuple[int, ...] = ()
    mistake: str = ""

    def __hash__(self) -> int:
        return hash((self.name, self.value))


class Table(Struct, frozen=True):
    """The parts of a match beside the engine. In an exercise, the table is empty and falsy.

    `order` lists the players in the order of the markers they last took, `piles` holds the
    face-down tokens by row (all under `C` if there is a single pile), and `deck` the patron cards.
    """

    order: tuple[str, ...] = ()
    round: int = 1
    piles: tuple[tuple[str, tuple[Component | None, ...]], ...] = ()
    deck: Deck[Patron | None] = Deck()
    phase: Phase = Phase.SUBROUTINES

    def __bool__(self) -> bool:
        return bool(self.order)

    def pile(self, row: str) -> tuple[Component | None, ...]:
        """Return the face-down tokens for `row`, the next one first."""
        return dict(self.piles).get(row, ())

    def with_pile(self, row: str, tokens: tuple[Component | None, ...]) -> Table:
        """Return a copy of the table with `tokens` as the face-down tokens for `row`."""
        return replace(self, piles=tuple(sorted({**dict(self.piles), row: tokens}.items())))


# The state -------------------------------------------------------------------------------------


class State(Struct, frozen=True, gc=False):
    """One moment of a game: the engine, the players, the face-up patrons, and the table.

    `str(state)` is the text board.
    """

    rules: Rules
    engine: Engine
    players: tuple[Player, ...]
    patrons: tuple[Patron, ...] = ()
    table: Table = Table()

    def __hash__(self) -> int:
        return hash((self.players, self.patrons))

    @property
    def round(self) -> int:
        """The number of the round, counted from 1; in an exercise it is 1."""
        return self.table.round

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, in seat order."""
        return tuple([player.name for player in self.players])

    def player(self, name: str) -> Player:
        """Return the player called `name`. Raise `UnknownNameError` if there is none."""
        for player in self.players:
            if player.name == name:
                return player
        raise unknown_name(
            'There is no player "{name}". Choose one of: {names}.', name, self.players
        )

    def others(self, name: str) -> tuple[str, ...]:
        """Return the names of all other players, in seat order."""
        return tuple(other for other in self.names if other != name)

    def component(self, player: Player, cell: str) -> Component | None:
        """Return the component that a player has in `cell`, or `None`.

        The cells S1 to S4 are each player's own; the other cells belong to the engine.
        """
        if cell in OWN_CELLS:
            return dict(zip(OWN_CELLS, player.plan.own, strict=False)).get(cell)
        return self.engine.in_cells.get(cell)

    def with_player(self, changed: Player) -> State:
        """Return a copy of the state in which `changed` replaces the player of the same name."""
        name = changed.name
        players = tuple([changed if player.name == name else player for player in self.players])
        return replace(self, players=players)

    def with_value(self, name: str, value: int) -> State:
        """Return a copy of the state with `value` in a player's register."""
        return self.with_player(replace(self.player(name), value=value))

    def with_plan(self, name: str, **changes: object) -> State:
        """Return a copy of the state, with the fields in `changes` replaced in a player's plan."""
        player = self.player(name)
        return self.with_player(replace(player, plan=replace(player.plan, **changes)))

    def with_sheet(self, name: str, **changes: object) -> State:
        """Return a copy of the state, with the fields in `changes` replaced in a player's sheet."""
        player = self.player(name)
        return self.with_player(replace(player, sheet=replace(player.sheet, **changes)))

    def with_patron(self, place: int, patron: Patron) -> State:
        """Return a copy of the state with `patron` at index `place` of its patrons."""
        patrons = (*self.patrons[:place], patron, *self.patrons[place + 1 :])
        return replace(self, patrons=patrons)

    def with_table(self, **changes: object) -> State:
        """Return a copy of the state, with the fields in `changes` replaced in the table."""
        return replace(self, table=replace(self.table, **changes))

    def __str__(self) -> str:
        return "\n".join(_match(self) if self.table else _exercise(self))


@views_of_latest
def seen_by(state: State, name: str) -> State:
    """Return `state` as a player sees it, with piles and face-down targets hidden. [LB-21]"""
    if state.rules.target_hidden:
        for other in state.others(name):
            targets = (None,) * len(state.player(other).plan.targets)
            state = state.with_plan(other, targets=targets)
    piles = tuple((row, (None,) * len(pile)) for row, pile in state.table.piles)
    return state.with_table(piles=piles, deck=state.table.deck.face_down(None))


# The text board --------------------------------------------------------------------------------


def _exercise(state: State) -> Iterator[str]:
    for player in state.players:
        register = say("Register {value:02}", value=player.value)
        yield register if len(state.players) == 1 else f"{called(player.name)}: {register}"
    yield from _engine(state)
    if targets := [patron for patron in state.patrons if not patron.areas]:
        yield say("Targets: {targets}.", targets=", ".join(map(_target, targets)))
    yield from (_patron(patron) for patron in state.patrons if patron.areas)
    for player in state.players:
        yield from _cards(player)


def _match(state: State) -> Iterator[str]:
    order, of = ", ".join(map(called, state.table.order)), state.rules.rounds
    yield say("Round {number} of {of}, order: {order}.", number=state.round, of=of, order=order)
    yield from _engine(state)
    yield from map(_patron, state.patrons)
    for player in state.players:
        yield ""
        name = called(player.name)
        yield say("{player}: register {value:02}", player=name, value=player.value)
        yield from _cards(player)
        yield from _ticks(player.sheet)
        yield from _columns(player.sheet.columns)


def _engine(state: State) -> list[str]:
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


def held(player: Player) -> tuple[tuple[str, ...], ...]:
    """Return the five groups of cards and cells that a player has in this round, as text.

    The groups are the targeted, completed and active subroutines, the player's own components, and
    the jammed cells.
    """
    plan = player.plan
    numbers = [
        tuple("??" if number is None else f"{number:02}" for number in group)
        for group in (plan.targets, player.ready, plan.active)
    ]
    return *numbers, tuple(map(str, plan.own)), tuple(sorted(plan.jammed))


def _cards(player: Player) -> Iterator[str]:
    *numbers, own, jammed = held(player)
    kinds = say("target"), say("completed"), say("active")
    for says, row in zip(kinds, numbers, strict=True):
        if row:
            yield f"  {says}: {', '.join(row)}"
    if own:
        yield "  " + ", ".join(map(" ".join, zip(OWN_CELLS, own, strict=False)))
    if jammed:
        yield "  " + say("jammed: {cells}", cells=", ".join(jammed))


def _ticks(sheet: Sheet) -> Iterator[str]:
    areas = [f"{translate(area)} {sheet.ticks(area)}" for area in AREAS if sheet.ticks(area)]
    if areas:
        yield f"  {', '.join(areas)}"
    bonuses = zip(TOKEN_ROWS, sheet.bonuses, strict=True)
    yield "  " + say(
        "Σ {sigmas}  subroutines {track}  {tracks}  debugging {debugs}",
        sigmas=sheet.sigmas,
        track=sheet.track,
        tracks="  ".join(f"{row} {number}" for row, number in bonuses),
        debugs=sheet.debugs,
    )


def _columns(columns: tuple[Column, ...]) -> Iterator[str]:
    """Yield the lines of a table of `columns`, with the first value of each round at the top."""
    for number, entries in enumerate(zip_longest(*map(_entries, columns), fillvalue="")):
        line = "".join(entry.rjust(COLUMN) for entry in entries).rstrip()
        yield f"  {number or '':<2}{line}"


def _entries(column: Column) -> Iterator[str]:
    yield f"{column.start:02}"
    for place, row in enumerate(column.rows):
        value = f"{column.values[place]:02}" if place < len(column.values) else ".."
        yield f"{row.name} {value}"
