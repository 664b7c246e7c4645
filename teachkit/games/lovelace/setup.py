"""Set-ups as plain data: the starts of exercises and matches, and positions in matches.

A position is a moment between two lines or two questions. It cannot include an unfinished action,
such as a choice that a subroutine asks for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from msgspec.structs import asdict

from teachkit.core.data import structure
from teachkit.core.game.setups import Opening, Start, options_of, rules_of, twice
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Deck, called
from teachkit.core.strings import board_error, check_known
from teachkit.games.lovelace.cards import Patron, patrons, printed_engine, sheet, subroutines
from teachkit.games.lovelace.components import (
    MOST,
    OWN_CELLS,
    TOKEN_ROWS,
    Component,
    Engine,
    check_cells,
    number_in,
)
from teachkit.games.lovelace.editions import (
    AREAS,
    CHARACTERS,
    EDITIONS,
    KINDS_OF_MISTAKE,
    OPTIONS,
    Rules,
)
from teachkit.games.lovelace.programs import INSTRUCTIONS
from teachkit.games.lovelace.state import SIGMA, Column, Phase, Plan, Player, Sheet, State, Table
from teachkit.words import shown

PLACES = (-1, 0, 1)


@dataclass(frozen=True)
class WrittenColumn:
    """One column of a sheet.

    Attributes:
        start: The first value of the round. `start = 55`
        rows: The lines of the program. `rows = "A1+"`
        values: The values that the player announced. `values = [56]`
    """

    start: int
    rows: str = ""
    values: tuple[int, ...] = ()

    def column(self) -> Column:
        """Return this column as a `Column`. Raise `BoardError` if its fields are invalid."""
        numbers(self.values, range(MOST + 1), "columns")
        numbers([self.start], range(MOST + 1), "columns")
        rows = Program.read(self.rows, INSTRUCTIONS)
        if rows.depth or len(self.values) > len(rows.instructions):
            raise board_error("A column has no loops, and at most one value for each line.")
        return Column(self.start, rows.instructions, self.values)


@dataclass(frozen=True)
class Seat:
    """A player in a set-up. By default, fields have their values at the start of a match.

    Attributes:
        value: The number in the player's register. `value = 18`
        rows: The number of lines that the player may write in this round. `rows = 4`
        targets: The numbers of the player's target subroutines. `targets = [36]`
        active: The subroutines that are in effect. `active = [36]`
        own: The player's own components, on S1 to S4. `own = ["+-1"]`
        jammed: The cells that are disabled. `jammed = ["A1"]`
        mirrors: Whether the values of the player are mirrored. `mirrors = true`
        place: -1 if the player moved to the front of the order of markers, or 1 if to the end.
            `place = 1`
        areas: The ticks for areas; `2 music` is a tick for music in round 2. `areas = ["2 music"]`
        sigmas: The number of ticked sigmas. `sigmas = 1`
        track: The number of ticks on the track of subroutines. `track = 1`
        bonuses: The numbers of ticks on the tracks C, D and E. `bonuses = [1, 0, 0]`
        debugs: The number of times that the player has debugged. `debugs = 1`
        columns: The columns of the sheet, one for each round. `columns = [{ start = 55 }]`
        left: The subroutines that are not completed. `left = [36]`
        ready: The subroutines that are completed but not activated. `ready = [36]`
        mistake: The kind of a mistake that may still be debugged, or `void`. `mistake = "void"`
    """

    value: int | None = None
    rows: int | None = None
    targets: tuple[int, ...] = ()
    active: tuple[int, ...] = ()
    own: tuple[str, ...] = ()
    jammed: tuple[str, ...] = ()
    mirrors: bool = False
    place: int = 0
    areas: tuple[str, ...] = ()
    sigmas: int = 0
    track: int = 0
    bonuses: tuple[int, ...] = (0, 0, 0)
    debugs: int = 0
    columns: tuple[WrittenColumn, ...] = ()
    left: tuple[int, ...] | None = None
    ready: tuple[int, ...] = ()
    mistake: str = ""

    def player(self, name: str, rules: Rules) -> Player:
        """Return this seat as the `Player` called `name`. Raise `BoardError` if it is invalid."""
        value = rules.start_value if self.value is None else self.value
        rows = rules.row_limit if self.rows is None else self.rows
        numbers([value], range(MOST + 1), "value")
        if not 1 <= rows <= MOST:
            raise board_error("Allow 1 to {most} lines, not {rows}.", most=MOST, rows=shown(rows))
        left = self._left(name, rules)
        check_subroutines(name, self.targets, left)
        among([self.mistake], ("", *KINDS_OF_MISTAKE), "mistake")
        plan, ticked = self._plan(rows), self._sheet(rules)
        return Player(name, value, plan, ticked, left, self.ready, self.mistake)

    def _left(self, name: str, rules: Rules) -> tuple[int, ...]:
        """Return the numbers of the uncompleted subroutines. [LB-21, LB-45]

        Raise `BoardError` if a subroutine is listed twice or is not one of this character's.
        """
        known = numbers_of(name, rules)
        done = (*self.ready, *self.active)
        left = self.left
        if left is None:
            left = tuple(number for number in known if number not in done)
        check_subroutines(name, (*done, *left), known)
        if twice((*done, *left)):
            raise board_error(
                "List each subroutine of {name} in one place only.", name=called(name)
            )
        return left

    def _plan(self, rows: int) -> Plan:
        check_cells(self.jammed)
        among([self.place], PLACES, "place")
        if len(self.own) > len(OWN_CELLS):
            raise board_error(
                "Give a player at most {most} components of their own.", most=len(OWN_CELLS)
            )
        own, jammed = _tokens(self.own), frozenset(self.jammed)
        return Plan(rows, self.targets, self.active, own, jammed, self.mirrors, self.place)

    def _sheet(self, rules: Rules) -> Sheet:
        if len(self.bonuses) != len(TOKEN_ROWS):
            raise board_error("bonuses: write a number for each of C, D and E.")
        numbers([self.sigmas], range(sheet().sigmas + 1), "sigmas")
        numbers([self.track], range(len(sheet().subroutines) + 1), "track")
        numbers([self.debugs], range(rules.debug_boxes + 1), "debugs")
        for ticks, row in zip(self.bonuses, TOKEN_ROWS, strict=True):
            numbers([ticks], range(len(sheet().bonuses[row]) + 1), "bonuses")
        if len(self.columns) > rules.rounds:
            raise board_error("A sheet has at most {most} columns.", most=rules.rounds)
        columns = tuple(column.column() for column in self.columns)
        areas = tuple(_tick(text, rules) for text in self.areas)
        return Sheet(areas, self.sigmas, self.track, self.bonuses, self.debugs, columns)


def _tick(text: str, rules: Rules) -> tuple[int, str]:
    number, _, area = text.partition(" ")
    among([number], [str(number) for number in range(1, rules.rounds + 1)], "areas")
    among([area], AREAS, "areas")
    return int(number), area


def numbers_of(character: str, rules: Rules) -> tuple[int, ...]:
    """Return the numbers of a character's subroutines that the rules allow. [LB-3, LB-55]"""
    cards = subroutines(character).values()
    return tuple(card.number for card in cards if rules.attacks or not card.attack)


