"""The resolution phase: players take turns running their lines, and score with the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Unfinished
from teachkit.core.run.flow import Event, Flow, Frame, ask_one, chosen, pick_one
from teachkit.core.run.walk import Skipped, Started, Walk
from teachkit.games.lovelace import events
from teachkit.games.lovelace.cards import sheet
from teachkit.games.lovelace.components import TOKEN_ROWS, digits_swapped, part, written_behind
from teachkit.games.lovelace.editions import VOID
from teachkit.games.lovelace.programs import hindrance, mistake_in, write_rows
from teachkit.games.lovelace.state import SIGMA, Player, State, seen_by
from teachkit.words import say

# One line --------------------------------------------------------------------------------------


def perform(state: State, name: str, instruction: Instruction) -> Flow[State]:
    """Run one line: apply the component to the register, and score with the new value.

    A wrong line has no effect. In the printed editions, all lines below it are then void. [LB-15 …
    LB-19, LB-30]
    """
    player, (cell, operator) = state.player(name), part(instruction.name)
    if player.mistake:
        yield Frame(Skipped(name, events.Void()), state)
        return state
    component = state.component(player, cell)
    if obstacle := hindrance(component, player, cell, operator):
        return (yield from skip(state, player, obstacle))
    assert component
    after = component.result(operator, player.value)
    written, must = written_behind(instruction), not state.rules.fills_in
    if reason := mistake_in(component, operator, player.value, after, written, must):
        return (yield from skip(state, player, reason))
    state = state.with_player(replace(player, value=after))
    if state.table:
        state = note(state, name)
    event = events.Computed(
        name, cell, operator, component.kind, component.number, player.value, after
    )
    yield Frame(event, state)
    if state.table:
        row = len(state.player(name).sheet.columns[-1].values)
        yield Frame(events.Announced(name, row, after), state)
    if not state.patrons and not player.plan.targets:
        return state
    return (yield from announce(state, name, cell))


def skip(state: State, player: Player, reason: events.Reason) -> Flow[State]:
    """Skip a line, and report `reason`. [LB-44]

    In editions with `voids`, the lines below then do not count. In a match of any other edition,
    the column repeats the value of the line above.
    """
    if state.rules.voids:
        state = state.with_player(replace(player, mistake=reason.kind))
    elif state.table:
        state = note(state, player.name)
    yield Frame(Skipped(player.name, reason), state)
    return state


def note(state: State, name: str) -> State:
    """Return a copy of `state` with the register's value written in the current column. [LB-30]"""
    player = state.player(name)
    *columns, last = player.sheet.columns
    last = replace(last, values=(*last.values, player.value))
    return state.with_sheet(name, columns=(*columns, last))


def finish(state: State, name: str) -> Flow[State]:
    """Return `state` unchanged, because the end of a program has no effect in this game."""
    yield from ()
    return state


# Earnings --------------------------------------------------------------------------------------


def announce(state: State, name: str, cell: str) -> Flow[State]:
    """Score the targets, patrons and bonuses for the register's value. [LB-35, LB-39, LB-42]"""
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
    """Complete the target subroutine `number`; return the state and the score. [LB-36, LB-37]

    The score is 1, or 0 if the player is asked and declines.
    """
    player = state.player(name)
    if state.rules.may_decline:
        question = say("Complete subroutine {number:02}?", number=number)
        answer = yield from pick_one(name, question, ("complete", "leave"), about=number)
        if answer == "leave":
            yield Frame(events.Declined(name, number), state)
            return state, 0
    left = tuple(other for other in player.left if other != number)
    targets = tuple(other for other in player.plan.targets if other != number)
    player = replace(player, left=left, ready=(*player.ready, number))
    state = state.with_player(replace(player, plan=replace(player.plan, targets=targets)))
    ticks = not state.rules.ticked_when_activated
    state = yield from tick_subroutine(state, name, events.Completed(name, number), ticks)
    return state, 1


