"""Players in set-ups: a register, plan, sheet and subroutines as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields

from msgspec.structs import asdict

from teachkit.core.data import Table, structure
from teachkit.core.language.program import Program
from teachkit.core.run.events import called
from teachkit.errors import BoardError
from teachkit.games.lovelace.cards import sheet as printed
from teachkit.games.lovelace.cards import subroutines
from teachkit.games.lovelace.components import MOST, OWN_CELLS, TOKEN_ROWS, Component, check_cells
from teachkit.games.lovelace.editions import AREAS, KINDS_OF_MISTAKE, Rules
from teachkit.games.lovelace.instructions import INSTRUCTIONS
from teachkit.games.lovelace.state import Column, Plan, Player, Sheet
from teachkit.words import say, shown

PLACES = (-1, 0, 1)


@dataclass(frozen=True)
class WrittenColumn:
    """One round of a sheet: the first value, the rows, and the values announced so far."""

    start: int
    rows: str = ""
    values: list[int] = field(default_factory=list)

    def column(self) -> Column:
        """Return the column. Raise `BoardError` if no sheet could have it."""
        numbers(self.values, range(MOST + 1), "columns")
        numbers([self.start], range(MOST + 1), "columns")
        rows = Program.read(self.rows, INSTRUCTIONS)
        if rows.depth or len(self.values) > len(rows.instructions):
            raise BoardError(say("A column has rows without loops, and a value for each at most."))
        return Column(self.start, rows.instructions, tuple(self.values))


@dataclass(frozen=True)
class Seat:
    """A player in a set-up. Anything left out is as in the first round.

    `rows` may be written in this round. `left` are subroutines not yet completed, `ready`
    completed ones, `active` those at work, and `targets` the numbers aimed at. `own` are
    components on S1 to S4, `jammed` cells out of use. `place` is -1 for the player who goes
    first, 1 for the one who goes last. `areas` are ticks such as `2 music`, from the second
    round, and `bonuses` the ticks of the tracks C, D and E. `mistake` is the kind of a row that
    may still be debugged, or `void`.
    """

    value: int | None = None
    rows: int | None = None
    targets: list[int] = field(default_factory=list)
    active: list[int] = field(default_factory=list)
    own: list[str] = field(default_factory=list)
    jammed: list[str] = field(default_factory=list)
    mirrors: bool = False
    place: int = 0
    areas: list[str] = field(default_factory=list)
    sigmas: int = 0
    track: int = 0
    bonuses: list[int] = field(default_factory=lambda: [0, 0, 0])
    debugs: int = 0
    columns: list[WrittenColumn] = field(default_factory=list)
    left: list[int] | None = None
    ready: list[int] = field(default_factory=list)
    mistake: str = ""

    def player(self, name: str, rules: Rules) -> Player:
        """Return this player. Raise `BoardError` if no match could have it."""
        value = rules.start_value if self.value is None else self.value
        rows = rules.row_limit if self.rows is None else self.rows
        numbers([value], range(MOST + 1), "value")
        if not 1 <= rows <= MOST:
            raise BoardError(
                say("Allow 1 to {most} rows, not {rows}.", most=MOST, rows=shown(rows))
            )
        left = self._left(name, rules)
        for number in self.targets:
            if number not in left:
                raise no_subroutine(name, number, left)
        among([self.mistake], ("", *KINDS_OF_MISTAKE), "mistake")
        plan, ready = self._plan(rows), tuple(self.ready)
        return Player(name, value, plan, self._sheet(rules), left, ready, self.mistake)

    def _left(self, name: str, rules: Rules) -> tuple[int, ...]:
        """Return the uncompleted subroutines; each card is in one place only. [LB-21, LB-45]"""
        known = numbers_of(name, rules)
        done = (*self.ready, *self.active)
        left = self.left
        if left is None:
            left = [number for number in known if number not in done]
        for number in (*done, *left):
            if number not in known:
                raise no_subroutine(name, number, known)
        if len({*done, *left}) != len((*done, *left)):
            raise BoardError(
                say("Each subroutine of {name} is in one place only.", name=called(name))
            )
        return tuple(left)

    def _plan(self, rows: int) -> Plan:
        check_cells(self.jammed)
        among([self.place], PLACES, "place")
        if len(self.own) > len(OWN_CELLS):
            raise BoardError(
                say("A player has at most {most} own components.", most=len(OWN_CELLS))
            )
        return Plan(
            rows,
            targets=tuple(self.targets),
            active=tuple(self.active),
            own=tuple(map(Component.read, self.own)),
            jammed=frozenset(self.jammed),
            mirrors=self.mirrors,
            place=self.place,
        )

    def _sheet(self, rules: Rules) -> Sheet:
        boxes = [len(printed().bonuses[row]) for row in TOKEN_ROWS]
        if len(self.bonuses) != len(boxes):
            raise BoardError(say("bonuses: write a number for each of C, D and E."))
        for ticks, most, where in (
            (self.sigmas, printed().sigmas, "sigmas"),
            (self.track, len(printed().subroutines), "track"),
            (self.debugs, rules.debug_boxes, "debugs"),
            *((ticks, most, "bonuses") for ticks, most in zip(self.bonuses, boxes, strict=True)),
        ):
            numbers([ticks], range(most + 1), where)
        if len(self.columns) > rules.rounds:
            raise BoardError(say("A sheet has at most {most} columns.", most=rules.rounds))
        columns = tuple(column.column() for column in self.columns)
        areas = tuple(_tick(text, rules) for text in self.areas)
        return Sheet(areas, self.sigmas, self.track, tuple(self.bonuses), self.debugs, columns)


def _tick(text: str, rules: Rules) -> tuple[int, str]:
    number, _, area = text.partition(" ")
    among([number], [str(number) for number in range(1, rules.rounds + 1)], "areas")
    among([area], AREAS, "areas")
    return int(number), area


def numbers_of(character: str, rules: Rules) -> tuple[int, ...]:
    """Return the numbers of a character's subroutines, without attacks if agreed. [LB-3, LB-55]"""
    cards = subroutines(character).values()
    return tuple(card.number for card in cards if rules.attacks or not card.attack)


