"""Test random games of RoboRally, with two, four and eight robots: 300 if thorough."""

from __future__ import annotations

from collections import Counter
from itertools import cycle, islice

import pytest

from teachkit.core.language.instructions import Instruction
from teachkit.core.run.flow import Ended, Event
from teachkit.core.run.walk import Skipped
from teachkit.games import roborally
from teachkit.games.roborally import Setup, events
from teachkit.games.roborally.board_files import factory_floors
from teachkit.games.roborally.cards import NAMES, deck
from teachkit.games.roborally.pieces import COLOURS, REGISTERS, Cards, Robot
from teachkit.games.roborally.registers import Acted
from teachkit.games.roborally.state import State

from .random_games import Series, played_by_chance

DECK = Counter(deck())


def setups(edition: str, count: int) -> list[Setup]:
    """Return matches with 2, 4 and 8 robots, on one board after another."""
    return [
        Setup(
            edition=edition, board=board, dock="dock", players=COLOURS[: (2, 4, 8)[seed % 3]],
            options={"virtual_start": seed % 7 == 3},
        )
        for seed, board in enumerate(islice(cycle(factory_floors()), count))
    ]  # fmt: skip


# What must never change ------------------------------------------------------------------------


def real_robots_have_their_own_squares(state: State) -> bool:
    squares = [robot.square for robot in state.active if not robot.virtual]
    return len(set(squares)) == len(squares) and all(square in state.board for square in squares)


def no_card_is_lost(state: State) -> bool:
    """Piles, hands, registers and cards set aside for an option hold the 84 cards once each."""
    cards = Counter(state.table.deck.draw_pile + state.table.deck.discard_pile)
    for robot in state.robots:
        cards.update([*(robot.hand or ()), *filter(None, robot.registers), *laid_aside(robot)])
    return cards == DECK


def laid_aside(robot: Robot) -> Cards:
    """Return the cards set aside for an option that are not yet in the hand."""
    if robot.destroyed:
        return ()
    notes = (held.note.split() for held in robot.held if " " in held.note)
    cards = [Instruction(name, tuple(rest)) for name, *rest in notes if name in NAMES]
    return tuple(card for card in cards if card not in (robot.hand or ()))


def cards_have_moved(before: State, after: State) -> bool:
    """Return whether any card has changed its place."""
    return after.table is not before.table or any(
        new.registers is not old.registers or new.hand is not old.hand
        for old, new in zip(before.robots, after.robots, strict=False)
    )


def damage_fits(state: State) -> bool:
    """Only a destroyed robot has ten damage; a locked register of a running robot has a card."""
    running = [robot for robot in state.robots if not robot.destroyed]
    locked = [robot.card(each) for robot in running for each in REGISTERS if robot.is_locked(each)]
    return all(locked) and all(robot.damage < 10 for robot in running)


# The games -------------------------------------------------------------------------------------


def check(before: State, event: Event, after: State) -> None:
    """Check what this event has changed."""
    assert real_robots_have_their_own_squares(after), event
    if cards_have_moved(before, after):
        assert no_card_is_lost(after), event
    if not isinstance(event, events.Damaged):  # the register locks with the next event
        assert damage_fits(after), event
    for old, new in zip(before.robots, after.robots, strict=False):
        assert old.flag <= new.flag <= old.flag + 1, event
        dies = isinstance(event, events.Destroyed) and event.robot == old.name
        assert (old.lives != new.lives) == dies, event
    if isinstance(event, Ended):
        assert len(str(event).split()) <= 15


EVENTS = {
    events.Revealed, Acted, events.Moved, events.HeldUp, events.Pushed, events.Turned,
    events.Carried, events.NotCarried, events.Bent, events.Extended, events.Geared, events.Shot,
    events.Damaged, events.LockedUp, events.Destroyed, events.TouchedFlag, events.ArchiveMoved,
    Skipped, events.Placed, events.TurnBegan, events.PoweredDown, events.Dealt,
    events.Programmed, events.Announced, events.Repaired, events.Unlocked,
    events.CameBack, events.BecameReal, Ended,
}  # fmt: skip
"""What can happen in the base game, but for a clock that runs out and for options."""

SERIES = Series(
    game="roborally",
    setups=setups("base", 300),
    check=check,
    first=(93, 42, 87, 32, 76),
    must=EVENTS,
    seldom={events.Unlocked, events.TouchedFlag},
    turn_limit=61,
)


def test_random_games_keep_every_invariant() -> None:
    """Each ends or reaches its turn limit; together they show every kind of event."""
    SERIES.play()


@pytest.mark.parametrize("count", [2, 8])
def test_games_end_without_a_limit(count: int) -> None:
    """Even robots that play at random run out of lives."""
    setup = Setup(board="pit-stop", dock="dock", players=COLOURS[:count])
    *_, last = played_by_chance("roborally", setup, 1)
    assert isinstance(last.event, Ended)
    assert roborally.GAME.outcome(last.state)