def tick_subroutine(state: State, name: str, event: Event, ticks: bool) -> Flow[State]:
    """Report `event`, and if `ticks` is true, tick a box on the subroutine track. [LB-36, LB-43]"""
    track = state.player(name).sheet.track
    is_full = track >= len(sheet().subroutines)
    if ticks and not is_full:
        state = state.with_sheet(name, track=track + 1)
    yield Frame(event, state)
    if ticks and is_full:
        yield Frame(events.TrackFull(name), state)
    return state


def waiting_for(state: State, name: str) -> Iterator[int]:
    """Yield the index in `state.patrons` of each patron that a player's value reaches. [LB-39]"""
    player = state.player(name)
    numbers = {player.value}
    if player.plan.mirrors:
        numbers.add(digits_swapped(player.value))
    for place, patron in enumerate(state.patrons):
        if patron.number in numbers:
            yield place


def take_from(state: State, name: str, place: int) -> Flow[tuple[State, int]]:
    """Let a player take something from the patron at index `place`. [LB-38, LB-40]

    Return the state and the score, 0 or 1. The first player takes one of the areas, the second the
    other one, and later players tick Σ.
    """
    patron = state.patrons[place]
    if not patron.areas:
        return (yield from hit(state, name, place))
    if patron.gave(name) and not state.rules.same_player_twice:
        yield Frame(events.GaveNothing(name, patron.number), state)
        return state, 0
    areas = tuple(area for area in patron.areas_left if may_tick(state, state.player(name), area))
    if areas:
        asked = areas if state.rules.asks_area else areas[:1]
        area = yield from chosen(name, say("Which area do you choose?"), asked, about=patron)
        return (yield from take_area(state, name, place, area))
    if patron.areas_left and not state.rules.sigma_if_blocked:
        yield Frame(events.GaveNothing(name, patron.number), state)
        return state, 0
    return (yield from fail(state, name, place))


def may_tick(state: State, player: Player, area: str) -> bool:
    """Return whether a player may score `area` in this round. [LB-41]"""
    return not state.rules.one_symbol_per_round or (state.round, area) not in player.sheet.areas


def take_area(state: State, name: str, place: int, area: str) -> Flow[tuple[State, int]]:
    """Take `area` from a patron, and tick it in the column of this round. [LB-38, LB-41]"""
    patron = state.patrons[place]
    areas = (*state.player(name).sheet.areas, (state.round, area))
    state = state.with_patron(place, patron.with_taken(name, area))
    state = state.with_sheet(name, areas=areas)
    yield Frame(events.TookArea(name, patron.number, area), state)
    return state, 1


def fail(state: State, name: str, place: int) -> Flow[tuple[State, int]]:
    """Tick Σ for a failed experiment, which earns no bonus. [LB-38, LB-42]"""
    patron, sigmas = state.patrons[place], state.player(name).sheet.sigmas
    state = state.with_patron(place, patron.with_taken(name, SIGMA))
    if sigmas >= sheet().sigmas:
        yield Frame(events.TrackFull(name), state)
        return state, 0
    state = state.with_sheet(name, sigmas=sigmas + 1)
    yield Frame(events.Failed(name, patron.number), state)
    return state, 0


def hit(state: State, name: str, place: int) -> Flow[tuple[State, int]]:
    """Hit a target in an exercise; return the state and the score, 0 or 1.

    A player scores each target only once.
    """
    target = state.patrons[place]
    if target.gave(name):
        return state, 0
    state = state.with_patron(place, target.with_taken(name, ""))
    yield Frame(events.Hit(name, target.number), state)
    return state, 1


def reward(state: State, name: str, cell: str) -> Flow[State]:
    """Tick the bonus track for the row of `cell`, if the row has one. [LB-42, LB-43]"""
    row = cell[0]
    if row not in TOKEN_ROWS:
        return state
    bonuses = list(state.player(name).sheet.bonuses)
    place = TOKEN_ROWS.index(row)
    if bonuses[place] >= len(sheet().bonuses[row]):
        yield Frame(events.TrackFull(name), state)
        return state
    bonuses[place] += 1
    state = state.with_sheet(name, bonuses=tuple(bonuses))
    yield Frame(events.Rewarded(name, row), state)
    return state


