"""Random games of Algoracing, of each edition that can be played whole: a thousand if thorough."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from teachkit.core.chance import Chance
from teachkit.core.flow import Answer, Decision, Event
from teachkit.core.trace import frames_of
from teachkit.games import algoracing
from teachkit.games.algoracing import events
from teachkit.games.algoracing.commands import cards_of
from teachkit.games.algoracing.state import State

from .random_games import Series, events_in, played_by_chance
from .starts import matches

# What must never change ------------------------------------------------------------------------


def no_sample_is_lost(state: State) -> bool:
    """On the board, on rovers or delivered: of each type there are as many as at the start."""
    samples = Counter(kind for _, lying in state.samples for kind in lying)
    for rover in state.rovers:
        samples.update(rover.carries)
        samples.update(rover.delivered)
    return set(samples.values()) == {state.rules.samples_of_each} and len(samples) == 4


def no_rover_carries_too_much(state: State) -> bool:
    return all(len(rover.carries) <= 3 for rover in state.rovers)


def every_rover_has_its_own_square(state: State) -> bool:
    squares = {rover.square for rover in state.rovers}
    return len(squares) == len(state.rovers) and all(square in state.board for square in squares)


def levels_change_only_by_jump_elevator_or_teleport(
    before: State, event: Event, after: State
) -> bool:
    climbed = [
        new.name
        for old, new in zip(before.rovers, after.rovers, strict=True)
        if after.board.level(old.square) != after.board.level(new.square)
    ]
    return not climbed or isinstance(event, events.Jumped | events.Lifted | events.Teleported)


def rovers_go_one_square_at_a_time(before: State, event: Event, after: State) -> bool:
    """But for a teleport, and an elevator goes one square too."""
    ways = [
        abs(old.square.column - new.square.column) + abs(old.square.row - new.square.row)
        for old, new in zip(before.rovers, after.rovers, strict=True)
    ]
    return sum(ways) <= 1 or isinstance(event, events.Teleported)


def points_never_fall(before: State, after: State) -> bool:
    return all(
        new.delivered[: len(old.delivered)] == old.delivered and new.points >= old.points
        for old, new in zip(before.rovers, after.rovers, strict=True)
    )


def no_card_is_lost(state: State) -> bool:
    """In hands, piles and the algorithm lie the cards of the deck, each kind as often."""
    table = state.table
    assert table
    cards = Counter(card.name for hand in table.hands for card in hand)
    for row in (table.deck.draw_pile, table.deck.discard_pile, table.covered):
        cards.update(card.name for card in row)
    cards.update(card.name for card in cards_of(table.algorithm))
    return cards == dict(state.rules.deck)


def the_algorithm_keeps_its_limit(state: State) -> bool:
    return state.table is None or len(state.table.algorithm.instructions) <= 5


# The games -------------------------------------------------------------------------------------


def check(before: State, event: Event, after: State) -> None:
    """Look at whatever this event has changed, once the samples are laid out."""
    if isinstance(event, events.BaseChosen | events.SetOut):
        return
    if after.rovers is not before.rovers or after.samples is not before.samples:
        assert no_sample_is_lost(after), event
        assert no_rover_carries_too_much(after), event
        assert every_rover_has_its_own_square(after), event
        assert levels_change_only_by_jump_elevator_or_teleport(before, event, after), event
        assert rovers_go_one_square_at_a_time(before, event, after), event
        assert points_never_fall(before, after), event
    if after.table is not before.table:
        assert the_algorithm_keeps_its_limit(after), event
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
        must=events_in(events) - never,
        seldom={events.LiftBusy},
        never=never,
        turn_limit=100,
    )
    for edition, first, never in (("basic", (24, 86), ONLY_COMPLETE), ("complete", (75, 28), set()))
}


@pytest.mark.parametrize("edition", SERIES)
def test_random_games_keep_every_invariant(edition: str) -> None:
    """Each ends, or reaches its turn limit; all together show everything that can happen."""
    SERIES[edition].play()


@pytest.mark.parametrize("edition", SERIES)
def test_games_without_a_limit_really_end(edition: str) -> None:
    """Even players who only guess get there in the end."""
    for seed, setup in enumerate(matches("algoracing", edition, 4)):
        *_, last = played_by_chance("algoracing", setup, seed)
        assert isinstance(last.event, events.Ended)
        assert algoracing.outcome(last.state)


def test_an_answer_of_chance_is_always_possible() -> None:
    """Otherwise the games above would only show that chance cheats."""
    (setup,) = matches("algoracing", "complete", 1)
    chance = Chance(3)
    asked: list[tuple[Decision, Answer]] = []

    def answer(decisions: tuple[Decision, ...], state: State) -> list[Answer]:
        given = [chance.answer(decision) for decision in decisions]
        asked.extend(zip(decisions, given, strict=True))
        return given

    for _ in islice(frames_of(algoracing.play(setup), setup.state(), answer), 2000):
        pass
    assert [decision.problem(given.choice) for decision, given in asked] == [None] * len(asked)