def check_subroutines(name: str, found: Iterable[int], known: Collection[int]) -> None:
    """Raise `BoardError` if a number in `found` is not in `known`, the subroutines of `name`."""
    for number in found:
        if number not in known:
            raise board_error(
                "{name} has no subroutine {number}. Choose one of: {numbers}.",
                name=called(name),
                number=shown(number),
                numbers=", ".join(map(str, known)) or "–",
            )


def numbers(found: Iterable[int], allowed: range, where: str) -> None:
    """Raise `BoardError` for the field `where` if a number in `found` is not in `allowed`."""
    for number in found:
        if number not in allowed:
            facts = {"least": allowed[0], "most": allowed[-1], "value": shown(number)}
            raise board_error(
                "{where}: write numbers from {least} to {most}, not {value}.", where=where, **facts
            )


def among(found: Iterable[object], known: Sequence[object], where: str) -> None:
    """Raise `BoardError` for the field `where` if a word in `found` is not in `known`."""
    check_known(
        "{where}: there is no {name}. Choose one of: {names}.", found, known, shown, where=where
    )


# The set-up -----------------------------------------------------------------------------------

_PILES = ("order", "piles", "draw_pile", "discard_pile")
DEALT = ("targets", "patrons", "subroutine", "row_limit", "seats", "taken", *_PILES)
"""The fields that must be empty in the set-up of a match, because `play` fills them."""


