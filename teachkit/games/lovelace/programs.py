"""Which programs may be written, and the question for one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from teachkit.core.game.game import Problem
from teachkit.core.language.nodes import Instruction, Repeat, brackets_in
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Pick, WriteProgram
from teachkit.core.run.walk import straight_steps
from teachkit.games.lovelace.components import MOST, number_in, part, written_behind
from teachkit.games.lovelace.editions import Rules
from teachkit.games.lovelace.instructions import INSTRUCTIONS, usable
from teachkit.games.lovelace.pieces import Player
from teachkit.games.lovelace.reasons import hindrance, mistake_in
from teachkit.games.lovelace.state import State
from teachkit.words import say, say_many

SLIP = 12
"""Who plays by chance writes a wrong value in one of so many rows."""


def hand(state: State, name: str) -> tuple[Instruction, ...] | None:
    """Nobody holds cards: whatever the engine offers may be used, as often as wanted. [LB-14]"""
    return None


def programs(state: State) -> dict[str, Program]:
    """Nobody else writes rows in an exercise."""
    return {}


def problems(state: State, name: str, program: Program) -> list[Problem]:
    """Why this program may not be written now, row by row; empty if it may."""
    return [
        *wrong_brackets(state.rules, program),
        *too_many_rows(state.player(name).plan.rows, program),
        *wrong_rows(state, state.player(name), program),
    ]


def wrong_brackets(rules: Rules, program: Program) -> Iterator[Problem]:
    """The board game's programs are rows and nothing else; a teaching edition has loops."""
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
    """Five rows, unless a subroutine says more. [LB-31]"""
    if len(program.instructions) > most:
        yield Problem(most + 1, say_many("Row {row} is too much: {number} row is allowed.",
                                         "Row {row} is too much: {number} rows are allowed.",
                                         most, row=most + 1))  # fmt: skip


def wrong_rows(
    state: State, player: Player, program: Program, done: Sequence[Instruction] = ()
) -> Iterator[Problem]:
    """What cannot be used, what is no value, and what the register could not hold. [LB-19]

    Players who do their own arithmetic are not told what is wrong with it; a machine for teaching
    skips such a row, whoever wrote it. Rows that are `done` have used their components up, where
    each may be used once. [LB-14]
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
    """The first row whose result is wrong; what follows from it nobody can say."""
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
    """The problem of a row, which its sentence names."""
    return Problem(number, say("Row {row}: {reason}.", row=number, reason=reason))


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


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The answer of a player whose time was up: the rows as they stood. [LB-34]"""

    program: Program


@dataclass(frozen=True)
class WriteRows(WriteProgram):
    """Write rows from the engine's components; `view` is the state as the player sees it.

    `done` are the rows above that stay. Who was not finished in time answers `Unfinished`.
    """

    view: State = field(kw_only=True)
    done: tuple[Instruction, ...] = field(kw_only=True, default=())

    def problem(self, answer: Any) -> str | None:
        return super().problem(answer.program if isinstance(answer, Unfinished) else answer)

    def unfinished(self, laid: Any) -> Any:
        """The rows as they stand; who was not finished goes after all who were. [LB-34]"""
        return self.first_possible(Unfinished(laid), Unfinished(Program()))

    def to_json(self, answer: Any) -> Any:
        if isinstance(answer, Unfinished):
            return {"unfinished": super().to_json(answer.program)}
        return super().to_json(answer)

    def from_json(self, data: Any) -> Any:
        if isinstance(data, dict) and set(data) == {"unfinished"}:
            return Unfinished(super().from_json(data["unfinished"]))
        return super().from_json(data)

    def compose(self, pick: Pick) -> Program:
        """Rows that stay within the register; a value now and then is a slip of the pen."""
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
    """Every row that may come next from this value, and what it makes of it. [LB-19]"""
    for instruction in usable(state, player):
        cell, operator = part(instruction.name)
        component = state.component(player, cell)
        after = component.result(operator, value) if component else -1
        if 0 <= after <= MOST:
            yield instruction, after


def write_rows(view: State, name: str, done: tuple[Instruction, ...] = ()) -> WriteRows:
    """The question for a program, or for its rest when these rows are done. [LB-30, LB-44]"""
    player = view.player(name)
    most = player.plan.rows - len(done)

    def wrong(program: Program) -> list[Problem]:
        return [
            *wrong_brackets(view.rules, program),
            *too_many_rows(most, program),
            *wrong_rows(view, player, program, done),
        ]

    question = say_many("Write up to {number} row.", "Write up to {number} rows.", most)
    return WriteRows(
        name, question, usable(view, player), wrong, least=0, most=most, view=view, done=done
    )
