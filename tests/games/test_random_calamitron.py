"""Games of Calamitron that chance plays, on every scenario: five hundred if thorough.

After everything that happens, what must never change is looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from teachkit.core.chance import Chance
from teachkit.core.flow import Answer, Decision, Event, Frame
from teachkit.core.trace import frames_of
from teachkit.core.walk import Skipped, Started
from teachkit.games import calamitron
from teachkit.games.calamitron import (
    Setup,
    calamity_events,
    effects,
    events,
    happenings,
    table_events,
)
from teachkit.games.calamitron.cards import calamities, calamity_deck, upgrade_pile
from teachkit.games.calamitron.state import State

from ..thorough import THOROUGH
from .starts import matches
from .test_random_games import is_event

GAMES = 500 if THOROUGH else 12
NO_BOT = Started | table_events.Laid
BY_RETROS = happenings.Shoved | happenings.Beamed | happenings.Hacked


def played_by_chance(setup: Setup, seed: int) -> Iterator[Frame]:
    """The frames of a whole game; chance answers for everybody, in an order by chance."""
    chance = Chance(seed)

    def answers(decisions: tuple[Decision, ...], state: State) -> list[Answer]:
        left, given = list(decisions), []
        while left:
            decision = chance.pick(left)
            left.remove(decision)
            given.append(chance.answer(decision))
        return given

    return frames_of(calamitron.play(setup), setup.state(), answers)


# What must never change ------------------------------------------------------------------------


def everything_has_its_own_square(event: Event, state: State) -> bool:
    """But for a nanobot that is just passing through."""
    passing = event.bot if isinstance(event, events.Slipped) else ""
    squares = [bot.square for bot in state.bots if not bot.out and bot.name != passing]
    squares += state.crates
    return len({*squares}) == len(squares) and all(square in state.board for square in squares)


def nobody_stands_on_a_pit(event: Event, state: State) -> bool:
    """But for who has just come there, who hovers, and what a hover has left there."""
    falling = isinstance(event, events.Moved | events.Pushed | happenings.Dragged)
    return (
        falling
        or isinstance(event, happenings.Shoved | calamity_events.Slid)
        or not any(state.is_pit(square) for square in state.crates)
    )


def who_is_out_never_acts(before: State, event: Event) -> bool:
    """A bot that is removed does nothing, and one on its back only stands up."""
    actor = getattr(event, "shover", "") or getattr(event, "pusher", "")
    if isinstance(event, events.Moved | events.Slipped | happenings.Fired | happenings.Flamed):
        actor = event.bot
    if isinstance(event, happenings.Beamed | happenings.Knocked | happenings.Sent):
        actor = event.bot
    if isinstance(event, happenings.Hacked):
        actor = event.by
    if not actor:
        return True
    bot = before.find(actor)
    return bot is not None and not bot.out and not bot.stunned


def who_is_disabled_stays_so(before: State, after: State) -> bool:
    gone = dict(after.trophies)
    return (
        after.trophies[: len(before.trophies)] == before.trophies
        and len(gone) == len(after.trophies)
        and not gone.keys() & {bot.name for bot in after.bots}
    )


def no_card_is_lost(state: State) -> bool:
    table = state.table
    assert table
    deck = table.calamities
    cards = Counter((*deck.draw_pile, *deck.discard_pile, *table.catastrophes))
    held = Counter(table.upgrade_pile)
    for row in table.upgrades:
        held.update(row)
    return cards == Counter(calamity_deck()) and held == Counter(upgrade_pile())


def nobody_has_too_much(state: State) -> bool:
    table = state.table
    assert table
    return (
        all(len(row) <= state.rules.upgrades_each for row in table.upgrades)
        and len(table.catastrophes) <= state.rules.catastrophes
        and table.carried >= 0
        and all(each.measure in effects.MEASURES for each in table.in_force)
    )


def check(before: State, event: Event, after: State) -> None:
    """Look at whatever this event has changed."""
    assert who_is_out_never_acts(before, event), event
    if after.bots is not before.bots or after.crates is not before.crates:
        assert everything_has_its_own_square(event, after), event
        assert nobody_stands_on_a_pit(event, after), event
    assert who_is_disabled_stays_so(before, after), event
    if after.table is not before.table:
        assert nobody_has_too_much(after), event
        if after.table and after.table.round:
            assert no_card_is_lost(after), event


# The games -------------------------------------------------------------------------------------

RARE: set[type[Event]] = {
    table_events.UpgradeGivenUp, calamity_events.UpgradeRusted, calamity_events.SurplusLeft,
    happenings.Rescued, calamity_events.CatastropheBuried, happenings.Hacked, events.Unharmed,
}  # fmt: skip


@pytest.mark.slow
def test_random_games_keep_every_invariant() -> None:
    """Each is won, lost, or at its limit of rounds; five hundred show all that can happen."""
    happened: set[type[Event]] = set()
    drawn: set[str] = set()
    for seed, setup in enumerate(matches("calamitron", "standard", GAMES)):
        before = setup.state()
        for event, after in played_by_chance(setup, seed):
            check(before, event, after)
            happened.add(type(event))
            if isinstance(event, table_events.CalamityDrawn):
                drawn.add(event.card)
            before = after
        assert isinstance(event, table_events.Ended)
        assert calamitron.outcome(before)
    modules = (events, happenings, table_events, calamity_events)
    everything = {kind for module in modules for kind in vars(module).values() if is_event(kind)}
    assert {Started, Skipped} <= happened
    assert everything - happened - (set() if THOROUGH else RARE) == set()
    assert drawn == {*calamities()}


@pytest.mark.parametrize(
    "change",
    [
        {"timer": 0, "boss_required": True, "boss": True, "minion": True, "rounds": 12},
        {"most": 3, "recovery": 0, "limited": False, "may_decline": False},
        {"catastrophes": 1, "upgrades_each": 0, "rogues": 2},
        {"types": ["vise", "prog"], "crates": False, "rounds": 2},
    ],
    ids=str,
)
def test_games_of_other_readings_end_too(change: dict[str, object]) -> None:
    for seed, board in enumerate(("deadly-spiral", "training-hall")):
        setup = Setup(board=board, players=("red", "green"), options=change)
        before = setup.state()
        for event, after in played_by_chance(setup, seed):
            check(before, event, after)
            before = after
        assert isinstance(event, table_events.Ended)