@dataclass(frozen=True)
class Setup(Start[State]):
    """A start: a number in the register, a machine, and the numbers to reach.

    >>> start = Setup(edition="machine", components={"A1": "+-1", "A4": "x/2"}, targets=[27])
    >>> print(start.state())
    Register 55
       1           2           3           4
    A  +-1         .           .           x/2
    Targets: 27.

    With two to four `players`, a `Setup` is the start of a match, for which `play` deals the cards.
    With a `phase`, it is a position in the middle of a match, from which `play` continues. A patron
    is written `"18 music stars"`, or just `"18"` if it is a printed one. `Setup.of(state)` returns
    the set-up of a position.

    >>> match = Setup(players=("ada", "babbage"), phase="programs", round=2,
    ...               seats={"ada": {"value": 18, "ready": [36]}})
    >>> Setup.of(match.state()).seats["ada"]["ready"]
    [36]

    Attributes:
        edition: The edition of this start. By default, it is the edition of the exercise.
            `edition = "machine"`
        options: Single rules that differ from those of the edition. `teachkit help editions` lists
            them. `options = { start_value = 37 }`
        value: The number in the register. By default, the edition decides it. `value = 37`
        components: The machine: the component in each cell, a list of printed cells, or a drawing.
            Components are written `+-37`, `x/2`, `swap`, `copy-tens`, `copy-units` or `=33`. By
            default, the machine has the printed rows A (`+-1`, `+-2`, `+-5`, `x/2`) and B (`+-10`,
            `+-20`, `+-50`, `swap`).
            `components = { A1 = "+-1", A4 = "x/2" }`
        row_limit: The largest number of lines that a program may have. By default, the edition
            decides it. `row_limit = 4`
        targets: The numbers to reach. `targets = [27]`
        patrons: The areas of each patron, who is called by a number.
            `patrons = { 18 = ["music", "stars"] }`
        subroutine: The number of the player's target subroutine. `subroutine = 36`
        players: The characters: ada, babbage, somerville or menabrea.
            `players = ["ada", "babbage"]`
        attacks: Whether subroutines may harm other players. `attacks = false`
        fills_in: Whether the computer fills in the values, so that none can be wrong.
            `fills_in = false`
        seats: The things that each player has, under the keys of a seat.
            `seats = { ada = { value = 18 } }`
        taken: The areas that players have taken from a patron. `taken = { 18 = ["ada music"] }`
        phase: In a position of a match, the phase of the round. `phase = "programs"`
        round: In a position of a match, the number of the round. `round = 2`
        order: In a position of a match, the players in the order of their markers.
            `order = ["ada"]`
        piles: In a position of a match, the piles of components, by row.
            `piles = { C = ["+-1"] }`
        draw_pile: In a position of a match, the draw pile; its first card is drawn first.
            `draw_pile = ["18 music stars"]`
        discard_pile: In a position of a match, the discard pile.
            `discard_pile = ["18 music stars"]`
    """

    allowed = OPTIONS
    inside = (("seats", Seat),)
    edition: str = "japanese"
    value: int | None = None
    components: dict[str, str] | list[str] | str = field(
        default_factory=lambda: str(printed_engine())
    )
    row_limit: int | None = None
    targets: list[int] = field(default_factory=list)
    patrons: dict[str, list[str]] = field(default_factory=dict)
    subroutine: int | None = None
    players: tuple[str, ...] = ("ada",)
    attacks: bool = True
    fills_in: bool = True
    options: dict[str, Any] = field(default_factory=dict)
    seats: dict[str, dict[str, Any]] = field(default_factory=dict)
    taken: dict[str, list[str]] = field(default_factory=dict)
    phase: str = ""
    round: int = 1
    order: list[str] = field(default_factory=list)
    piles: dict[str, list[str]] = field(default_factory=dict)
    draw_pile: list[str] = field(default_factory=list)
    discard_pile: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, state: State) -> Setup:
        """Return a set-up that rebuilds `state`. Raise `BoardError` if no set-up can."""
        return cls(**_written(state)).with_rules(state.rules)

    @property
    def rules(self) -> Rules:
        """The rules of the edition, changed by the options of this start."""
        rules = rules_of(EDITIONS, self.edition, self.options, OPTIONS)
        return replace(rules, attacks=self.attacks, fills_in=self.fills_in)

    def engine(self) -> Engine:
        """Return the engine of this start. Raise `BoardError` if it is invalid or empty."""
        if isinstance(self.components, str):
            engine = Engine.read(self.components)
        elif isinstance(self.components, dict):
            cells = {cell: Component.read(text) for cell, text in self.components.items()}
            engine = Engine.of(cells)
        else:
            printed = printed_engine().in_cells
            check_known(
                'Nothing is printed in "{name}". Choose one of: {names}.', self.components, printed
            )
            engine = Engine.of({cell: printed[cell] for cell in self.components})
        if not engine.components:
            raise board_error("The machine is empty. Add a component, such as A1 = +-1.")
        return engine

    def _state(self) -> State:
        rules = self.rules
        check_known(
            'There is no character "{name}". Choose one of: {names}.', self.players, CHARACTERS
        )
        if len(set(self.players)) != len(self.players):
            raise board_error("Use each character only once.")
        among(self.seats, self.players, "seats")
        players = tuple(self._player(rules, name) for name in self.players)
        numbers(self.targets, range(MOST + 1), "targets")
        waiting = [Patron(number) for number in self.targets]
        waiting += [_patron(number, areas) for number, areas in self.patrons.items()]
        given = _with_all_taken(waiting, self.taken, self.players)
        return State(rules, self.engine(), players, given, self._table(rules))

    def _player(self, rules: Rules, name: str) -> Player:
        targets = [] if self.subroutine is None else [self.subroutine]
        usual = {"value": self.value, "rows": self.row_limit, "targets": targets}
        seat = structure({**usual, **self.seats.get(name, {})}, Seat, f"seats.{name}")
        return seat.player(name, rules)

    def _table(self, rules: Rules) -> Table:
        """Return the table of a position, or an empty table if this is a start.

        Raise `BoardError` if no match could have such a table.
        """
        if not self.phase:
            return Table()
        among([self.phase], tuple(Phase), "phase")
        numbers([self.round], range(1, rules.rounds + 1), "round")
        among(self.piles, TOKEN_ROWS, "piles")
        order = self.order or list(self.players)
        if sorted(order) != sorted(self.players):
            names = ", ".join(self.players)
            raise board_error("order: list each player once: {names}.", names=names)
        return Table(
            tuple(order),
            self.round,
            tuple(sorted((row, _tokens(words)) for row, words in self.piles.items())),
            Deck(tuple(map(_card, self.draw_pile)), tuple(map(_card, self.discard_pile))),
            Phase(self.phase),
        )


