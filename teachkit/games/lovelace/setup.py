"""How a start is made: field by field what an exercise's `[[starts]]` may say."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

from teachkit.core.data import structure
from teachkit.errors import BoardError
from teachkit.games.lovelace.cards import printed_engine, subroutines
from teachkit.games.lovelace.components import MOST, Component, Engine, number_in
from teachkit.games.lovelace.editions import AREAS, CHARACTERS, EDITIONS, Rules
from teachkit.games.lovelace.pieces import Patron, Plan, Player
from teachkit.games.lovelace.reasons import called
from teachkit.games.lovelace.state import State
from teachkit.words import say


@dataclass(frozen=True)
class Setup:
    """A start: a number in the register, an engine, and what numbers are wanted.

    `components` are the engine: cells with what is printed on each, a drawing, or a list of
    printed cells; left out, it is rows A and B. `targets` are numbers to be announced, `patrons`
    numbers with two areas; `subroutine` is the player's own target, a card of the character.
    `row_limit` is five if left out. With two to four `players` it is the set-up of a match,
    which `play` deals.

    >>> start = Setup(edition="machine", components={"A1": "+-1", "A4": "x/2"}, targets=[27])
    >>> print(start.state())
    Register 55
       1           2           3           4
    A  +-1         .           .           x/2
    Targets: 27.
    """

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

    @property
    def rules(self) -> Rules:
        """The edition, and what was chosen for this game: attacks, and who does the arithmetic."""
        if self.edition not in EDITIONS:
            raise BoardError(say('There is no edition "{name}"; there are: {names}.',
                                 name=self.edition, names=", ".join(EDITIONS)))  # fmt: skip
        rules = EDITIONS[self.edition]
        return replace(rules, attacks=self.attacks, fills_in=self.fills_in)

    def engine(self) -> Engine:
        """The components of this start. Raises `BoardError` for an engine without any."""
        engine = self._engine()
        if not engine.components:
            raise BoardError(say("The engine is empty; give it a component, such as A1 = +-1."))
        return engine

    def _engine(self) -> Engine:
        if isinstance(self.components, str):
            return Engine.read(self.components)
        if isinstance(self.components, dict):
            return Engine.of({cell: Component.read(text) for cell, text in self.components.items()})
        printed = printed_engine().in_cells
        for cell in self.components:
            if cell not in printed:
                raise BoardError(say('Nothing is printed on "{cell}"; write {cells}.',
                                     cell=cell, cells=", ".join(printed)))  # fmt: skip
        return Engine.of({cell: printed[cell] for cell in self.components})

    def state(self) -> State:
        """The state of this start.

        Raises `BoardError` for one that no game could have, `DataError` for a field that holds
        something of another kind.
        """
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return structure(values, type(self))._state()

    def _state(self) -> State:
        rules = self.rules
        players = tuple(self._player(rules, name) for name in self.players)
        if len(set(self.players)) != len(players):
            raise BoardError(say("Each character can be played once."))
        waiting = [Patron(_number(value)) for value in self.targets]
        waiting += [self._patron(number, areas) for number, areas in self.patrons.items()]
        return State(rules, self.engine(), players, tuple(waiting))

    def _player(self, rules: Rules, name: str) -> Player:
        if name not in CHARACTERS:
            raise BoardError(say('There is no character "{name}"; there are: {names}.',
                                 name=name, names=", ".join(CHARACTERS)))  # fmt: skip
        value = rules.start_value if self.value is None else _number(self.value)
        left = numbers_of(name, rules)
        targets = () if self.subroutine is None else (self.subroutine,)
        for number in targets:
            if number not in left:
                raise BoardError(say("{name} has no subroutine {number}; there are: {numbers}.",
                                     name=called(name), number=_short(number),
                                     numbers=", ".join(map(str, left))))  # fmt: skip
        rows = rules.row_limit if self.row_limit is None else self.row_limit
        if not 1 <= rows <= MOST:
            raise BoardError(say("Allow 1 to {most} rows, not {rows}.",
                                 most=MOST, rows=_short(rows)))  # fmt: skip
        return Player(name, value, Plan(rows, targets), left=left)

    def _patron(self, number: str, areas: list[str]) -> Patron:
        value = number_in(number)
        if value is None:
            raise BoardError(say('A patron has a number from 0 to {most}, not "{number}".',
                                 most=MOST, number=number))  # fmt: skip
        if len(set(areas)) != 2 or len(areas) != 2:
            raise BoardError(say("Patron {number} needs two different areas.", number=number))
        for area in areas:
            if area not in AREAS:
                raise BoardError(say('There is no area "{name}"; there are: {names}.',
                                     name=area, names=", ".join(AREAS)))  # fmt: skip
        return Patron(value, tuple(areas))


def numbers_of(character: str, rules: Rules) -> tuple[int, ...]:
    """The numbers of a character's subroutines, without attacks if so agreed. [LB-3, LB-55]"""
    cards = subroutines(character).values()
    return tuple(card.number for card in cards if rules.attacks or not card.attack)


def _number(value: int) -> int:
    if not 0 <= value <= MOST:
        raise BoardError(say("Write numbers from 0 to {most}, not {value}.",
                             most=MOST, value=_short(value)))  # fmt: skip
    return value


def _short(value: int) -> str:
    return str(value) if abs(value) < 10**9 else "…"
