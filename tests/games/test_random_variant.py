"""Test random games of RoboRally's variant, with two, four and eight robots: 300 if thorough.

The invariants of the base game hold here, too, and so do those of three more decks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.core.run.flow import Ended, Event
from teachkit.games.roborally import Setup
from teachkit.games.roborally.editions import VARIANT
from teachkit.games.roborally.events import Damaged
from teachkit.games.roborally.options import OPTION_CARDS
from teachkit.games.roborally.options import cards as of_cards
from teachkit.games.roborally.pieces import COLOURS
from teachkit.games.roborally.state import State
from teachkit.games.roborally.variant import events
from teachkit.games.roborally.variant.state import BUGS, MINORS, SECRET_GOALS, standing

from .examples import examples
from .random_games import Series, played_by_chance
from .test_random_roborally import (
    cards_have_moved,
    damage_fits,
    no_card_is_lost,
    real_robots_have_their_own_squares,
    setups,
)
from .test_roborally_properties import renamed

# What must never change ------------------------------------------------------------------------


def each_once(names: Iterable[str], cards: Iterable[str]) -> bool:
    return Counter(list(names)) == Counter(list(cards))


def no_held_card_is_lost(state: State) -> bool:
    """Options, minor options and bugs are in piles or held, each once."""
    here = standing(state)
    lying: list[str] = []
    for deck in (state.table.options, here.bugs, here.minors):
        lying += [*deck.draw_pile, *deck.discard_pile]
    held = (card.name for robot in state.robots for card in robot.held)
    return each_once([*lying, *held], [*OPTION_CARDS, *BUGS, *MINORS])


def no_goal_is_lost(state: State) -> bool:
    """Secret goals are in their piles or held, each once."""
    here = standing(state)
    had = (seat.goal for seat in here.seats if seat.goal)
    return each_once([*here.goals.draw_pile, *here.goals.discard_pile, *had], SECRET_GOALS)


def points_never_fall(before: State, after: State) -> bool:
    """Points come one by one, and whoever takes the token has the most, or as many."""
    if before.table is None or before.table.extra is None:
        return True
    pairs = zip(standing(before).seats, standing(after).seats, strict=True)
    *others, most = sorted(new.points - old.points for old, new in pairs)
    return most >= 0 and not any(others)


def the_goal_is_a_flag(state: State) -> bool:
    here = standing(state)
    return here.flag in range(7) and (not here.flag or here.flag != here.last)


def charges_fit(state: State) -> bool:
    held = [each for robot in state.robots for each in robot.held]
    return all(0 <= each.charges <= VARIANT.charges.get(each.name, 0) for each in held)


# The games -------------------------------------------------------------------------------------


def check(before: State, event: Event, after: State) -> None:
    """Check what this event has changed."""
    assert real_robots_have_their_own_squares(after), event
    assert isinstance(event, Damaged) or damage_fits(after), event
    if after.robots is not before.robots or after.table is not before.table:
        assert no_held_card_is_lost(after), event
        assert charges_fit(after), event
    if before.table is None or cards_have_moved(before, after):
        assert no_card_is_lost(after), event
    if after.table is not before.table:
        assert no_goal_is_lost(after), event
        assert all(seat.credits >= 0 for seat in standing(after).seats), event
        assert the_goal_is_a_flag(after), event
        assert points_never_fall(before, after), event
    assert len(str(event).split()) <= 15, event


EVENTS = {
    events.Drawn, events.Earned, events.Paid, events.GotBug, events.Debugged, events.GoalRolled,
    events.Scored, events.GoalMet, events.GoalDrawn, events.Killed, events.Leads, events.StayedOut,
    of_cards.CardUsed,
}  # fmt: skip
SELDOM = {events.Recharged, of_cards.Replaced, of_cards.LaidAside, of_cards.HandChanged}
SERIES = Series(
    game="roborally",
    setups=setups("variant", 300),
    check=check,
    first=(27, 11, 70),
    must=EVENTS | SELDOM,
    seldom=SELDOM,
    turn_limit=31,
)


@pytest.mark.slow
def test_random_games_of_the_variant_keep_every_invariant() -> None:
    """Each ends or reaches its turn limit; together they show every kind of event."""
    SERIES.play()


def test_a_timed_game_ends_in_time() -> None:
    """The last turn is the one after the turn in which time is up."""
    options = {"time_up": 2, "points_to_win": 0}
    setup = Setup(edition="variant", board="pit-stop", players=COLOURS[:2], options=options)
    *_, last = played_by_chance("roborally", setup, 1)
    assert isinstance(last.event, Ended)
    assert last.state.table.turn == 3


@examples(100, daily=8)
@given(
    names=st.permutations(COLOURS),
    seats=st.sampled_from([2, 4, 8]),
    seed=st.integers(0, 1_000),
    board=st.sampled_from(["pit-stop", "cross-roads", "twin-rings"]),
)
def test_other_names_lead_to_the_same_game_with_other_names(
    names: list[str], seats: int, seed: int, board: str
) -> None:
    """Only seats and chance matter, not the names of robots."""
    called = dict(zip(COLOURS, names, strict=True))
    players = COLOURS[:seats]
    mine = Setup(edition="variant", board=board, players=players)
    theirs = replace(mine, players=tuple(called[name] for name in players))
    frames = (played_by_chance("roborally", setup, seed, 4) for setup in (mine, theirs))
    for (event, _), (other, _) in zip(*frames, strict=True):
        assert renamed(event.facts(), called) == other.facts()
