"""What an announced value earns: the target, the patrons, and a tick for a new component."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from teachkit.core.run.flow import Event, Flow, Frame, PickOne, ask_one
from teachkit.games.lovelace.cards import sheet
from teachkit.games.lovelace.components import TOKEN_ROWS, digits_swapped
from teachkit.games.lovelace.events import (
    Completed,
    Declined,
    Failed,
    GaveNothing,
    Hit,
    Rewarded,
    TookArea,
    TrackFull,
)
from teachkit.games.lovelace.pieces import SIGMA, Player
from teachkit.games.lovelace.state import State
from teachkit.words import say


def announce(state: State, name: str, cell: str) -> Flow[State]:
    """A value is announced, and everybody sees what it earns. [LB-35, LB-39, LB-42]"""
    value, earned = state.player(name).value, 0
    if value in state.player(name).plan.targets:
        state, earned = yield from complete(state, name, value)
    for place in waiting_for(state, name):
        state, more = yield from take_from(state, name, place)
        earned += more
    for _ in range(earned if state.rules.bonus_for_each else min(earned, 1)):
        state = yield from reward(state, name, cell)
    return state


def complete(state: State, name: str, number: int) -> Flow[tuple[State, int]]:
    """The own target is completed and ticked; no other subroutine is. [LB-36, LB-37]"""
    player = state.player(name)
    if state.rules.may_decline:
        question = say("Complete subroutine {number:02}?", number=number)
        answer = yield from ask_one(PickOne(name, question, ("complete", "leave")))
        if answer == "leave":
            yield Frame(Declined(name, number), state)
            return state, 0
    left = tuple(other for other in player.left if other != number)
    targets = tuple(other for other in player.plan.targets if other != number)
    player = replace(player, left=left, ready=(*player.ready, number))
    state = state.with_player(replace(player, plan=replace(player.plan, targets=targets)))
    ticks = not state.rules.ticked_when_activated
    state = yield from tick_subroutine(state, name, Completed(name, number), ticks)
    return state, 1


def tick_subroutine(state: State, name: str, event: Event, ticks: bool) -> Flow[State]:
    """What happened to a subroutine ticks the leftmost free box of its track. [LB-36, LB-43]"""
    track = state.player(name).sheet.track
    is_full = track >= len(sheet().subroutines)
    if ticks and not is_full:
        state = state.with_sheet(name, track=track + 1)
    yield Frame(event, state)
    if ticks and is_full:
        yield Frame(TrackFull(name), state)
    return state


def waiting_for(state: State, name: str) -> Iterator[int]:
    """The places of the patrons that this player's value reaches, each of them. [LB-39]"""
    player = state.player(name)
    numbers = {player.value}
    if player.plan.mirrors:
        numbers.add(digits_swapped(player.value))
    for place, patron in enumerate(state.patrons):
        if patron.number in numbers:
            yield place


def take_from(state: State, name: str, place: int) -> Flow[tuple[State, int]]:
    """The first gets one area, the second the other, everybody later a Σ. [LB-38, LB-40]"""
    patron = state.patrons[place]
    if not patron.areas:
        return (yield from hit(state, name, place))
    if patron.gave(name) and not state.rules.same_player_twice:
        yield Frame(GaveNothing(name, patron.number), state)
        return state, 0
    areas = tuple(area for area in patron.areas_left if may_tick(state, state.player(name), area))
    if areas:
        area = areas[0]
        if len(areas) > 1 and state.rules.asks_area:
            area = yield from ask_one(PickOne(name, say("Which area?"), areas))
        return (yield from take_area(state, name, place, area))
    if patron.areas_left and not state.rules.sigma_if_blocked:
        yield Frame(GaveNothing(name, patron.number), state)
        return state, 0
    return (yield from fail(state, name, place))


def may_tick(state: State, player: Player, area: str) -> bool:
    """Whether an area may be scored again in this round. [LB-41]"""
    return not state.rules.one_symbol_per_round or (state.round, area) not in player.sheet.areas


def take_area(state: State, name: str, place: int, area: str) -> Flow[tuple[State, int]]:
    """The area is ticked in the column of this round. [LB-38, LB-41]"""
    patron = state.patrons[place]
    areas = (*state.player(name).sheet.areas, (state.round, area))
    state = state.with_patron(place, patron.with_taken(name, area))
    state = state.with_sheet(name, areas=areas)
    yield Frame(TookArea(name, patron.number, area), state)
    return state, 1


def fail(state: State, name: str, place: int) -> Flow[tuple[State, int]]:
    """A failed experiment is ticked; it earns no bonus. [LB-38, LB-42]"""
    patron, sigmas = state.patrons[place], state.player(name).sheet.sigmas
    state = state.with_patron(place, patron.with_taken(name, SIGMA))
    if sigmas >= sheet().sigmas:
        yield Frame(TrackFull(name), state)
        return state, 0
    state = state.with_sheet(name, sigmas=sigmas + 1)
    yield Frame(Failed(name, patron.number), state)
    return state, 0


def hit(state: State, name: str, place: int) -> Flow[tuple[State, int]]:
    """A mere target of an exercise counts once."""
    target = state.patrons[place]
    if target.gave(name):
        return state, 0
    state = state.with_patron(place, target.with_taken(name, ""))
    yield Frame(Hit(name, target.number), state)
    return state, 1


def reward(state: State, name: str, cell: str) -> Flow[State]:
    """Who scores with a component of row C, D or E ticks that row's track. [LB-42, LB-43]"""
    row = cell[0]
    if row not in TOKEN_ROWS:
        return state
    bonuses = list(state.player(name).sheet.bonuses)
    place = TOKEN_ROWS.index(row)
    if bonuses[place] >= len(sheet().bonuses[row]):
        yield Frame(TrackFull(name), state)
        return state
    bonuses[place] += 1
    state = state.with_sheet(name, bonuses=tuple(bonuses))
    yield Frame(Rewarded(name, row), state)
    return state