def _tokens(words: Iterable[str]) -> tuple[Component, ...]:
    return tuple(map(Component.read, words))


def _card(text: str) -> Patron:
    number, *areas = text.split() or [""]
    printed = (card.areas for card in patrons() if card.number == number_in(number))
    return _patron(number, areas or next(printed, ()))


def _patron(text: str, areas: Sequence[str]) -> Patron:
    """Return a patron with the number in `text` and with `areas`. [LB-4]

    Raise `BoardError` if the number or an area is invalid.
    """
    number = number_in(text)
    if number is None:
        raise board_error(
            'A patron has a number from 0 to {most}, not "{number}".', most=MOST, number=text
        )
    if len(set(areas)) != 2 or len(areas) != 2:
        raise board_error("Patron {number} needs two different areas.", number=text)
    check_known('There is no area "{name}". Choose one of: {names}.', areas, AREAS)
    return Patron(number, tuple(areas))


def _with_all_taken(
    waiting: Iterable[Patron], taken: dict[str, list[str]], players: Sequence[str]
) -> tuple[Patron, ...]:
    """Return copies of the patrons and targets in `waiting`, with the areas in `taken` marked.

    An entry of `taken`, such as `18 = ["ada music"]`, lists areas in the order in which they were
    taken. Raise `BoardError` if an area could not have been taken, or if two patrons or targets
    have the same number.
    """
    here = {each.number: each for each in _check_once(waiting)}
    for text, entries in taken.items():
        number = number_in(text)
        if number is None or number not in here:
            raise board_error(
                'There is no patron or target "{number}", so nothing was taken from it.',
                number=text,
            )
        for entry in entries:
            name, _, area = entry.partition(" ")
            each = here[number]
            among([name], players, "taken")
            among([area], (*each.areas_left, SIGMA) if each.areas else ("",), "taken")
            here[number] = each.with_taken(name, area)
    return tuple(here.values())


