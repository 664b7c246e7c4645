"""One row of a program, and the rows of everybody in turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from teachkit.core.flow import Flow, Frame, PickOne, ask_one
from teachkit.core.nodes import Instruction
from teachkit.core.program import Program
from teachkit.core.walk import Skipped, Started, Walk
from teachkit.games.lovelace.claims import announce
from teachkit.games.lovelace.components import claimed, part
from teachkit.games.lovelace.events import Announced, Computed, Debugged, Voided
from teachkit.games.lovelace.programs import write_rows
from teachkit.games.lovelace.reasons import OutOfRange, Void, fault, hindrance
from teachkit.games.lovelace.state import Player, State
from teachkit.words import say


def perform(state: State, name: str, instruction: Instruction) -> Flow[State]:
    """One row: the component is used on the register, and the new value earns what it can.

    A row that is wrong does nothing; in the printed editions all rows below are void then.
    [LB-15 … LB-19, LB-30]
    """
    player, (cell, operator) = state.player(name), part(instruction.name)
    if player.void:
        yield Frame(Skipped(name, Void()), state)
        return state
    component = state.component(player, cell)
    if component is None or (reason := hindrance(state, player, cell, operator)):
        return (yield from skip(state, player, hindrance(state, player, cell, operator)))
    after = component.result(operator, player.value)
    written, must = claimed(instruction), not state.rules.fills_in
    if reason := fault(component, operator, player.value, after, written, must):
        return (yield from skip(state, player, reason))
    state = state.with_player(player.with_value(after))
    event = Computed(
        name, cell, operator, component.kind, component.number, player.value, after
    )
    yield Frame(event, state)
    if state.table:
        state = note(state, name)
        row = len(state.player(name).sheet.columns[-1].values)
        yield Frame(Announced(name, row, after), state)
    if not state.patrons and not player.plan.targets:
        return state
    return (yield from announce(state, name, cell))


def skip(state: State, player: Player, reason: object) -> Flow[State]:
    """The row does nothing; what is below it may not count any more. [LB-44]"""
    if state.rules.voids:
        state = state.with_player(replace(player, void=True))
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
    return state
    yield


def resolve(state: State, programs: Mapping[str, Program]) -> Flow[State]:
    """The first row of everybody in order, then the second rows, and so on. [LB-35]

    Who has no such row is left out.
    """
    walks = {name: Walk(program, name) for name, program in programs.items()}
    while walks:
        for name, walk in tuple(walks.items()):
            if step := walk.next(state):
                yield Frame(Started(name, step), state)
                state = yield from perform(state, name, step.instruction)
                if state.table and state.player(name).void:
                    state, walks[name] = yield from mend(state, name)
                continue
            if walk.ending:
                yield Frame(walk.ending, state)
            else:
                state = yield from finish(state, name)
            del walks[name]
    return state


def mend(state: State, name: str) -> Flow[tuple[State, Walk]]:
    """A mistake came to light: debug, or lose the rest. [LB-44]"""
    while state.player(name).void:
        column = state.player(name).sheet.columns[-1]
        done = len(column.values)
        if not (yield from debugs(state, name, done + 1)):
            yield Frame(Voided(name, done + 1), state)
            return state, Walk(Program(), name)
        state = state.with_player(replace(state.player(name), void=False))
        program = yield from write_rows(state, name, done)
        rows = (*column.rows[:done], *program.instructions)
        sheet = state.player(name).sheet
        columns = (*sheet.columns[:-1], replace(column, rows=rows))
        state = state.with_sheet(name, columns=columns, debugs=sheet.debugs + 1)
        yield Frame(Debugged(name, done + 1, len(program.instructions)), state)
        walk = Walk(Program(rows), name)
        for _ in range(done):
            walk.next(state)
        if step := walk.next(state):
            yield Frame(Started(name, step), state)
            state = yield from perform(state, name, step.instruction)
    return state, walk
