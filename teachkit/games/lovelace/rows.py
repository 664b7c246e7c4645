"""One row of a program, and the rows of everybody in turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow, Frame, PickOne, ask_one
from teachkit.core.run.walk import Skipped, Started, Walk
from teachkit.games.lovelace.announcing import announce
from teachkit.games.lovelace.components import part, written_behind
from teachkit.games.lovelace.editions import OTHER, VOID
from teachkit.games.lovelace.events import Announced, Computed, Debugged, Voided
from teachkit.games.lovelace.pieces import Player
from teachkit.games.lovelace.programs import Unfinished, write_rows
from teachkit.games.lovelace.reasons import Void, hindrance, mistake_in
from teachkit.games.lovelace.state import State
from teachkit.games.lovelace.views import seen_by
from teachkit.words import say


def perform(state: State, name: str, instruction: Instruction) -> Flow[State]:
    """One row: the component is used on the register, and the new value earns what it can.

    A row that is wrong does nothing; in the printed editions all rows below are void then.
    [LB-15 … LB-19, LB-30]
    """
    player, (cell, operator) = state.player(name), part(instruction.name)
    if player.mistake:
        yield Frame(Skipped(name, Void()), state)
        return state
    component = state.component(player, cell)
    obstacle = hindrance(component, player, cell, operator)
    if obstacle or not component:
        return (yield from skip(state, player, obstacle))
    after = component.result(operator, player.value)
    written, must = written_behind(instruction), not state.rules.fills_in
    if reason := mistake_in(component, operator, player.value, after, written, must):
        return (yield from skip(state, player, reason))
    state = state.with_player(player.with_value(after))
    if state.table:
        state = note(state, name)
    event = Computed(name, cell, operator, component.kind, component.number, player.value, after)
    yield Frame(event, state)
    if state.table:
        row = len(state.player(name).sheet.columns[-1].values)
        yield Frame(Announced(name, row, after), state)
    if not state.patrons and not player.plan.targets:
        return state
    return (yield from announce(state, name, cell))


def skip(state: State, player: Player, reason: object) -> Flow[State]:
    """The row does nothing; what is below it may not count any more. [LB-44]

    Where it counts all the same, the value in the column stays what it was above.
    """
    if state.rules.voids:
        state = state.with_player(replace(player, mistake=getattr(reason, "kind", OTHER)))
    elif state.table:
        state = note(state, player.name)
    yield Frame(Skipped(player.name, reason), state)
    return state


def note(state: State, name: str) -> State:
    """The value stands in the column of this round. [LB-30]"""
    player = state.player(name)
    *columns, last = player.sheet.columns
    last = replace(last, values=(*last.values, player.value))
    return state.with_sheet(name, columns=(*columns, last))


def finish(state: State, name: str) -> Flow[State]:
    """The end of a program changes nothing."""
    yield from ()
    return state


def resolve(state: State, programs: Mapping[str, Program]) -> Flow[State]:
    """The first row of everybody in order, then the second rows, and so on. [LB-35]

    Who has no such row is left out.
    """
    walks = {name: Walk(program, name) for name, program in programs.items()}
    return (yield from take_turns(state, walks))


def go_on(state: State) -> Flow[State]:
    """All rows in the columns of this round that were not taken yet, in marker order. [LB-35]

    Who has made a mistake that is not settled is asked first, as it was that player's row.
    """
    assert state.table
    walks: dict[str, Walk] = {}
    for name in state.table.order:
        player = state.player(name)
        if len(player.sheet.columns) == state.round and player.mistake != VOID:
            column = player.sheet.columns[-1]
            walks[name] = walk_from(len(column.values) + 1, column.rows, name)
    rows_taken = {name: len(state.player(name).sheet.columns[-1].values) for name in walks}
    walks = {name: walks[name] for name in sorted(walks, key=rows_taken.__getitem__)}
    for name in [name for name in walks if state.player(name).mistake]:
        del walks[name]
        state, walk = yield from mend(state, name)
        if walk:
            walks[name] = walk
    return (yield from take_turns(state, walks))


def take_turns(state: State, walks: dict[str, Walk]) -> Flow[State]:
    """One row of each after the other, until nobody has any left."""
    while walks:
        for name in tuple(walks):
            state, walk = yield from take_row(state, name, walks.pop(name))
            if walk:
                walks[name] = walk
    return state


def take_row(state: State, name: str, walk: Walk) -> Flow[tuple[State, Walk | None]]:
    """The next row of one player; what is left is the walk through the rows below, if any.

    After debugging the new row counts at once.
    """
    step = walk.next(state)
    if not step:
        if walk.ending:
            yield Frame(walk.ending, state)
        else:
            state = yield from finish(state, name)
        return state, None
    yield Frame(Started(name, step), state)
    state = yield from perform(state, name, step.instruction)
    if not (state.table and state.player(name).mistake):
        return state, walk
    return (yield from mend(state, name))


def mend(state: State, name: str) -> Flow[tuple[State, Walk | None]]:
    """After a mistake: debug and take the new row at once, or nothing below counts. [LB-44]"""
    row = len(state.player(name).sheet.columns[-1].values) + 1
    if not (yield from wants_to_debug(state, name, row)):
        state = state.with_player(replace(state.player(name), mistake=VOID))
        yield Frame(Voided(name, row), state)
        return state, None
    state = yield from debug(state, name, row)
    rows = state.player(name).sheet.columns[-1].rows
    return (yield from take_row(state, name, walk_from(row, rows, name)))


def wants_to_debug(state: State, name: str, row: int) -> Flow[bool]:
    """Whether a player can debug this kind of mistake, has a box left, and wants to. [LB-44]"""
    player, rules = state.player(name), state.rules
    if player.mistake not in rules.debug_for or player.sheet.debugs >= rules.debug_boxes:
        return False
    question = say("Debug from row {row} on?", row=row)
    answer = yield from ask_one(PickOne(name, question, ("debug", "leave")))
    return bool(answer == "debug")


def debug(state: State, name: str, row: int) -> Flow[State]:
    """Tick a debug box, wipe out the row and all below, and write them anew. [LB-44]"""
    state = state.with_player(replace(state.player(name), mistake=""))
    sheet = state.player(name).sheet
    *columns, last = sheet.columns
    done = last.rows[: row - 1]
    program = yield from ask_one(write_rows(seen_by(state, name), name, done))
    if isinstance(program, Unfinished):
        program = program.program
    last = replace(last, rows=(*done, *program.instructions))
    state = state.with_sheet(name, columns=(*columns, last), debugs=sheet.debugs + 1)
    yield Frame(Debugged(name, row, len(program.instructions)), state)
    return state


def walk_from(row: int, rows: tuple[Instruction, ...], name: str) -> Walk:
    """A walk through these rows that is about to take this one."""
    walk = Walk(Program(rows), name)
    for _ in range(row - 1):
        walk.next(None)
    return walk
