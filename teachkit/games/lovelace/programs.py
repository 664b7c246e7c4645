"""The programs that may be written: their problems, and the question for one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from teachkit.core.game.game import Problem
from teachkit.core.language.nodes import Instruction, Repeat, brackets_in
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Pick, WriteProgram
from teachkit.core.run.walk import straight_steps
from teachkit.games.lovelace.components import MOST, Component, number_in, part, written_behind
from teachkit.games.lovelace.editions import Rules
from teachkit.games.lovelace.events import (
    Jam,
    NoComponent,
    NoOperator,
    NoValue,
    OutOfRange,
    Reason,
    WrongValue,
)
from teachkit.games.lovelace.instructions import INSTRUCTIONS, usable
from teachkit.games.lovelace.state import Player, State
from teachkit.words import say, say_many

SLIP = 12
"""A player who plays by chance writes a wrong value in one of so many rows."""


def problems(
    state: State, name: str, program: Program, done: Sequence[Instruction] = ()
) -> list[Problem]:
    """Return the reasons why this program may not be written now, row by row.

    With the rows that are `done`, it is the rest of a program.
    """
    player = state.player(name)
    return [
        *wrong_brackets(state.rules, program),
        *too_many_rows(player.plan.rows - len(done), program),
        *wrong_rows(state, player, program, done),
    ]


def wrong_brackets(rules: Rules, program: Program) -> Iterator[Problem]:
    """Yield the problems of loops: only a teaching edition has any."""
    if program.depth > 1 and not rules.nested:
        yield Problem(None, say("A loop may not lie around a loop in this deck."))
    for bracket, first, last in brackets_in(program.body):
        if last < first:
            yield Problem(None, say("A loop needs at least one card inside."))
        elif not isinstance(bracket, Repeat):
            yield Problem(first, say("This deck has no while and no if."))
        elif bracket.times not in rules.loops:
            yield Problem(first, say("This deck has no ×{times} card.", times=bracket.times))


def too_many_rows(most: int, program: Program) -> Iterator[Problem]:
    """Yield a problem for more than `most` rows: five, unless a subroutine says more. [LB-31]"""
    if len(program.instructions) > most:
        says = say_many(
            "Row {row} is too much: {number} row is allowed.",
            "Row {row} is too much: {number} rows are allowed.",
            most,
            row=most + 1,
        )
        yield Problem(most + 1, says)


def wrong_rows(
    state: State, player: Player, program: Program, done: Sequence[Instruction] = ()
) -> Iterator[Problem]:
    """Yield the problems of rows: unusable components, no values, wrong results. [LB-19]

    Players who do their own arithmetic are not told what is wrong with it. A machine for teaching
    skips such a row, whoever wrote it. Where each component may be used only once, rows that are
    `done` have used theirs. [LB-14]
    """
    used = {part(row.name).cell for row in done}
    known = True
    for number, instruction in enumerate(program.instructions, 1):
        cell, operator = part(instruction.name)
        component = state.component(player, cell)
        reason: object = _no_card(instruction) or hindrance(component, player, cell, operator)
        if not reason and cell in used and not state.rules.reuse:
            reason = say("{cell} is used already", cell=cell)
        reason = reason or _no_value(instruction, any_number=not state.rules.playable)
        if reason:
            known = False
            yield wrong_row(number, reason)
        used.add(cell)
    if known and state.rules.fills_in and state.rules.playable:
        yield from wrong_results(state, player, program)


def wrong_results(state: State, player: Player, program: Program) -> Iterator[Problem]:
    """Yield the first row with a wrong result; the results below it are unknown."""
    value = player.value
    for step in straight_steps(program) or ():
        cell, operator = part(step.instruction.name)
        component = state.component(player, cell)
        assert component
        after = component.result(operator, value)
        written = written_behind(step.instruction)
        if reason := mistake_in(component, operator, value, after, written, must=False):
            yield wrong_row(step.card, reason)
            return
        value = after


def wrong_row(number: int, reason: object) -> Problem:
    """Return the problem of a row, whose number its sentence names."""
    return Problem(number, say("Row {row}: {reason}.", row=number, reason=reason))


def hindrance(
    component: Component | None, player: Player, cell: str, operator: str
) -> Reason | None:
    """Return the reason why this operator of a cell cannot be used now. [LB-11, LB-13]

    `component` is the one in the cell, if any.
    """
    if component is None:
        return NoComponent(cell)
    if cell in player.plan.jammed:
        return Jam(cell)
    if operator not in component.operators:
        return NoOperator(cell, operator, str(component))
    return None


def mistake_in(
    component: Component, operator: str, before: int, after: int, written: str | None, must: bool
) -> Reason | None:
    """Return the mistake in a row: its result `after`, or the value `written` behind it.

    If the player `must` write a value, a missing one is a mistake.
    """
    if not 0 <= after <= MOST:
        return OutOfRange(operator, before, component.number, after)
    if written is None:
        return NoValue() if must else None
    if number_in(written) != after:
        return WrongValue(written, after)
    return None


def _no_card(instruction: Instruction) -> str | None:
    if instruction.name in INSTRUCTIONS:
        return None
    return say('there is no card "{name}"', name=instruction.name)


def _no_value(instruction: Instruction, any_number: bool) -> str | None:
    written = " ".join(map(str, instruction.arguments))
    if not instruction.arguments or number_in(written) is not None:
        return None
    if any_number and written.isdecimal():
        return None
    return say('write a number from 0 to {most}, not "{written}"', most=MOST, written=written)


# The question for a program --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The answer of a player who ran out of time: the rows written so far. [LB-34]"""

    program: Program


