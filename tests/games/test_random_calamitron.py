"""Test random games of Calamitron, on every scenario: five hundred if thorough."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

import pytest

from teachkit.core.run.flow import Ended, Event
from teachkit.core.run.walk import Skipped, Started
from teachkit.games.calamitron import Setup, events, table_events
from teachkit.games.calamitron.board import board_names
from teachkit.games.calamitron.state import State
from teachkit.games.calamitron.table import calamities, copies, upgrades

from ..rulebook.bots import MEASURES
from .random_games import Series, events_in, kind, watched
from .starts import FOUR, matches

ACTS = (
    events.Moved | events.Turned | events.Slipped | events.Beamed | events.Fired
    | events.Flamed | events.Hacked | events.Knocked | events.Sent
)  # fmt: skip

# What must never change ------------------------------------------------------------------------


def everything_has_its_own_square(event: Event, state: State) -> bool:
    """A nanobot that is passing through is an exception."""
    passing = event.bot if isinstance(event, events.Slipped) else ""
    squares = [bot.square for bot in state.bots if not bot.out and bot.name != passing]
    squares += state.crates
    return len({*squares}) == len(squares) and all(square in state.board for square in squares)


def nobody_stands_on_a_pit(event: Event, state: State) -> bool:
    """Exceptions: a bot that has just arrived, a hovering one, and what it left there."""
    moving = events.Moved | events.Pushed | events.Dragged | events.Shoved
    return isinstance(event, moving | table_events.Slid) or not any(
        state.is_pit(square) for square in state.crates
    )


def who_is_out_never_acts(before: State, event: Event) -> bool:
    """A removed bot does nothing, and one on its back only stands up."""
    names = [getattr(event, "shover", ""), getattr(event, "pusher", "")]
    names += [event.bot] if isinstance(event, ACTS) else []
    names += [event.by] if isinstance(event, events.Hacked) else []
    bots = [before.find(name) for name in names if name]
    return all(bot and not bot.out and not bot.stunned for bot in bots)


def rogues_stay_on_the_board(state: State) -> bool:
    """In an exercise only the Minionbot comes to an exit; in a match surplus rogues wait there."""
    rogues = [bot for bot in state.rogues if not bot.out and bot.name != "minion"]
    return state.table is not None or all(state.board.kind(bot.square) != "exit" for bot in rogues)


def who_is_disabled_stays_so(before: State, after: State) -> bool:
    gone = [name for name, _ in (*after.trophies, *after.rescued)]
    return (
        after.trophies[: len(before.trophies)] == before.trophies
        and len({*gone}) == len(gone)
        and not {*gone} & {bot.name for bot in after.bots}
    )


def no_card_is_lost(state: State) -> bool:
    table = state.table
    deck = table.calamities
    cards = Counter((*deck.draw_pile, *deck.discard_pile, *table.catastrophes))
    held = Counter(chain(table.upgrade_pile, *map(table.upgrades_of, table.players)))
    return cards == Counter(copies(calamities())) and held == Counter(copies(upgrades()))


def nobody_has_too_much(state: State) -> bool:
    table = state.table
    return (
        all(len(table.upgrades_of(name)) <= state.rules.upgrades_each for name in table.players)
        and len(table.catastrophes) <= state.rules.catastrophes
        and table.carried >= 0
        and all(each.measure in MEASURES for each in table.in_force)
    )


# The games -------------------------------------------------------------------------------------


def check(before: State, event: Event, after: State) -> None:
    """Check what this event has changed."""
    assert who_is_out_never_acts(before, event), event
    assert not isinstance(event, events.StoodUp) or before.bot(event.bot).stunned, event
    assert everything_has_its_own_square(event, after), event
    if after.bots is not before.bots or after.crates is not before.crates:
        assert nobody_stands_on_a_pit(event, after), event
        assert rogues_stay_on_the_board(after), event
    assert all(after.board.kind(square) == "pit" for square in after.filled), event
    assert who_is_disabled_stays_so(before, after), event
    if after.table is not before.table:
        assert nobody_has_too_much(after), event
        if after.table and after.table.round:
            assert no_card_is_lost(after), event


def untimed(count: int) -> list[Setup]:
    """Return set-ups without a clock: players, scenarios, boss and minion take turns."""
    names, setups = board_names(), []
    for number in range(count):
        options = {"boss": number % 2 == 0, "minion": number % 3 == 0, "timer": 0}
        board, players = names[number % len(names)], FOUR[: 1 + number % 4]
        setups.append(Setup(board=board, players=players, options=options))
    return setups


def shows(event: Event) -> set[Any]:
    """Return the kinds of this event, and the calamities that it draws."""
    return kind(event) | ({event.card} if isinstance(event, table_events.CalamityDrawn) else set())


RARE: set[type[Event]] = {
    table_events.UpgradeGivenUp, table_events.UpgradeRusted, table_events.SurplusLeft,
    events.Rescued, table_events.CatastropheBuried, events.Hacked, events.Unharmed,
}  # fmt: skip


SERIES = Series(
    game="calamitron",
    setups=[*matches("calamitron", "standard", 500), *untimed(60)],
    check=check,
    shows=shows,
    first=(31, 512, 509, 79, 505, 37, 81, 86),
    must=events_in(events, table_events) | {Ended, Started, Skipped, *calamities()},
    seldom=RARE,
)


def test_random_games_keep_every_invariant() -> None:
    """Each is won, lost, or at its limit of rounds; together they show every kind of event."""
    SERIES.play()


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
        *_, last = watched("calamitron", setup, seed, check)
        assert isinstance(last, Ended)