def _check_once(waiting: Iterable[Patron]) -> tuple[Patron, ...]:
    """Return `waiting` as a tuple. Raise `BoardError` if two patrons have the same number."""
    waiting = tuple(waiting)
    if (number := twice(each.number for each in waiting)) is not None:
        raise board_error("{number} is listed twice here. List it once.", number=number)
    return waiting


# Writing a state -------------------------------------------------------------------------------


def _written(state: State) -> dict[str, Any]:
    """Return the fields of the `Setup` that rebuilds `state`. Raise `BoardError` if none can."""
    rules, table, waiting = state.rules, state.table, _check_once(state.patrons)
    targets = [target for player in state.players for target in player.plan.targets]
    tokens = [token for _, pile in table.piles for token in pile]
    if None in (*targets, *tokens, *table.deck.draw_pile):
        raise board_error("Face-down cards cannot be saved. Save the whole state instead.")
    return {
        "edition": rules.name,
        "attacks": rules.attacks,
        "fills_in": rules.fills_in,
        "options": options_of(rules, EDITIONS.get(rules.name, rules), OPTIONS),
        "components": {cell: str(component) for cell, component in state.engine.components},
        "players": state.names,
        "seats": {player.name: seat_of(player) for player in state.players},
        "targets": [each.number for each in waiting if not each.areas],
        "patrons": {str(each.number): list(each.areas) for each in waiting if each.areas},
        "taken": {
            str(each.number): [f"{name} {area}".strip() for name, area in each.taken]
            for each in waiting
            if each.taken
        },
        **(_written_table(table) if table else {}),
    }


def seat_of(player: Player) -> dict[str, Any]:
    """Return the fields of the `Seat` for `player`."""
    plan, ticked = player.plan, player.sheet
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


def _written_table(table: Table) -> dict[str, Any]:
    deck = table.deck
    return {
        "phase": str(table.phase),
        "round": table.round,
        "order": list(table.order),
        "piles": {row: list(map(str, pile)) for row, pile in table.piles},
        "draw_pile": list(map(_written_card, deck.draw_pile)),
        "discard_pile": list(map(_written_card, deck.discard_pile)),
    }


def _written_card(card: Patron | None) -> str:
    return f"{card.number} {' '.join(card.areas)}" if card else ""


OPENING = Opening(
    editions=("japanese", "english"),
    pieces=CHARACTERS,
    seats=range(2, 5),
    boards=lambda edition: (),
    setup=lambda edition, board, pieces: Setup(edition=edition, players=pieces),
)