@dataclass(frozen=True)
class WriteRows(WriteProgram):
    """Write rows from the engine's components; `view` is the state as the player sees it.

    `done` are the rows above that stay. A player who ran out of time answers `Unfinished`.
    """

    view: State = field(kw_only=True)
    done: tuple[Instruction, ...] = field(kw_only=True, default=())

    def problem(self, answer: object) -> str | None:
        return super().problem(answer.program if isinstance(answer, Unfinished) else answer)

    def unfinished(self, laid: Any) -> Any:
        """Return the rows written so far; their player goes after all who finished. [LB-34]"""
        return self.first_possible(Unfinished(laid), Unfinished(Program()))

    def to_json(self, answer: object) -> Any:
        if isinstance(answer, Unfinished):
            return {"unfinished": super().to_json(answer.program)}
        return super().to_json(answer)

    def from_json(self, data: object) -> Any:
        if isinstance(data, dict) and set(data) == {"unfinished"}:
            return Unfinished(super().from_json(data["unfinished"]))
        return super().from_json(data)

    def compose(self, pick: Pick) -> Program:
        """Return rows whose results fit in the register, now and then with a wrong value."""
        player = self.view.player(str(self.player))
        value, rows = player.value, list[Instruction]()
        for _ in range(pick(range(self.least, self.most + 1))):
            used = {part(row.name).cell for row in (*self.done, *rows)}
            options = [
                (row, after)
                for row, after in legal_rows(self.view, player, value)
                if self.view.rules.reuse or part(row.name).cell not in used
            ]
            if not options:
                break
            row, value = pick(options)
            if not self.view.rules.fills_in:
                written = value if pick(range(SLIP)) else pick(range(MOST + 1))
                row = Instruction(row.name, (f"{written:02}",))
            rows.append(row)
        return Program(tuple(rows))


def legal_rows(state: State, player: Player, value: int) -> Iterator[tuple[Instruction, int]]:
    """Yield every row that may follow from `value`, with its result. [LB-19]"""
    for instruction in usable(state, player):
        cell, operator = part(instruction.name)
        component = state.component(player, cell)
        after = component.result(operator, value) if component else -1
        if 0 <= after <= MOST:
            yield instruction, after


def write_rows(view: State, name: str, done: tuple[Instruction, ...] = ()) -> WriteRows:
    """Return the question for a program, or for its rest after the rows `done`. [LB-30, LB-44]"""
    player = view.player(name)
    most = player.plan.rows - len(done)
    question = say_many("Write up to {number} row.", "Write up to {number} rows.", most)
    wrong = partial(problems, view, name, done=done)
    return WriteRows(
        name, question, usable(view, player), wrong, least=0, most=most, view=view, done=done
    )
