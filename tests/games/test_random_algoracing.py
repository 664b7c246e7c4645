"""Test random games of Algoracing, of each edition with a match: a thousand if thorough."""

from __future__ import annotations

from collections import Counter

import pytest

from teachkit.core.run.flow import Ended, Event
from teachkit.games import algoracing
from teachkit.games.algoracing import events
from teachkit.games.algoracing.commands import cards_of
from teachkit.games.algoracing.state import State

from .random_games import Series, events_in, played_by_chance
from .starts import matches

# What must never change ------------------------------------------------------------------------


def no_sample_is_lost(state: State) -> bool:
    """Board, rovers and deliveries together hold as many of each type as at the start."""
    samples = Counter(kind for _, lying in state.samples for kind in lying)
    for rover in state.rovers:
        samples.update(rover.carries)
        samples.update(rover.delivered)
    return set(samples.values()) == {state.rules.samples_of_each} and len(samples) == 4


def rovers_move_as_they_can(before: State, event: Event, after: State) -> bool:
    """A rover moves one square at a time or teleports; up or down by jump, lift or teleport."""
    ways, climbed = 0, False
    for old, new in zip(before.rovers, after.rovers, strict=True):
        ways += abs(old.square.column - new.square.column) + abs(old.square.row - new.square.row)
        climbed |= after.board.level(old.square) != after.board.level(new.square)
    return (ways <= 1 or isinstance(event, events.Teleported)) and (
        not climbed or isinstance(event, events.Jumped | events.Lifted | events.Teleported)
    )


def no_card_is_lost(state: State) -> bool:
    """Hands, piles and the algorithm together hold the cards of the deck."""
    table = state.table
    assert table
    cards = Counter(card.name for hand in table.hands for card in hand)
    for row in (table.deck.draw_pile, table.deck.discard_pile, table.covered):
        cards.update(card.name for card in row)
    cards.update(card.name for card in cards_of(table.algorithm))
    return cards == dict(state.rules.deck)


# The games -------------------------------------------------------------------------------------


def check(before: State, event: Event, after: State) -> None:
    """Check what this event has changed, once the samples are on the board."""
    if isinstance(event, events.BaseChosen | events.SetOut):
        return
    if after.rovers is not before.rovers or after.samples is not before.samples:
        assert no_sample_is_lost(after), event
        squares = {rover.square for rover in after.rovers}
        assert len(squares) == len(after.rovers), event
        assert all(square in after.board for square in squares), event
        assert rovers_move_as_they_can(before, event, after), event
        for old, new in zip(before.rovers, after.rovers, strict=True):
            assert len(new.carries) <= 3, event
            assert new.delivered[: len(old.delivered)] == old.delivered, event
            assert new.points >= old.points, event
    if after.table is not before.table:
        assert after.table is None or len(after.table.algorithm.instructions) <= 5, event
        if after.table and after.table.deck.size:
            assert no_card_is_lost(after), event


ONLY_COMPLETE = {
    events.Teleported, events.Dropped, events.Pulled, events.Lifted, events.LiftBusy,
    events.Cleared,
}  # fmt: skip
SERIES = {
    edition: Series(
        game="algoracing",
        setups=matches("algoracing", edition, 1000),
        check=check,
        first=first,
        must=(events_in(events) | {Ended}) - never,
        seldom={events.LiftBusy},
        never=never,
        turn_limit=100,
    )
    for edition, first, never in (("basic", (24, 86), ONLY_COMPLETE), ("complete", (75, 28), set()))
}


@pytest.mark.parametrize("edition", SERIES)
def test_random_games_keep_every_invariant(edition: str) -> None:
    """Each ends or reaches its turn limit; together they show every kind of event."""
    SERIES[edition].play()


@pytest.mark.parametrize("edition", SERIES)
def test_games_without_a_limit_really_end(edition: str) -> None:
    """Random players reach the end, too."""
    for seed, setup in enumerate(matches("algoracing", edition, 4)):
        *_, last = played_by_chance("algoracing", setup, seed)
        assert isinstance(last.event, Ended)
        assert algoracing.GAME.outcome(last.state)
