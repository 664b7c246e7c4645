"""How a start is made: field by field what an exercise's `[[starts]]` may say."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

from teachkit.core.data import structure
from teachkit.core.game.options import rules_of
from teachkit.errors import BoardError
from teachkit.games.lovelace.cards import printed_engine
from teachkit.games.lovelace.components import MOST, Component, Engine
from teachkit.games.lovelace.editions import CHARACTERS, EDITIONS, OPTIONS, Rules
from teachkit.games.lovelace.pieces import Patron, Player
from teachkit.games.lovelace.position import Beside, patron, with_all_taken, written
from teachkit.games.lovelace.seats import among, numbers, read_seat
from teachkit.games.lovelace.state import State
from teachkit.words import say


@dataclass(frozen=True)
class Setup(Beside):
    """A start: a number in the register, an engine, and what numbers are wanted.

    `components` are the engine: cells with what is printed on each, a drawing, or a list of
    printed cells; left out, it is rows A and B. `targets` are numbers to be announced, `patrons`
    numbers with two areas; `subroutine` is the player's own target, a card of the character.
    `row_limit` is five if left out. `options` sets fields of the edition's rules by name.
    `seats` says more of a player (the fields of `Seat`), `taken` what patrons have given.

    >>> start = Setup(edition="machine", components={"A1": "+-1", "A4": "x/2"}, targets=[27])
    >>> print(start.state())
    Register 55
       1           2           3           4
    A  +-1         .           .           x/2
    Targets: 27.

    With two to four `players` it is the set-up of a match, which `play` deals; with a `phase` it
    is a position in the middle of one, from which `play` goes on. `Setup.of(state)` writes it.

    >>> match = Setup(players=("ada", "babbage"), phase="programs", round=2,
    ...               seats={"ada": {"value": 18, "ready": [36]}})
    >>> Setup.of(match.state()).seats["ada"]["ready"]
    [36]
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
    options: dict[str, Any] = field(default_factory=dict)
    seats: dict[str, dict[str, Any]] = field(default_factory=dict)
    taken: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, state: State) -> Setup:
        """The set-up that builds exactly this state. Raises `BoardError` if none does."""
        setup = cls(**written(state))
        if setup.rules != state.rules:
            raise BoardError(say("This edition has rules of its own that no set-up can tell."))
        return setup

    @property
    def rules(self) -> Rules:
        """The edition, and what was chosen for this game: attacks, arithmetic, other options."""
        rules = rules_of(EDITIONS, self.edition, self.options, OPTIONS)
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
        for name in self.players:
            if name not in CHARACTERS:
                raise BoardError(say('There is no character "{name}"; there are: {names}.',
                                     name=name, names=", ".join(CHARACTERS)))  # fmt: skip
        if len(set(self.players)) != len(self.players):
            raise BoardError(say("Each character can be played once."))
        among(self.seats, self.players, "seats")
        players = tuple(self._player(rules, name) for name in self.players)
        numbers(self.targets, range(MOST + 1), "targets")
        waiting = [Patron(number) for number in self.targets]
        waiting += [Patron(*patron(number, areas)) for number, areas in self.patrons.items()]
        given = with_all_taken(waiting, self.taken, self.players)
        return State(rules, self.engine(), players, given, self.table(rules, self.players))

    def _player(self, rules: Rules, name: str) -> Player:
        usual: dict[str, Any] = {"value": self.value, "rows": self.row_limit}
        if self.subroutine is not None:
            usual["targets"] = [self.subroutine]
        known = {key: value for key, value in usual.items() if value is not None}
        return read_seat({**known, **self.seats.get(name, {})}, name, rules)

    def given_to_a_match(self) -> str:
        """The names of fields that are filled and that a match deals by itself."""
        names = ("targets", "patrons", "subroutine", "row_limit", "seats", "taken", "order",
                 "piles", "draw_pile", "discard_pile")  # fmt: skip
        return ", ".join(name for name in names if getattr(self, name) not in (None, [], {}))
