"""Cards and sensors, the programs that may be written, and the decision that asks for a program.

A card is an operator of a cell, such as `A1+`, `A4/` or `B4swap`. A player may write the resulting
value after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

from teachkit.core.game.game import Problem, Sensors, wrong_brackets
from teachkit.core.language.instructions import KINDS, Card, Instruction, InstructionSet
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Pick, Unfinished, WriteInTime
from teachkit.core.run.walk import straight_steps
from teachkit.games.lovelace import events
from teachkit.games.lovelace.components import (
    INSTRUCTION_NAMES,
    MOST,
    OPERATORS,
    OWN_CELLS,
    SIGNS,
    Component,
    Engine,
    number_in,
    part,
    written_behind,
)
from teachkit.games.lovelace.state import Player, State
from teachkit.words import say, say_many

_IN_PYTHON = {"+": "add", "-": "subtract", "x": "multiply", "/": "divide"}
_KINDS = dict.fromkeys(("swap", "copy", "set"), "special")


HELP = {
    "+": ("Add {number} ({cell})", "Add {number} to the register."),
    "-": ("Subtract {number} ({cell})", "Subtract {number} from the register."),
    "x": ("Multiply by {number} ({cell})", "Multiply the register by {number}."),
    "/": (
        "Divide by {number} ({cell})",
        "Divide the register by {number} and drop the remainder.",
    ),
    "swap": ("Swap the digits ({cell})", "Swap the two digits of the register."),
    "copy": ("Copy a digit ({cell})", "Copy one digit over the other."),
    "copy-tens": ("Copy the tens ({cell})", "Replace the units digit with the tens digit."),
    "copy-units": ("Copy the units ({cell})", "Replace the tens digit with the units digit."),
    "set": ("Set to {number} ({cell})", "Set the register to {number}."),
}
"""The title and the help text that all cards with the same operator have."""


def card(name: str, component: Component | None = None) -> Card:
    """Return the card for the instruction `name`, with `component` in its cell.

    Without a component, return a general card for any component that may be in the cell.

    >>> card("C2+", Component.read("+-37")).label
    'Add 37 (C2)'
    >>> card("C2+", Component.read("+-37")).function
    'c2_add'
    """
    cell, operator = part(name)
    kind = component.kind if component and component.kind in HELP else operator
    number = component.number if component and operator not in ("swap", "copy") else ""
    symbol = "←" if kind == "copy-units" else SIGNS[operator]
    title, says = HELP[kind]
    return Card(
        name,
        f"{symbol}{number}",
        title,
        says,
        arguments=((),),
        python=f"{cell.lower()}_{_IN_PYTHON.get(operator, operator)}",
        optional=1,
        kind=_KINDS.get(operator, KINDS[0]),
        facts=(("cell", cell), ("number", number if component else "n")),
    )


INSTRUCTIONS = InstructionSet(map(card, INSTRUCTION_NAMES))


def vocabulary(state: State) -> InstructionSet:
    """Return the cards for the components in the engine, and for the players' own components.

    A cell in which players have different components of their own gets cards without a number.
    """
    rows = [player.plan.own for player in state.players]
    own = {
        cell: found.pop() if len(found) == 1 else None
        for place, cell in enumerate(OWN_CELLS)
        if (found := {row[place] for row in rows if place < len(row)})
    }
    return _cards(state.engine, tuple(own.items()))


@lru_cache(maxsize=64)
def _cards(engine: Engine, own: tuple[tuple[str, Component | None], ...]) -> InstructionSet:
    return InstructionSet(
        card(f"{cell}{operator}", component)
        for cell, component in (*engine.components, *own)
        for operator in (component.operators if component else OPERATORS)
    )


def usable(state: State, player: Player) -> tuple[Instruction, ...]:
    """Return all instructions that `player` may use now, regardless of results. [LB-11, LB-13]"""
    return _usable(state.engine, player.plan.own, player.plan.jammed)


@lru_cache(maxsize=256)
def _usable(
    engine: Engine, own: tuple[Component, ...], jammed: frozenset[str]
) -> tuple[Instruction, ...]:
    return tuple(
        Instruction(f"{cell}{operator}")
        for cell, component in (*engine.components, *zip(OWN_CELLS, own, strict=False))
        if cell not in jammed
        for operator in component.operators
    )


SENSORS = Sensors[State]()


@SENSORS.reading(tells="The number in the register.")
def register(state: State, player: str) -> int:
    return state.player(player).value


@SENSORS.reading(tells="The targets that you have not reached yet.")
def targets(state: State, player: str) -> list[int]:
    """Return the numbers of the patrons and targets from which `player` has taken nothing yet."""
    return [each.number for each in state.patrons if not each.gave(player)]


# The problems of programs ----------------------------------------------------------------------

SLIP = 12
"""The average number of lines in which a random player writes one wrong value."""


def problems(
    state: State, name: str, program: Program, done: Sequence[Instruction] = ()
) -> list[Problem]:
    """Return the reasons why `program` may not be written now.

    `done` are the lines above `program`, which have already run.
    """
    player = state.player(name)
    return [
        *wrong_brackets(state.rules, program),
        *too_many_rows(player.plan.rows - len(done), program),
        *wrong_rows(state, player, program, done),
    ]


def too_many_rows(most: int, program: Program) -> Iterator[Problem]:
    """Yield a problem if `program` has more than `most` lines. [LB-31]"""
    if len(program.instructions) > most:
        says = say_many(
            "Remove line {row}. You may write only {number} line.",
            "Remove line {row}. You may write only {number} lines.",
            most,
            row=most + 1,
        )
        yield Problem(most + 1, says)


def wrong_rows(
    state: State, player: Player, program: Program, done: Sequence[Instruction] = ()
) -> Iterator[Problem]:
    """Yield a problem for each line with an unusable component or an invalid value. [LB-14, LB-19]

    Results are checked only in matches in which players need not write them; elsewhere, a line with
    a wrong result is reported when it runs. If each component may be used only once, the components
    of the lines in `done` count as used.
    """
    used = {part(row.name).cell for row in done}
    known = True
    for number, instruction in enumerate(program.instructions, 1):
        cell, operator = part(instruction.name)
        component = state.component(player, cell)
        reason: object = _no_card(instruction) or hindrance(component, player, cell, operator)
        if not reason and cell in used and not state.rules.reuse:
            reason = say("{cell} is already used", cell=cell)
        reason = reason or _no_value(instruction, any_number=not state.rules.playable)
        if reason:
            known = False
            yield wrong_row(number, reason)
        used.add(cell)
    if known and state.rules.fills_in and state.rules.playable:
        yield from wrong_results(state, player, program)


def wrong_results(state: State, player: Player, program: Program) -> Iterator[Problem]:
    """Yield a problem for the first line whose result is out of range or written wrong.

    Later lines are not checked, because their results depend on that line.
    """
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
    """Return the problem that line `number` cannot be used because of `reason`."""
    return Problem(number, say("Line {row}: {reason}.", row=number, reason=reason))


def hindrance(
    component: Component | None, player: Player, cell: str, operator: str
) -> events.Reason | None:
    """Return the reason why `player` cannot use `operator` of `cell`, or `None`. [LB-11, LB-13]

    `component` is the component in the cell, if any.
    """
    if component is None:
        return events.NoComponent(cell)
    if cell in player.plan.jammed:
        return events.Jam(cell)
    if operator not in component.operators:
        return events.NoOperator(cell, operator, str(component))
    return None


def mistake_in(
    component: Component, operator: str, before: int, after: int, written: str | None, must: bool
) -> events.Reason | None:
    """Return the mistake in a line (result out of range, wrong or missing value), or `None`.

    `after` is the result of the line, and `written` the value that the player wrote after it. A
    missing value is a mistake only if `must` is true.
    """
    if not 0 <= after <= MOST:
        return events.OutOfRange(events.sum_of(operator, before, component.number), after)
    if written is None:
        return events.NoValue() if must else None
    if number_in(written) != after:
        return events.WrongValue(written, after)
    return None


def _no_card(instruction: Instruction) -> str | None:
    if instruction.name in INSTRUCTIONS:
        return None
    return say('there is no card "{name}"', name=instruction.name)


def _no_value(instruction: Instruction, any_number: bool) -> str | None:
    written = " ".join(map(str, instruction.arguments))
    fits = number_in(written) is not None or (any_number and written.isdecimal())
    if fits or not instruction.arguments:
        return None
    return say('write a number from 0 to {most}, not "{written}"', most=MOST, written=written)


# The question for a program --------------------------------------------------------------------


@dataclass(frozen=True)
class WriteRows(WriteInTime):
    """A decision in which a player writes lines with the engine's components.

    `view` is the state as the player sees it, and `done` are the lines above, which are kept. A
    player who ran out of time answers with `Unfinished`. [LB-34]
    """

    view: State = field(kw_only=True)
    done: tuple[Instruction, ...] = field(kw_only=True, default=())

    def problem(self, answer: object) -> str | None:
        return super().problem(answer.program if isinstance(answer, Unfinished) else answer)

    def unfinished(self, laid: Any) -> Any:
        """Return the answer of a player out of time: the lines `laid`, or no lines. [LB-34]"""
        return self.first_possible(Unfinished(laid), Unfinished(Program()))

    def compose(self, pick: Pick) -> Program:
        """Return a random program with results from 0 to 99, some of which may be written wrong."""
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
    """Yield each legal line for a register that holds `value`, with its result. [LB-19]"""
    for instruction in usable(state, player):
        cell, operator = part(instruction.name)
        component = state.component(player, cell)
        after = component.result(operator, value) if component else -1
        if 0 <= after <= MOST:
            yield instruction, after


def write_rows(view: State, name: str, done: tuple[Instruction, ...] = ()) -> WriteRows:
    """Return the decision that asks for a program, or for the lines after `done`. [LB-30, LB-44]"""
    player = view.player(name)
    most = player.plan.rows - len(done)
    question = say_many("Write up to {number} line.", "Write up to {number} lines.", most)
    wrong = partial(problems, view, name, done=done)
    return WriteRows(
        name, question, usable(view, player), wrong, least=0, most=most, view=view, done=done
    )
