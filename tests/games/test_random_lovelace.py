"""Test random games of Lovelace & Babbage, of each printed edition: a thousand if thorough."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from teachkit.core.run.flow import Ended, Event
from teachkit.core.run.walk import Skipped, Started
from teachkit.games.lovelace import events
from teachkit.games.lovelace.cards import patrons, sheet, subroutines, tokens
from teachkit.games.lovelace.editions import CHARACTERS
from teachkit.games.lovelace.setup import numbers_of
from teachkit.games.lovelace.state import SIGMA, Player, State

from .random_games import Series, events_in, kind, watched
from .starts import matches

MOST_ROWS = 5 + 2  # the maximum with the best subroutine


# What must never change ------------------------------------------------------------------------


def a_program_keeps_its_limits(player: Player) -> bool:
    """The limits are five rows, or those of subroutines: as many values, of two digits."""
    columns = player.sheet.columns
    values = (player.value, *(value for column in columns for value in column.values))
    return (
        all(0 <= value <= 99 for value in values)
        and 1 <= player.plan.rows <= MOST_ROWS
        and all(len(column.values) <= len(column.rows) <= MOST_ROWS for column in columns)
    )


def ticks_never_exceed_boxes(state: State, player: Player) -> bool:
    ticked, printed = player.sheet, sheet()
    bonuses = zip(ticked.bonuses, printed.bonuses.values(), strict=True)
    areas = Counter(ticked.areas)
    return (
        ticked.track <= len(printed.subroutines)
        and ticked.sigmas <= printed.sigmas
        and ticked.debugs <= state.rules.debug_boxes
        and all(number <= len(boxes) for number, boxes in bonuses)
        and (not state.rules.one_symbol_per_round or set(areas.values()) <= {1})
    )


def a_patron_gives_each_area_at_most_once(state: State) -> bool:
    given = [[area for _, area in patron.taken if area != SIGMA] for patron in state.patrons]
    takers = [[name for name, _ in patron.taken] for patron in state.patrons]
    return (
        all({*some} <= {*patron.areas} for some, patron in zip(given, state.patrons, strict=True))
        and all(len({*some}) == len(some) for some in given)
        and (state.rules.same_player_twice or all(len({*some}) == len(some) for some in takers))
    )


def no_subroutine_is_there_twice(state: State, player: Player) -> bool:
    """Unused, ready and active ones are different, and belong to the character."""
    here = (*player.left, *player.ready, *player.plan.active)
    return len(set(here)) == len(here) and set(here) <= set(numbers_of(player.name, state.rules))


def no_token_is_lost(state: State) -> bool:
    lying = [token for _, pile in state.table.piles for token in pile]
    lying += [component for cell, component in state.engine.components if cell[0] in "CDE"]
    every = [token for pile in tokens().values() for token in pile]
    return Counter(map(str, lying)) == Counter(map(str, every))


def no_patron_is_lost(state: State) -> bool:
    deck = state.table.deck
    numbers = [card.number for card in (*deck.draw_pile, *deck.discard_pile) if card]
    numbers += [patron.number for patron in state.patrons]
    return sorted(numbers) == sorted(card.number for card in patrons())


# The games -------------------------------------------------------------------------------------


def check(before: State, event: Event, after: State) -> None:
    """Check what this event has changed, once the table is set up."""
    if not after.table:
        return
    for player in after.players:
        assert a_program_keeps_its_limits(player), event
        assert ticks_never_exceed_boxes(after, player), event
        assert no_subroutine_is_there_twice(after, player), event
    assert a_patron_gives_each_area_at_most_once(after), event
    if after.engine is not before.engine:
        assert no_token_is_lost(after), event
    if after.patrons is not before.patrons:
        assert no_patron_is_lost(after), event
    if isinstance(event, Skipped):
        assert event.actor
        assert after.player(event.actor).value == before.player(event.actor).value
    if isinstance(event, Ended):
        assert after.round == after.rules.rounds


def shows(event: Event) -> set[Any]:
    """Return the kinds of this event, and the subroutines that it activates."""
    activated = isinstance(event, events.Activated)
    return kind(event) | ({(event.player, event.number)} if activated else set())


RARE = {events.Hit, events.Declined, events.TrackFull, events.HadNoEffect}
ACTIVATED = {(name, number) for name in CHARACTERS for number in subroutines(name)}
SERIES = {
    edition: Series(
        game="lovelace",
        setups=matches("lovelace", edition, 1000),
        check=check,
        shows=shows,
        first=first,
        must=(events_in(events) | {Started, Skipped, Ended} | ACTIVATED) - rare - RARE,
        seldom={events.Mirrored, events.Placed, events.Failed} | ACTIVATED,
    )
    for edition, first, rare in (
        ("japanese", (48, 28, 78, 43, 77, 97, 17, 53), {events.Failed}),
        ("english", (24, 88, 82, 37, 29, 14, 39, 12, 91), {events.GaveNothing}),
    )
}  # fmt: skip


@pytest.mark.parametrize("edition", SERIES)
def test_random_games_keep_every_invariant(edition: str) -> None:
    """Each ends after four rounds; together they show every kind of event of the edition."""
    SERIES[edition].play()


@pytest.mark.parametrize("edition", SERIES)
@pytest.mark.parametrize(
    "change",
    [
        {"may_decline": True, "bonus_for_each": True},
        {"ticked_when_activated": True, "activate_by_markers": False},
        {"one_symbol_per_round": True, "sigma_if_blocked": False, "reuse": False},
        {"three_piles": False, "most_set": 0, "must_activate": True},
        {"voids": False, "rounds": 3, "debug_boxes": 0},
    ],
    ids=str,
)
def test_games_of_other_readings_end_too(edition: str, change: dict[str, Any]) -> None:
    """Each reading of the texts is a field, and its games keep the invariants as well."""
    for seed, setup in enumerate(matches("lovelace", edition, 9)):
        other = replace(setup, options=change, fills_in=seed % 2 == 0)
        *_, last = watched("lovelace", other, seed, check)
        assert isinstance(last, Ended)