def no_subroutine(name: str, number: object, known: Iterable[int]) -> BoardError:
    """Return the error for a subroutine that a player does not have."""
    return BoardError(
        say(
            "{name} has no subroutine {number}; there are: {numbers}.",
            name=called(name),
            number=shown(number),
            numbers=", ".join(map(str, known)) or "–",
        )
    )


def numbers(found: Iterable[int], allowed: range, where: str) -> None:
    """Raise `BoardError` unless all these numbers are in a range; `where` names their field."""
    for number in found:
        if number not in allowed:
            raise BoardError(
                say(
                    "{where}: write numbers from {least} to {most}, not {value}.",
                    where=where,
                    least=allowed[0],
                    most=allowed[-1],
                    value=shown(number),
                )
            )


def among(found: Iterable[object], known: Sequence[object], where: str) -> None:
    """Raise `BoardError` unless all these words are known; `where` names their field."""
    for word in found:
        if word not in known:
            raise BoardError(
                say(
                    "{where}: there is no {word}; there are: {words}.",
                    where=where,
                    word=shown(word),
                    words=", ".join(map(str, known)),
                )
            )


def read_seat(table: Table, name: str, rules: Rules) -> Player:
    """Return the player that a table describes. Raise `BoardError` or `DataError`."""
    return structure(table, Seat, f"seats.{name}").player(name, rules)


def seat_of(player: Player) -> Table:
    """Return the table that describes a player. Raise `BoardError` for a target face down."""
    plan, ticked = player.plan, player.sheet
    if None in plan.targets:
        raise hidden()
    facts = asdict(plan) | asdict(ticked) | asdict(player)
    facts |= {
        "own": list(map(str, plan.own)),
        "jammed": sorted(plan.jammed),
        "areas": [f"{number} {area}" for number, area in ticked.areas],
        "columns": [
            {"start": each.start, "rows": str(Program(each.rows)), "values": list(each.values)}
            for each in ticked.columns
        ],
    }
    return {
        key.name: list(value) if isinstance(value := facts[key.name], tuple) else value
        for key in fields(Seat)
    }


def hidden() -> BoardError:
    """Return the error for a view: what lies face down in it is unknown."""
    return BoardError(say("What lies face down here cannot be saved; take the whole state."))
