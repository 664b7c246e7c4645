"""The cards and sensors. A card is an operator of a cell, such as `A1+`, `A4/` or `B4swap`.

A player may write the resulting value behind it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from teachkit.core.game.sensors import Sensors
from teachkit.core.language.instructions import Card, InstructionSet
from teachkit.core.language.nodes import Instruction
from teachkit.games.lovelace.components import (
    INSTRUCTION_NAMES,
    OWN_CELLS,
    SIGNS,
    Component,
    Engine,
    part,
)
from teachkit.games.lovelace.state import Player, State

_IN_PYTHON = {"+": "add", "-": "subtract", "x": "multiply", "/": "divide"}


@dataclass(frozen=True, slots=True)
class Operator:
    """The title of a card with this operator, and its help."""

    title: str
    says: str


OPERATORS = {
    "+": Operator("Add {number} ({cell})", "Add {number} to the register."),
    "-": Operator("Subtract {number} ({cell})", "Subtract {number} from the register."),
    "x": Operator("Multiply by {number} ({cell})", "Multiply the register by {number}."),
    "/": Operator(
        "Divide by {number} ({cell})", "Divide the register by {number}; drop the remainder."
    ),
    "swap": Operator("Swap the digits ({cell})", "The two digits change places."),
    "copy": Operator("Copy a digit ({cell})", "One digit is copied to the place of the other."),
    "copy-tens": Operator("Copy the tens ({cell})", "The tens digit is copied to the units."),
    "copy-units": Operator("Copy the units ({cell})", "The units digit is copied to the tens."),
    "set": Operator("Set to {number} ({cell})", "The register becomes {number}."),
}


def card(name: str, component: Component | None = None) -> Card:
    """Return the card of an instruction, for this component or for any that may be in its cell.

    >>> card("C2+", Component.read("+-37")).label
    'Add 37 (C2)'
    >>> card("C2+", Component.read("+-37")).function
    'c2_add'
    """
    cell, operator = part(name)
    kind = component.kind if component and component.kind in OPERATORS else operator
    number = component.number if component and operator not in ("swap", "copy") else ""
    symbol = "←" if kind == "copy-units" else SIGNS[operator]
    words = OPERATORS[kind]
    return Card(
        name,
        f"{symbol}{number}",
        words.title,
        words.says,
        arguments=((),),
        python=f"{cell.lower()}_{_IN_PYTHON.get(operator, operator)}",
        optional=1,
        facts=(("cell", cell), ("number", number if component else "n")),
    )


INSTRUCTIONS = InstructionSet(map(card, INSTRUCTION_NAMES))


def vocabulary(state: State) -> InstructionSet:
    """Return the cards that the components in the engine offer in this state.

    Players' own components are included, without a number where players have different ones.
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
        card(name, component)
        for cell, component in (*engine.components, *own)
        for name in INSTRUCTION_NAMES
        if part(name).cell == cell
        if component is None or part(name).operator in component.operators
    )


def usable(state: State, player: Player) -> tuple[Instruction, ...]:
    """Return all operators that `player` may use now, whatever their results. [LB-11, LB-13]"""
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


@SENSORS.reading
def register(state: State, player: str) -> int:
    """Return the number in the register."""
    return state.player(player).value


@SENSORS.reading
def targets(state: State, player: str) -> list[int]:
    """Return the numbers of the patrons and targets that still wait for this player."""
    return [each.number for each in state.patrons if not each.gave(player)]