# The lines of all players ----------------------------------------------------------------------


def resolve(state: State, programs: Mapping[str, Program]) -> Flow[State]:
    """Run the first line of every program in turn, then the second lines, and so on. [LB-35]

    Players whose programs have ended are skipped.
    """
    walks = {name: Walk(program, name) for name, program in programs.items()}
    return (yield from take_turns(state, walks))


def go_on(state: State) -> Flow[State]:
    """Run the lines of this round that have not run yet, in marker order. [LB-35]

    A player with an unresolved mistake is asked first, because the mistake is in the next line to
    run.
    """
    running = [
        player
        for player in map(state.player, state.table.order)
        if len(player.sheet.columns) == state.round and player.mistake != VOID
    ]
    running.sort(key=lambda player: len(player.sheet.columns[-1].values))
    walks = {player.name: rest_of(player) for player in running}
    for name in [name for name in walks if state.player(name).mistake]:
        del walks[name]
        state, walk = yield from mend(state, name)
        if walk:
            walks[name] = walk
    return (yield from take_turns(state, walks))


def take_turns(state: State, walks: dict[str, Walk]) -> Flow[State]:
    """Run one line of each player in turn, until no lines are left."""
    while walks:
        for name in tuple(walks):
            state, walk = yield from take_row(state, name, walks.pop(name))
            if walk:
                walks[name] = walk
    return state


def take_row(state: State, name: str, walk: Walk) -> Flow[tuple[State, Walk | None]]:
    """Run a player's next line; return the state, and the walk through the lines below, if any.

    If the player debugs the line, its new version runs immediately.
    """
    step = walk.next(state)
    if not step:
        if walk.ending:
            yield Frame(walk.ending, state)
        return state, None
    yield Frame(Started(name, step), state)
    state = yield from perform(state, name, step.instruction)
    if not (state.table and state.player(name).mistake):
        return state, walk
    return (yield from mend(state, name))


def mend(state: State, name: str) -> Flow[tuple[State, Walk | None]]:
    """Let a player debug a mistake and run the new line; otherwise, void the lines below. [LB-44]

    Return the state and the walk through the lines below, or `None` if no line below is to run.
    """
    row = len(state.player(name).sheet.columns[-1].values) + 1
    if not (yield from wants_to_debug(state, name, row)):
        state = state.with_player(replace(state.player(name), mistake=VOID))
        yield Frame(events.Voided(name, row), state)
        return state, None
    state = yield from debug(state, name, row)
    return (yield from take_row(state, name, rest_of(state.player(name))))


def wants_to_debug(state: State, name: str, row: int) -> Flow[bool]:
    """Return whether a player may debug line `row` and, when asked, chooses to. [LB-44]"""
    player, rules = state.player(name), state.rules
    if player.mistake not in rules.debug_for or player.sheet.debugs >= rules.debug_boxes:
        return False
    question = say("Debug your program from line {row} on?", row=row)
    answer = yield from pick_one(name, question, ("debug", "leave"))
    return bool(answer == "debug")


def debug(state: State, name: str, row: int) -> Flow[State]:
    """Tick a debug box, and let the player rewrite line `row` and all lines below. [LB-44]"""
    state = state.with_player(replace(state.player(name), mistake=""))
    written = state.player(name).sheet
    *columns, last = written.columns
    done = last.rows[: row - 1]
    program = yield from ask_one(write_rows(seen_by(state, name), name, done))
    if isinstance(program, Unfinished):
        program = program.program
    last = replace(last, rows=(*done, *program.instructions))
    state = state.with_sheet(name, columns=(*columns, last), debugs=written.debugs + 1)
    yield Frame(events.Debugged(name, row, len(program.instructions)), state)
    return state


def rest_of(player: Player) -> Walk:
    """Return a walk through those lines of a player's last column that have no value yet."""
    column = player.sheet.columns[-1]
    walk = Walk(Program(column.rows), player.name)
    for _ in column.values:
        walk.next(None)
    return walk
