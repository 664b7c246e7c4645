"""A position in the middle of a match as plain data: the table of a set-up, and a state written.

A position stands between rows and between questions: what is only half done, such as the choice
that a subroutine asks for, is not in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from teachkit.core.board.decks import Deck
from teachkit.core.game.options import options_of
from teachkit.errors import BoardError
from teachkit.games.lovelace.cards import PatronCard, patrons
from teachkit.games.lovelace.components import MOST, TOKEN_ROWS, Component, number_in
from teachkit.games.lovelace.editions import AREAS, EDITIONS, OPTIONS, Rules
from teachkit.games.lovelace.pieces import PHASES, SIGMA, Patron, Table
from teachkit.games.lovelace.seats import among, numbers, seat_of
from teachkit.games.lovelace.state import State
from teachkit.words import say


@dataclass(frozen=True, kw_only=True)
class Beside:
    """What lies beside the engine: the `phase` and the number of the `round`, the `order` of the
    markers, the `piles` of tokens by their row, and the patrons face down and discarded, such as
    `"18 music stars"` (of a printed one the number will do); the next of each pile comes first.
    """

    phase: str = ""
    round: int = 1
    order: list[str] = field(default_factory=list)
    piles: dict[str, list[str]] = field(default_factory=dict)
    draw_pile: list[str] = field(default_factory=list)
    discard_pile: list[str] = field(default_factory=list)

    def table(self, rules: Rules, players: Sequence[str]) -> Table | None:
        """The table, if this is a moment of a match. Raises `BoardError` if no match has it."""
        if not self.phase:
            return None
        among([self.phase], PHASES, "phase")
        numbers([self.round], range(1, rules.rounds + 1), "round")
        among(self.piles, TOKEN_ROWS, "piles")
        order = self.order or list(players)
        if sorted(order) != sorted(players):
            raise BoardError(say("order: name each player once: {names}.",
                                 names=", ".join(players)))  # fmt: skip
        table = Table(tuple(order), self.round, phase=self.phase)
        for row, words in self.piles.items():
            table = table.with_pile(row, tuple(map(Component.read, words)))
        deck: Deck[PatronCard | None] = Deck(
            tuple(map(_card, self.draw_pile)), tuple(map(_card, self.discard_pile))
        )
        return Table(table.order, table.round, table.piles, deck, table.phase)


def _card(text: str) -> PatronCard:
    number, *areas = text.split() or [""]
    if not areas:
        areas = [area for card in patrons() if card.number == number_in(number)
                 for area in card.areas]  # fmt: skip
    return PatronCard(*patron(number, areas))


def patron(text: str, areas: Sequence[str]) -> tuple[int, tuple[str, ...]]:
    """The number and the two areas of a patron. Raises `BoardError`. [LB-4]"""
    number = number_in(text)
    if number is None:
        raise BoardError(say('A patron has a number from 0 to {most}, not "{number}".',
                             most=MOST, number=text))  # fmt: skip
    if len(set(areas)) != 2 or len(areas) != 2:
        raise BoardError(say("Patron {number} needs two different areas.", number=text))
    for area in areas:
        if area not in AREAS:
            raise BoardError(say('There is no area "{name}"; there are: {names}.',
                                 name=area, names=", ".join(AREAS)))  # fmt: skip
    return number, tuple(areas)


def with_all_taken(
    waiting: Iterable[Patron], taken: dict[str, list[str]], players: Sequence[str]
) -> tuple[Patron, ...]:
    """The patrons and targets with what was taken from each, `18 = ["ada music"]`, in order.

    Raises `BoardError` for what none of them could have given, and for a number that waits twice.
    """
    here = {each.number: each for each in check_once(waiting)}
    for text, entries in taken.items():
        number = number_in(text)
        if number is None or number not in here:
            raise BoardError(say('Nothing waits for "{number}", so nothing was taken there.',
                                 number=text))  # fmt: skip
        for entry in entries:
            name, _, area = entry.partition(" ")
            each = here[number]
            among([name], players, "taken")
            among([area], (*each.areas_left, SIGMA) if each.areas else ("",), "taken")
            here[number] = each.with_taken(name, area)
    return tuple(here.values())


def check_once(waiting: Iterable[Patron]) -> tuple[Patron, ...]:
    """These patrons and targets. Raises `BoardError` if two of them wait for one number."""
    waiting = tuple(waiting)
    for number, count in Counter(each.number for each in waiting).items():
        if count > 1:
            raise BoardError(say("{number} waits twice here; name it once.", number=number))
    return waiting


# A state written -------------------------------------------------------------------------------


def written(state: State) -> dict[str, Any]:
    """The fields of the set-up that builds this state. Raises `BoardError` if none does."""
    rules, waiting = state.rules, check_once(state.patrons)
    return {
        "edition": rules.name,
        "attacks": rules.attacks,
        "fills_in": rules.fills_in,
        "options": options_of(rules, EDITIONS.get(rules.name, rules), OPTIONS),
        "components": {cell: str(component) for cell, component in state.engine.components},
        "players": tuple(player.name for player in state.players),
        "seats": {player.name: seat_of(player) for player in state.players},
        "targets": [each.number for each in waiting if not each.areas],
        "patrons": {str(each.number): list(each.areas) for each in waiting if each.areas},
        "taken": {
            str(each.number): [f"{name} {area}".strip() for name, area in each.taken]
            for each in waiting
            if each.taken
        },
        **(_table(state.table) if state.table else {}),
    }


def _table(table: Table) -> dict[str, Any]:
    deck = table.deck
    hidden = [*deck.draw_pile, *(token for _, pile in table.piles for token in pile)]
    if None in hidden:
        raise BoardError(say("What lies face down here cannot be saved; take the whole state."))
    return {
        "phase": table.phase,
        "round": table.round,
        "order": list(table.order),
        "piles": {row: list(map(str, pile)) for row, pile in table.piles},
        "draw_pile": list(map(_text, deck.draw_pile)),
        "discard_pile": list(map(_text, deck.discard_pile)),
    }


def _text(card: PatronCard | None) -> str:
    return f"{card.number} {' '.join(card.areas)}" if card else ""
